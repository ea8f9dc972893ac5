/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scalar multiplications on short Weierstrass curves (kernels/curve/wei.h) as the GPU gets
 * them: a job is a payload of units of WEI_UNIT_BYTES (struct warpcrypt_kpp_p256_in of the
 * UAPI), which results overwrite (struct warpcrypt_kpp_p256_out):
 *
 *	bytes	on input	on output
 *	0	scalar, 32	x of the product, 32
 *	32	x, 32		y of the product, 32
 *	64	y, 32		status, 4: 0, or 1: there is no result (it is zeros);
 *				then zeros
 *
 * Numbers have their most significant byte first; without a point, the base point's
 * place is not read. The units of a launch's jobs are numbered consecutively, and a
 * thread does the multiplication of each. Intermediate values are in scratch memory,
 * which has for @n units, from its start:
 *
 *	bytes			what
 *	WEI_SECRET_TABLE_BYTES	the tables of the base point, always there
 *	the rest of		those for the public scalars of signature checks, always
 *	WEI_TABLE_BYTES		there
 *	32 n, three times	X, Y, Z
 *	32 n			for the inversion
 *	64 n			results
 *	n			status
 *
 * All of it but the tables is secret: the caller wipes it.
 *
 * Signature checks have units of their own, of WEI_CHECK_BYTES (struct wc_check_p256 of
 * helper/transport/check.h): x and y of the key, r, s and the hash, 32 bytes each, and a
 * block that the verdict begins. In scratch memory Z is s, then its inverse modulo n, and
 * the status is 1 where r or s is out of range.
 */
#ifndef WARPCRYPT_KERNELS_GPU_WEI_UNITS_H
#define WARPCRYPT_KERNELS_GPU_WEI_UNITS_H

#include "kernels/curve/wei_sizes.h"
#include "kernels/gpu/job.h"

#define WEI_UNIT_BYTES		96u
#define WEI_CHECK_BYTES		176u
#define WEI_SECRET_TABLE_BYTES	(8 * WEI_TABLE_WORDS(WEI_GPU_BASE_W))
#define WEI_TABLE_BYTES		(WEI_SECRET_TABLE_BYTES +		\
				 8 * WEI_TABLE_WORDS(WEI_GPU_CHECK_W))
/* Scratch for each unit. */
#define WEI_UNIT_SCRATCH	(6u * 32 + 1)

/**
 * struct wei_units - the parts of scratch memory
 * @table: the tables
 * @check_table: those of signature checks
 * @x: X of each product
 * @y: Y
 * @z: Z, then its inverse
 * @work: for the inversion
 * @out: results
 * @status: 0, or 1: there is none
 */
struct wei_units {
	const uint64_t *table;
	const uint64_t *check_table;
	uint64_t *x;
	uint64_t *y;
	uint64_t *z;
	uint64_t *work;
	uint64_t *out;
	uint8_t *status;
};

WC_FN struct wei_units wei_units(uint8_t *scratch, uint32_t n)
{
	struct wei_units u;

	u.table = (const uint64_t *)(const void *)scratch;
	u.check_table = u.table + WEI_SECRET_TABLE_BYTES / 8;
	u.x = (uint64_t *)(void *)(scratch + WEI_TABLE_BYTES);
	u.y = u.x + 4ull * n;
	u.z = u.y + 4ull * n;
	u.work = u.z + 4ull * n;
	u.out = u.work + 4ull * n;
	u.status = (uint8_t *)(u.out + 8ull * n);
	return u;
}

/* A unit's result, its status, and zeros. */
WC_FN void wei_unit_put(uint8_t *out, const uint64_t *result, uint32_t status)
{
	const struct wc_block *from =
		(const struct wc_block *)(const void *)result;
	struct wc_block *to = wc_blocks_out(out, 0);
	struct wc_block rest = { { status, 0, 0, 0 } };
	int i;

	for (i = 0; i < 4; i++)
		to[i] = from[i];
	to[4] = rest;
	rest.w[0] = 0;
	to[5] = rest;
}

#endif /* WARPCRYPT_KERNELS_GPU_WEI_UNITS_H */
