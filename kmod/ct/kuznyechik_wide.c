// SPDX-License-Identifier: GPL-2.0-only
/* Kuznyechik: WCCT_LANES blocks at once. */
#include "ct.h"

#include "kernels/block/kuznyechik.h"

WCCT_DEFINE_WIDE(kuznyechik)
