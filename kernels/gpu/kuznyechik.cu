// SPDX-License-Identifier: GPL-2.0-only
/* Bitsliced entry points: see kernels/entry.h. */
#include "kernels/kuznyechik_slot.h"
#include "kernels/entry.h"
#include "kernels/one_job.h"
#include "kernels/wide_job.h"

ONE_CIPHER(kuznyechik)
WIDE_CIPHER(kuznyechik)
WC_WIDE_ENTRIES(kuznyechik, WC_GPU_KUZNYECHIK, 1)
