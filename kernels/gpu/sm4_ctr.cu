// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/ctr_data.h"

/* wc_sm4_ctr_data() */
CTR_TABLE(SM4, sm4)
