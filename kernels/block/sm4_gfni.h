/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SM4 (GB/T 32907-2016) with GFNI: a register for each word of sixteen blocks.
 *
 * S is A(I(A(x) + 0xd3)) + 0xd3, I the inverse in GF(2^8) modulo x^8 + x^7 + x^6 + x^5 +
 * x^4 + x^2 + 1, and A the circulant matrix whose first row is 0xa7 (bit 0 is x's bit 0).
 * With F, which takes that field to AES's, I(y) is F'(J(F(y))), F' the inverse of F and J
 * the inverse of AES's field. The matrices here are F A and A F', the constants F(0xd3)
 * and 0xd3.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SM4_GFNI_H
#define WARPCRYPT_KERNELS_BLOCK_SM4_GFNI_H

#include "kernels/block/gfni.h"
#include "kernels/block/sm4.h"

#define SM4_GFNI_IN		0x4c287db91a22505dull
#define SM4_GFNI_OUT		0xf3ab34a974a6b589ull

/* Bytes of each word in reverse, as the standard's words are. */
WC_INLINE gfni_word sm4_gfni_swap(gfni_word a)
{
	const gfni_word order = {
		3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12,
		19, 18, 17, 16, 23, 22, 21, 20, 27, 26, 25, 24, 31, 30, 29, 28,
		35, 34, 33, 32, 39, 38, 37, 36, 43, 42, 41, 40, 47, 46, 45, 44,
		51, 50, 49, 48, 55, 54, 53, 52, 59, 58, 57, 56, 63, 62, 61, 60,
	};

	return __builtin_shuffle(a, order);
}

/* X_i+4 into the place of X_i, @x0. */
WC_INLINE void sm4_gfni_step(gfni_word *x0, gfni_word x1, gfni_word x2, gfni_word x3,
			     gfni_word rk)
{
	gfni_word b = gfni_xor3(x1, x2, x3) ^ rk;

	b = gfni_affine(b, SM4_GFNI_IN, 0x3e);
	b = gfni_affine_inverse(b, SM4_GFNI_OUT, 0xd3);
	*x0 = gfni_xor3(*x0, b, gfni_rotate(b, 2));
	*x0 = gfni_xor3(*x0, gfni_rotate(b, 10), gfni_rotate(b, 18)) ^
	      gfni_rotate(b, 24);
}

WC_INLINE void sm4_gfni_rounds(const struct sm4_schedule *schedule, int decrypt,
			       gfni_word *x, int groups)
{
	int r, i, g;

	for (r = 0; r < SM4_ROUNDS; r += 4) {
		WC_UNROLL_SHORT
		for (i = 0; i < 4; i++) {
			gfni_word rk = gfni_all_words(
				schedule->rk[decrypt ? SM4_ROUNDS - 1 - r - i : r + i]);

			WC_UNROLL_SHORT
			for (g = 0; g < 4 * groups; g += 4)
				sm4_gfni_step(&x[g + i], x[g + (i + 1) % 4],
					      x[g + (i + 2) % 4],
					      x[g + (i + 3) % 4], rk);
		}
	}
}

WC_INLINE void sm4_gfni_exchange(gfni_word *a, gfni_word *b)
{
	gfni_word t = sm4_gfni_swap(*a);

	*a = sm4_gfni_swap(*b);
	*b = t;
}

/* From words as a block has them, to those that it gets: the last four in reverse. */
WC_INLINE void sm4_gfni_words(const struct sm4_schedule *schedule, int decrypt,
			      gfni_word *x, int groups)
{
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < 4 * groups; i++)
		x[i] = sm4_gfni_swap(x[i]);
	sm4_gfni_rounds(schedule, decrypt, x, groups);
	WC_UNROLL_SHORT
	for (i = 0; i < 4 * groups; i += 4) {
		sm4_gfni_exchange(&x[i], &x[i + 3]);
		sm4_gfni_exchange(&x[i + 1], &x[i + 2]);
	}
}

/* See kernels/block/gfni.h. Registers are enough: @planes is not used. */
WC_FN void sm4_gfni(const struct sm4_schedule *schedule, int decrypt,
		    uint8_t *planes, uint8_t *dst, const uint8_t *src)
{
	gfni_word x[GFNI_REGISTERS];

	(void)planes;
	gfni_load(x, src);
	gfni_transpose_groups(x);
	sm4_gfni_words(schedule, decrypt, x, 4);
	gfni_transpose_groups(x);
	gfni_store(dst, x);
}

/* sm4_one(), by the first lane alone. */
WC_FN void sm4_gfni_one(const struct sm4_schedule *schedule, int decrypt, uint8_t *dst,
			const uint8_t *src)
{
	gfni_word x[4];

	gfni_load_one(x, src);
	sm4_gfni_words(schedule, decrypt, x, 1);
	gfni_store_one(dst, x);
}

#endif /* WARPCRYPT_KERNELS_BLOCK_SM4_GFNI_H */
