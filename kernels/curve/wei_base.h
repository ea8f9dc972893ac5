/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]G for the curve's base point G, from the tables of segments.h. A template, see
 * wei.h.
 *
 * A segment takes one addition and no doubling. Additions are in Jacobian coordinates, which
 * have exceptions. The sum is the point at infinity until the first digit that is not 0: for
 * that digit a mask selects the table's entry in place of the addition's result. For a digit 0
 * a mask selects the sum as it was. Otherwise no exception occurs. The sum before segment i is [m]G, |m| being at most 2^(w i) / (2 - 2^(1 - w)), and
 * [d 2^(w i)]G is added, d not 0. As integers they are neither equal nor opposite. Modulo n, below
 * the last segment, |m| + |d 2^(w i)| is below 2^(w i + w), which is below n. With the last one
 * the sum is k, which is not 0. The difference d 2^(w i) - m is no n: for m > 0, k were n + 2 m;
 * otherwise n modulo 2^(w i) were |m|, but the topmost 32 bits of n are ones.
 */

#define wei_base_by	FE(wei_base_by)
#define wei_base	FE(wei_base)
#define wei_base_vartime FE(wei_base_vartime)

/* @vartime: a constant: addresses may depend on k. */
FE_FN void wei_base_by(wei_point *r, const fe_u64 k[4], const uint64_t *table,
		       int w, int vartime)
{
	fe_u64 s[4] = { k[0], k[1], k[2], k[3] }, carry = fe_set1(0);
	fe_u64 digit, neg, none, start = fe_set1(~0ULL);
	wei_jacobian sum, t;
	wei_affine q;
	fe one;

	fe_one(&one);
	fe_zero(&sum.X);
	fe_one(&sum.Y);
	fe_zero(&sum.Z);
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
		none = mask_zero(digit);
		t = sum;
		wei_jacobian_add_affine(&t, &q);
		fe_cmov(&t.X, &q.x, start);
		fe_cmov(&t.Y, &q.y, start);
		fe_cmov(&t.Z, &one, start);
		fe_cmov(&t.X, &sum.X, none);
		fe_cmov(&t.Y, &sum.Y, none);
		fe_cmov(&t.Z, &sum.Z, none);
		start &= none;
		sum = t;
		table += SEGMENT_ENTRIES(w) * WEI_ENTRY_WORDS;
	}
	fe_sqr(&t.Z, &sum.Z);
	fe_mul(&t.Z, &t.Z, &sum.Z);
	wei_from_jacobian(r, &sum, &t.Z);
}

/**
 * wei_base() - [k]G, for secret k
 * @r: result
 * @k: in [1, n - 1], four words a lane
 * @table: WEI_TABLE_WORDS(@w) words
 * @w: bits a segment, a constant, at most 30
 */
FE_BIG_FN void wei_base(wei_point *r, const fe_u64 k[4], const uint64_t *table,
			int w)
{
	wei_base_by(r, k, table, w, 0);
}

/* wei_base(), for public k below n: its addresses depend on k. Of 0 the point at infinity. */
FE_BIG_FN void wei_base_vartime(wei_point *r, const fe_u64 k[4],
				const uint64_t *table, int w)
{
	wei_base_by(r, k, table, w, 1);
}
