/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lanes, masks, comparisons, negation, repeated squaring, for any field. A template
 * over FE(name), see fe.h; T, and what is said of it, are fe25519.h's.
 */

/* One lane of a word. Indices are public. */
FE_FN uint64_t FE(get_lane)(const fe_u64 *u, int lane)
{
	return ((const uint64_t *)u)[lane];
}

FE_FN void FE(set_lane)(fe_u64 *u, int lane, uint64_t value)
{
	((uint64_t *)u)[lane] = value;
}

/* All ones in the lanes where @u is zero. */
FE_FN fe_u64 mask_zero(fe_u64 u)
{
	/* Only for zero is the top bit of both u and -u clear. */
	return WC_HIDE(((u | (0 - u)) >> 63) - 1);
}

/* All ones in the lanes where @u is @v. */
FE_FN fe_u64 mask_equal(fe_u64 u, uint64_t v)
{
	return mask_zero(u ^ v);
}

/* All ones where the number @w is below that of four public words. */
FE_FN fe_u64 fe_below(const fe_u64 w[4], uint64_t n0, uint64_t n1, uint64_t n2,
		      uint64_t n3)
{
	const uint64_t n[4] = { n0, n1, n2, n3 };
	fe_u64 borrow = fe_set1(0);

	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		fe_u64 d = w[i] - n[i] - borrow;

		/* The top bit of what is not in w and in n, or in both or none
		 * and in the difference.
		 */
		borrow = ((~w[i] & n[i]) | ((~w[i] | n[i]) & d)) >> 63;
	}
	return WC_HIDE(0 - borrow);
}

/* The same public number, four words, in every lane. 2 T. */
FE_FN void fe_constant(fe *r, uint64_t w0, uint64_t w1, uint64_t w2,
		       uint64_t w3)
{
	fe_u64 w[4] = { fe_set1(w0), fe_set1(w1), fe_set1(w2), fe_set1(w3) };

	fe_load(r, w);
}

/* All ones where @a is zero modulo p; @a at most 3 T. */
FE_BIG_FN fe_u64 fe_is_zero(const fe *a)
{
	fe_u64 w[4];

	fe_store(w, a);
	return mask_zero(w[0] | w[1] | w[2] | w[3]);
}

/* All ones where @a and @b are the same modulo p; 3 T together. */
FE_FN fe_u64 fe_is_equal(const fe *a, const fe *b)
{
	fe d;

	fe_sub(&d, a, b);
	return fe_is_zero(&d);
}

/* The least significant bit of the number in [0, p), as 0 or 1. */
FE_FN fe_u64 fe_parity(const fe *a)
{
	fe_u64 w[4];

	fe_store(w, a);
	return w[0] & 1;
}

/* Negates the lanes of @mask. The bound does not change. */
FE_FN void fe_neg_if(fe *a, fe_u64 mask)
{
	fe zero, neg;

	fe_zero(&zero);
	fe_sub(&neg, &zero, a);
	fe_cmov(a, &neg, mask);
}

/* a^(2^n), n > 0 public. a at most 2 T. */
FE_BIG_FN void fe_sqrn(fe *r, const fe *a, int n)
{
	fe t = *a;

	FE_ROLLED
	for (int i = 0; i < n; i++)
		fe_sqr(&t, &t);
	*r = t;
}
