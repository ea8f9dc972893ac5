// SPDX-License-Identifier: GPL-2.0-only
/* SKINNY-128 with GFNI. */
#define WC_WORD_BITS	64
#include "wide.h"

/* sparse knows no vectors. */
#ifndef __CHECKER__

#include "kernels/block/skinny_gfni.h"

WCCT_DEFINE_GFNI(skinny)

#endif /* __CHECKER__ */
