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

/**
 * wc_order_is_scalar() - is it at least 1, and below m?
 * @o: m
 * @a: the number
 */
bool wc_order_is_scalar(const struct wc_order *o, const uint64_t a[4]);

/**
 * wc_order_invert_vartime() - 2^256 / a modulo m, for many a
 * @o: m
 * @a: @n numbers, 0 < a < m; replaced. order_mul() of b and the result is b / a
 * @work: room for as many
 * @n: how many
 *
 * One inversion, and four products for each.
 */
void wc_order_invert_vartime(const struct wc_order *o, uint64_t (*a)[4],
			     uint64_t (*work)[4], size_t n);

#endif /* WARPCRYPT_KERNELS_CPU_ORDER_H */
