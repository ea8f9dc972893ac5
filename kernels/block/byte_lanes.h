/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The other way to slice: one block, whose sixteen bytes are the lanes. Key
 * schedules and single blocks use it to put a few bytes through an S-box circuit
 * in constant time.
 *
 *	          lane    15   ...   1     0
 *	b[0] (bit 0)   +------+-- +-----+-----+
 *	...            | byte |   | byte| byte|
 *	b[7] (bit 7)   |  15  |   |  1  |  0  |
 *	               +------+-- +-----+-----+
 *
 * For words of 32 or 64 bits.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_BYTE_LANES_H
#define WARPCRYPT_KERNELS_BLOCK_BYTE_LANES_H

#include "kernels/block/word.h"

#if WC_WORD_BITS <= 64

/* Transpose 8 by 8 bits: bit i of byte j becomes bit j of byte i. */
WC_FN uint64_t bs_transpose8(uint64_t x)
{
	uint64_t t;

	t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aaull;
	x ^= t ^ (t << 7);
	t = (x ^ (x >> 14)) & 0x0000cccc0000ccccull;
	x ^= t ^ (t << 14);
	t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0ull;
	return x ^ t ^ (t << 28);
}

/* Slice a block, two little-endian words, by bytes: eight planes of sixteen lanes. */
WC_FN void bs_bytes_in(bs_word *b, const uint64_t block[2])
{
	uint64_t lo = bs_transpose8(block[0]), hi = bs_transpose8(block[1]);
	int j;

	WC_UNROLL
	for (j = 0; j < 8; j++)
		b[j] = (bs_word)(((lo >> (8 * j)) & 0xff) |
				 ((hi >> (8 * j)) & 0xff) << 8);
}

/* The inverse of bs_bytes_in(). */
WC_FN void bs_bytes_out(uint64_t block[2], const bs_word *b)
{
	uint64_t lo = 0, hi = 0;
	int j;

	WC_UNROLL
	for (j = 0; j < 8; j++) {
		lo |= (uint64_t)(b[j] & 0xff) << (8 * j);
		hi |= (uint64_t)((b[j] >> 8) & 0xff) << (8 * j);
	}
	block[0] = bs_transpose8(lo);
	block[1] = bs_transpose8(hi);
}

#endif /* WC_WORD_BITS <= 64 */

#endif /* WARPCRYPT_KERNELS_BLOCK_BYTE_LANES_H */
