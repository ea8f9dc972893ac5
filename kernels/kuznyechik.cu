// SPDX-License-Identifier: GPL-2.0-only
/* Bitsliced entry points: see kernels/wide.cuh. */
#include "kernels/kuznyechik.h"
#include "kernels/wide.cuh"

WIDE_ENTRIES(kuznyechik, struct kuznyechik_key, kuznyechik_encrypt, kuznyechik_decrypt)
