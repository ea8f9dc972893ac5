// SPDX-License-Identifier: GPL-2.0-only
/* SKINNY-128: WCCT_LANES blocks at once. */
#include "ct.h"

#include "kernels/block/skinny.h"

WCCT_DEFINE_WIDE(skinny)
