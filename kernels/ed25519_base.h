/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]B on edwards25519 for the base point B of RFC 8032, from precomputed
 * tables. A template over FE(name), see fe25519.h.
 *
 * The scalar, 256 bits taken as they are, is cut into segments of W bits, each
 * made a digit in [-2^(W-1), 2^(W-1)) by a carry into the next. Segment i has a
 * table of its own with j 2^(W i) B for j = 1..2^(W-1): one addition a segment,
 * no doublings.
 *
 * A table entry is ED_ENTRY_WORDS 64-bit words: (y + x) / 2, (y - x) / 2, d x y,
 * canonical (ed_affine), and, when mixed addition is switched off, all of them
 * doubled, then 2 Z = 2 (ed_cached). The tables are public; which entry is
 * taken is secret, so ed_base() reads them all and takes one by masks.
 */

#include "kernels/25519_sizes.h"

#define ed_digit	FE(ed_digit)
#define ed_none		FE(ed_none)
#define ed_take		FE(ed_take)
#define ed_take_vartime	FE(ed_take_vartime)
#define ed_add_entry	FE(ed_add_entry)
#define ed_base		FE(ed_base)
#define ed_base_vartime	FE(ed_base_vartime)

/**
 * ed_digit() - the next digit of a scalar
 * @k: the scalar, moved down by @w bits
 * @carry: from the segment below, to the one above: 0 or 1
 * @neg: all ones where the digit is negative
 * @w: bits a segment
 * @last: public; the last segment, whose digit is never negative
 *
 * Return: the digit's magnitude, at most 2^(w-1).
 */
FE_FN fe_u64 ed_digit(fe_u64 k[4], fe_u64 *carry, fe_u64 *neg, int w, int last)
{
	fe_u64 d = (k[0] & ((1ULL << w) - 1)) + *carry;
	fe_u64 up = (d + (1ULL << (w - 1))) >> w;

	if (last)
		up = fe_set1(0);
	*carry = up;
	*neg = 0 - up;
	k[0] = k[0] >> w | k[1] << (64 - w);
	k[1] = k[1] >> w | k[2] << (64 - w);
	k[2] = k[2] >> w | k[3] << (64 - w);
	k[3] >>= w;
	/* 2^w - d where negative */
	return (d ^ *neg) + up + (up << w);
}

/* The neutral element as an entry, in the lanes of @mask; elsewhere zeros. */
FE_FN void ed_none(fe_u64 e[ED_ENTRY_WORDS], fe_u64 mask)
{
	FE_UNROLL
	for (int i = 0; i < ED_ENTRY_WORDS; i++)
		e[i] = fe_set1(0);
#if ED_MIXED_ADD
	/* 1/2 = (p + 1) / 2 */
	e[0] = e[4] = mask & 0xfffffffffffffff7ULL;
	e[1] = e[2] = e[5] = e[6] = mask;
	e[3] = e[7] = mask & 0x3fffffffffffffffULL;
#else
	e[0] = e[4] = mask & 1;
	e[12] = mask & 2;
#endif
}

/* One entry of a segment's table by masks: all of them are read. */
FE_BIG_FN void ed_take(fe_u64 e[ED_ENTRY_WORDS], const uint64_t *table,
		   fe_u64 digit, int w)
{
	ed_none(e, mask_zero(digit));
	FE_ROLLED
	for (int j = 0; j < ED_ENTRIES(w); j++) {
		fe_u64 mask = mask_equal(digit, j + 1);

		FE_UNROLL
		for (int i = 0; i < ED_ENTRY_WORDS; i++)
			e[i] |= mask & table[j * ED_ENTRY_WORDS + i];
	}
}

/* One entry by its index. For public digits only. */
FE_FN void ed_take_vartime(fe_u64 e[ED_ENTRY_WORDS], const uint64_t *table,
			   fe_u64 digit)
{
	ed_none(e, mask_zero(digit));
	for (int lane = 0; lane < FE(lanes); lane++) {
		uint64_t d = FE(get_lane)(&digit, lane);

		if (d == 0)
			continue;
		FE_UNROLL
		for (int i = 0; i < ED_ENTRY_WORDS; i++)
			FE(set_lane)(&e[i], lane,
				     table[(d - 1) * ED_ENTRY_WORDS + i]);
	}
}

/* Adds an entry, or, in the lanes of @neg, subtracts it. */
FE_FN void ed_add_entry(ed_point *r, fe_u64 e[ED_ENTRY_WORDS], fe_u64 neg)
{
	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		fe_u64 d = (e[i] ^ e[4 + i]) & neg;

		e[i] ^= d;
		e[4 + i] ^= d;
	}
#if ED_MIXED_ADD
	ed_affine q;

	fe_load(&q.sum, e);
	fe_load(&q.diff, e + 4);
	fe_load(&q.Td, e + 8);
	fe_neg_if(&q.Td, neg);
	ed_add_affine(r, r, &q, 1);
#else
	ed_cached q;

	fe_load(&q.sum, e);
	fe_load(&q.diff, e + 4);
	fe_load(&q.T2d, e + 8);
	fe_load(&q.Z2, e + 12);
	fe_neg_if(&q.T2d, neg);
	ed_add(r, r, &q, 1);
#endif
}

/**
 * ed_base() - [k]B, for secret k
 * @r: result
 * @k: 256 bits, four words a lane, neither clamped nor reduced
 * @table: ED_TABLE_WORDS(ED_BASE_W) words
 */
FE_BIG_FN void ed_base(ed_point *r, const fe_u64 k[4], const uint64_t *table)
{
	fe_u64 s[4] = { k[0], k[1], k[2], k[3] }, carry = fe_set1(0);
	fe_u64 e[ED_ENTRY_WORDS], neg, digit;

	ed_identity(r);
	FE_ROLLED
	for (int i = 0; i < ED_SEGMENTS(ED_BASE_W); i++) {
		digit = ed_digit(s, &carry, &neg, ED_BASE_W,
				 i == ED_SEGMENTS(ED_BASE_W) - 1);
		ed_take(e, table, digit, ED_BASE_W);
		ed_add_entry(r, e, neg);
		table += ED_ENTRIES(ED_BASE_W) * ED_ENTRY_WORDS;
	}
}

/**
 * ed_base_vartime() - [k]B, for public k: its addresses depend on k
 * @r: result
 * @k: 256 bits, four words a lane, neither clamped nor reduced
 * @table: ED_TABLE_WORDS(ED_BASE_VARTIME_W) words
 */
FE_BIG_FN void ed_base_vartime(ed_point *r, const fe_u64 k[4],
			   const uint64_t *table)
{
	fe_u64 s[4] = { k[0], k[1], k[2], k[3] }, carry = fe_set1(0);
	fe_u64 e[ED_ENTRY_WORDS], neg, digit;

	ed_identity(r);
	FE_ROLLED
	for (int i = 0; i < ED_SEGMENTS(ED_BASE_VARTIME_W); i++) {
		digit = ed_digit(s, &carry, &neg, ED_BASE_VARTIME_W,
				 i == ED_SEGMENTS(ED_BASE_VARTIME_W) - 1);
		ed_take_vartime(e, table, digit);
		ed_add_entry(r, e, neg);
		table += ED_ENTRIES(ED_BASE_VARTIME_W) * ED_ENTRY_WORDS;
	}
}
