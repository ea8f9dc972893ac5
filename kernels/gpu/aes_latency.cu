// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/latency_entry.h"

LATENCY_TABLES(AES, aes)
/*
 * wc_aes_latency_ecb_encrypt(), wc_aes_latency_ecb_decrypt(), wc_aes_latency_ctr(),
 * wc_aes_latency_cbc_decrypt(), wc_aes_latency_xts_encrypt_own(),
 * wc_aes_latency_xts_decrypt_own()
 */
LATENCY_SHARED(aes)
