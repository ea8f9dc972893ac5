/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kuznyechik (RFC 7801) for CPUs with AVX-512, VBMI and GFNI: 64 blocks at once, a
 * register for each byte of theirs. It is faster than the bitsliced core because all
 * of the state is in registers. In constant time: tables are in registers, too, and
 * vpermi2b looks all bytes up at once.
 *
 *	byte		 0    1   ...  15
 *	of a block	a15  a14  ...  a0
 *
 * Compiled for x86-64 only, with -mavx512f -mavx512bw -mavx512vbmi -mgfni.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_GFNI_H
#define WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_GFNI_H

#include "kernels/block/kuznyechik.h"
#include "kernels/block/kuznyechik_pi.h"

/* Blocks that are done at once. */
#define KUZNYECHIK_GFNI_LANES	64

#define GFNI_BYTES	16
#define GFNI_ROUNDS	9

typedef uint8_t gfni_word __attribute__((vector_size(64), may_alias));
/* The compiler's names for the same. */
typedef char gfni_chars __attribute__((vector_size(64)));
typedef uint64_t gfni_u64 __attribute__((vector_size(64)));
typedef long long gfni_quads __attribute__((vector_size(64)));

/* Bytes of @a and @b in turn: of the lower and of the upper halves of each lane. */
WC_INLINE void gfni_interleave(gfni_word *to, gfni_word a, gfni_word b)
{
	const gfni_word low = {
		0, 64, 1, 65, 2, 66, 3, 67,
		4, 68, 5, 69, 6, 70, 7, 71,
		16, 80, 17, 81, 18, 82, 19, 83,
		20, 84, 21, 85, 22, 86, 23, 87,
		32, 96, 33, 97, 34, 98, 35, 99,
		36, 100, 37, 101, 38, 102, 39, 103,
		48, 112, 49, 113, 50, 114, 51, 115,
		52, 116, 53, 117, 54, 118, 55, 119,
	};
	const gfni_word high = {
		8, 72, 9, 73, 10, 74, 11, 75,
		12, 76, 13, 77, 14, 78, 15, 79,
		24, 88, 25, 89, 26, 90, 27, 91,
		28, 92, 29, 93, 30, 94, 31, 95,
		40, 104, 41, 105, 42, 106, 43, 107,
		44, 108, 45, 109, 46, 110, 47, 111,
		56, 120, 57, 121, 58, 122, 59, 123,
		60, 124, 61, 125, 62, 126, 63, 127,
	};

	to[0] = __builtin_shuffle(a, b, low);
	to[1] = __builtin_shuffle(a, b, high);
}

/*
 * With register v and byte b of its 128-bit lanes as eight bits, v first, this turns
 * them left by one.
 */
WC_INLINE void gfni_turn(gfni_word *to, const gfni_word *from)
{
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < 8; i++)
		gfni_interleave(to + 2 * i, from[i], from[i + 8]);
}

/* Byte b of register v becomes byte v of register b, in each lane. */
WC_INLINE void gfni_transpose(gfni_word *a)
{
	gfni_word t[GFNI_BYTES];

	gfni_turn(t, a);
	gfni_turn(a, t);
	gfni_turn(t, a);
	gfni_turn(a, t);
}

WC_INLINE gfni_word gfni_xor3(gfni_word a, gfni_word b, gfni_word c)
{
	gfni_quads x = (gfni_quads)a, y = (gfni_quads)b, z = (gfni_quads)c;

	return (gfni_word)__builtin_ia32_pternlogq512_mask(x, y, z, 0x96, 0xff);
}

/* Multiply by the coefficient that @matrix stands for. */
WC_INLINE gfni_word gfni_by(gfni_word a, uint64_t matrix)
{
	gfni_u64 all = { 0 };
	gfni_chars x = (gfni_chars)a, y;

	all += matrix;
	y = (gfni_chars)all;
	return (gfni_word)__builtin_ia32_vgf2p8affineqb_v64qi(x, y, 0);
}

/*
 * l(a15, ..., a0), where byte @first is a15, and a0 is byte @first + 15 modulo 16. The
 * coefficients read the same from both ends. What was computed last comes last.
 */
WC_INLINE gfni_word gfni_feedback(const gfni_word *a, int first)
{
#define A(n)	a[(first + 15 - (n)) % GFNI_BYTES]
	gfni_word sum = gfni_xor3(A(9), A(7), A(0));

	sum = gfni_xor3(sum, gfni_by(A(8), KUZNYECHIK_BY_251),
			gfni_by(A(10) ^ A(6), KUZNYECHIK_BY_192));
	sum = gfni_xor3(sum, gfni_by(A(11) ^ A(5), KUZNYECHIK_BY_194),
			gfni_by(A(12) ^ A(4), KUZNYECHIK_BY_16));
	sum = gfni_xor3(sum, gfni_by(A(13) ^ A(3), KUZNYECHIK_BY_133),
			gfni_by(A(14) ^ A(2), KUZNYECHIK_BY_32));
	return sum ^ gfni_by(A(15) ^ A(1), KUZNYECHIK_BY_148);
#undef A
}

/* L: the register is clocked sixteen times, and each byte is overwritten once. */
WC_INLINE void gfni_linear(gfni_word *a)
{
	int t;

	WC_UNROLL_SHORT
	for (t = 15; t >= 0; t--)
		a[t] = gfni_feedback(a, t + 1);
}

/* The inverse of L: backwards, a0 takes the place of what was a15. */
WC_INLINE void gfni_inv_linear(gfni_word *a)
{
	int t;

	WC_UNROLL_SHORT
	for (t = 0; t < GFNI_BYTES; t++)
		a[t] = gfni_feedback(a, t + 1);
}

/* What a table has for each byte: the lower 128 entries, the upper ones, one of both. */
WC_INLINE gfni_word gfni_look_up(const gfni_word *part, gfni_word a)
{
	gfni_chars low = (gfni_chars)__builtin_shuffle(part[0], part[1], a);
	gfni_chars high = (gfni_chars)__builtin_shuffle(part[2], part[3], a);
	uint64_t upper = __builtin_ia32_cvtb2mask512((gfni_chars)a);

	return (gfni_word)__builtin_ia32_blendmb_512_mask(low, high, upper);
}

/* S or its inverse. */
WC_INLINE void gfni_substitute(gfni_word *a, const uint8_t *table)
{
	const gfni_word *part = (const gfni_word *)table;
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_BYTES; i++)
		a[i] = gfni_look_up(part, a[i]);
}

WC_INLINE void gfni_add(gfni_word *a, const uint8_t *key)
{
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_BYTES; i++)
		a[i] ^= key[i];
}

WC_INLINE void gfni_encrypt(const uint8_t *key, gfni_word *a)
{
	int i;

	for (i = 0; i < GFNI_ROUNDS; i++, key += GFNI_BYTES) {
		gfni_add(a, key);
		gfni_substitute(a, kuznyechik_pi);
		gfni_linear(a);
	}
	gfni_add(a, key);
}

WC_INLINE void gfni_decrypt(const uint8_t *key, gfni_word *a)
{
	int i;

	key += GFNI_ROUNDS * GFNI_BYTES;
	gfni_add(a, key);
	for (i = 0; i < GFNI_ROUNDS; i++) {
		key -= GFNI_BYTES;
		gfni_inv_linear(a);
		gfni_substitute(a, kuznyechik_inv_pi);
		gfni_add(a, key);
	}
}

WC_INLINE void gfni_blocks(const struct kuznyechik_schedule *schedule, int decrypt,
			   gfni_word *a)
{
	const uint8_t *key = (const uint8_t *)schedule->rk;

	gfni_transpose(a);
	if (decrypt)
		gfni_decrypt(key, a);
	else
		gfni_encrypt(key, a);
	gfni_transpose(a);
}

/**
 * kuznyechik_gfni() - encrypt or decrypt KUZNYECHIK_GFNI_LANES blocks
 * @schedule: the round keys
 * @decrypt: the direction
 * @dst: where they go
 * @src: where they come from; may be @dst
 */
WC_FN void kuznyechik_gfni(const struct kuznyechik_schedule *schedule, int decrypt,
			   uint8_t *dst, const uint8_t *src)
{
	gfni_word a[GFNI_BYTES];
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_BYTES; i++)
		__builtin_memcpy(&a[i], src + i * sizeof(a[i]), sizeof(a[i]));
	gfni_blocks(schedule, decrypt, a);
	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_BYTES; i++)
		__builtin_memcpy(dst + i * sizeof(a[i]), &a[i], sizeof(a[i]));
}

/**
 * kuznyechik_gfni_one() - kuznyechik_one(), by the first lane alone
 * @schedule: the round keys
 * @decrypt: the direction
 * @dst: where the block goes
 * @src: where it comes from; may be @dst
 */
WC_FN void kuznyechik_gfni_one(const struct kuznyechik_schedule *schedule,
			       int decrypt, uint8_t *dst, const uint8_t *src)
{
	gfni_word a[GFNI_BYTES] = { };
	gfni_u64 lane;
	uint64_t block[2];

	__builtin_memcpy(block, src, sizeof(block));
	a[0] = (gfni_word)(gfni_u64){ block[0], block[1] };
	gfni_blocks(schedule, decrypt, a);
	lane = (gfni_u64)a[0];
	block[0] = lane[0];
	block[1] = lane[1];
	__builtin_memcpy(dst, block, sizeof(block));
}

#endif /* WARPCRYPT_KERNELS_BLOCK_KUZNYECHIK_GFNI_H */
