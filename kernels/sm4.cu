// SPDX-License-Identifier: GPL-2.0-only
/* Bitsliced entry points: see kernels/wide.cuh. */
#include "kernels/sm4.h"
#include "kernels/wide.cuh"

WIDE_ENTRIES(sm4, struct sm4_key, sm4_encrypt, sm4_decrypt)
