// SPDX-License-Identifier: GPL-2.0-only
/* Bitsliced entry points: see kernels/gpu/entry.h. */
#include "kernels/gpu/skinny_slot.h"
#include "kernels/gpu/entry.h"
#include "kernels/gpu/one_job.h"
#include "kernels/gpu/wide_job.h"

ONE_CIPHER(skinny)
WIDE_CIPHER(skinny)
/* With all registers: three blocks an SM spill, and are 3 % slower (H100). */
WC_WIDE_ENTRIES(skinny, WC_GPU_SKINNY, 1)
