// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/table_entry.h"

/*
 * wc_sm4_schedule(), wc_sm4_ecb_encrypt(), wc_sm4_ecb_decrypt(), wc_sm4_ctr(),
 * wc_sm4_cbc_decrypt(), wc_sm4_xts_encrypt(), wc_sm4_xts_decrypt(),
 * wc_sm4_cbc_encrypt(), wc_sm4_xts_tweak(), wc_sm4_xts_steal_encrypt(),
 * wc_sm4_xts_steal_decrypt()
 */
TABLE_ENTRIES(SM4, sm4)

struct sm4_gb_cipher : sm4_cipher {
	static const int GB = 1;
};

/*
 * wc_sm4_gb_xts_encrypt(), wc_sm4_gb_xts_decrypt(), wc_sm4_gb_xts_tweak(),
 * wc_sm4_gb_xts_steal_encrypt(), wc_sm4_gb_xts_steal_decrypt()
 */
TABLE_XTS_ENTRIES(sm4_gb)
