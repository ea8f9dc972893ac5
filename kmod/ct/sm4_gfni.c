// SPDX-License-Identifier: GPL-2.0-only
/* SM4 with GFNI. */
#define WC_WORD_BITS	64
#include "wide.h"

/* sparse knows no vectors. */
#ifndef __CHECKER__

#include "kernels/block/sm4_gfni.h"

WCCT_DEFINE_GFNI(sm4)
WCCT_DEFINE_GFNI_ONE(sm4)

#endif /* __CHECKER__ */
