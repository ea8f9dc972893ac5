// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/wide_job.h"

/*
 * wc_kuznyechik_schedule(), wc_kuznyechik_masks(), wc_kuznyechik_cbc_encrypt(),
 * wc_kuznyechik_xts_tweak(), wc_kuznyechik_xts_steal_encrypt(),
 * wc_kuznyechik_xts_steal_decrypt(), wc_kuznyechik_ecb_encrypt(),
 * wc_kuznyechik_ecb_decrypt(), wc_kuznyechik_ctr(), wc_kuznyechik_cbc_decrypt(),
 * wc_kuznyechik_xts_encrypt(), wc_kuznyechik_xts_decrypt()
 */
WIDE_ENTRIES(KUZNYECHIK, kuznyechik, 1)
