// SPDX-License-Identifier: GPL-2.0-only
/* SM4: WCCT_LANES blocks at once. */
#include "ct.h"

#include "kernels/block/sm4.h"

WCCT_DEFINE_WIDE(sm4)
