/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Units of groups, whichever: intermediate values in scratch memory, and results. Plain C.
 *
 * A job is a payload of units. The units of a launch's jobs are numbered consecutively, and
 * a thread does the multiplication, or the check, of each. Scratch memory has for @n units,
 * from its start:
 *
 *	bytes		what
 *	the group's	tables of the base point for secret scalars, always there
 *	the group's	those for the public scalars of signature checks, always there
 *	32 n		x, or the numerator
 *	32 n		y
 *	32 n		the denominator
 *	32 n		for the inversion
 *	32 n or 64 n	results
 *	n		status: 0, or why there is no result
 *
 * All of it but the tables is secret: the caller wipes it.
 */
#ifndef WARPCRYPT_KERNELS_GPU_UNITS_H
#define WARPCRYPT_KERNELS_GPU_UNITS_H

#include "kernels/gpu/job.h"

/**
 * struct wc_units - the parts of scratch memory
 * @table: the tables
 * @check_table: those of signature checks
 * @x: x, or the numerator
 * @y: y
 * @den: the denominator, then its inverse
 * @work: for the inversion
 * @out: results
 * @status: 0, or why there is no result
 */
struct wc_units {
	const uint64_t *table;
	const uint64_t *check_table;
	uint64_t *x;
	uint64_t *y;
	uint64_t *den;
	uint64_t *work;
	uint64_t *out;
	uint8_t *status;
};

/* @secret: bytes of the tables for secret scalars, @tables: of all; @words: of a result */
WC_FN struct wc_units wc_units_in(uint8_t *scratch, uint32_t n, uint32_t secret,
				  uint32_t tables, uint32_t words)
{
	struct wc_units u;

	u.table = (const uint64_t *)(const void *)scratch;
	u.check_table = u.table + secret / 8;
	u.x = (uint64_t *)(void *)(scratch + tables);
	u.y = u.x + 4ull * n;
	u.den = u.y + 4ull * n;
	u.work = u.den + 4ull * n;
	u.out = u.work + 4ull * n;
	u.status = (uint8_t *)(u.out + (uint64_t)words * n);
	return u;
}

/* A unit's result of @blocks, whether there is none, and zeros. */
WC_FN void wc_unit_put(uint8_t *out, const uint64_t *result, int blocks,
		       uint32_t status)
{
	const struct wc_block *from =
		(const struct wc_block *)(const void *)result;
	struct wc_block *to = wc_blocks_out(out, 0);
	struct wc_block rest = { { status != 0, 0, 0, 0 } };
	int i;

	for (i = 0; i < blocks; i++)
		to[i] = from[i];
	to[blocks] = rest;
	rest.w[0] = 0;
	to[blocks + 1] = rest;
}

#endif /* WARPCRYPT_KERNELS_GPU_UNITS_H */
