/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]B on edwards25519 for the base point B of RFC 8032, from precomputed
 * tables. A template over FE(name), see fe25519.h.
 *
 * The scalar (256 bits, not reduced) is cut into segments of W bits. A carry into
 * the next segment makes each a digit in [-2^(W-1), 2^(W-1)). Segment i has its
 * own table of j 2^(W i) B for j = 1..2^(W-1), so a segment takes one addition
 * and no doublings.
 *
 * A table entry is ED_ENTRY_WORDS 64-bit words: (y + x) / 2, (y - x) / 2, d x y,
 * canonical (ed_affine). Without mixed addition all of them are doubled, and
 * 2 Z = 2 follows (ed_cached). The tables are public, but which entry is used is
 * secret: ed_base() reads all entries and selects one by masks.
 */

#include "kernels/curve/25519_sizes.h"

#define ed_none		FE(ed_none)
#define ed_take		FE(ed_take)
#define ed_take_vartime	FE(ed_take_vartime)
#define ed_add_entry	FE(ed_add_entry)
#define ed_add_up_vartime FE(ed_add_up_vartime)
#define ed_base		FE(ed_base)
#define ed_base_vartime	FE(ed_base_vartime)
#define ed_add_base_vartime FE(ed_add_base_vartime)

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

/* The entry for @digit; all @n of the segment's table are read. */
FE_BIG_FN void ed_take(fe_u64 e[ED_ENTRY_WORDS], const uint64_t *table,
		       fe_u64 digit, int n)
{
	ed_none(e, mask_zero(digit));
	fe_take(e, ED_ENTRY_WORDS, table, digit, n);
}

/* The same by its index. For public digits only. */
FE_FN void ed_take_vartime(fe_u64 e[ED_ENTRY_WORDS], const uint64_t *table,
			   fe_u64 digit)
{
	ed_none(e, mask_zero(digit));
	fe_take_vartime(e, ED_ENTRY_WORDS, table, digit);
}

/*
 * Adds an entry, or, in the lanes of @neg, subtracts it.
 * @first: public; @r is the neutral element
 * @last: public; nothing is added to @r after this, so T is not computed
 */
FE_FN void ed_add_entry(ed_point *r, fe_u64 e[ED_ENTRY_WORDS], fe_u64 neg,
			int first, int last)
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
	if (first) {
		ed_from_affine(r, &q);
		return;
	}
	fe_load(&q.Td, e + 8);
	fe_neg_if(&q.Td, neg);
	ed_add_affine(r, r, &q, !last);
#else
	ed_cached q;

	(void)first;
	fe_load(&q.sum, e);
	fe_load(&q.diff, e + 4);
	fe_load(&q.T2d, e + 8);
	fe_load(&q.Z2, e + 12);
	fe_neg_if(&q.T2d, neg);
	ed_add(r, r, &q, !last);
#endif
}

/*
 * An entry is loaded while the one before it is added: on GPUs that hides the load.
 * @r: the sum so far, T included
 * @first: public, a constant; @r is the neutral element
 */
FE_FN void ed_add_up_vartime(ed_point *r, const fe_u64 k[4],
			     const uint64_t *table, int w, int first)
{
	fe_u64 s[4] = { k[0], k[1], k[2], k[3] }, carry = fe_set1(0);
	fe_u64 e[ED_ENTRY_WORDS], next[ED_ENTRY_WORDS], neg, next_neg, digit;

	digit = fe_digit(s, &carry, &next_neg, w, 0);
	ed_take_vartime(next, table, digit);
	FE_ROLLED
	for (int i = 0; i < SEGMENTS(w); i++) {
		int last = i == SEGMENTS(w) - 1;

		FE_UNROLL
		for (int j = 0; j < ED_ENTRY_WORDS; j++)
			e[j] = next[j];
		neg = next_neg;
		if (!last) {
			table += SEGMENT_ENTRIES(w) * ED_ENTRY_WORDS;
			digit = fe_digit(s, &carry, &next_neg, w,
					 i == SEGMENTS(w) - 2);
			ed_take_vartime(next, table, digit);
		}
		ed_add_entry(r, e, neg, first && i == 0, last);
	}
}

/**
 * ed_base() - [k]B, for secret k
 * @r: result, without T
 * @k: 256 bits, four words a lane, neither clamped nor reduced
 * @table: ED_TABLE_WORDS(@w) words
 * @w: bits a segment, a constant
 */
FE_BIG_FN void ed_base(ed_point *r, const fe_u64 k[4], const uint64_t *table,
		       int w)
{
	fe_u64 s[4] = { k[0], k[1], k[2], k[3] }, carry = fe_set1(0);
	fe_u64 e[ED_ENTRY_WORDS], neg, digit;

	ed_identity(r);
	FE_ROLLED
	for (int i = 0; i < SEGMENTS(w); i++) {
		int last = i == SEGMENTS(w) - 1;

		digit = fe_digit(s, &carry, &neg, w, last);
		ed_take(e, table, digit, ENTRIES_OF(w, i));
		ed_add_entry(r, e, neg, i == 0, last);
		table += SEGMENT_ENTRIES(w) * ED_ENTRY_WORDS;
	}
}

/* ed_base(), for public k: its addresses depend on k. */
FE_BIG_FN void ed_base_vartime(ed_point *r, const fe_u64 k[4],
			       const uint64_t *table, int w)
{
	ed_identity(r);
	ed_add_up_vartime(r, k, table, w, 1);
}

/* r + [k]B, r with T, the result without: as ed_base_vartime(). */
FE_BIG_FN void ed_add_base_vartime(ed_point *r, const fe_u64 k[4],
				   const uint64_t *table, int w)
{
	ed_add_up_vartime(r, k, table, w, 0);
}
