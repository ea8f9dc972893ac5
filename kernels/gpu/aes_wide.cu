// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/wide_job.h"

/*
 * wc_aes_wide_schedule(), wc_aes_wide_masks(), wc_aes_wide_cbc_encrypt(),
 * wc_aes_wide_xts_tweak(), wc_aes_wide_xts_steal_encrypt(),
 * wc_aes_wide_xts_steal_decrypt(), wc_aes_wide_ecb_encrypt(),
 * wc_aes_wide_ecb_decrypt(), wc_aes_wide_ctr(), wc_aes_wide_cbc_decrypt(),
 * wc_aes_wide_xts_encrypt(), wc_aes_wide_xts_decrypt()
 */
WIDE_ENTRIES_OF(AES, aes_wide, aes, 1)
