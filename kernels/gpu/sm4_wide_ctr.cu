// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/ctr_data.h"

/* wc_sm4_wide_ctr_data() */
CTR_WIDE_OF(SM4, sm4_wide, sm4)
