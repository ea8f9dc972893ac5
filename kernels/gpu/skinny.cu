// SPDX-License-Identifier: GPL-2.0-only
/* Bitsliced entry points: see kernels/entry.h. */
#include "kernels/skinny_slot.h"
#include "kernels/entry.h"
#include "kernels/one_job.h"
#include "kernels/wide_job.h"

ONE_CIPHER(skinny)
WIDE_CIPHER(skinny)
/* With all registers: three blocks an SM spill, and are 3 % slower (H100). */
WC_WIDE_ENTRIES(skinny, WC_GPU_SKINNY, 1)
