/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SKINNY-128's rounds with the state in memory, for machines with fewer registers
 * than the 128 planes: what costs time is moving them. The other form
 * (kernels/block/skinny.h) is for GPUs. Both give the same results.
 *
 * With a0 to a3 a column after SubCells, AddConstants, AddRoundTweakey and
 * ShiftRows, MixColumns makes of it
 *
 *	a0 ^ a2 ^ a3,  a0,  a1 ^ a2,  a0 ^ a2
 *
 * which can be written over a3, a0, a1 and a2 in this order. So each round moves the
 * rows on by one place and turns row r by r columns. Rounds are done in fours, each
 * with its own places and turns as constants. After four rounds each row is back in
 * its place, and all are turned by two columns: columns c and c + 2 have changed
 * places.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_SKINNY_INPLACE_H
#define WARPCRYPT_KERNELS_BLOCK_SKINNY_INPLACE_H

#include "kernels/block/bitslice.h"
#include "kernels/block/skinny_sbox.h"

/*
 * The planes of row @r, column @c after ShiftRows of round @n of four, all
 * constants: the row is in place p = r - n, and has been turned by
 * p + (p + 1) + ... + (p + n), which are the rows that it was.
 */
#define SKINNY_PLACE(r, n)	(((r) + 4 - (n)) & 3)
#define SKINNY_TURNED(p, n)						\
	(((p) & 3) + ((n) > 0 ? ((p) + 1) & 3 : 0) +			\
	 ((n) > 1 ? ((p) + 2) & 3 : 0) + ((n) > 2 ? ((p) + 3) & 3 : 0))
#define SKINNY_CELL(s, r, c, n)						\
	((s) + 32 * SKINNY_PLACE(r, n) +				\
	 8 * (((c) + 16 - SKINNY_TURNED(SKINNY_PLACE(r, n), n)) & 3))

/*
 * Makes the compiler read the state from memory the next time. Without this it tries
 * to keep the state in registers, of which there are too few, and writes it to the
 * stack as well.
 */
#define SKINNY_BARRIER()	__asm__ __volatile__("" : : : "memory")

/* What is added to a cell: a round key, one or two other cells, c2. */
#define SKINNY_KEY	1
#define SKINNY_X	2
#define SKINNY_Y	4
#define SKINNY_C2	8

WC_INLINE void skinny_add(bs_word *b, uint32_t what, const bs_key_mask *key,
			  const bs_word *x, const bs_word *y, bs_word c2)
{
	int j;

	if (what & SKINNY_C2)
		b[1] ^= c2;
	WC_UNROLL_SHORT
	for (j = 0; j < 8; j++) {
		if (what & SKINNY_KEY)
			b[j] ^= bs_mask(key[j]);
		if (what & SKINNY_X)
			b[j] ^= x[j];
		if (what & SKINNY_Y)
			b[j] ^= y[j];
	}
}

WC_INLINE void skinny_copy(bs_word *to, const bs_word *from)
{
	int j;

	WC_UNROLL_SHORT
	for (j = 0; j < 8; j++)
		to[j] = from[j];
}

/* The S-box of one cell, and then @what is added. */
WC_INLINE void skinny_forward(bs_word *cell, uint32_t what,
			      const bs_key_mask *key, const bs_word *x,
			      const bs_word *y, bs_word c2)
{
	bs_word b[8];

	skinny_copy(b, cell);
	skinny_sbox(b);
	skinny_add(b, what, key, x, y, c2);
	skinny_copy(cell, b);
	SKINNY_BARRIER();
}

/* The reverse: @what is added first, then the S-box. */
WC_INLINE void skinny_backward(bs_word *cell, uint32_t what,
			       const bs_key_mask *key, const bs_word *x,
			       const bs_word *y, bs_word c2)
{
	bs_word b[8];

	skinny_copy(b, cell);
	skinny_add(b, what, key, x, y, c2);
	skinny_inv_sbox(b);
	skinny_copy(cell, b);
	SKINNY_BARRIER();
}

/*
 * A column of round @n of four; @c and @n are constants, @swap is 2 if columns
 * have changed places and else 0. @rk is that of struct skinny_key. Keys are
 * added where the cells were before ShiftRows. AddConstants' c2 is for cell 8,
 * which is in column 2 by then.
 */
WC_INLINE void skinny_column(bs_word *s, const bs_key_mask *rk, uint32_t swap,
			 uint32_t c, uint32_t n)
{
	bs_word *a0 = SKINNY_CELL(s, 0, c, n), *a1 = SKINNY_CELL(s, 1, c, n);
	bs_word *a2 = SKINNY_CELL(s, 2, c, n), *a3 = SKINNY_CELL(s, 3, c, n);
	const bs_key_mask *k0 = rk + 8 * (c ^ swap);
	const bs_key_mask *k1 = rk + 32 + 8 * (((c + 3) & 3) ^ swap);
	bs_word c2 = bs_mask((bs_key_mask)0 - ((c ^ swap) == 2));

	skinny_forward(a0, SKINNY_KEY, k0, s, s, c2);
	skinny_forward(a2, SKINNY_X | SKINNY_C2, rk, a0, s, c2);
	skinny_forward(a1, SKINNY_KEY | SKINNY_X | SKINNY_Y, k1, a0, a2, c2);
	skinny_forward(a3, SKINNY_X, rk, a2, s, c2);
}

/* The same backwards. */
WC_INLINE void skinny_inv_column(bs_word *s, const bs_key_mask *rk,
				 uint32_t swap, uint32_t c, uint32_t n)
{
	bs_word *b1 = SKINNY_CELL(s, 0, c, n), *b2 = SKINNY_CELL(s, 1, c, n);
	bs_word *b3 = SKINNY_CELL(s, 2, c, n), *b0 = SKINNY_CELL(s, 3, c, n);
	const bs_key_mask *k0 = rk + 8 * (c ^ swap);
	const bs_key_mask *k1 = rk + 32 + 8 * (((c + 3) & 3) ^ swap);
	bs_word c2 = bs_mask((bs_key_mask)0 - ((c ^ swap) == 2));

	skinny_backward(b0, SKINNY_X, rk, b3, s, c2);
	skinny_backward(b2, SKINNY_KEY | SKINNY_X | SKINNY_Y, k1, b3, b1, c2);
	skinny_backward(b3, SKINNY_X | SKINNY_C2, rk, b1, s, c2);
	skinny_backward(b1, SKINNY_KEY, k0, s, s, c2);
}

/* Round @n of four, a constant. */
WC_INLINE void skinny_round_inplace(bs_word *s, const bs_key_mask *rk,
				    uint32_t swap, uint32_t n)
{
	skinny_column(s, rk, swap, 0, n);
	skinny_column(s, rk, swap, 1, n);
	skinny_column(s, rk, swap, 2, n);
	skinny_column(s, rk, swap, 3, n);
}

/* The inverse of skinny_round_inplace(). */
WC_INLINE void skinny_inv_round_inplace(bs_word *s, const bs_key_mask *rk,
				    uint32_t swap, uint32_t n)
{
	skinny_inv_column(s, rk, swap, 0, n);
	skinny_inv_column(s, rk, swap, 1, n);
	skinny_inv_column(s, rk, swap, 2, n);
	skinny_inv_column(s, rk, swap, 3, n);
}

#endif /* WARPCRYPT_KERNELS_BLOCK_SKINNY_INPLACE_H */
