// SPDX-License-Identifier: GPL-2.0-only
/* Bitsliced entry points: see kernels/entry.h. */
#include "kernels/sm4_slot.h"
#include "kernels/entry.h"
#include "kernels/one_job.h"
#include "kernels/wide_job.h"

ONE_CIPHER(sm4)
WIDE_CIPHER(sm4)
WC_WIDE_ENTRIES(sm4, WC_GPU_SM4)
