// SPDX-License-Identifier: GPL-2.0-only
/* SKINNY-128 on WCCT_LANES blocks. */
#include "ct.h"

#include "kernels/block/skinny.h"

WCCT_DEFINE_WIDE(skinny)
