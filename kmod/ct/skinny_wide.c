// SPDX-License-Identifier: GPL-2.0-only
/* SKINNY-128: as many blocks at once as the form has lanes. */
#include "wide.h"

#include "kernels/block/skinny.h"

WCCT_DEFINE_WIDE(skinny)
