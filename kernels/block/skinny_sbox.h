/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SKINNY's 8-bit S-box (ePrint 2016/660, section 2.3): four times
 *
 *	x4 ^= NOR(x7, x6)	x0 ^= NOR(x3, x2)
 *
 * with a permutation of the bits, which costs nothing, after each. That is
 * eight gates with three inputs, or sixteen with two inputs and no complements: each
 * byte of the state is kept XORed with c = ac, the value that the S-box maps to 0.
 * Then S(y ^ c) maps 0 to 0, and every NOR becomes an OR, AND or AND-NOT without a
 * complement. The round keys add c again to the two rows that they are added to,
 * and MixColumns, which XORs rows, carries it to the other two: row 0 is c ^ 0 ^ 0,
 * row 1 c, row 2 c ^ 0, row 3 c ^ 0.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SKINNY_SBOX_H
#define WARPCRYPT_KERNELS_BLOCK_SKINNY_SBOX_H

#include "kernels/block/word.h"

/* What every byte of the state is XORed with between rounds. */
#define SKINNY_OFFSET	0xac

/* S(y ^ SKINNY_OFFSET) on one byte of every block: eight planes, least significant first. */
WC_FN void skinny_sbox(bs_word *b)
{
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = bs_xor_andn(x4, x7, x6);
	bs_word t1 = bs_xor_and(x0, x3, x2);
	bs_word t2 = bs_xor_andn(x6, x2, x1);
	bs_word t3 = bs_xor_or(x5, t0, t1);
	bs_word t4 = bs_xor_andn(x1, x3, t1);
	bs_word t5 = bs_xor_or(x7, t2, t3);
	bs_word t6 = bs_xor_or(x3, t3, t0);
	bs_word t7 = bs_xor_or(x2, t4, t5);

	b[0] = t7;
	b[1] = t5;
	b[2] = t2;
	b[3] = t4;
	b[4] = t6;
	b[5] = t1;
	b[6] = t0;
	b[7] = t3;
}

/* S^-1(y) ^ SKINNY_OFFSET, in the same way. */
WC_FN void skinny_inv_sbox(bs_word *b)
{
	bs_word x0 = b[0], x1 = b[1], x2 = b[2], x3 = b[3];
	bs_word x4 = b[4], x5 = b[5], x6 = b[6], x7 = b[7];

	bs_word t0 = bs_xor_or(x4, x7, x6);
	bs_word t1 = bs_xor_or(x0, x3, x1);
	bs_word t2 = bs_xor_andn(x3, t0, x5);
	bs_word t3 = bs_xor_or(x1, x2, x7);
	bs_word t4 = bs_xor_andn(x2, t1, t2);
	bs_word t5 = bs_xor_or(x7, x6, x5);
	bs_word t6 = bs_xor_andn(x6, t3, t4);
	bs_word t7 = bs_xor_and(x5, t0, t1);

	b[0] = t7;
	b[1] = t2;
	b[2] = t1;
	b[3] = t0;
	b[4] = t6;
	b[5] = t5;
	b[6] = t4;
	b[7] = t3;
}

#endif /* WARPCRYPT_KERNELS_BLOCK_SKINNY_SBOX_H */
