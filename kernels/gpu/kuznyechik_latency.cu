// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/latency_entry.h"

LATENCY_WIDE(KUZNYECHIK, kuznyechik)
/*
 * wc_kuznyechik_latency_ecb_encrypt(), wc_kuznyechik_latency_ecb_decrypt(),
 * wc_kuznyechik_latency_ctr(), wc_kuznyechik_latency_cbc_decrypt(),
 * wc_kuznyechik_latency_xts_encrypt_own(), wc_kuznyechik_latency_xts_decrypt_own()
 */
LATENCY_SHARED(kuznyechik)
/*
 * wc_kuznyechik_latency_cbc_encrypt(), wc_kuznyechik_latency_xts_tweak(),
 * wc_kuznyechik_latency_xts_steal_encrypt(),
 * wc_kuznyechik_latency_xts_steal_decrypt()
 */
LATENCY_SINGLE(kuznyechik)
