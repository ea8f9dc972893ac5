/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shape of the tables of sw_base.h, for the code that makes and keeps them.
 */
#ifndef WARPCRYPT_KERNELS_CURVE_SW_SIZES_H
#define WARPCRYPT_KERNELS_CURVE_SW_SIZES_H

#include "kernels/curve/segments.h"

#ifndef SW_BASE_W
#define SW_BASE_W	5	/* bits a segment of [k]G's tables */
#endif
#ifndef SW_BASE_VARTIME_W
#define SW_BASE_VARTIME_W	8	/* the same, for public scalars */
#endif
#ifndef SW_GPU_BASE_W
#define SW_GPU_BASE_W	7
#endif

/* An entry of a table: x and y as fe_raw() takes them. */
#define SW_ENTRY_WORDS		8
#define SW_TABLE_WORDS(w)	(TABLE_ENTRIES(w) * SW_ENTRY_WORDS)

#endif /* WARPCRYPT_KERNELS_CURVE_SW_SIZES_H */
