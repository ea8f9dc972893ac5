// SPDX-License-Identifier: GPL-2.0-only
/* SIMON on as many blocks as the form has lanes. */
#include "wide.h"

#include "kernels/block/simon.h"

WCCT_DEFINE_WIDE(simon)
