// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/wide_job.h"

/*
 * wc_sm4_wide_schedule(), wc_sm4_wide_masks(), wc_sm4_wide_cbc_encrypt(),
 * wc_sm4_wide_xts_tweak(), wc_sm4_wide_xts_steal_encrypt(),
 * wc_sm4_wide_xts_steal_decrypt(), wc_sm4_wide_ecb_encrypt(),
 * wc_sm4_wide_ecb_decrypt(), wc_sm4_wide_ctr(), wc_sm4_wide_cbc_decrypt(),
 * wc_sm4_wide_xts_encrypt(), wc_sm4_wide_xts_decrypt()
 */
WIDE_ENTRIES_OF(SM4, sm4_wide, sm4, 1)

struct sm4_gb_wide_cipher : sm4_wide_cipher {
	static const int GB = 1;
};

/*
 * wc_sm4_gb_wide_xts_tweak(), wc_sm4_gb_wide_xts_steal_encrypt(),
 * wc_sm4_gb_wide_xts_steal_decrypt(), wc_sm4_gb_wide_xts_encrypt(),
 * wc_sm4_gb_wide_xts_decrypt()
 */
WIDE_XTS_ENTRIES(sm4_gb_wide, 1)
