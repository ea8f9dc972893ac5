/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What every arithmetic modulo 2^255 - 19 has in common: masks, comparisons,
 * powers. A template over FE(name), see fe25519.h.
 */

/* All ones in the lanes where @u is zero. */
FE_FN fe_u64 mask_zero(fe_u64 u)
{
	/* Only for zero is the top bit of both u and -u clear. */
	return ((u | (0 - u)) >> 63) - 1;
}

/* All ones in the lanes where @u is @v. */
FE_FN fe_u64 mask_equal(fe_u64 u, uint64_t v)
{
	return mask_zero(u ^ v);
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

/*
 * @r: z^(2^250 - 1)
 * @z11: z^11
 * @z: at most 2 T
 *
 * z^(2^(a+b) - 1) is z^(2^a - 1) squared b times, times z^(2^b - 1): from 5 to
 * 10, 20, 40, 50, 100, 200 and 250. 249 squarings, 10 multiplications.
 */
FE_BIG_FN void fe_pow22501(fe *r, fe *z11, const fe *z)
{
	fe z9, t, e5, e10, e50;

	fe_sqr(&t, z);			/* 2 */
	fe_sqrn(&z9, &t, 2);		/* 8 */
	fe_mul(&z9, &z9, z);		/* 9 */
	fe_mul(z11, &z9, &t);		/* 11 */
	fe_sqr(&t, z11);		/* 22 */
	fe_mul(&e5, &t, &z9);		/* 31 = 2^5 - 1 */
	fe_sqrn(&t, &e5, 5);
	fe_mul(&e10, &t, &e5);
	fe_sqrn(&t, &e10, 10);
	fe_mul(&e50, &t, &e10);		/* 2^20 - 1 */
	fe_sqrn(&t, &e50, 20);
	fe_mul(&t, &t, &e50);		/* 2^40 - 1 */
	fe_sqrn(&t, &t, 10);
	fe_mul(&e50, &t, &e10);
	fe_sqrn(&t, &e50, 50);
	fe_mul(&e10, &t, &e50);		/* 2^100 - 1 */
	fe_sqrn(&t, &e10, 100);
	fe_mul(&t, &t, &e10);		/* 2^200 - 1 */
	fe_sqrn(&t, &t, 50);
	fe_mul(r, &t, &e50);
}

/* 1 / z, or 0 for 0: z^(p - 2), p - 2 = (2^250 - 1) 2^5 + 11. */
FE_BIG_FN void fe_invert(fe *r, const fe *z)
{
	fe t, z11;

	fe_pow22501(&t, &z11, z);
	fe_sqrn(&t, &t, 5);
	fe_mul(r, &t, &z11);
}

/* z^((p - 5) / 8), (p - 5) / 8 = 2^252 - 3 = (2^250 - 1) 2^2 + 1. */
FE_BIG_FN void fe_pow22523(fe *r, const fe *z)
{
	fe t, z11;

	fe_pow22501(&t, &z11, z);
	fe_sqrn(&t, &t, 2);
	fe_mul(r, &t, z);
}
