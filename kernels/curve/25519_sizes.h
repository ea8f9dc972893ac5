/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shape of the tables of ed25519_base.h, for the code that makes and keeps
 * them.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_25519_SIZES_H
#define WARPCRYPT_KERNELS_CURVE_25519_SIZES_H

#include "kernels/curve/fe25519.h"
#include "kernels/curve/segments.h"

#define ED_BASE_W		5	/* bits a segment, secret scalars */
#define ED_BASE_VARTIME_W	8	/* bits a segment, public scalars */
/* The same on GPUs: 223 KiB of tables, and 7.9 MB. */
#define ED_GPU_BASE_W		7
#define ED_GPU_CHECK_W		13	/* public scalars: signature checks */

#define ED_ENTRY_WORDS		(ED_MIXED_ADD ? 12 : 16)
/* 64-bit words in all tables for segments of w bits. */
#define ED_TABLE_WORDS(w)	(TABLE_ENTRIES(w) * ED_ENTRY_WORDS)

#endif /* WARPCRYPT_KERNELS_CURVE_25519_SIZES_H */
