/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integers modulo p = 2^255 - 19 as eight 32-bit words: the integer arithmetic
 * of the GPU, whose multiplier takes 32 x 32 + 64 bits (IMAD.WIDE). Plain C does
 * the same steps, so that a CPU can check them.
 *
 * An element is any number in [0, 2^256); T has no meaning here: all inputs and
 * results have the same bound. 2^256 is 38 modulo p.
 *
 * Products a_i b_j are 64 bits wide and start at word i + j. Those that start at
 * an even word are summed up in e[], those at an odd word in o[], so that every
 * multiply-add takes a pair of words whole: a row of four, the carry of each
 * going into the next.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_FE25519_I32_H
#define WARPCRYPT_KERNELS_CURVE_FE25519_I32_H

#include "kernels/curve/fe25519.h"

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
 * acc += (a[0] + a[2] 2^64 + a[4] 2^128 + ...) b, @n products, 2 @n words.
 * @n is a constant, 1 to 4. A row is one asm statement: the carry is in a flag, which
 * instructions that the compiler puts in between would change.
 *
 * Return: the carry, 0 or 1; none if the topmost two words held at most 2^32.
 */
FE_FN uint32_t i32_row(uint32_t *acc, const uint32_t *a, uint32_t b, int n)
{
#ifdef __CUDA_ARCH__
	uint32_t carry = 0;

	if (n == 4)
		asm("mad.lo.cc.u32   %0, %9, %13, %0;\n\t"
		    "madc.hi.cc.u32  %1, %9, %13, %1;\n\t"
		    "madc.lo.cc.u32  %2, %10, %13, %2;\n\t"
		    "madc.hi.cc.u32  %3, %10, %13, %3;\n\t"
		    "madc.lo.cc.u32  %4, %11, %13, %4;\n\t"
		    "madc.hi.cc.u32  %5, %11, %13, %5;\n\t"
		    "madc.lo.cc.u32  %6, %12, %13, %6;\n\t"
		    "madc.hi.cc.u32  %7, %12, %13, %7;\n\t"
		    "addc.u32        %8, 0, 0;"
		    : "+&r"(acc[0]), "+&r"(acc[1]), "+&r"(acc[2]), "+&r"(acc[3]),
		      "+&r"(acc[4]), "+&r"(acc[5]), "+&r"(acc[6]), "+&r"(acc[7]),
		      "=r"(carry)
		    : "r"(a[0]), "r"(a[2]), "r"(a[4]), "r"(a[6]), "r"(b));
	else if (n == 3)
		asm("mad.lo.cc.u32   %0, %7, %10, %0;\n\t"
		    "madc.hi.cc.u32  %1, %7, %10, %1;\n\t"
		    "madc.lo.cc.u32  %2, %8, %10, %2;\n\t"
		    "madc.hi.cc.u32  %3, %8, %10, %3;\n\t"
		    "madc.lo.cc.u32  %4, %9, %10, %4;\n\t"
		    "madc.hi.cc.u32  %5, %9, %10, %5;\n\t"
		    "addc.u32        %6, 0, 0;"
		    : "+&r"(acc[0]), "+&r"(acc[1]), "+&r"(acc[2]), "+&r"(acc[3]),
		      "+&r"(acc[4]), "+&r"(acc[5]), "=r"(carry)
		    : "r"(a[0]), "r"(a[2]), "r"(a[4]), "r"(b));
	else if (n == 2)
		asm("mad.lo.cc.u32   %0, %5, %7, %0;\n\t"
		    "madc.hi.cc.u32  %1, %5, %7, %1;\n\t"
		    "madc.lo.cc.u32  %2, %6, %7, %2;\n\t"
		    "madc.hi.cc.u32  %3, %6, %7, %3;\n\t"
		    "addc.u32        %4, 0, 0;"
		    : "+&r"(acc[0]), "+&r"(acc[1]), "+&r"(acc[2]), "+&r"(acc[3]),
		      "=r"(carry)
		    : "r"(a[0]), "r"(a[2]), "r"(b));
	else if (n == 1)
		asm("mad.lo.cc.u32   %0, %3, %4, %0;\n\t"
		    "madc.hi.cc.u32  %1, %3, %4, %1;\n\t"
		    "addc.u32        %2, 0, 0;"
		    : "+&r"(acc[0]), "+&r"(acc[1]), "=r"(carry)
		    : "r"(a[0]), "r"(b));
	return carry;
#else
	uint64_t carry = 0;

	for (int i = 0; i < n; i++) {
		unsigned __int128 t = (uint64_t)a[2 * i] * b;

		t += acc[2 * i] | (uint64_t)acc[2 * i + 1] << 32;
		t += carry;
		acc[2 * i] = (uint32_t)t;
		acc[2 * i + 1] = (uint32_t)(t >> 32);
		carry = (uint64_t)(t >> 64);
	}
	return (uint32_t)carry;
#endif
}

/* acc += a[0]^2 + a[1]^2 2^64 + ... + a[7]^2 2^448, sixteen words. */
FE_FN void i32_diagonal(uint32_t *acc, const uint32_t *a)
{
#ifdef __CUDA_ARCH__
	uint32_t carry; /* 0 */

	asm("mad.lo.cc.u32   %0, %17, %17, %0;\n\t"
	    "madc.hi.cc.u32  %1, %17, %17, %1;\n\t"
	    "madc.lo.cc.u32  %2, %18, %18, %2;\n\t"
	    "madc.hi.cc.u32  %3, %18, %18, %3;\n\t"
	    "madc.lo.cc.u32  %4, %19, %19, %4;\n\t"
	    "madc.hi.cc.u32  %5, %19, %19, %5;\n\t"
	    "madc.lo.cc.u32  %6, %20, %20, %6;\n\t"
	    "madc.hi.cc.u32  %7, %20, %20, %7;\n\t"
	    "madc.lo.cc.u32  %8, %21, %21, %8;\n\t"
	    "madc.hi.cc.u32  %9, %21, %21, %9;\n\t"
	    "madc.lo.cc.u32  %10, %22, %22, %10;\n\t"
	    "madc.hi.cc.u32  %11, %22, %22, %11;\n\t"
	    "madc.lo.cc.u32  %12, %23, %23, %12;\n\t"
	    "madc.hi.cc.u32  %13, %23, %23, %13;\n\t"
	    "madc.lo.cc.u32  %14, %24, %24, %14;\n\t"
	    "madc.hi.cc.u32  %15, %24, %24, %15;\n\t"
	    "addc.u32        %16, 0, 0;"
	    : "+&r"(acc[0]), "+&r"(acc[1]), "+&r"(acc[2]), "+&r"(acc[3]),
	      "+&r"(acc[4]), "+&r"(acc[5]), "+&r"(acc[6]), "+&r"(acc[7]),
	      "+&r"(acc[8]), "+&r"(acc[9]), "+&r"(acc[10]), "+&r"(acc[11]),
	      "+&r"(acc[12]), "+&r"(acc[13]), "+&r"(acc[14]),
	      "+&r"(acc[15]), "=r"(carry)
	    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]),
	      "r"(a[5]), "r"(a[6]), "r"(a[7]));
	(void)carry;
#else
	uint64_t carry = 0;

	for (int i = 0; i < 8; i++) {
		unsigned __int128 t = (uint64_t)a[i] * a[i];

		t += acc[2 * i] | (uint64_t)acc[2 * i + 1] << 32;
		t += carry;
		acc[2 * i] = (uint32_t)t;
		acc[2 * i + 1] = (uint32_t)(t >> 32);
		carry = (uint64_t)(t >> 64);
	}
#endif
}

/* The same into fresh words, where there is nothing to add to. */
FE_FN void i32_first_row(uint32_t *acc, const uint32_t *a, uint32_t b, int n)
{
	FE_UNROLL
	for (int i = 0; i < n; i++) {
		uint64_t t = (uint64_t)a[2 * i] * b;

		acc[2 * i] = (uint32_t)t;
		acc[2 * i + 1] = (uint32_t)(t >> 32);
	}
}

/*
 * r = a + b over eight words, and the carry out of the top.
 */
FE_FN uint32_t i32_add8(uint32_t *r, const uint32_t *a, const uint32_t *b)
{
#ifdef __CUDA_ARCH__
	uint32_t carry;

	asm("add.cc.u32      %0, %9, %17;\n\t"
	    "addc.cc.u32     %1, %10, %18;\n\t"
	    "addc.cc.u32     %2, %11, %19;\n\t"
	    "addc.cc.u32     %3, %12, %20;\n\t"
	    "addc.cc.u32     %4, %13, %21;\n\t"
	    "addc.cc.u32     %5, %14, %22;\n\t"
	    "addc.cc.u32     %6, %15, %23;\n\t"
	    "addc.cc.u32     %7, %16, %24;\n\t"
	    "addc.u32        %8, 0, 0;"
	    : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]), "=&r"(r[4]),
	      "=&r"(r[5]), "=&r"(r[6]), "=&r"(r[7]), "=&r"(carry)
	    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]),
	      "r"(a[6]), "r"(a[7]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),
	      "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]));
	return carry;
#else
	uint64_t carry = 0;

	for (int i = 0; i < 8; i++) {
		carry += (uint64_t)a[i] + b[i];
		r[i] = (uint32_t)carry;
		carry >>= 32;
	}
	return (uint32_t)carry;
#endif
}

/* a += b over sixteen words; the sum is below 2^512. */
FE_FN void i32_add16(uint32_t *a, const uint32_t *b)
{
#ifdef __CUDA_ARCH__
	asm("add.cc.u32      %0, %0, %16;\n\t"
	    "addc.cc.u32     %1, %1, %17;\n\t"
	    "addc.cc.u32     %2, %2, %18;\n\t"
	    "addc.cc.u32     %3, %3, %19;\n\t"
	    "addc.cc.u32     %4, %4, %20;\n\t"
	    "addc.cc.u32     %5, %5, %21;\n\t"
	    "addc.cc.u32     %6, %6, %22;\n\t"
	    "addc.cc.u32     %7, %7, %23;\n\t"
	    "addc.cc.u32     %8, %8, %24;\n\t"
	    "addc.cc.u32     %9, %9, %25;\n\t"
	    "addc.cc.u32     %10, %10, %26;\n\t"
	    "addc.cc.u32     %11, %11, %27;\n\t"
	    "addc.cc.u32     %12, %12, %28;\n\t"
	    "addc.cc.u32     %13, %13, %29;\n\t"
	    "addc.cc.u32     %14, %14, %30;\n\t"
	    "addc.u32        %15, %15, %31;"
	    : "+&r"(a[0]), "+&r"(a[1]), "+&r"(a[2]), "+&r"(a[3]), "+&r"(a[4]),
	      "+&r"(a[5]), "+&r"(a[6]), "+&r"(a[7]), "+&r"(a[8]), "+&r"(a[9]),
	      "+&r"(a[10]), "+&r"(a[11]), "+&r"(a[12]), "+&r"(a[13]),
	      "+&r"(a[14]), "+&r"(a[15])
	    : "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(b[4]),
	      "r"(b[5]), "r"(b[6]), "r"(b[7]), "r"(b[8]), "r"(b[9]),
	      "r"(b[10]), "r"(b[11]), "r"(b[12]), "r"(b[13]), "r"(b[14]),
	      "r"(b[15]));
#else
	uint64_t carry = 0;

	for (int i = 0; i < 16; i++) {
		carry += (uint64_t)a[i] + b[i];
		a[i] = (uint32_t)carry;
		carry >>= 32;
	}
#endif
}

/*
 * r = a - b over eight words.
 * Return: all ones if it borrowed from the top, else 0.
 */
FE_FN uint32_t i32_sub8(uint32_t *r, const uint32_t *a, const uint32_t *b)
{
#ifdef __CUDA_ARCH__
	uint32_t borrow;

	asm("sub.cc.u32      %0, %9, %17;\n\t"
	    "subc.cc.u32     %1, %10, %18;\n\t"
	    "subc.cc.u32     %2, %11, %19;\n\t"
	    "subc.cc.u32     %3, %12, %20;\n\t"
	    "subc.cc.u32     %4, %13, %21;\n\t"
	    "subc.cc.u32     %5, %14, %22;\n\t"
	    "subc.cc.u32     %6, %15, %23;\n\t"
	    "subc.cc.u32     %7, %16, %24;\n\t"
	    "subc.u32        %8, 0, 0;"
	    : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]), "=&r"(r[4]),
	      "=&r"(r[5]), "=&r"(r[6]), "=&r"(r[7]), "=&r"(borrow)
	    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]),
	      "r"(a[6]), "r"(a[7]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),
	      "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]));
	return borrow;
#else
	uint64_t borrow = 0;

	for (int i = 0; i < 8; i++) {
		uint64_t d = (uint64_t)a[i] - b[i] - borrow;

		r[i] = (uint32_t)d;
		borrow = d >> 63;
	}
	return 0 - (uint32_t)borrow;
#endif
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

/*
 * Row (j, even) takes a_0, a_2, a_4, a_6 times b_j to words j.., row (j, odd) a_1,
 * a_3, a_5, a_7 to words j + 1... o[i] is word i + 1. A row whose topmost two words
 * are new has no carry: its last product, a word's square, and two bits fit.
 */
FE_BIG_FN void i32_mul(i32_fe *r, const i32_fe *a, const i32_fe *b)
{
	const uint32_t *x = a->x, *y = b->x;
	uint32_t e[16], o[16], hi[8], q[8];

	i32_first_row(e, x, y[0], 4);
	i32_first_row(o, x + 1, y[0], 4);
	e[8] = 0;
	FE_UNROLL
	for (int j = 1; j < 8; j += 2) {
		e[j + 8] = 0;
		i32_row(e + j + 1, x + 1, y[j], 4);
		o[j + 7] = i32_row(o + j - 1, x, y[j], 4);
		if (j == 7)
			break;
		e[j + 9] = i32_row(e + j + 1, x, y[j + 1], 4);
		o[j + 8] = 0;
		i32_row(o + j + 1, x + 1, y[j + 1], 4);
	}

	i32_add8(hi, e + 8, o + 7);
	FE_UNROLL
	for (int i = 0; i < 7; i++)
		q[i] = o[i];
	q[7] = 0;
	i32_reduce(r, e, q, hi);
}

/*
 * The 28 products of different words, as in i32_mul() (row i: a_i times the words
 * above it), added up, doubled, and the eight squares.
 */
FE_BIG_FN void i32_sqr(i32_fe *r, const i32_fe *a)
{
	const uint32_t *x = a->x;
	uint32_t e[16], o[16], q[8];

	e[0] = e[1] = e[14] = e[15] = 0;
	o[15] = 0;
	/* o[i] is word i here. */
	o[0] = 0;
	i32_first_row(o + 1, x + 1, x[0], 4);		/* words 1..8 */
	i32_first_row(e + 2, x + 2, x[0], 3);		/* 2..7 */
	o[9] = i32_row(o + 3, x + 2, x[1], 3);		/* 3..8 */
	e[8] = e[9] = 0;
	i32_row(e + 4, x + 3, x[1], 3);			/* 4..9 */
	o[10] = 0;
	i32_row(o + 5, x + 3, x[2], 3);			/* 5..10 */
	e[10] = i32_row(e + 6, x + 4, x[2], 2);		/* 6..9 */
	o[11] = i32_row(o + 7, x + 4, x[3], 2);		/* 7..10 */
	e[11] = 0;
	i32_row(e + 8, x + 5, x[3], 2);			/* 8..11 */
	o[12] = 0;
	i32_row(o + 9, x + 5, x[4], 2);			/* 9..12 */
	e[12] = i32_row(e + 10, x + 6, x[4], 1);	/* 10, 11 */
	o[13] = i32_row(o + 11, x + 6, x[5], 1);	/* 11, 12 */
	e[13] = 0;
	i32_row(e + 12, x + 7, x[5], 1);		/* 12, 13 */
	o[14] = 0;
	i32_row(o + 13, x + 7, x[6], 1);		/* 13, 14 */

	i32_add16(e, o);
	FE_UNROLL
	for (int i = 15; i > 0; i--)
		e[i] = e[i] << 1 | e[i - 1] >> 31;
	e[0] <<= 1;
	i32_diagonal(e, x);

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

FE_FN uint64_t i32_get_lane(const i32_u64 *u, int lane)
{
	return u[lane];
}

FE_FN void i32_set_lane(i32_u64 *u, int lane, uint64_t value)
{
	u[lane] = value;
}

#endif /* WARPCRYPT_KERNELS_CURVE_FE25519_I32_H */
