/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]G for the curve's base point G, from the tables of segments.h. A template, see
 * sw.h.
 *
 * A segment takes one addition and no doubling. The addition of an affine point cannot
 * add the point at infinity: for digit 0 what was before it is kept, by a mask.
 */

#define sw_base		FE(sw_base)

/**
 * sw_base() - [k]G, for secret k
 * @r: result
 * @k: 256 bits, four words a lane
 * @table: SW_TABLE_WORDS(@w) words
 * @w: bits a segment, a constant
 */
FE_BIG_FN void sw_base(sw_point *r, const fe_u64 k[4], const uint64_t *table,
		       int w)
{
	fe_u64 s[4] = { k[0], k[1], k[2], k[3] }, carry = fe_set1(0);
	fe_u64 digit, neg, none;
	sw_affine q;
	sw_point t;
	fe b;

	sw_load_b(&b);
	sw_infinity(r);
	FE_ROLLED
	for (int i = 0; i < SEGMENTS(w); i++) {
		fe_u64 e[SW_ENTRY_WORDS];

		FE_UNROLL
		for (int j = 0; j < SW_ENTRY_WORDS; j++)
			e[j] = fe_set1(0);
		digit = fe_digit(s, &carry, &neg, w, i == SEGMENTS(w) - 1);
		fe_take(e, SW_ENTRY_WORDS, table, digit, ENTRIES_OF(w, i));
		fe_raw(&q.x, e);
		fe_raw(&q.y, e + 4);
		fe_neg_if(&q.y, neg);
		sw_add_affine(&t, r, &q, &b);
		none = mask_zero(digit);
		fe_cmov(&t.X, &r->X, none);
		fe_cmov(&t.Y, &r->Y, none);
		fe_cmov(&t.Z, &r->Z, none);
		*r = t;
		table += SEGMENT_ENTRIES(w) * SW_ENTRY_WORDS;
	}
}
