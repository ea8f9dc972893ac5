/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * [k]P for any point P, by a window of WEI_WINDOW bits. A template, see wei.h.
 *
 * Digits are odd, from the top down; the table is P, 3 P, 5 P, ... (2^w - 1) P, and all of
 * it is read for each digit. With m the number that the digits so far make, the sum so
 * far is [m]P; m is odd, positive and, until the last digit is added, at most
 * n / 2^w + 1. So the sum is never at infinity, nor are its doubles, as n is an odd prime.
 * A digit d is added to [2^w m]P: 2^w m is above |d|, and more than |d| below n, so the
 * points are neither equal nor opposite. Only with the last digit 2^w m may come as close
 * to n: that addition is complete.
 */

#define wei_take	FE(wei_take)
#define wei_take_vartime FE(wei_take_vartime)
#define wei_odd_multiples FE(wei_odd_multiples)
#define wei_make_odd	FE(wei_make_odd)
#define wei_mult_last	FE(wei_mult_last)
#define wei_mult_by	FE(wei_mult_by)
#define wei_mult	FE(wei_mult)
#define wei_mult_vartime FE(wei_mult_vartime)

#define WEI_MULTIPLES	(1 << (WEI_WINDOW - 1))

/* Entry @index of @table, negated where @neg. */
FE_BIG_FN void wei_take(wei_addend *r, const wei_addend *table, fe_u64 index,
			fe_u64 neg)
{
	*r = table[0];
	FE_ROLLED
	for (int j = 1; j < WEI_MULTIPLES; j++) {
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
FE_FN void wei_take_vartime(wei_addend *r, const wei_addend *table, fe_u64 index,
			    fe_u64 neg)
{
	if (FE(lanes) > 1) {
		wei_take(r, table, index, neg);
		return;
	}
	*r = table[FE(get_lane)(&index, 0)];
	fe_neg_if(&r->p.Y, neg);
}

/* P, 3 P, 5 P, ... */
FE_FN void wei_odd_multiples(wei_addend *table, const wei_affine *p)
{
	wei_jacobian multiple;
	wei_addend twice;

	multiple.X = p->x;
	multiple.Y = p->y;
	fe_one(&multiple.Z);
	wei_to_addend(&table[0], &multiple);
	wei_jacobian_double(&multiple);
	wei_to_addend(&twice, &multiple);
	multiple = table[0].p;
	FE_ROLLED
	for (int j = 1; j < WEI_MULTIPLES; j++) {
		wei_jacobian_add(&multiple, &twice);
		wei_to_addend(&table[j], &multiple);
	}
}

/*
 * n - k where k is even: the order n is odd.
 * Return: all ones where it was.
 */
FE_FN fe_u64 wei_make_odd(fe_u64 r[4], const fe_u64 k[4])
{
	const uint64_t n[4] = { WEI(N0), WEI(N1), WEI(N2), WEI(N3) };
	fe_u64 even = WC_HIDE((k[0] & 1) - 1), carry = even & 1;

	/* n + ~k + 1, or 0 + k + 0 */
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		r[i] = add_carry(k[i] ^ even, even & n[i], &carry);
	return even;
}

/* The last addition. */
FE_FN void wei_mult_last(wei_point *r, const wei_jacobian *t, const wei_addend *q)
{
	wei_addend last;
	wei_point other;
	fe b;

	wei_load_b(&b);
	wei_to_addend(&last, t);
	wei_from_jacobian(r, t, &last.zzz);
	wei_from_jacobian(&other, &q->p, &q->zzz);
	wei_add(r, r, &other, &b);
}

/* @vartime: a constant: addresses may depend on k. */
FE_FN void wei_mult_by(wei_point *r, const fe_u64 k[4], const wei_affine *p,
		       int vartime)
{
	wei_addend table[WEI_MULTIPLES], q;
	fe_u64 s[4], index, neg, even;
	wei_jacobian t;

	wei_odd_multiples(table, p);
	even = wei_make_odd(s, k);
	fe_odd_scalar(s);
	index = fe_odd_digit(s, &neg, WEI_WINDOW);
	wei_take(&q, table, index, neg);
	t = q.p;
	FE_ROLLED
	for (int i = 1; i < 256 / WEI_WINDOW; i++) {
		if (i > 1)
			wei_jacobian_add(&t, &q);
		FE_ROLLED
		for (int j = 0; j < WEI_WINDOW; j++)
			wei_jacobian_double(&t);
		index = fe_odd_digit(s, &neg, WEI_WINDOW);
		if (vartime)
			wei_take_vartime(&q, table, index, neg);
		else
			wei_take(&q, table, index, neg);
	}
	wei_mult_last(r, &t, &q);
	fe_neg_if(&r->Y, even);
}

/* [k]P, for secret k below n and P; for 0 the result is the point at infinity. */
FE_BIG_FN void wei_mult(wei_point *r, const fe_u64 k[4], const wei_affine *p)
{
	wei_mult_by(r, k, p, 0);
}

/* The same for public k: its addresses depend on k. */
FE_BIG_FN void wei_mult_vartime(wei_point *r, const fe_u64 k[4],
				const wei_affine *p)
{
	wei_mult_by(r, k, p, 1);
}
