// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/ctr_data.h"

/* wc_aes_wide_ctr_data() */
CTR_WIDE_OF(AES, aes_wide, aes)
