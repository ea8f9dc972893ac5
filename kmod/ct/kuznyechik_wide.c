// SPDX-License-Identifier: GPL-2.0-only
/* Kuznyechik on WCCT_LANES blocks. */
#include "ct.h"

#include "kernels/block/kuznyechik.h"

WCCT_DEFINE_WIDE(kuznyechik)
