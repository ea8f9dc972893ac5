// SPDX-License-Identifier: GPL-2.0-only
/* SM4: as many blocks at once as the form has lanes. */
#include "wide.h"

#include "kernels/block/sm4.h"

WCCT_DEFINE_WIDE(sm4)
