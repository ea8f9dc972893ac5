// SPDX-License-Identifier: GPL-2.0-only
/* SIMON on WCCT_LANES blocks. */
#include "ct.h"

#include "kernels/block/simon.h"

WCCT_DEFINE_WIDE(simon)
