/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]P for any point P, by a window of SW_WINDOW bits. A template, see sw.h.
 *
 * Digits are odd, from the top down; the table is P, 3 P, 5 P, ... (2^w - 1) P, and all of
 * it is read for each digit. With m the number that the digits so far make, the sum so
 * far is [m]P; m is odd, positive and, until the last digit is added, at most
 * n / 2^w + 1. So the sum is never at infinity, nor are its doubles, as n is an odd prime.
 * A digit d is added to [2^w m]P: 2^w m is above |d|, and more than |d| below n, so the
 * points are neither equal nor opposite. Only with the last digit 2^w m may come as close
 * to n: that addition is complete.
 */

#define sw_take		FE(sw_take)
#define sw_take_vartime	FE(sw_take_vartime)
#define sw_odd_multiples FE(sw_odd_multiples)
#define sw_make_odd	FE(sw_make_odd)
#define sw_mult_last	FE(sw_mult_last)
#define sw_mult_by	FE(sw_mult_by)
#define sw_mult		FE(sw_mult)
#define sw_mult_vartime	FE(sw_mult_vartime)

#define SW_MULTIPLES	(1 << (SW_WINDOW - 1))

/* Entry @index of @table, negated where @neg. */
FE_BIG_FN void sw_take(sw_addend *r, const sw_addend *table, fe_u64 index,
		       fe_u64 neg)
{
	*r = table[0];
	FE_ROLLED
	for (int j = 1; j < SW_MULTIPLES; j++) {
		fe_u64 mask = mask_equal(index, j);

		fe_cmov(&r->p.X, &table[j].p.X, mask);
		fe_cmov(&r->p.Y, &table[j].p.Y, mask);
		fe_cmov(&r->p.Z, &table[j].p.Z, mask);
		fe_cmov(&r->zz, &table[j].zz, mask);
		fe_cmov(&r->zzz, &table[j].zzz, mask);
	}
	fe_neg_if(&r->p.Y, neg);
}

/* The same by its index, but for vectors, to which masks bring entries faster. */
FE_FN void sw_take_vartime(sw_addend *r, const sw_addend *table, fe_u64 index,
			   fe_u64 neg)
{
	if (FE(lanes) > 1) {
		sw_take(r, table, index, neg);
		return;
	}
	*r = table[FE(get_lane)(&index, 0)];
	fe_neg_if(&r->p.Y, neg);
}

/* P, 3 P, 5 P, ... */
FE_FN void sw_odd_multiples(sw_addend *table, const sw_affine *p)
{
	sw_jacobian multiple;
	sw_addend twice;

	multiple.X = p->x;
	multiple.Y = p->y;
	fe_one(&multiple.Z);
	sw_to_addend(&table[0], &multiple);
	sw_jacobian_double(&multiple);
	sw_to_addend(&twice, &multiple);
	multiple = table[0].p;
	FE_ROLLED
	for (int j = 1; j < SW_MULTIPLES; j++) {
		sw_jacobian_add(&multiple, &twice);
		sw_to_addend(&table[j], &multiple);
	}
}

/*
 * n - k where k is even: the order n is odd.
 * Return: all ones where it was.
 */
FE_FN fe_u64 sw_make_odd(fe_u64 r[4], const fe_u64 k[4])
{
	const uint64_t n[4] = { SW(N0), SW(N1), SW(N2), SW(N3) };
	fe_u64 even = WC_HIDE((k[0] & 1) - 1), carry = even & 1;

	/* n + ~k + 1, or 0 + k + 0 */
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		r[i] = add_carry(k[i] ^ even, even & n[i], &carry);
	return even;
}

/* The last addition. */
FE_FN void sw_mult_last(sw_point *r, const sw_jacobian *t, const sw_addend *q)
{
	sw_addend last;
	sw_point other;
	fe b;

	sw_load_b(&b);
	sw_to_addend(&last, t);
	sw_from_jacobian(r, t, &last.zzz);
	sw_from_jacobian(&other, &q->p, &q->zzz);
	sw_add(r, r, &other, &b);
}

/* @vartime: a constant: addresses may depend on k. */
FE_FN void sw_mult_by(sw_point *r, const fe_u64 k[4], const sw_affine *p,
		      int vartime)
{
	sw_addend table[SW_MULTIPLES], q;
	fe_u64 s[4], index, neg, even;
	sw_jacobian t;

	sw_odd_multiples(table, p);
	even = sw_make_odd(s, k);
	fe_odd_scalar(s);
	index = fe_odd_digit(s, &neg, SW_WINDOW);
	sw_take(&q, table, index, neg);
	t = q.p;
	FE_ROLLED
	for (int i = 1; i < 256 / SW_WINDOW; i++) {
		if (i > 1)
			sw_jacobian_add(&t, &q);
		FE_ROLLED
		for (int j = 0; j < SW_WINDOW; j++)
			sw_jacobian_double(&t);
		index = fe_odd_digit(s, &neg, SW_WINDOW);
		if (vartime)
			sw_take_vartime(&q, table, index, neg);
		else
			sw_take(&q, table, index, neg);
	}
	sw_mult_last(r, &t, &q);
	fe_neg_if(&r->Y, even);
}

/**
 * sw_mult() - [k]P, for secret k and P
 * @r: result
 * @k: below n, four words a lane; for 0 the result is the point at infinity
 * @p: a point of the curve
 */
FE_BIG_FN void sw_mult(sw_point *r, const fe_u64 k[4], const sw_affine *p)
{
	sw_mult_by(r, k, p, 0);
}

/**
 * sw_mult_vartime() - [k]P, for public k: its addresses depend on k
 * @r: as sw_mult()
 * @k: as sw_mult()
 * @p: as sw_mult()
 */
FE_BIG_FN void sw_mult_vartime(sw_point *r, const fe_u64 k[4],
			       const sw_affine *p)
{
	sw_mult_by(r, k, p, 1);
}
