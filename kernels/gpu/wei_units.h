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
 * place is not read. In scratch memory x, y and the denominator are X, Y and Z.
 *
 * Signature checks have units of their own, of WEI_CHECK_BYTES (struct wc_check_p256 of
 * helper/transport/check.h): x and y of the key, r, s and the hash, 32 bytes each, and a
 * block that the verdict begins. There Z is s, then its inverse modulo n, and
 * the status is 1 where r or s is out of range.
 */
#ifndef WARPCRYPT_KERNELS_GPU_WEI_UNITS_H
#define WARPCRYPT_KERNELS_GPU_WEI_UNITS_H

#include "kernels/curve/wei_sizes.h"
#include "kernels/gpu/units.h"

#define WEI_UNIT_BYTES		96u
#define WEI_CHECK_BYTES		176u
#define WEI_SECRET_TABLE_BYTES	(8 * WEI_TABLE_WORDS(WEI_GPU_BASE_W))
#define WEI_TABLE_BYTES		(WEI_SECRET_TABLE_BYTES +		\
				 8 * WEI_TABLE_WORDS(WEI_GPU_CHECK_W))
/* Scratch for each unit. */
#define WEI_UNIT_SCRATCH	(6u * 32 + 1)

WC_FN struct wc_units wei_units(uint8_t *scratch, uint32_t n)
{
	return wc_units_in(scratch, n, WEI_SECRET_TABLE_BYTES, WEI_TABLE_BYTES, 8);
}

#endif /* WARPCRYPT_KERNELS_GPU_WEI_UNITS_H */
