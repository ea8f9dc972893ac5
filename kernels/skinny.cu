// SPDX-License-Identifier: GPL-2.0-only
/* Bitsliced entry points: see kernels/entry.h. */
#include "kernels/skinny_slot.h"
#include "kernels/entry.h"
#include "kernels/one_job.h"
#include "kernels/wide_job.h"

ONE_CIPHER(skinny)
WIDE_CIPHER(skinny)
/* Three blocks of 128 threads leave 168 registers to each. */
WC_WIDE_ENTRIES(skinny, WC_GPU_SKINNY, 3)
