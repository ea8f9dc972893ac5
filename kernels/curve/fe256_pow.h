/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inverses modulo a prime of 256 bits. A template, see fe256.h.
 */

/*
 * 1 / z, or 0 for 0: z^(p - 2), one bit of the public exponent after the other. A chain of
 * additions for each prime would save a third; batches share one inversion (fe_batch.h).
 */
FE_BIG_FN void fe_invert(fe *r, const fe *z)
{
	/* p - 2: p's lowest word is 2^64 - 1. */
	const uint64_t e[4] = { WEI(P0) - 2, WEI(P1), WEI(P2), WEI(P3) };
	fe t = *z;

	FE_ROLLED
	for (int i = 254; i >= 0; i--) {
		fe_sqr(&t, &t);
		if (e[i / 64] >> i % 64 & 1)
			fe_mul(&t, &t, z);
	}
	*r = t;
}
