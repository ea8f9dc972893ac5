/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]G for the curve's base point G, from the tables of segments.h. A template, see
 * wei.h.
 *
 * A segment takes one addition and no doubling. The addition of an affine point cannot
 * add the point at infinity: for digit 0 what was before it is kept, by a mask.
 */

#define wei_add_up	FE(wei_add_up)
#define wei_base	FE(wei_base)
#define wei_add_base_vartime FE(wei_add_base_vartime)

/*
 * @r: the sum so far
 * @vartime: a constant: addresses may depend on k
 */
FE_FN void wei_add_up(wei_point *r, const fe_u64 k[4], const uint64_t *table,
		      int w, int vartime)
{
	fe_u64 s[4] = { k[0], k[1], k[2], k[3] }, carry = fe_set1(0);
	fe_u64 digit, neg, none;
	wei_affine q;
	wei_point t;
	fe b;

	wei_load_b(&b);
	FE_ROLLED
	for (int i = 0; i < SEGMENTS(w); i++) {
		fe_u64 e[WEI_ENTRY_WORDS];

		FE_UNROLL
		for (int j = 0; j < WEI_ENTRY_WORDS; j++)
			e[j] = fe_set1(0);
		digit = fe_digit(s, &carry, &neg, w, i == SEGMENTS(w) - 1);
		if (vartime)
			fe_take_vartime(e, WEI_ENTRY_WORDS, table, digit);
		else
			fe_take(e, WEI_ENTRY_WORDS, table, digit,
				ENTRIES_OF(w, i));
		fe_raw(&q.x, e);
		fe_raw(&q.y, e + 4);
		fe_neg_if(&q.y, neg);
		wei_add_affine(&t, r, &q, &b);
		none = mask_zero(digit);
		fe_cmov(&t.X, &r->X, none);
		fe_cmov(&t.Y, &r->Y, none);
		fe_cmov(&t.Z, &r->Z, none);
		*r = t;
		table += SEGMENT_ENTRIES(w) * WEI_ENTRY_WORDS;
	}
}

/**
 * wei_base() - [k]G, for secret k
 * @r: result
 * @k: 256 bits, four words a lane
 * @table: WEI_TABLE_WORDS(@w) words
 * @w: bits a segment, a constant
 */
FE_BIG_FN void wei_base(wei_point *r, const fe_u64 k[4], const uint64_t *table,
			int w)
{
	wei_infinity(r);
	wei_add_up(r, k, table, w, 0);
}

/**
 * wei_add_base_vartime() - r + [k]G, for public k: its addresses depend on k
 * @r: any point; result
 * @k: as wei_base()
 * @table: as wei_base()
 * @w: as wei_base()
 */
FE_BIG_FN void wei_add_base_vartime(wei_point *r, const fe_u64 k[4],
				    const uint64_t *table, int w)
{
	wei_add_up(r, k, table, w, 1);
}
