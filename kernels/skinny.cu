// SPDX-License-Identifier: GPL-2.0-only
/* Bitsliced entry points: see kernels/wide.cuh. */
#include "kernels/skinny.h"
#include "kernels/wide.cuh"

WIDE_ENTRIES(skinny, struct skinny_key, skinny_encrypt, skinny_decrypt)
