/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]P for any point P, by a window of SW_WINDOW bits. A template, see sw.h.
 *
 * All of the table P, 2 P, ... 2^(w-1) P is read for each digit.
 */

#define sw_take		FE(sw_take)
#define sw_mult		FE(sw_mult)

/* Entry @digit of @table, negated where @neg; 0 is the point at infinity. */
FE_BIG_FN void sw_take(sw_point *r, const sw_point *table, fe_u64 digit,
		       fe_u64 neg)
{
	sw_infinity(r);
	FE_ROLLED
	for (int j = 0; j < 1 << (SW_WINDOW - 1); j++) {
		fe_u64 mask = mask_equal(digit, j + 1);

		fe_cmov(&r->X, &table[j].X, mask);
		fe_cmov(&r->Y, &table[j].Y, mask);
		fe_cmov(&r->Z, &table[j].Z, mask);
	}
	fe_neg_if(&r->Y, neg);
}

/**
 * sw_mult() - [k]P, for secret k and P
 * @r: result
 * @k: 256 bits, four words a lane
 * @p: a point of the curve
 */
FE_BIG_FN void sw_mult(sw_point *r, const fe_u64 k[4], const sw_affine *p)
{
	sw_point table[1 << (SW_WINDOW - 1)], t, q;
	fe_u64 s[5], digit, neg;
	fe b;

	sw_load_b(&b);
	table[0].X = p->x;
	table[0].Y = p->y;
	fe_one(&table[0].Z);
	FE_ROLLED
	for (int j = 1; j < 1 << (SW_WINDOW - 1); j++)
		sw_add(&table[j], &table[j - 1], &table[0], &b);

	fe_window_scalar(s, k, SW_WINDOW);
	digit = fe_window_digit(s, &neg, SW_WINDOW, 1);
	sw_take(&t, table, digit, neg);
	FE_ROLLED
	for (int i = 0; i < 256 / SW_WINDOW; i++) {
		digit = fe_window_digit(s, &neg, SW_WINDOW, 0);
		FE_ROLLED
		for (int j = 0; j < SW_WINDOW; j++)
			sw_double(&t, &t, &b);
		sw_take(&q, table, digit, neg);
		sw_add(&t, &t, &q, &b);
	}
	*r = t;
}
