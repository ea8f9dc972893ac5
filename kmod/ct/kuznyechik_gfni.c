// SPDX-License-Identifier: GPL-2.0-only
/* Kuznyechik with GFNI. */
#define WC_WORD_BITS	64
#include "wide.h"

/* sparse knows no vectors. */
#ifndef __CHECKER__

#include "kernels/block/kuznyechik_gfni.h"

WCCT_DEFINE_GFNI(kuznyechik)
WCCT_DEFINE_GFNI_ONE(kuznyechik)

#endif /* __CHECKER__ */
