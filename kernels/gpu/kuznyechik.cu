// SPDX-License-Identifier: GPL-2.0-only
/* Bitsliced entry points: see kernels/gpu/entry.h. */
#include "kernels/gpu/kuznyechik_slot.h"
#include "kernels/gpu/entry.h"
#include "kernels/gpu/one_job.h"
#include "kernels/gpu/wide_job.h"

ONE_CIPHER(kuznyechik)
WIDE_CIPHER(kuznyechik)
WC_WIDE_ENTRIES(kuznyechik, WC_GPU_KUZNYECHIK, 1)
