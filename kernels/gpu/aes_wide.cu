// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/wide_job.h"

WIDE_ENTRIES_OF(AES, aes_wide, aes, 1)
