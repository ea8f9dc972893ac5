/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integers modulo p = 2^255 - 19 as five 51-bit limbs in 64-bit words, products
 * in 128 bits: the arithmetic for CPUs without wide vectors.
 *
 *	T = 2^51 + 2^16 bounds a limb.
 *	A product's column is at most 7 TT (1 + 19 * 4) < 2^111.1, its carry is
 *	below 2^60.2: it fits a word, and 19 times the last one, 2^64.4, does not,
 *	so that it is carried to the bottom limb in 128 bits. Sequential carries;
 *	x_1 ends with what the second carry of x_0 brings, at most 2^14.
 *	Differences add 4 p, whose limbs are above 3 T.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_FE25519_I51_H
#define WARPCRYPT_KERNELS_CURVE_FE25519_I51_H

#include "kernels/curve/fe25519.h"

typedef uint64_t i51_u64;
typedef unsigned __int128 i51_u128;

#define I51_MASK	((1ULL << 51) - 1)
#define I51_T		((1ULL << 51) + (1ULL << 16))

/* @t: the limbs' bound in units of T, kept by check builds only. */
typedef struct {
	uint64_t x[5];
	FE_TRACK(int t;)
} i51_fe;

FE_FN void i51_check(const i51_fe *a)
{
#ifdef FE_CHECKED
	for (int i = 0; i < 5; i++)
		assert(a->x[i] <= a->t * I51_T);
#else
	(void)a;
#endif
}

FE_FN i51_u64 i51_set1(uint64_t u)
{
	return u;
}

FE_FN void i51_zero(i51_fe *r)
{
	for (int i = 0; i < 5; i++)
		r->x[i] = 0;
	FE_TRACK(r->t = 0;)
}

FE_FN void i51_one(i51_fe *r)
{
	i51_zero(r);
	r->x[0] = 1;
	FE_TRACK(r->t = 1;)
}

/* One carry round on sums of up to 8 T: 1 T. */
FE_FN void i51_carry(i51_fe *r)
{
	uint64_t c[5];

	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		c[i] = r->x[i] >> 51;
		r->x[i] &= I51_MASK;
	}
	r->x[0] += 19 * c[4];
	FE_UNROLL
	for (int i = 1; i < 5; i++)
		r->x[i] += c[i - 1];
	FE_TRACK(r->t = 1;)
	i51_check(r);
}

FE_FN void i51_add(i51_fe *r, const i51_fe *a, const i51_fe *b)
{
	FE_TRACK(r->t = a->t + b->t;)
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] = a->x[i] + b->x[i];
	if (!FE_SKIP_REDUCTION)
		i51_carry(r);
	i51_check(r);
}

/*
 * With 4 p added a difference is up to 5 T, more than fe25519.h allows, so it is
 * carried. That costs less than it saves in the multiplications.
 */
FE_FN void i51_sub(i51_fe *r, const i51_fe *a, const i51_fe *b)
{
	FE_CHECK(b->t <= 3 && a->t <= 3);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] = a->x[i] + (4 * I51_MASK - (i ? 0 : 72)) - b->x[i];
	i51_carry(r);
}

FE_FN void i51_finish(i51_fe *r, i51_u128 c[5])
{
	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		c[i + 1] += (uint64_t)(c[i] >> 51);
		r->x[i] = (uint64_t)c[i] & I51_MASK;
	}
	r->x[4] = (uint64_t)c[4] & I51_MASK;
	c[0] = r->x[0] + (i51_u128)(uint64_t)(c[4] >> 51) * 19;
	r->x[0] = (uint64_t)c[0] & I51_MASK;
	r->x[1] += (uint64_t)(c[0] >> 51);
	FE_TRACK(r->t = 1;)
	i51_check(r);
}

FE_FN void i51_columns(i51_u128 c[5], const i51_fe *a, const i51_fe *b)
{
	uint64_t b19[5];

	FE_CHECK(a->t * b->t <= 7 && b->t <= 3);
	i51_check(a);
	i51_check(b);
	FE_UNROLL
	for (int i = 1; i < 5; i++)
		b19[i] = 19 * b->x[i];
	FE_UNROLL
	for (int k = 0; k < 5; k++) {
		c[k] = (i51_u128)a->x[0] * b->x[k];
		FE_UNROLL
		for (int i = 1; i < 5; i++)
			c[k] += (i51_u128)a->x[i] *
				(i <= k ? b->x[k - i] : b19[5 + k - i]);
	}
}

FE_FN void i51_mul(i51_fe *r, const i51_fe *a, const i51_fe *b)
{
	i51_u128 c[5];

	i51_columns(c, a, b);
	i51_finish(r, c);
}

FE_FN void i51_square_columns(i51_u128 c[5], const i51_fe *a)
{
	uint64_t x0 = a->x[0], x1 = a->x[1], x2 = a->x[2], x3 = a->x[3];
	uint64_t x4 = a->x[4], d0 = 2 * x0, d1 = 2 * x1;
	uint64_t x3_19 = 19 * x3, x4_19 = 19 * x4;

	FE_CHECK(a->t <= 2);
	i51_check(a);
	c[0] = (i51_u128)x0 * x0 + (i51_u128)d1 * x4_19 +
	       (i51_u128)(2 * x2) * x3_19;
	c[1] = (i51_u128)d0 * x1 + (i51_u128)(2 * x2) * x4_19 +
	       (i51_u128)x3 * x3_19;
	c[2] = (i51_u128)d0 * x2 + (i51_u128)x1 * x1 +
	       (i51_u128)(2 * x3) * x4_19;
	c[3] = (i51_u128)d0 * x3 + (i51_u128)d1 * x2 + (i51_u128)x4 * x4_19;
	c[4] = (i51_u128)d0 * x4 + (i51_u128)d1 * x3 + (i51_u128)x2 * x2;
}

FE_FN void i51_sqr(i51_fe *r, const i51_fe *a)
{
	i51_u128 c[5];

	i51_square_columns(c, a);
	i51_finish(r, c);
}

/* 2 z^2 + a - b, with 4 p added, as in i51_sub() */
FE_FN void i51_sqr2_add(i51_fe *r, const i51_fe *z, const i51_fe *a,
			const i51_fe *b)
{
	i51_u128 c[5];

	i51_square_columns(c, z);
	FE_CHECK(b->t <= 3);
	i51_check(a);
	i51_check(b);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = 2 * c[i] + a->x[i] +
		       ((4 * I51_MASK - (i ? 0 : 72)) - b->x[i]);
	i51_finish(r, c);
}

/* 121665 e + a */
FE_FN void i51_a24_add(i51_fe *r, const i51_fe *e, const i51_fe *a)
{
	i51_u128 c[5];

	i51_check(e);
	i51_check(a);
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		c[i] = (i51_u128)e->x[i] * 121665 + a->x[i];
	i51_finish(r, c);
}

enum { i51_lanes = 1 };

#define FE(name)	i51_##name
#include "kernels/curve/fe25519_pack51.h"
#undef FE

FE_FN void i51_load(i51_fe *r, const i51_u64 w[4])
{
	i51_unpack51(r->x, w);
	FE_TRACK(r->t = 1;)
}

FE_FN void i51_store(i51_u64 w[4], const i51_fe *a)
{
	i51_fe t = *a;

	i51_check(a);
	i51_pack51(w, t.x);
}

FE_FN void i51_cmov(i51_fe *r, const i51_fe *a, i51_u64 mask)
{
	FE_TRACK(r->t = r->t > a->t ? r->t : a->t;)
	FE_UNROLL
	for (int i = 0; i < 5; i++)
		r->x[i] ^= (r->x[i] ^ a->x[i]) & mask;
}

FE_FN void i51_cswap(i51_fe *a, i51_fe *b, i51_u64 mask)
{
	FE_TRACK(a->t = b->t = a->t > b->t ? a->t : b->t;)
	FE_UNROLL
	for (int i = 0; i < 5; i++) {
		uint64_t d = (a->x[i] ^ b->x[i]) & mask;

		a->x[i] ^= d;
		b->x[i] ^= d;
	}
}

#endif /* WARPCRYPT_KERNELS_CURVE_FE25519_I51_H */
