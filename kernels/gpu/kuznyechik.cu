// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/wide_job.h"

WIDE_ENTRIES(KUZNYECHIK, kuznyechik, 1)
