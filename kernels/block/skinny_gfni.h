/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SKINNY-128 (ePrint 2016/660) with AVX-512VL, VBMI and GFNI: bitsliced, with all of
 * the state in registers. One of 256 bits has a bit of the four cells of a row, of 64
 * blocks:
 *
 *	lane of 64 bits		0		1		2		3
 *	cells of row 0		0		1		2		3
 *	...
 *
 * so a register is turned for ShiftRows, and the S-box and MixColumns are between
 * registers, in place. What the S-box does last, and MixColumns too, is to exchange bits
 * and rows. That is left out: instead in each round other registers have them, and after
 * eight rounds the same ones again. All numbers of rounds are multiples of eight.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SKINNY_GFNI_H
#define WARPCRYPT_KERNELS_BLOCK_SKINNY_GFNI_H

#include "kernels/block/gfni.h"
#include "kernels/block/skinny.h"

typedef uint8_t gfni_half __attribute__((vector_size(32), may_alias));
typedef uint32_t gfni_half_u32 __attribute__((vector_size(32), may_alias));
typedef uint64_t gfni_half_u64 __attribute__((vector_size(32), may_alias));

#define SKINNY_GFNI_PERIOD	8
/* All bits of the first cell of a row. */
#define SKINNY_GFNI_CELL	((gfni_half)(gfni_half_u64){ ~0ull })

/*
 * Which bit of a cell is where bit @b was @t rounds before; PERIOD - @t is the inverse of
 * that.
 */
static const uint8_t skinny_gfni_from[SKINNY_GFNI_PERIOD][8] = {
	{ 0, 1, 2, 3, 4, 5, 6, 7 },
	{ 2, 7, 6, 1, 3, 0, 4, 5 },
	{ 6, 5, 4, 7, 1, 2, 3, 0 },
	{ 4, 0, 3, 5, 7, 6, 1, 2 },
	{ 3, 2, 1, 0, 5, 4, 7, 6 },
	{ 1, 6, 7, 2, 0, 3, 5, 4 },
	{ 7, 4, 5, 6, 2, 1, 0, 3 },
	{ 5, 3, 0, 4, 6, 7, 2, 1 },
};

/*
 * The state has 32 registers, and there are no more. Compilers keep copies, and compute
 * early what they then have to put into memory; so what changes a register is written
 * as the instruction that it is.
 */

/* x ^= NOR(a, b) */
#define skinny_gfni_nor(x, a, b) \
	__asm__("vpternlogq $0xe1, %2, %1, %0" : "+v"(x) : "v"(a), "v"(b))

/* x ^= a */
#define skinny_gfni_xor(x, a) \
	__asm__("vpxorq %1, %0, %0" : "+v"(x) : "vm"(a))

/* Cells turned right by one, two or three. */
#define skinny_gfni_turn1(x)	__asm__("vpermq $0x93, %0, %0" : "+v"(x))
#define skinny_gfni_turn2(x)	__asm__("vpermq $0x4e, %0, %0" : "+v"(x))
#define skinny_gfni_turn3(x)	__asm__("vpermq $0x39, %0, %0" : "+v"(x))

/* A row's eight registers: S but for the exchange, in the order of skinny_one.h. */
#define X(n)	x[at[n]]
WC_INLINE void skinny_gfni_sbox(gfni_half *x, const uint8_t *at)
{
	skinny_gfni_nor(X(4), X(7), X(6));
	skinny_gfni_nor(X(0), X(3), X(2));
	skinny_gfni_nor(X(6), X(2), X(1));
	skinny_gfni_nor(X(5), X(4), X(0));
	skinny_gfni_nor(X(1), X(3), X(0));
	skinny_gfni_nor(X(7), X(6), X(5));
	skinny_gfni_nor(X(3), X(5), X(4));
	skinny_gfni_nor(X(2), X(1), X(7));
}

WC_INLINE void skinny_gfni_inv_sbox(gfni_half *x, const uint8_t *at)
{
	skinny_gfni_nor(X(2), X(1), X(7));
	skinny_gfni_nor(X(3), X(5), X(4));
	skinny_gfni_nor(X(7), X(6), X(5));
	skinny_gfni_nor(X(1), X(3), X(0));
	skinny_gfni_nor(X(5), X(4), X(0));
	skinny_gfni_nor(X(6), X(2), X(1));
	skinny_gfni_nor(X(0), X(3), X(2));
	skinny_gfni_nor(X(4), X(7), X(6));
}
#undef X

/* A row of a round key, each cell's byte in all bytes of its lane. */
WC_INLINE gfni_half skinny_gfni_key(uint32_t row)
{
	const gfni_half spread = {
		0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
		18, 18, 18, 18, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19, 19, 19,
	};
	gfni_half_u32 all = { 0 };

	all += row;
	return __builtin_shuffle((gfni_half)all, spread);
}

#define SKINNY_GFNI_BIT(n)						\
	{ 0x0101010101010101ull << (n), 0x0101010101010101ull << (n),	\
	  0x0101010101010101ull << (n), 0x0101010101010101ull << (n) }
static const uint64_t skinny_gfni_bit[8][4] __attribute__((aligned(32))) = {
	SKINNY_GFNI_BIT(0), SKINNY_GFNI_BIT(1), SKINNY_GFNI_BIT(2), SKINNY_GFNI_BIT(3),
	SKINNY_GFNI_BIT(4), SKINNY_GFNI_BIT(5), SKINNY_GFNI_BIT(6), SKINNY_GFNI_BIT(7),
};

/* Adds a row of a round key. */
WC_INLINE void skinny_gfni_add(gfni_half *x, const uint8_t *at, uint32_t row,
			       gfni_half *key)
{
	gfni_half mask;
	int i;

	*key = skinny_gfni_key(row);
	WC_UNROLL_SHORT
	for (i = 0; i < 8; i++)
		/* A cell of the key, as a matrix, has the bit in all rows. */
		__asm__("vmovdqu64 %3, %1\n\t"
			"vgf2p8affineqb $0, %2, %1, %1\n\t"
			"vpxorq %1, %0, %0"
			: "+v"(x[at[i]]), "=&v"(mask)
			: "m"(*key), "m"(*(const gfni_half *)skinny_gfni_bit[i]));
}

/* Round @t of a period. */
WC_INLINE void skinny_gfni_round(gfni_half x[4][8], uint64_t rk, int t,
				 gfni_half *key)
{
	const uint8_t *at = skinny_gfni_from[(t + 1) % SKINNY_GFNI_PERIOD];
	gfni_half *x0 = x[(0 - t) & 3], *x1 = x[(1 - t) & 3];
	gfni_half *x2 = x[(2 - t) & 3], *x3 = x[(3 - t) & 3];
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < 4; i++)
		skinny_gfni_sbox(x[i], skinny_gfni_from[t]);
	skinny_gfni_add(x0, at, (uint32_t)rk, key);
	skinny_gfni_add(x1, at, (uint32_t)(rk >> 32), key);
	/* 2 in cell 8 */
	skinny_gfni_xor(x2[at[1]], SKINNY_GFNI_CELL);
	WC_UNROLL_SHORT
	for (i = 0; i < 8; i++) {
		skinny_gfni_turn1(x1[i]);
		skinny_gfni_turn2(x2[i]);
		skinny_gfni_turn3(x3[i]);
		/* Rows 2, 3 and 0; row 1 is what @x0 has. */
		skinny_gfni_xor(x1[i], x2[i]);
		skinny_gfni_xor(x2[i], x0[i]);
		skinny_gfni_xor(x3[i], x2[i]);
	}
}

/* A round backwards. */
WC_INLINE void skinny_gfni_inv_round(gfni_half x[4][8], uint64_t rk, int t,
				     gfni_half *key)
{
	const uint8_t *at = skinny_gfni_from[(SKINNY_GFNI_PERIOD - t) % SKINNY_GFNI_PERIOD];
	gfni_half *x0 = x[t & 3], *x1 = x[(t + 1) & 3];
	gfni_half *x2 = x[(t + 2) & 3], *x3 = x[(t + 3) & 3];
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < 8; i++) {
		/* Rows 3, 2 and 1 before MixColumns; row 0 is what @x1 has. */
		skinny_gfni_xor(x0[i], x3[i]);
		skinny_gfni_xor(x3[i], x1[i]);
		skinny_gfni_xor(x2[i], x3[i]);
		skinny_gfni_turn1(x0[i]);
		skinny_gfni_turn2(x3[i]);
		skinny_gfni_turn3(x2[i]);
	}
	skinny_gfni_add(x1, at, (uint32_t)rk, key);
	skinny_gfni_add(x2, at, (uint32_t)(rk >> 32), key);
	/* 2 in cell 8 */
	skinny_gfni_xor(x3[at[1]], SKINNY_GFNI_CELL);
	WC_UNROLL_SHORT
	for (i = 0; i < 4; i++)
		skinny_gfni_inv_sbox(x[i], skinny_gfni_from[SKINNY_GFNI_PERIOD - 1 - t]);
}

WC_INLINE void skinny_gfni_encrypt(const struct skinny_schedule *schedule,
				   gfni_half x[4][8])
{
	const uint64_t *rk = schedule->rk, *end = rk + schedule->rounds;
	gfni_half key;
	int t;

	for (; rk < end; rk += SKINNY_GFNI_PERIOD) {
		WC_UNROLL_SHORT
		for (t = 0; t < SKINNY_GFNI_PERIOD; t++)
			skinny_gfni_round(x, rk[t], t, &key);
	}
	wc_wipe(&key, sizeof(key));
}

WC_INLINE void skinny_gfni_decrypt(const struct skinny_schedule *schedule,
				   gfni_half x[4][8])
{
	const uint64_t *rk = schedule->rk + schedule->rounds;
	gfni_half key;
	int t;

	for (; rk > schedule->rk; rk -= SKINNY_GFNI_PERIOD) {
		WC_UNROLL_SHORT
		for (t = 0; t < SKINNY_GFNI_PERIOD; t++)
			skinny_gfni_inv_round(x, rk[-1 - t], t, &key);
	}
	wc_wipe(&key, sizeof(key));
}

/* Byte 8 i + j is byte 8 j + i of what it was. */
#define SKINNY_GFNI_TURN8						\
	((gfni_word){							\
		0, 8, 16, 24, 32, 40, 48, 56, 1, 9, 17, 25, 33, 41, 49, 57, \
		2, 10, 18, 26, 34, 42, 50, 58, 3, 11, 19, 27, 35, 43, 51, 59, \
		4, 12, 20, 28, 36, 44, 52, 60, 5, 13, 21, 29, 37, 45, 53, 61, \
		6, 14, 22, 30, 38, 46, 54, 62, 7, 15, 23, 31, 39, 47, 55, 63 })
/* The same with j in reverse. */
#define SKINNY_GFNI_TURN8_BACK						\
	((gfni_word){							\
		56, 48, 40, 32, 24, 16, 8, 0, 57, 49, 41, 33, 25, 17, 9, 1, \
		58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, \
		60, 52, 44, 36, 28, 20, 12, 4, 61, 53, 45, 37, 29, 21, 13, 5, \
		62, 54, 46, 38, 30, 22, 14, 6, 63, 55, 47, 39, 31, 23, 15, 7 })

/*
 * 8 by 8 bits in each lane of 64 bits: bit i of byte j is bit (byte j of @which has it)
 * of byte 7 - i of @a.
 */
WC_INLINE gfni_word skinny_gfni_bits(gfni_word a, uint64_t which)
{
	return (gfni_word)__builtin_ia32_vgf2p8affineqb_v64qi(gfni_all(which),
							     (gfni_chars)a, 0);
}

/* What the registers of a row will have, at @to, from those of its four cells. */
WC_INLINE void skinny_gfni_slice_row(uint8_t *to, const gfni_word *a)
{
	const gfni_u64 *cell = (const gfni_u64 *)a;
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < 4; i += 2, to += 16) {
		gfni_u64 even = __builtin_shuffle(cell[i], cell[i + 1], GFNI_LOW_PAIRS);
		gfni_u64 odd = __builtin_shuffle(cell[i], cell[i + 1], GFNI_HIGH_PAIRS);
		int bit;

		WC_UNROLL_SHORT
		for (bit = 0; bit < 8; bit += 2) {
			__builtin_memcpy(to + 32 * bit, (uint8_t *)&even + 8 * bit, 16);
			__builtin_memcpy(to + 32 * bit + 32, (uint8_t *)&odd + 8 * bit, 16);
		}
	}
}

/* What the registers of four cells will have, at @to, from those of their row. */
WC_INLINE void skinny_gfni_unslice_row(uint8_t *to, const gfni_half *x)
{
	const gfni_half_u64 *bits = (const gfni_half_u64 *)x;
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < 8; i += 2, to += 16) {
		gfni_half_u64 even = __builtin_shuffle(bits[i], bits[i + 1],
						       (gfni_half_u64){ 0, 4, 2, 6 });
		gfni_half_u64 odd = __builtin_shuffle(bits[i], bits[i + 1],
						      (gfni_half_u64){ 1, 5, 3, 7 });

		__builtin_memcpy(to, &even, 16);
		__builtin_memcpy(to + 64, &odd, 16);
		__builtin_memcpy(to + 128, (uint8_t *)&even + 16, 16);
		__builtin_memcpy(to + 192, (uint8_t *)&odd + 16, 16);
	}
}

/* From a register for each cell of 64 blocks to the state, through @planes, and back. */
WC_INLINE void skinny_gfni_slice(gfni_half x[4][8], gfni_word *a, uint8_t *planes)
{
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_REGISTERS; i++)
		a[i] = __builtin_shuffle(skinny_gfni_bits(a[i], 0x8040201008040201ull),
					 SKINNY_GFNI_TURN8);
	WC_UNROLL_SHORT
	for (i = 0; i < 4; i++)
		skinny_gfni_slice_row(planes + 256 * i, a + 4 * i);
	WC_UNROLL_SHORT
	for (i = 0; i < 32; i++)
		__builtin_memcpy(&x[i / 8][i % 8], planes + 32 * i, 32);
}

WC_INLINE void skinny_gfni_unslice(gfni_word *a, gfni_half x[4][8], uint8_t *planes)
{
	int i;

	WC_UNROLL_SHORT
	for (i = 0; i < 4; i++)
		skinny_gfni_unslice_row(planes + 256 * i, x[i]);
	gfni_load(a, planes);
	WC_UNROLL_SHORT
	for (i = 0; i < GFNI_REGISTERS; i++)
		a[i] = skinny_gfni_bits(__builtin_shuffle(a[i], SKINNY_GFNI_TURN8_BACK),
					0x0102040810204080ull);
}

/* See kernels/block/gfni.h. @planes are secret afterwards. */
WC_FN void skinny_gfni(const struct skinny_schedule *schedule, int decrypt,
		       uint8_t *planes, uint8_t *dst, const uint8_t *src)
{
	gfni_word a[GFNI_REGISTERS];
	gfni_half x[4][8];

	gfni_load(a, src);
	gfni_transpose(a);
	skinny_gfni_slice(x, a, planes);
	if (decrypt)
		skinny_gfni_decrypt(schedule, x);
	else
		skinny_gfni_encrypt(schedule, x);
	skinny_gfni_unslice(a, x, planes);
	gfni_transpose(a);
	gfni_store(dst, a);
}

#endif /* WARPCRYPT_KERNELS_BLOCK_SKINNY_GFNI_H */
