/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums and products of numbers of eight 32-bit words, for the multiplier of GPUs,
 * which takes 32 x 32 + 64 bits (IMAD.WIDE). Plain C does the same steps, so that
 * a CPU can check them.
 *
 * Products x_i y_j are 64 bits wide and start at word i + j. Those that start at
 * an even word are summed up in e[], those at an odd word in o[], so that every
 * multiply-add takes a pair of words whole: a row of four, the carry of each
 * going into the next.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_I32_WORDS_H
#define WARPCRYPT_KERNELS_CURVE_I32_WORDS_H

#include "kernels/curve/fe.h"

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
		    "madc.lo.u32     %8, 0, 0, 0;"
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
		    "madc.lo.u32     %6, 0, 0, 0;"
		    : "+&r"(acc[0]), "+&r"(acc[1]), "+&r"(acc[2]), "+&r"(acc[3]),
		      "+&r"(acc[4]), "+&r"(acc[5]), "=r"(carry)
		    : "r"(a[0]), "r"(a[2]), "r"(a[4]), "r"(b));
	else if (n == 2)
		asm("mad.lo.cc.u32   %0, %5, %7, %0;\n\t"
		    "madc.hi.cc.u32  %1, %5, %7, %1;\n\t"
		    "madc.lo.cc.u32  %2, %6, %7, %2;\n\t"
		    "madc.hi.cc.u32  %3, %6, %7, %3;\n\t"
		    "madc.lo.u32     %4, 0, 0, 0;"
		    : "+&r"(acc[0]), "+&r"(acc[1]), "+&r"(acc[2]), "+&r"(acc[3]),
		      "=r"(carry)
		    : "r"(a[0]), "r"(a[2]), "r"(b));
	else if (n == 1)
		asm("mad.lo.cc.u32   %0, %3, %4, %0;\n\t"
		    "madc.hi.cc.u32  %1, %3, %4, %1;\n\t"
		    "madc.lo.u32     %2, 0, 0, 0;"
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
	uint32_t carry __attribute__((unused)); /* 0 */

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

/*
 * a += b + carry 2^(32 (8 - n)) over the @n topmost of eight words; what carries out is
 * dropped. @n is a constant, 2 or 3; @carry is 0 or 1.
 */
FE_FN void i32_add_top(uint32_t *a, const uint32_t *b, uint32_t carry, int n)
{
#ifdef __CUDA_ARCH__
	uint32_t none __attribute__((unused));

	/* The first line sets the flag to @carry. */
	if (n == 3)
		asm("add.cc.u32      %3, %4, 0xffffffff;\n\t"
		    "addc.cc.u32     %0, %0, %5;\n\t"
		    "addc.cc.u32     %1, %1, %6;\n\t"
		    "addc.u32        %2, %2, %7;"
		    : "+&r"(a[5]), "+&r"(a[6]), "+&r"(a[7]), "=&r"(none)
		    : "r"(carry), "r"(b[5]), "r"(b[6]), "r"(b[7]));
	else
		asm("add.cc.u32      %2, %3, 0xffffffff;\n\t"
		    "addc.cc.u32     %0, %0, %4;\n\t"
		    "addc.u32        %1, %1, %5;"
		    : "+&r"(a[6]), "+&r"(a[7]), "=&r"(none)
		    : "r"(carry), "r"(b[6]), "r"(b[7]));
#else
	uint64_t sum = carry;

	for (int i = 8 - n; i < 8; i++) {
		sum += (uint64_t)a[i] + b[i];
		a[i] = (uint32_t)sum;
		sum >>= 32;
	}
#endif
}

/* r = a - b over four words; all ones if it borrowed from the top, else 0. */
FE_FN uint32_t i32_sub4(uint32_t *r, const uint32_t *a, const uint32_t *b)
{
#ifdef __CUDA_ARCH__
	uint32_t borrow;

	asm("sub.cc.u32      %0, %5, %9;\n\t"
	    "subc.cc.u32     %1, %6, %10;\n\t"
	    "subc.cc.u32     %2, %7, %11;\n\t"
	    "subc.cc.u32     %3, %8, %12;\n\t"
	    "subc.u32        %4, 0, 0;"
	    : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]), "=&r"(borrow)
	    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]),
	      "r"(b[2]), "r"(b[3]));
	return borrow;
#else
	uint64_t borrow = 0;

	for (int i = 0; i < 4; i++) {
		uint64_t d = (uint64_t)a[i] - b[i] - borrow;

		r[i] = (uint32_t)d;
		borrow = d >> 63;
	}
	return 0 - (uint32_t)borrow;
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
 * The product of eight words by eight, sixteen words: e + o 2^32.
 *
 * Row (j, even) takes x_0, x_2, x_4, x_6 times y_j to words j.., row (j, odd) x_1,
 * x_3, x_5, x_7 to words j + 1... o[i] is word i + 1. A row whose topmost two words
 * are new has no carry: its last product, a word's square, and two bits fit.
 */
FE_FN void i32_product(uint32_t e[16], const uint32_t x[8],
		       const uint32_t y[8])
{
	uint32_t o[16], up[16];

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
	up[0] = 0;
	FE_UNROLL
	for (int i = 1; i < 16; i++)
		up[i] = o[i - 1];
	i32_add16(e, up);
}

/*
 * The square of eight words, sixteen words: the 28 products of different words, as
 * in i32_product() (row i: x_i times the words above it), added up, doubled, and the
 * eight squares.
 */
FE_FN void i32_square(uint32_t e[16], const uint32_t x[8])
{
	uint32_t o[16];

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
}

#endif /* WARPCRYPT_KERNELS_CURVE_I32_WORDS_H */
