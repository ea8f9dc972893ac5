// SPDX-License-Identifier: GPL-2.0-only
/* SM4 on WCCT_LANES blocks. */
#include "ct.h"

#include "kernels/block/sm4.h"

WCCT_DEFINE_WIDE(sm4)
