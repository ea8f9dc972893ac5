/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integers modulo the order of a group, for checking signatures: one at a time, in
 * 64-bit words. A number is four words, the least significant first.
 *
 * Products are those of Montgomery: a b / 2^256. For public numbers only, although
 * nothing but wc_order_invert_vartime() branches on them.
 */
#ifndef WARPCRYPT_KERNELS_CPU_ORDER_H
#define WARPCRYPT_KERNELS_CPU_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/curve/order.h"

/* edwards25519's and P-256's. */
extern const struct wc_order wc_order_25519;
extern const struct wc_order wc_order_p256;

/* Is @a at least 1, and below m? */
bool wc_order_is_scalar(const struct wc_order *o, const uint64_t a[4]);

/*
 * Each of the @n numbers, 0 < a < m, becomes 2^256 / a modulo m: order_mul() of b and that
 * is b / a. @work has room for as many. One inversion, and four products for each.
 */
void wc_order_invert_vartime(const struct wc_order *o, uint64_t (*a)[4],
			     uint64_t (*work)[4], size_t n);

#endif /* WARPCRYPT_KERNELS_CPU_ORDER_H */
