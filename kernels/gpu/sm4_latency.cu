// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/latency_entry.h"

LATENCY_TABLES(SM4, sm4)
/*
 * wc_sm4_latency_ecb_encrypt(), wc_sm4_latency_ecb_decrypt(), wc_sm4_latency_ctr(),
 * wc_sm4_latency_cbc_decrypt(), wc_sm4_latency_xts_encrypt_own(),
 * wc_sm4_latency_xts_decrypt_own()
 */
LATENCY_SHARED(sm4)

struct sm4_gb_latency : sm4_latency {
	static const int GB = 1;
};

/* wc_sm4_gb_latency_xts_encrypt_own(), wc_sm4_gb_latency_xts_decrypt_own() */
LATENCY_XTS_OWN(sm4_gb)
