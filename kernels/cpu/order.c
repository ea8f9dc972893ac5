// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/cpu/order.h"

#include <string.h>

typedef unsigned __int128 u128;

const struct wc_order wc_order_25519 = ORDER_25519;
const struct wc_order wc_order_p256 = ORDER_P256;

bool wc_order_is_scalar(const struct wc_order *o, const uint64_t a[4])
{
	uint64_t borrow = 0;
	int i;

	for (i = 0; i < 4; i++)
		borrow = (uint64_t)(((u128)a[i] - o->m[i] - borrow) >> 64) & 1;
	return borrow && (a[0] | a[1] | a[2] | a[3]);
}

void wc_order_invert_vartime(const struct wc_order *o, uint64_t (*a)[4],
			     uint64_t (*work)[4], size_t n)
{
	uint64_t t[4];
	size_t i;

	memcpy(t, o->r, sizeof(t));
	for (i = 0; i < n; i++) {
		order_mul(o, a[i], a[i], o->rr);
		memcpy(work[i], t, sizeof(t));
		order_mul(o, t, t, a[i]);
	}
	order_invert(o, t);
	while (n--) {
		uint64_t inverse[4];

		order_mul(o, inverse, t, work[n]);
		order_mul(o, t, t, a[n]);
		memcpy(a[n], inverse, sizeof(inverse));
	}
}
