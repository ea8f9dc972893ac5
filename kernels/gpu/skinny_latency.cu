// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/latency_entry.h"

LATENCY_WIDE(SKINNY, skinny)
/*
 * wc_skinny_latency_ecb_encrypt(), wc_skinny_latency_ecb_decrypt(),
 * wc_skinny_latency_ctr(), wc_skinny_latency_cbc_decrypt(),
 * wc_skinny_latency_xts_encrypt_own(), wc_skinny_latency_xts_decrypt_own()
 */
LATENCY_SHARED(skinny)
/*
 * wc_skinny_latency_cbc_encrypt(), wc_skinny_latency_xts_tweak(),
 * wc_skinny_latency_xts_steal_encrypt(), wc_skinny_latency_xts_steal_decrypt()
 */
LATENCY_SINGLE(skinny)
