// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/table_entry.h"

/*
 * wc_aes_schedule(), wc_aes_ecb_encrypt(), wc_aes_ecb_decrypt(), wc_aes_ctr(),
 * wc_aes_cbc_decrypt(), wc_aes_xts_encrypt(), wc_aes_xts_decrypt(),
 * wc_aes_cbc_encrypt(), wc_aes_xts_tweak(), wc_aes_xts_steal_encrypt(),
 * wc_aes_xts_steal_decrypt()
 */
TABLE_ENTRIES(AES, aes)
