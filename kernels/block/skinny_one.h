/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SKINNY-128 of a block that comes alone, in constant time: its bytes are in words,
 * and each gate of the S-box is done on all bytes of a word at once, with shifts
 * that bring its inputs to the same place.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SKINNY_ONE_H
#define WARPCRYPT_KERNELS_BLOCK_SKINNY_ONE_H

#include "kernels/block/skinny.h"

/* Bit @n of each byte of @x, and nothing else, moved to bit @to. */
#define SKINNY_ONES		0x0101010101010101ull
#define SKINNY_UP(x, n, to)	(((x) & SKINNY_ONES << (n)) << ((to) - (n)))
#define SKINNY_DOWN(x, n, to)	(((x) & SKINNY_ONES << (n)) >> ((n) - (to)))

/*
 * The S-box (section 2.3) with its four permutations of bits pushed to the
 * end: bit by bit, in the order of evaluation and each in its old place,
 *
 *	x4 ^= NOR(x7, x6)	x0 ^= NOR(x3, x2)
 *	x6 ^= NOR(x2, x1)	x5 ^= NOR(x4, x0)
 *	x1 ^= NOR(x3, x0)	x7 ^= NOR(x6, x5)
 *	x3 ^= NOR(x5, x4)	x2 ^= NOR(x1, x7)
 *
 * No gate reads what another in its line writes. On complements NOR is AND.
 */
#define SKINNY_LINE1(x)							\
	((((x) >> 3) & ((x) >> 2)) & SKINNY_ONES * 0x11)
#define SKINNY_LINE2(x)							\
	(((((x) << 4) & ((x) << 5)) & SKINNY_ONES << 6) ^		\
	 ((((x) << 1) & ((x) << 5)) & SKINNY_ONES << 5))
#define SKINNY_LINE3(x)							\
	(((((x) >> 2) & ((x) << 1)) & SKINNY_ONES << 1) ^		\
	 ((((x) << 1) & ((x) << 2)) & SKINNY_ONES << 7))
#define SKINNY_LINE4(x)							\
	(((((x) >> 2) & ((x) >> 1)) & SKINNY_ONES << 3) ^		\
	 ((((x) << 1) & ((x) >> 5)) & SKINNY_ONES << 2))

/* S on each byte of a word. */
WC_FN uint64_t skinny_sbox_word(uint64_t x)
{
	x = ~x;
	x ^= SKINNY_LINE1(x);
	x ^= SKINNY_LINE2(x);
	x ^= SKINNY_LINE3(x);
	x ^= SKINNY_LINE4(x);
	x = ~x;
	return SKINNY_UP(x, 0, 5) | SKINNY_UP(x, 1, 3) |
	       SKINNY_DOWN(x, 2, 0) | SKINNY_UP(x, 3, 4) |
	       SKINNY_UP(x, 4, 6) | SKINNY_UP(x, 5, 7) |
	       SKINNY_DOWN(x, 6, 2) | SKINNY_DOWN(x, 7, 1);
}

/* The inverse of S on each byte of a word. */
WC_FN uint64_t skinny_inv_sbox_word(uint64_t x)
{
	x = ~x;
	x = SKINNY_DOWN(x, 5, 0) | SKINNY_DOWN(x, 3, 1) |
	    SKINNY_UP(x, 0, 2) | SKINNY_DOWN(x, 4, 3) |
	    SKINNY_DOWN(x, 6, 4) | SKINNY_DOWN(x, 7, 5) |
	    SKINNY_UP(x, 2, 6) | SKINNY_UP(x, 1, 7);
	x ^= SKINNY_LINE4(x);
	x ^= SKINNY_LINE3(x);
	x ^= SKINNY_LINE2(x);
	x ^= SKINNY_LINE1(x);
	return ~x;
}

/* Two rows of cells, the first cell of the first row in the lowest byte. */
WC_FN uint64_t skinny_rows(uint32_t first, uint32_t second)
{
	return first | (uint64_t)second << 32;
}

/* A row turned right by @cells, 1 to 3. */
WC_FN uint32_t skinny_turn(uint32_t row, int cells)
{
	return row << (8 * cells) | row >> (32 - 8 * cells);
}

WC_FN void skinny_one(const struct skinny_schedule *schedule, int decrypt,
		      uint8_t *dst, const uint8_t *src)
{
	uint32_t rounds = schedule->rounds, a0, a1, a2, a3, r;
	uint64_t block[2], top, low;

	__builtin_memcpy(block, src, sizeof(block));
	top = block[0];
	low = block[1];
	for (r = 0; !decrypt && r < rounds; r++) {
		top = skinny_sbox_word(top) ^ schedule->rk[r];
		low = skinny_sbox_word(low) ^ 2;
		a0 = (uint32_t)top;
		a1 = skinny_turn((uint32_t)(top >> 32), 1);
		a2 = skinny_turn((uint32_t)low, 2);
		a3 = skinny_turn((uint32_t)(low >> 32), 3);
		top = skinny_rows(a0 ^ a2 ^ a3, a0);
		low = skinny_rows(a1 ^ a2, a0 ^ a2);
	}
	for (r = rounds; decrypt && r-- > 0;) {
		a0 = (uint32_t)top;
		a1 = (uint32_t)(top >> 32);
		a2 = (uint32_t)low;
		a3 = (uint32_t)(low >> 32);
		top = skinny_rows(a1, skinny_turn(a1 ^ a2 ^ a3, 3));
		low = skinny_rows(skinny_turn(a1 ^ a3, 2),
				  skinny_turn(a0 ^ a3, 1));
		top = skinny_inv_sbox_word(top ^ schedule->rk[r]);
		low = skinny_inv_sbox_word(low ^ 2);
	}
	block[0] = top;
	block[1] = low;
	__builtin_memcpy(dst, block, sizeof(block));
}

#endif /* WARPCRYPT_KERNELS_BLOCK_SKINNY_ONE_H */
