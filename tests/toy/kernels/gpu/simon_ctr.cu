// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/ctr_data.h"

/* wc_simon_ctr_data() */
CTR_WIDE(SIMON, simon)
