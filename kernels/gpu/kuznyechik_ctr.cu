// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/ctr_data.h"

/* wc_kuznyechik_ctr_data() */
CTR_WIDE(KUZNYECHIK, kuznyechik)
