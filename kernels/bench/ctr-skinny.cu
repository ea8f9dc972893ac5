// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/bench/ctr-data.h"

CTR_WIDE(SKINNY, skinny, 1)
