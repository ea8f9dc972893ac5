// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/wide_job.h"

/* With all registers: three blocks an SM spill, and are 3 % slower (H100). */
WIDE_ENTRIES(SKINNY, skinny, 1)
