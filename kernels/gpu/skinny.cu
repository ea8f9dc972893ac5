// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/wide_job.h"

/*
 * With all registers: three blocks an SM spill, and are 3 % slower (H100).
 *
 * wc_skinny_schedule(), wc_skinny_masks(), wc_skinny_cbc_encrypt(),
 * wc_skinny_xts_tweak(), wc_skinny_xts_steal_encrypt(),
 * wc_skinny_xts_steal_decrypt(), wc_skinny_ecb_encrypt(), wc_skinny_ecb_decrypt(),
 * wc_skinny_ctr(), wc_skinny_cbc_decrypt(), wc_skinny_xts_encrypt(),
 * wc_skinny_xts_decrypt()
 */
WIDE_ENTRIES(SKINNY, skinny, 1)
