// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/cpu/order.h"

#include <string.h>

typedef unsigned __int128 u128;

const struct wc_order wc_order_25519 = {
	.m = { 0x5812631a5cf5d3edULL, 0x14def9dea2f79cd6ULL,
		0x0000000000000000ULL, 0x1000000000000000ULL },
	.minus_inverse = 0xd2b51da312547e1bULL,
	.r = { 0xd6ec31748d98951dULL, 0xc6ef5bf4737dcf70ULL,
		0xfffffffffffffffeULL, 0x0fffffffffffffffULL },
	.rr = { 0xa40611e3449c0f01ULL, 0xd00e1ba768859347ULL,
		0xceec73d217f5be65ULL, 0x0399411b7c309a3dULL },
};

const struct wc_order wc_order_p256 = {
	.m = { 0xf3b9cac2fc632551ULL, 0xbce6faada7179e84ULL,
		0xffffffffffffffffULL, 0xffffffff00000000ULL },
	.minus_inverse = 0xccd1c8aaee00bc4fULL,
	.r = { 0x0c46353d039cdaafULL, 0x4319055258e8617bULL,
		0x0000000000000000ULL, 0x00000000ffffffffULL },
	.rr = { 0x83244c95be79eea2ULL, 0x4699799c49bd6fa6ULL,
		0x2845b2392b6bec59ULL, 0x66e12d94f3d95620ULL },
};

/* r - m, where that is not negative, of a number of five words below 2 m. */
static void subtract_once(const struct wc_order *o, uint64_t r[4],
			  const uint64_t t[5])
{
	uint64_t d[4], borrow = 0, keep;
	int i;

	for (i = 0; i < 4; i++) {
		u128 x = (u128)t[i] - o->m[i] - borrow;

		d[i] = (uint64_t)x;
		borrow = (uint64_t)(x >> 64) & 1;
	}
	keep = 0 - (borrow & ~t[4] & 1);
	for (i = 0; i < 4; i++)
		r[i] = (t[i] & keep) | (d[i] & ~keep);
}

/*
 * Word by word of @a: a multiple of m is added that makes the lowest word zero, and
 * the sum is moved down. With b < m it stays below 2 m, and has five words.
 */
void wc_order_mul(const struct wc_order *o, uint64_t r[4], const uint64_t a[4],
		  const uint64_t b[4])
{
	uint64_t t[5] = { 0 };
	int i, j;

	for (i = 0; i < 4; i++) {
		u128 x = (u128)a[i] * b[0] + t[0], y;
		uint64_t q = (uint64_t)x * o->minus_inverse;

		y = (u128)q * o->m[0] + (uint64_t)x;
		for (j = 1; j < 4; j++) {
			x = (u128)a[i] * b[j] + t[j] + (uint64_t)(x >> 64);
			y = (u128)q * o->m[j] + (uint64_t)x +
			    (uint64_t)(y >> 64);
			t[j - 1] = (uint64_t)y;
		}
		x = (x >> 64) + (y >> 64) + t[4];
		t[3] = (uint64_t)x;
		t[4] = (uint64_t)(x >> 64);
	}
	subtract_once(o, r, t);
}

void wc_order_reduce(const struct wc_order *o, uint64_t r[4],
		     const uint64_t x[8])
{
	uint64_t low[4], high[4], t[5], carry = 0;
	int i;

	wc_order_mul(o, low, x, o->r);
	wc_order_mul(o, high, x + 4, o->rr);
	for (i = 0; i < 4; i++) {
		u128 s = (u128)low[i] + high[i] + carry;

		t[i] = (uint64_t)s;
		carry = (uint64_t)(s >> 64);
	}
	t[4] = carry;
	subtract_once(o, r, t);
}

bool wc_order_is_scalar(const struct wc_order *o, const uint64_t a[4])
{
	uint64_t borrow = 0;
	int i;

	for (i = 0; i < 4; i++)
		borrow = (uint64_t)(((u128)a[i] - o->m[i] - borrow) >> 64) & 1;
	return borrow && (a[0] | a[1] | a[2] | a[3]);
}

/* a^(m - 2), which is 1 / a, with a and the result times 2^256. */
static void invert(const struct wc_order *o, uint64_t a[4])
{
	uint64_t e[4] = { o->m[0] - 2, o->m[1], o->m[2], o->m[3] }, r[4];
	int bit;

	memcpy(r, o->r, sizeof(r));
	for (bit = 255; bit >= 0; bit--) {
		wc_order_mul(o, r, r, r);
		if (e[bit / 64] >> bit % 64 & 1)
			wc_order_mul(o, r, r, a);
	}
	memcpy(a, r, sizeof(r));
}

void wc_order_invert_vartime(const struct wc_order *o, uint64_t (*a)[4],
			     uint64_t (*work)[4], size_t n)
{
	uint64_t t[4];
	size_t i;

	memcpy(t, o->r, sizeof(t));
	for (i = 0; i < n; i++) {
		wc_order_mul(o, a[i], a[i], o->rr);
		memcpy(work[i], t, sizeof(t));
		wc_order_mul(o, t, t, a[i]);
	}
	invert(o, t);
	while (n--) {
		uint64_t inverse[4];

		wc_order_mul(o, inverse, t, work[n]);
		wc_order_mul(o, t, t, a[n]);
		memcpy(a[n], inverse, sizeof(inverse));
	}
}
