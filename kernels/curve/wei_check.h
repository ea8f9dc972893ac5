/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signatures of ECDSA (FIPS 186-5, section 6.4.2): (r, s) is valid for the key Q if
 * r and s are in [1, n - 1] and r is the x of [u1]G + [u2]Q, taken modulo n, where
 * u1 = e / s and u2 = r / s modulo n, e being the hash. A template, see wei.h.
 *
 * All of it is public: signatures, keys and hashes are. Documentation/library.rst.
 */

#define wei_x_is	FE(wei_x_is)
#define wei_check_vartime FE(wei_check_vartime)

/* All ones where the affine x of @p is @w, a number below p; never at infinity. */
FE_FN fe_u64 wei_x_is(const wei_point *p, const fe_u64 w[4])
{
	fe x;

	fe_load(&x, w);
	fe_mul(&x, &x, &p->Z);
	return fe_is_equal(&x, &p->X) & ~fe_is_zero(&p->Z);
}

/**
 * wei_check_vartime() - is a signature valid?
 * @q: Q as bytes, see wei_decode()
 * @r: r; any number, as four words a lane
 * @u1: u1, below n; addresses depend on it
 * @u2: u2, below n; so do they on it
 * @table: WEI_TABLE_WORDS(@w) words
 * @w: bits a segment, a constant
 *
 * x is below p, and p below 2 n; so it is r, or r + n if that is below p.
 *
 * Return: all ones in the lanes where it is not, Q is no point of the curve, or r is
 * not in [1, n - 1]
 */
FE_BIG_FN fe_u64 wei_check_vartime(const fe_u64 q[8], const fe_u64 r[4],
				   const fe_u64 u1[4], const fe_u64 u2[4],
				   const uint64_t *table, int w)
{
	const uint64_t n[4] = { WEI(N0), WEI(N1), WEI(N2), WEI(N3) };
	fe_u64 bad, other[4], carry = fe_set1(0), is;
	wei_point p, g;
	wei_affine a;
	fe b;

	bad = mask_zero(r[0] | r[1] | r[2] | r[3]);
	bad |= ~fe_below(r, WEI(N0), WEI(N1), WEI(N2), WEI(N3));
	bad |= wei_decode(&a, q);
	wei_mult_vartime(&p, u2, &a);
	wei_base_vartime(&g, u1, table, w);
	wei_load_b(&b);
	wei_add(&p, &p, &g, &b);
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		other[i] = add_carry(r[i], fe_set1(n[i]), &carry);
	is = wei_x_is(&p, other) & mask_zero(carry) &
	     fe_below(other, WEI(P0), WEI(P1), WEI(P2), WEI(P3));
	return bad | ~(is | wei_x_is(&p, r));
}
