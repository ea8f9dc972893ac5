/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * X25519 (RFC 7748, section 5): the Montgomery ladder. A template over
 * FE(name), see fe25519.h. Scalars, and all values computed from them, are secret.
 */

#define x25519_clamp	FE(x25519_clamp)
#define x25519_steps	FE(x25519_steps)
#define x25519_ladder	FE(x25519_ladder)

/* Scalars as RFC 7748 decodes them: a multiple of 8 in [2^254, 2^255). */
FE_FN void x25519_clamp(fe_u64 k[4])
{
	k[0] &= ~7ULL;
	k[3] = (k[3] & ~(1ULL << 63)) | 1ULL << 62;
}

/*
 * From (x2 : z2) = [m]P and (x3 : z3) = [m + 1]P, @bits bits further: each step
 * makes 2 m and 2 m + 1, or 2 m + 1 and 2 m + 2, of m and m + 1. A mask exchanges
 * the two before the step and back after it; the exchange after one step and that
 * before the next are done as one.
 *
 * @x1: the x-coordinate of P, 1 T, not zero
 * @k: their bits, the next one topmost; lost
 *
 * Bounds: all 1 T, sums and differences of two are 2 T, fe_a24_add() gives 3 T,
 * and the largest product is 2 T by 3 T.
 */
FE_FN void x25519_steps(fe *x2, fe *z2, fe *x3, fe *z3, const fe *x1,
			fe_u64 k[4], int bits)
{
	fe_u64 swap, last = fe_set1(0);
	fe a, b, c, d;

	FE_ROLLED
	for (int i = 0; i < bits; i++) {
		/* The scalar moves up, so that its next bit is the topmost. */
		swap = WC_HIDE(0 - (k[3] >> 63));
		k[3] = k[3] << 1 | k[2] >> 63;
		k[2] = k[2] << 1 | k[1] >> 63;
		k[1] = k[1] << 1 | k[0] >> 63;
		k[0] <<= 1;

		fe_cswap(x2, x3, swap ^ last);
		fe_cswap(z2, z3, swap ^ last);
		last = swap;

		fe_add(&a, x2, z2);
		fe_sub(&b, x2, z2);
		fe_add(&c, x3, z3);
		fe_sub(&d, x3, z3);
		/* In this order it is fastest on GPUs: Documentation/curves.rst. */
		fe_mul(&c, &c, &b);
		fe_mul(&d, &d, &a);
		fe_sub(z3, &d, &c);
		fe_add(x3, &d, &c);
		fe_sqr(z3, z3);
		fe_sqr(&b, &b);
		fe_sqr(&a, &a);
		fe_mul(z3, x1, z3);
		fe_sqr(x3, x3);
		fe_mul(x2, &b, &a);
		fe_sub(&b, &a, &b);
		fe_a24_add(&a, &b, &a);
		fe_mul(z2, &a, &b);
	}
	fe_cswap(x2, x3, last);
	fe_cswap(z2, z3, last);
}

/**
 * x25519_ladder() - the x-coordinate of [k](u, ...), not yet divided
 * @x: numerator, 1 T
 * @z: denominator, 1 T; zero where the result is the point at infinity, for
 *	which RFC 7748 has the result 0
 * @k: a clamped scalar, four words a lane
 * @u: the point, four words a lane, any value; bit 255 is ignored. x25519_steps()
 *	excludes 0, but the result for 0 is x = 0, as it must be.
 */
FE_BIG_FN void x25519_ladder(fe *x, fe *z, const fe_u64 k[4], const fe_u64 u[4])
{
	/* Bit 254 on top. */
	fe_u64 up[4] = { k[0] << 1, k[1] << 1 | k[0] >> 63,
			 k[2] << 1 | k[1] >> 63, k[3] << 1 | k[2] >> 63 };
	fe x1, x3, z3;

	fe_one(x);
	fe_zero(z);
	fe_one(&z3);
	fe_load(&x1, u);
	fe_mul(&x1, &x1, &z3);		/* from 2 T to 1 T */
	x3 = x1;
	x25519_steps(x, z, &x3, &z3, &x1, up, 255);
}
