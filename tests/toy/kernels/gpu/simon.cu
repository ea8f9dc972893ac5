// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/wide_job.h"

/*
 * wc_simon_schedule(), wc_simon_masks(), wc_simon_cbc_encrypt(), wc_simon_xts_tweak(),
 * wc_simon_xts_steal_encrypt(), wc_simon_xts_steal_decrypt(), wc_simon_ecb_encrypt(),
 * wc_simon_ecb_decrypt(), wc_simon_ctr(), wc_simon_cbc_decrypt(),
 * wc_simon_xts_encrypt(), wc_simon_xts_decrypt()
 */
WIDE_ENTRIES(SIMON, simon, 1)
