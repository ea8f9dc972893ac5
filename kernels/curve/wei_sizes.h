/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shape of the tables of wei_base.h, for the code that makes and keeps them.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_WEI_SIZES_H
#define WARPCRYPT_KERNELS_CURVE_WEI_SIZES_H

#include "kernels/curve/segments.h"

#define WEI_BASE_W		5	/* bits a segment of [k]G's tables */
#define WEI_BASE_VARTIME_W	8	/* the same, for public scalars */
#define WEI_GPU_BASE_W		8
#define WEI_GPU_CHECK_W		13	/* public scalars: signature checks */

/* An entry of a table: x and y as fe_raw() takes them. */
#define WEI_ENTRY_WORDS		8
#define WEI_TABLE_WORDS(w)	(TABLE_ENTRIES(w) * WEI_ENTRY_WORDS)

#endif /* WARPCRYPT_KERNELS_CURVE_WEI_SIZES_H */
