/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Powers modulo 2^255 - 19: inverses and what roots need. A template over FE(name),
 * see fe25519.h.
 */
#include "kernels/curve/fe_common.h"

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
