/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integers modulo the order of a group: products, and numbers of 512 bits, one at a time,
 * in 64-bit words. A number is four words, the least significant first. kernels/cpu/order.h
 * has more for CPUs.
 *
 * Products are those of Montgomery: a b / 2^256.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_ORDER_H
#define WARPCRYPT_KERNELS_CURVE_ORDER_H

#include <stdint.h>

#include "kernels/curve/fe.h"

/* An odd prime m, 2^252 < m < 2^256, with -1 / m modulo 2^64, and 2^256 and 2^512 modulo m. */
struct wc_order {
	uint64_t m[4];
	uint64_t minus_inverse;
	uint64_t r[4];
	uint64_t rr[4];
};

/* edwards25519's and P-256's. */
#define ORDER_25519 {							\
	{ 0x5812631a5cf5d3edULL, 0x14def9dea2f79cd6ULL,			\
		0x0000000000000000ULL, 0x1000000000000000ULL },		\
	0xd2b51da312547e1bULL,						\
	{ 0xd6ec31748d98951dULL, 0xc6ef5bf4737dcf70ULL,			\
		0xfffffffffffffffeULL, 0x0fffffffffffffffULL },		\
	{ 0xa40611e3449c0f01ULL, 0xd00e1ba768859347ULL,			\
		0xceec73d217f5be65ULL, 0x0399411b7c309a3dULL },		\
}

#define ORDER_P256 {							\
	{ 0xf3b9cac2fc632551ULL, 0xbce6faada7179e84ULL,			\
		0xffffffffffffffffULL, 0xffffffff00000000ULL },		\
	0xccd1c8aaee00bc4fULL,						\
	{ 0x0c46353d039cdaafULL, 0x4319055258e8617bULL,			\
		0x0000000000000000ULL, 0x00000000ffffffffULL },		\
	{ 0x83244c95be79eea2ULL, 0x4699799c49bd6fa6ULL,			\
		0x2845b2392b6bec59ULL, 0x66e12d94f3d95620ULL },		\
}

typedef unsigned __int128 order_u128;

/* r - m, where that is not negative, of a number of five words below 2 m. */
FE_FN void order_subtract_once(const struct wc_order *o, uint64_t r[4],
			       const uint64_t t[5])
{
	uint64_t d[4], borrow = 0, keep;
	int i;

	FE_UNROLL
	for (i = 0; i < 4; i++) {
		order_u128 x = (order_u128)t[i] - o->m[i] - borrow;

		d[i] = (uint64_t)x;
		borrow = (uint64_t)(x >> 64) & 1;
	}
	keep = 0 - (borrow & ~t[4] & 1);
	FE_UNROLL
	for (i = 0; i < 4; i++)
		r[i] = (t[i] & keep) | (d[i] & ~keep);
}

/*
 * a b / 2^256 modulo m, for any a and b < m; @r may be @a or @b.
 *
 * Word by word of @a: a multiple of m is added that makes the lowest word zero, and
 * the sum is moved down. With b < m it stays below 2 m, and has five words.
 */
FE_FN void order_mul(const struct wc_order *o, uint64_t r[4],
		     const uint64_t a[4], const uint64_t b[4])
{
	uint64_t t[5] = { 0, 0, 0, 0, 0 };
	int i, j;

	FE_UNROLL
	for (i = 0; i < 4; i++) {
		order_u128 x = (order_u128)a[i] * b[0] + t[0], y;
		uint64_t q = (uint64_t)x * o->minus_inverse;

		y = (order_u128)q * o->m[0] + (uint64_t)x;
		FE_UNROLL
		for (j = 1; j < 4; j++) {
			x = (order_u128)a[i] * b[j] + t[j] + (uint64_t)(x >> 64);
			y = (order_u128)q * o->m[j] + (uint64_t)x +
			    (uint64_t)(y >> 64);
			t[j - 1] = (uint64_t)y;
		}
		x = (x >> 64) + (y >> 64) + t[4];
		t[3] = (uint64_t)x;
		t[4] = (uint64_t)(x >> 64);
	}
	order_subtract_once(o, r, t);
}

/* a + b modulo m, both below m; @r may be @a or @b. */
FE_FN void order_add(const struct wc_order *o, uint64_t r[4],
		     const uint64_t a[4], const uint64_t b[4])
{
	uint64_t t[5], carry = 0;
	int i;

	FE_UNROLL
	for (i = 0; i < 4; i++) {
		order_u128 s = (order_u128)a[i] + b[i] + carry;

		t[i] = (uint64_t)s;
		carry = (uint64_t)(s >> 64);
	}
	t[4] = carry;
	order_subtract_once(o, r, t);
}

/* x modulo m; @x: eight words, any number. */
FE_FN void order_reduce(const struct wc_order *o, uint64_t r[4],
			const uint64_t x[8])
{
	uint64_t low[4], high[4];

	order_mul(o, low, x, o->r);
	order_mul(o, high, x + 4, o->rr);
	order_add(o, r, low, high);
}

/* a^(m - 2), which is 1 / a, where both are times 2^256; @a is replaced. */
FE_BIG_FN void order_invert(const struct wc_order *o, uint64_t a[4])
{
	const uint64_t e[4] = { o->m[0] - 2, o->m[1], o->m[2], o->m[3] };
	uint64_t power[16][4], r[4];
	int i, j;

	for (j = 0; j < 4; j++)
		power[0][j] = r[j] = o->r[j];
	FE_ROLLED
	for (i = 1; i < 16; i++)
		order_mul(o, power[i], power[i - 1], a);
	FE_ROLLED
	for (i = 252; i >= 0; i -= 4) {
		FE_ROLLED
		for (j = 0; j < 4; j++)
			order_mul(o, r, r, r);
		order_mul(o, r, r, power[e[i / 64] >> i % 64 & 15]);
	}
	for (j = 0; j < 4; j++)
		a[j] = r[j];
}

#endif /* WARPCRYPT_KERNELS_CURVE_ORDER_H */
