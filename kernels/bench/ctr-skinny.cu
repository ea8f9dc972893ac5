// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/ctr_data.h"

/* wc_skinny_ctr_data(), wc_skinny_ctr_data_one_key() */
CTR_WIDE(SKINNY, skinny)
CTR_ONE_KEY(skinny, 1)
