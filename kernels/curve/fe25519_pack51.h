/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Five limbs of 51 bits to and from four 64-bit words. Arithmetics with such limbs
 * include this, with FE(name) and FE(u64) defined.
 */

#define FE51_MASK	((1ULL << 51) - 1)

/* The 51-bit limbs of a 255-bit number; bit 255 is ignored. */
FE_FN void FE(unpack51)(FE(u64) l[5], const FE(u64) w[4])
{
	l[0] = w[0] & FE51_MASK;
	l[1] = (w[0] >> 51 | w[1] << 13) & FE51_MASK;
	l[2] = (w[1] >> 38 | w[2] << 26) & FE51_MASK;
	l[3] = (w[2] >> 25 | w[3] << 39) & FE51_MASK;
	l[4] = (w[3] >> 12) & FE51_MASK;
}

/*
 * The one number in [0, p) that limbs stand for, each below 2^63; they are lost. Two carry
 * rounds leave a value below 2^255 + 19: limbs of 63 bits carry 12 bits each, the last
 * one's times 19 is below 2^17; in the second round only a carry of 1 can run through.
 * Then value + 19 reaches 2^255 if and only if the value is p or more.
 */
FE_FN void FE(pack51)(FE(u64) w[4], FE(u64) l[5])
{
	FE(u64) q;

	FE_UNROLL
	for (int round = 0; round < 2; round++) {
		FE_UNROLL
		for (int i = 0; i < 4; i++) {
			l[i + 1] += l[i] >> 51;
			l[i] &= FE51_MASK;
		}
		q = l[4] >> 51;
		l[4] &= FE51_MASK;
		l[0] += (q << 4) + (q << 1) + q;
	}

	q = (l[0] + 19) >> 51;
	FE_UNROLL
	for (int i = 1; i < 5; i++)
		q = (l[i] + q) >> 51;
	l[0] += (q << 4) + (q << 1) + q;
	FE_UNROLL
	for (int i = 0; i < 4; i++) {
		l[i + 1] += l[i] >> 51;
		l[i] &= FE51_MASK;
	}
	l[4] &= FE51_MASK;

	w[0] = l[0] | l[1] << 51;
	w[1] = l[1] >> 13 | l[2] << 38;
	w[2] = l[2] >> 26 | l[3] << 25;
	w[3] = l[3] >> 39 | l[4] << 12;
}
