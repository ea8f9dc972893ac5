/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the cores for CPUs with AVX-512, VBMI and GFNI have in common. They do 64 blocks
 * at once and have their state in registers. In constant time. Each has
 *
 *	NAME_gfni(schedule, decrypt, planes, dst, src)
 *		GFNI_LANES blocks; @dst may be @src; @planes is scratch, as long as these
 *
 * Compiled for x86-64 only, with -mavx512f -mavx512bw -mavx512vl -mavx512vbmi -mgfni. The
 * kernel cannot include <immintrin.h>.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_GFNI_H
#define WARPCRYPT_KERNELS_BLOCK_GFNI_H

#include "kernels/block/gf128.h"
#include "kernels/plain.h"

/* Blocks that are done at once, and the registers that they take. */
#define GFNI_LANES	64
#define GFNI_REGISTERS	16

typedef uint8_t gfni_word __attribute__((vector_size(64), may_alias));
typedef uint32_t gfni_u32 __attribute__((vector_size(64), may_alias));
/* The compiler's names for the same. */
typedef char gfni_chars __attribute__((vector_size(64)));
typedef uint64_t gfni_u64 __attribute__((vector_size(64), may_alias));
typedef long long gfni_quads __attribute__((vector_size(64)));

WC_INLINE gfni_word gfni_xor3(gfni_word a, gfni_word b, gfni_word c)
{
	gfni_quads x = (gfni_quads)a, y = (gfni_quads)b, z = (gfni_quads)c;

	return (gfni_word)__builtin_ia32_pternlogq512_mask(x, y, z, 0x96, 0xff);
}

/* The same 8 bytes in each lane of 64 bits. */
WC_INLINE gfni_chars gfni_all(uint64_t matrix)
{
	gfni_u64 all = { 0 };

	all += matrix;
	return (gfni_chars)all;
}

/* @matrix times each byte, plus @add, a constant. Byte 7 - i of the matrix is for bit i. */
#define gfni_affine(a, matrix, add)					\
	((gfni_word)__builtin_ia32_vgf2p8affineqb_v64qi(		\
		(gfni_chars)(a), gfni_all(matrix), (add)))

/* The same with each byte's inverse in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1. */
#define gfni_affine_inverse(a, matrix, add)				\
	((gfni_word)__builtin_ia32_vgf2p8affineinvqb_v64qi(		\
		(gfni_chars)(a), gfni_all(matrix), (add)))

WC_INLINE void gfni_load(gfni_word *a, const uint8_t *src)
{
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_REGISTERS; i++)
		__builtin_memcpy(&a[i], src + i * sizeof(a[i]), sizeof(a[i]));
}

WC_INLINE void gfni_store(uint8_t *dst, const gfni_word *a)
{
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_REGISTERS; i++)
		__builtin_memcpy(dst + i * sizeof(a[i]), &a[i], sizeof(a[i]));
}

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
	gfni_word t[GFNI_REGISTERS];

	gfni_turn(t, a);
	gfni_turn(a, t);
	gfni_turn(t, a);
	gfni_turn(a, t);
}

/*
 * --- Ciphers whose state is words of 32 bits: four registers have a word each of
 * sixteen blocks, and four times as many 64 blocks. @groups is how many of the four are
 * in use, a constant.
 */

/* Words 0 and 1 of each lane of @a and @b in turn; words 2 and 3. */
#define GFNI_LOW_WORDS	((gfni_u32){ 0, 16, 1, 17, 4, 20, 5, 21,	\
				     8, 24, 9, 25, 12, 28, 13, 29 })
#define GFNI_HIGH_WORDS	((gfni_u32){ 2, 18, 3, 19, 6, 22, 7, 23,	\
				     10, 26, 11, 27, 14, 30, 15, 31 })
#define GFNI_LOW_PAIRS	((gfni_u64){ 0, 8, 2, 10, 4, 12, 6, 14 })
#define GFNI_HIGH_PAIRS	((gfni_u64){ 1, 9, 3, 11, 5, 13, 7, 15 })

/* Word w of register v becomes word v of register w, in each lane of 128 bits. */
WC_INLINE void gfni_transpose_words(gfni_word *a)
{
	gfni_u32 *x = (gfni_u32 *)a;
	gfni_u64 low01 = (gfni_u64)__builtin_shuffle(x[0], x[1], GFNI_LOW_WORDS);
	gfni_u64 high01 = (gfni_u64)__builtin_shuffle(x[0], x[1], GFNI_HIGH_WORDS);
	gfni_u64 low23 = (gfni_u64)__builtin_shuffle(x[2], x[3], GFNI_LOW_WORDS);
	gfni_u64 high23 = (gfni_u64)__builtin_shuffle(x[2], x[3], GFNI_HIGH_WORDS);

	a[0] = (gfni_word)__builtin_shuffle(low01, low23, GFNI_LOW_PAIRS);
	a[1] = (gfni_word)__builtin_shuffle(low01, low23, GFNI_HIGH_PAIRS);
	a[2] = (gfni_word)__builtin_shuffle(high01, high23, GFNI_LOW_PAIRS);
	a[3] = (gfni_word)__builtin_shuffle(high01, high23, GFNI_HIGH_PAIRS);
}

WC_INLINE void gfni_transpose_groups(gfni_word *a)
{
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_REGISTERS; i += 4)
		gfni_transpose_words(a + i);
}

/* A word in all lanes. */
WC_INLINE gfni_word gfni_all_words(uint32_t word)
{
	gfni_u32 all = { 0 };

	all += word;
	return (gfni_word)all;
}

/* Each word turned left; @bits is a constant of 1 to 31. */
WC_INLINE gfni_word gfni_rotate(gfni_word a, int bits)
{
	gfni_u32 x = (gfni_u32)a;

	return (gfni_word)(x << bits | x >> (32 - bits));
}

/* A block whose words are in the first lanes of four registers. */
WC_INLINE void gfni_load_one(gfni_word *a, const uint8_t *src)
{
	uint32_t word;
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < 4; i++) {
		__builtin_memcpy(&word, src + 4 * i, sizeof(word));
		a[i] = (gfni_word)(gfni_u32){ word };
	}
}

WC_INLINE void gfni_store_one(uint8_t *dst, const gfni_word *a)
{
	uint32_t word;
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < 4; i++) {
		word = ((gfni_u32)a[i])[0];
		__builtin_memcpy(dst + 4 * i, &word, sizeof(word));
	}
}

/* --- XTS */

/* Four elements of GF(2^128) times x^8; gf128.h has how they are stored. */
WC_INLINE gfni_u64 gfni_mul_x8(gfni_u64 t)
{
#define SHIFT(n)	((gfni_quads){ n, 64, n, 64, n, 64, n, 64 })
#define TIMES(n)	((gfni_word)__builtin_ia32_psllv8di_mask(		\
		(gfni_quads)out, SHIFT(n), (gfni_quads)out, 0xff))
	/* What leaves a word at its top, in the place of the other word. */
	gfni_u64 out = __builtin_shuffle(t >> 56,
					 (gfni_u64){ 1, 0, 3, 2, 5, 4, 7, 6 });
	gfni_word sum = gfni_xor3((gfni_word)(t << 8), (gfni_word)out, TIMES(1));

	/* Of the upper word, times x^7 + x^2 + x + 1; a shift by 64 leaves nothing. */
	return (gfni_u64)gfni_xor3(sum, TIMES(2), TIMES(7));
#undef TIMES
#undef SHIFT
}

/*
 * XTS: the tweaks of consecutive blocks. @tweak is the first; becomes the one after the
 * last.
 */
WC_FN void gfni_tweaks(uint8_t *to, struct gf128 *tweak, unsigned int blocks)
{
	struct gf128 t[8] = { *tweak };
	gfni_u64 a, b;
	int i;

	for (i = 1; i < 8; i++)
		t[i] = gf128_xtime(t[i - 1]);
	__builtin_memcpy(&a, t, sizeof(a));
	__builtin_memcpy(&b, t + 4, sizeof(b));
	for (; blocks >= 8; blocks -= 8, to += 2 * sizeof(a)) {
		__builtin_memcpy(to, &a, sizeof(a));
		__builtin_memcpy(to + sizeof(a), &b, sizeof(b));
		a = gfni_mul_x8(a);
		b = gfni_mul_x8(b);
	}
	__builtin_memcpy(t, &a, sizeof(a));
	__builtin_memcpy(t + 4, &b, sizeof(b));
	__builtin_memcpy(to, t, blocks * sizeof(*t));
	*tweak = t[blocks];
	__builtin_memset(t, 0, sizeof(t));
	__asm__ volatile("" : : "r"(t) : "memory");
}

#endif /* WARPCRYPT_KERNELS_BLOCK_GFNI_H */
