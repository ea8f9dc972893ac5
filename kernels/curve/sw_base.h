/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]G for the curve's base point G, from the tables of segments.h. A template, see
 * sw.h.
 *
 * A segment takes one addition and no doubling. The addition of an affine point cannot
 * add the point at infinity: for digit 0 what was before it is kept, by a mask.
 */

#define sw_add_up	FE(sw_add_up)
#define sw_base		FE(sw_base)
#define sw_add_base_vartime FE(sw_add_base_vartime)

/*
 * @r: the sum so far
 * @vartime: a constant: addresses may depend on k
 */
FE_FN void sw_add_up(sw_point *r, const fe_u64 k[4], const uint64_t *table,
		     int w, int vartime)
{
	fe_u64 s[4] = { k[0], k[1], k[2], k[3] }, carry = fe_set1(0);
	fe_u64 digit, neg, none;
	sw_affine q;
	sw_point t;
	fe b;

	sw_load_b(&b);
	FE_ROLLED
	for (int i = 0; i < SEGMENTS(w); i++) {
		fe_u64 e[SW_ENTRY_WORDS];

		FE_UNROLL
		for (int j = 0; j < SW_ENTRY_WORDS; j++)
			e[j] = fe_set1(0);
		digit = fe_digit(s, &carry, &neg, w, i == SEGMENTS(w) - 1);
		if (vartime)
			fe_take_vartime(e, SW_ENTRY_WORDS, table, digit);
		else
			fe_take(e, SW_ENTRY_WORDS, table, digit,
				ENTRIES_OF(w, i));
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
	sw_infinity(r);
	sw_add_up(r, k, table, w, 0);
}

/**
 * sw_add_base_vartime() - r + [k]G, for public k: its addresses depend on k
 * @r: any point; result
 * @k: as sw_base()
 * @table: as sw_base()
 * @w: as sw_base()
 */
FE_BIG_FN void sw_add_base_vartime(sw_point *r, const fe_u64 k[4],
				   const uint64_t *table, int w)
{
	sw_add_up(r, k, table, w, 1);
}
