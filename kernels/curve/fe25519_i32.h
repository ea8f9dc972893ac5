/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integers modulo p = 2^255 - 19 as eight 32-bit words: the integer arithmetic
 * of the GPU, whose multiplier takes 32 x 32 + 64 bits (IMAD.WIDE). Plain C does
 * the same steps, so that a CPU can check them.
 *
 * An element is any number in [0, 2^256); T has no meaning here: all inputs and
 * results have the same bound. 2^256 is 38 modulo p.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_FE25519_I32_H
#define WARPCRYPT_KERNELS_CURVE_FE25519_I32_H

#include "kernels/curve/fe25519.h"
#include "kernels/curve/i32_words.h"

typedef uint64_t i32_u64;

/**
 * struct i32_fe - one element
 * @x: words, least significant first
 */
typedef struct {
	uint32_t x[8];
} i32_fe;

FE_FN i32_u64 i32_set1(uint64_t u)
{
	return u;
}

FE_FN void i32_zero(i32_fe *r)
{
	FE_UNROLL
	for (int i = 0; i < 8; i++)
		r->x[i] = 0;
}

FE_FN void i32_one(i32_fe *r)
{
	i32_zero(r);
	r->x[0] = 1;
}

/*
 * @r plus 38 @t, where t 2^256 is still to be added; @t is at most 2^24.
 *
 * If this carries out of the top again, the rest is less than 38 t, and adding 38
 * does not carry out of the lowest word.
 */
FE_FN void i32_wrap(i32_fe *r, uint32_t t)
{
	uint32_t w[8] = { 38 * t, 0, 0, 0, 0, 0, 0, 0 };

	t = i32_add8(r->x, r->x, w);
	r->x[0] += 38 * t;
}

FE_FN void i32_add(i32_fe *r, const i32_fe *a, const i32_fe *b)
{
	i32_wrap(r, i32_add8(r->x, a->x, b->x));
}

/* A borrow is 2^256, which is 38 too much; a second one cannot occur. */
FE_FN void i32_sub(i32_fe *r, const i32_fe *a, const i32_fe *b)
{
	uint32_t w[8] = { 0, 0, 0, 0, 0, 0, 0, 0 };

	w[0] = 38 & i32_sub8(r->x, a->x, b->x);
	r->x[0] -= 38 & i32_sub8(r->x, r->x, w);
}

/*
 * r = lo + hi 2^256 modulo p, lo being e + o 2^32: sixteen words in all.
 *
 * @e: words 0 to 7; lost
 * @q: words 1 to 7 and a word 8 below 2^31, to be added to them; lost
 * @hi: words 8 to 15
 *
 * 38 times the even words of @hi are added to e, of the odd ones to q. Of the
 * carries out of word 7 only the sum matters; it is below 80.
 */
FE_BIG_FN void i32_reduce(i32_fe *r, uint32_t e[8], uint32_t q[8],
		      const uint32_t hi[8])
{
	uint32_t up[8], t;

	t = i32_row(e, hi, 38, 4);
	i32_row(q, hi + 1, 38, 4);
	up[0] = 0;
	FE_UNROLL
	for (int i = 1; i < 8; i++)
		up[i] = q[i - 1];
	t += q[7] + i32_add8(r->x, e, up);
	i32_wrap(r, t);
}

FE_BIG_FN void i32_mul(i32_fe *r, const i32_fe *a, const i32_fe *b)
{
	uint32_t e[16], o[16], hi[8], q[8];

	i32_rows(e, o, a->x, b->x);
	i32_add8(hi, e + 8, o + 7);
	FE_UNROLL
	for (int i = 0; i < 7; i++)
		q[i] = o[i];
	q[7] = 0;
	i32_reduce(r, e, q, hi);
}

FE_BIG_FN void i32_sqr(i32_fe *r, const i32_fe *a)
{
	uint32_t e[16], q[8];

	i32_square(e, a->x);

	FE_UNROLL
	for (int i = 0; i < 8; i++)
		q[i] = 0;
	i32_reduce(r, e, q, e + 8);
}

/* 2 z^2 + a - b */
FE_BIG_FN void i32_sqr2_add(i32_fe *r, const i32_fe *z, const i32_fe *a,
			    const i32_fe *b)
{
	i32_fe t;

	i32_sqr(&t, z);
	i32_add(&t, &t, &t);
	i32_add(&t, &t, a);
	i32_sub(r, &t, b);
}

/* 121665 e + a; the carry out of the top is below 2^18. */
FE_BIG_FN void i32_a24_add(i32_fe *r, const i32_fe *e, const i32_fe *a)
{
	uint32_t q[8], up[8], t;
	i32_fe s = *a;

	t = i32_row(s.x, e->x, 121665, 4);
	i32_first_row(q, e->x + 1, 121665, 4);
	up[0] = 0;
	FE_UNROLL
	for (int i = 1; i < 8; i++)
		up[i] = q[i - 1];
	t += q[7] + i32_add8(r->x, s.x, up);
	i32_wrap(r, t);
}

FE_FN void i32_load(i32_fe *r, const i32_u64 w[4])
{
	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		r->x[2 * i] = (uint32_t)w[i];
		r->x[2 * i + 1] = (uint32_t)(w[i] >> 32);
	}
	r->x[7] &= 0x7fffffff;
}

/*
 * Bit 255 comes down as 19; then the value is below 2^255 + 19, and value + 19
 * reaches 2^255 if and only if it is p or more.
 */
FE_BIG_FN void i32_store(i32_u64 w[4], const i32_fe *a)
{
	uint32_t c[8] = { 0, 0, 0, 0, 0, 0, 0, 0 }, t[8];
	i32_fe v = *a;

	c[0] = 19 * (v.x[7] >> 31);
	v.x[7] &= 0x7fffffff;
	i32_add8(v.x, v.x, c);
	c[0] = 19;
	i32_add8(t, v.x, c);
	c[0] = 19 * (t[7] >> 31);
	i32_add8(v.x, v.x, c);
	v.x[7] &= 0x7fffffff;
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		w[i] = v.x[2 * i] | (uint64_t)v.x[2 * i + 1] << 32;
}

FE_FN void i32_cmov(i32_fe *r, const i32_fe *a, i32_u64 mask)
{
	uint32_t m = (uint32_t)mask;

	FE_UNROLL
	for (int i = 0; i < 8; i++)
		r->x[i] = (a->x[i] & m) | (r->x[i] & ~m);
}

FE_FN void i32_cswap(i32_fe *a, i32_fe *b, i32_u64 mask)
{
	FE_UNROLL
	for (int i = 0; i < 8; i++) {
		uint32_t d = (a->x[i] ^ b->x[i]) & (uint32_t)mask;

		a->x[i] ^= d;
		b->x[i] ^= d;
	}
}

enum { i32_lanes = 1 };

#endif /* WARPCRYPT_KERNELS_CURVE_FE25519_I32_H */
