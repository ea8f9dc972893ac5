/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kuznyechik (RFC 7801) with GFNI: a register for each byte of 64 blocks.
 *
 *	byte		 0    1   ...  15
 *	of a block	a15  a14  ...  a0
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_GFNI_H
#define WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_GFNI_H

#include "kernels/block/gfni.h"
#include "kernels/block/kuznyechik.h"
#include "kernels/block/kuznyechik_pi.h"

#define KUZNYECHIK_GFNI_ROUNDS	9

/*
 * l(a15, ..., a0), where byte @first is a15, and a0 is byte @first + 15 modulo 16. The
 * coefficients read the same from both ends. What was computed last comes last.
 */
WC_INLINE gfni_word kuznyechik_gfni_feedback(const gfni_word *a, int first)
{
#define A(n)		a[(first + 15 - (n)) % GFNI_REGISTERS]
#define BY(x, n)	gfni_affine(x, KUZNYECHIK_BY_##n, 0)
	gfni_word sum = gfni_xor3(A(9), A(7), A(0));

	sum = gfni_xor3(sum, BY(A(8), 251),
			BY(A(10) ^ A(6), 192));
	sum = gfni_xor3(sum, BY(A(11) ^ A(5), 194),
			BY(A(12) ^ A(4), 16));
	sum = gfni_xor3(sum, BY(A(13) ^ A(3), 133),
			BY(A(14) ^ A(2), 32));
	return gfni_xor3(sum, BY(A(1), 148), BY(A(15), 148));
#undef BY
#undef A
}

/* L: the register is clocked sixteen times, and each byte is overwritten once. */
WC_INLINE void kuznyechik_gfni_linear(gfni_word *a)
{
	int t;

	WC_UNROLL_SHORT
	for (t = 15; t >= 0; t--)
		a[t] = kuznyechik_gfni_feedback(a, t + 1);
}

/* The inverse of L: backwards, a0 takes the place of what was a15. */
WC_INLINE void kuznyechik_gfni_inv_linear(gfni_word *a)
{
	int t;

	WC_UNROLL_SHORT
	for (t = 0; t < GFNI_REGISTERS; t++)
		a[t] = kuznyechik_gfni_feedback(a, t + 1);
}

/*
 * What a table of 256 bytes, @part, has for each byte: the lower 128 entries, the upper
 * ones, one of both.
 */
WC_INLINE gfni_word kuznyechik_gfni_look_up(const gfni_word *part, gfni_word a)
{
	gfni_chars low = (gfni_chars)__builtin_shuffle(part[0], part[1], a);
	gfni_chars high = (gfni_chars)__builtin_shuffle(part[2], part[3], a);
	uint64_t upper = __builtin_ia32_cvtb2mask512((gfni_chars)a);

	return (gfni_word)__builtin_ia32_blendmb_512_mask(low, high, upper);
}

/* S or its inverse. */
WC_INLINE void kuznyechik_gfni_substitute(gfni_word *a, const uint8_t *table)
{
	const gfni_word *part = (const gfni_word *)table;
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_REGISTERS; i++)
		a[i] = kuznyechik_gfni_look_up(part, a[i]);
}

WC_INLINE void kuznyechik_gfni_add(gfni_word *a, const uint8_t *key)
{
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_REGISTERS; i++)
		a[i] ^= key[i];
}

WC_INLINE void kuznyechik_gfni_encrypt(const uint8_t *key, gfni_word *a)
{
	int i;

	for (i = 0; i < KUZNYECHIK_GFNI_ROUNDS; i++, key += GFNI_REGISTERS) {
		kuznyechik_gfni_add(a, key);
		kuznyechik_gfni_substitute(a, kuznyechik_pi);
		kuznyechik_gfni_linear(a);
	}
	kuznyechik_gfni_add(a, key);
}

WC_INLINE void kuznyechik_gfni_decrypt(const uint8_t *key, gfni_word *a)
{
	int i;

	key += KUZNYECHIK_GFNI_ROUNDS * GFNI_REGISTERS;
	kuznyechik_gfni_add(a, key);
	for (i = 0; i < KUZNYECHIK_GFNI_ROUNDS; i++) {
		key -= GFNI_REGISTERS;
		kuznyechik_gfni_inv_linear(a);
		kuznyechik_gfni_substitute(a, kuznyechik_inv_pi);
		kuznyechik_gfni_add(a, key);
	}
}

WC_INLINE void kuznyechik_gfni_blocks(const struct kuznyechik_schedule *schedule, int decrypt,
			   gfni_word *a)
{
	const uint8_t *key = (const uint8_t *)schedule->rk;

	gfni_transpose(a);
	if (decrypt)
		kuznyechik_gfni_decrypt(key, a);
	else
		kuznyechik_gfni_encrypt(key, a);
	gfni_transpose(a);
}

/* See kernels/block/gfni.h. Registers are enough: @planes is not used. */
WC_FN void kuznyechik_gfni(const struct kuznyechik_schedule *schedule, int decrypt,
			   uint8_t *planes, uint8_t *dst, const uint8_t *src)
{
	gfni_word a[GFNI_REGISTERS];

	(void)planes;
	gfni_load(a, src);
	kuznyechik_gfni_blocks(schedule, decrypt, a);
	gfni_store(dst, a);
}

/* kuznyechik_one(), by the first lane alone. */
WC_FN void kuznyechik_gfni_one(const struct kuznyechik_schedule *schedule,
			       int decrypt, uint8_t *dst, const uint8_t *src)
{
	gfni_word a[GFNI_REGISTERS] = { };
	gfni_u64 lane;
	uint64_t block[2];

	__builtin_memcpy(block, src, sizeof(block));
	a[0] = (gfni_word)(gfni_u64){ block[0], block[1] };
	kuznyechik_gfni_blocks(schedule, decrypt, a);
	lane = (gfni_u64)a[0];
	block[0] = lane[0];
	block[1] = lane[1];
	__builtin_memcpy(dst, block, sizeof(block));
}

#endif /* WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_GFNI_H */
