/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signatures of Ed25519 with the cofactor, checked together: the shape of it.
 *
 * With random z_i of 129 bits, known to nobody before the signatures are, the sum of
 *
 *	z_i R_i + (z_i k_i) A_i - (z_i S_i) B
 *
 * over a set of signatures, times 8, is the neutral element if each of them is valid; if one
 * is not, with a probability of 2^-129 (D. J. Bernstein, N. Duif, T. Lange, P. Schwabe, B.-Y.
 * Yang, "High-speed high-security signatures", CHES 2011, section 5). If it is not, each
 * signature of the set is checked alone. So an attacker who spoils one in every set makes the
 * work 1.4 times that of single checks, and no more.
 *
 * The multiples are added up by Pippenger's method. Scalars are signed digits: a window is
 * eight or nine bits of all of them. A window has a bucket for each magnitude of a digit, in
 * which the points are added up that have it; then the buckets' sums times their magnitudes.
 *
 *	launch		threads		for each
 *	_decode		2		signature: A, R, as second summands
 *	_scalars	1		signature: digits of z k and z; z S
 *	_buckets	BATCH_THREADS	window of a set: the buckets' sums
 *	_level1		1		8 buckets: their sum, and that with their magnitudes
 *	_level2		1		8 of those
 *	_level3		1		window
 *	_sum		BATCH_SUM_THREADS set: all windows, and the verdict
 *	_verdict	1		signature
 *
 * The levels add up the z S, too: these are BATCH_WINDOWS + 1 windows there.
 *
 * Less than BATCH_LEAST signatures take longer together than one by one: a launch is as long
 * as its longest thread.
 */
#ifndef WARPCRYPT_KERNELS_GPU_ED25519_BATCH_H
#define WARPCRYPT_KERNELS_GPU_ED25519_BATCH_H

#include "kernels/gpu/25519_units.h"

#define BATCH_SET		4096u
#define BATCH_LEAST		8192u
#define BATCH_BITS		253u	/* of scalars modulo L */
#define BATCH_WINDOWS		29u	/* of them */
#define BATCH_Z_WINDOWS		15u	/* of z */
#define BATCH_BUCKETS		256u
/* The topmost digit of z is positive, so that its buckets are as likely as others. */
#define BATCH_Z_BITS		(BATCH_Z_WINDOWS * BATCH_BITS / BATCH_WINDOWS - 1)
/* Threads of a window, and of the sum of a set. */
#define BATCH_THREADS		128u
#define BATCH_SUM_THREADS	32u
/* Blocks of those on a multiprocessor; a window's buckets are sorted by up to so many points. */
#define BATCH_BLOCKS		4
#define BATCH_MOST		63u
/* Of a window, after each level. */
#define BATCH_LEVEL1		32u
#define BATCH_LEVEL2		4u
#define BATCH_LEVEL3		1u
/* A point in scratch memory, as the arithmetic has it: X, Y, Z, T; or three numbers. */
#define BATCH_POINT_BYTES	160u
#define BATCH_SUMMAND_BYTES	128u

/* Where window @w begins, bits. */
WC_FN uint32_t batch_bit(uint32_t w)
{
	return w * BATCH_BITS / BATCH_WINDOWS;
}

/* How many sets @n signatures are. */
WC_FN uint32_t batch_sets(uint32_t n)
{
	return (n + BATCH_SET - 1) / BATCH_SET;
}

/* How many signatures a set has, but for the last. */
WC_FN uint32_t batch_each(uint32_t n)
{
	uint32_t sets = batch_sets(n);

	return sets ? (n + sets - 1) / sets : 0;
}

/**
 * struct batch_units - the parts of scratch memory behind the tables, of n signatures
 * @points: the A, then the R, BATCH_SUMMAND_BYTES each
 * @buckets: of each set, of each window, of each bucket BATCH_POINT_BYTES
 * @sums: by level, the same of some buckets at a time: their sum
 * @weighted: the sum of them times their numbers
 * @totals: by level: sums of z S modulo L
 * @s: of each signature z S modulo L
 * @digits: of each window of z k, of each signature; then of each window of z
 * @bad: of each A, then of each R: 1: it does not decode. After _scalars, in A's place, of each
 *	signature: 1: it is not valid, and not in the sum
 * @good: of each set: 1: the sum says that its signatures are valid
 */
struct batch_units {
	uint8_t *points;
	uint8_t *buckets;
	uint8_t *sums[3];
	uint8_t *weighted[3];
	uint64_t *totals[3];
	uint64_t *s;
	int16_t *digits;
	uint8_t *bad;
	uint8_t *good;
};

/* Find them behind the tables, of @n signatures. Returns the end. */
WC_FN uint8_t *batch_units(struct batch_units *u, uint8_t *scratch, uint32_t n)
{
	const uint32_t each[3] = { BATCH_LEVEL1, BATCH_LEVEL2, BATCH_LEVEL3 };
	const uint64_t sets = batch_sets(n), windows = sets * BATCH_WINDOWS;
	int i;

	u->points = scratch;
	scratch += 2ull * n * BATCH_SUMMAND_BYTES;
	u->buckets = scratch;
	scratch += windows * BATCH_BUCKETS * BATCH_POINT_BYTES;
	for (i = 0; i < 3; i++) {
		u->sums[i] = scratch;
		scratch += windows * each[i] * BATCH_POINT_BYTES;
		u->weighted[i] = scratch;
		scratch += windows * each[i] * BATCH_POINT_BYTES;
		u->totals[i] = (uint64_t *)(void *)scratch;
		scratch += sets * each[i] * 32;
	}
	u->s = (uint64_t *)(void *)scratch;
	scratch += 32ull * n;
	u->digits = (int16_t *)(void *)scratch;
	scratch += 2ull * (BATCH_WINDOWS + BATCH_Z_WINDOWS) * n;
	u->bad = scratch;
	scratch += 2ull * n;
	u->good = scratch;
	return scratch + sets;
}

/* Bytes of scratch memory behind the tables. */
WC_FN uint64_t batch_scratch(uint32_t n)
{
	/* Any address but NULL. */
	uint8_t *const from = (uint8_t *)BATCH_SUMMAND_BYTES;
	struct batch_units u;

	return n < BATCH_LEAST ? 0 : (uint64_t)(batch_units(&u, from, n) - from);
}

#endif /* WARPCRYPT_KERNELS_GPU_ED25519_BATCH_H */
