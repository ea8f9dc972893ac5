// SPDX-License-Identifier: GPL-2.0-only
/* Bitsliced entry points: see kernels/wide.cuh. */
#include "kernels/aes_wide.h"
#include "kernels/wide.cuh"

WIDE_ENTRIES(aes_wide, struct aes_wide_key, aes_wide_encrypt, aes_wide_decrypt)
