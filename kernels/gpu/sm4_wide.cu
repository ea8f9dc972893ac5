// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/wide_job.h"

WIDE_ENTRIES_OF(SM4, sm4_wide, sm4, 1)
