/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]P on edwards25519 for any P of the curve and any 256-bit k, by a fixed
 * window of signed digits. A template over FE(name), see fe25519.h.
 *
 * All of the table P, 2 P, ... 2^(W-1) P is read for each digit.
 */

#define ED_WINDOW	4

#define ed_window_take	FE(ed_window_take)
#define ed_mult		FE(ed_mult)

/* Entry |digit| of the table, negated where @neg; 0 is the neutral element. */
FE_BIG_FN void ed_window_take(ed_cached *r, const ed_cached *table, fe_u64 digit,
			  fe_u64 neg)
{
	ed_cached_identity(r);
	FE_ROLLED
	for (int j = 0; j < 1 << (ED_WINDOW - 1); j++)
		ed_cached_cmov(r, &table[j], mask_equal(digit, j + 1));
	ed_cached_neg_if(r, neg);
}

/* [k]P, for secret k and P, T included: 256 bits of k, neither clamped nor reduced. */
FE_BIG_FN void ed_mult(ed_point *r, const fe_u64 k[4], const ed_point *p)
{
	ed_cached table[1 << (ED_WINDOW - 1)], q;
	ed_point t = *p;
	fe_u64 s[5], digit, neg;

	ed_to_cached(&table[0], &t);
	FE_ROLLED
	for (int j = 1; j < 1 << (ED_WINDOW - 1); j++) {
		ed_add(&t, &t, &table[0], 1);
		ed_to_cached(&table[j], &t);
	}

	fe_window_scalar(s, k, ED_WINDOW);
	ed_identity(&t);
	FE_ROLLED
	for (int i = 0; i <= 256 / ED_WINDOW; i++) {
		digit = fe_window_digit(s, &neg, ED_WINDOW, i == 0);
		FE_ROLLED
		for (int j = 1; j < ED_WINDOW; j++)
			ed_double(&t, &t, 0);
		ed_double(&t, &t, 1);
		ed_window_take(&q, table, digit, neg);
		ed_add(&t, &t, &q, 1);
	}
	*r = t;
}
