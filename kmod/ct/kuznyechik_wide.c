// SPDX-License-Identifier: GPL-2.0-only
/* Kuznyechik: as many blocks at once as the form has lanes. */
#include "wide.h"

#include "kernels/block/kuznyechik.h"

WCCT_DEFINE_WIDE(kuznyechik)
