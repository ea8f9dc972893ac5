// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/ctr_data.h"

/* wc_kuznyechik_ctr_data(), wc_kuznyechik_ctr_data_one_key() */
CTR_WIDE(KUZNYECHIK, kuznyechik)
/* 168 registers and 12 warps: 277 GB/s, not 255 (H200). */
CTR_ONE_KEY(kuznyechik, 3)
