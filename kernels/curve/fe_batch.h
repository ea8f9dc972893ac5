/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Many inversions for the price of one (P. Montgomery, "Speeding the Pollard
 * and Elliptic Curve Methods of Factorization", 1987, section 10.3.1). A
 * template over FE(name), see fe.h.
 */

#define fe_invert_many	FE(invert_many)

/*
 * 1 / z[0], ... 1 / z[n - 1], lane by lane: @z, up to 2 T, becomes 1 T. A zero would make
 * all products zero, so 1 takes its place: these lanes become undefined, and are all ones
 * in @zero. @work has room for @n elements. 3 multiplications an element, and one inversion.
 */
FE_BIG_FN void fe_invert_many(fe *z, fe_u64 *zero, fe *work, int n)
{
	fe one, t;

	fe_one(&one);
	t = one;
	FE_ROLLED
	for (int i = 0; i < n; i++) {
		zero[i] = fe_is_zero(&z[i]);
		fe_cmov(&z[i], &one, zero[i]);
		work[i] = t;
		fe_mul(&t, &t, &z[i]);
	}
	fe_invert(&t, &t);
	FE_ROLLED
	for (int i = n - 1; i >= 0; i--) {
		fe inverse;

		fe_mul(&inverse, &t, &work[i]);
		fe_mul(&t, &t, &z[i]);
		z[i] = inverse;
	}
}
