// SPDX-License-Identifier: GPL-2.0-only
/*
 * 25519 on the GPU, on integers, to compare with 25519_units.cu: the same entries,
 * wc_25519_integers_shared() and so on.
 */
#define WC_25519_INTEGERS
#define WC_25519_ENTRY(name)	wc_25519_integers_##name
/* They take fewer registers. */
#define GPU_DPF_BLOCKS		4
#define GPU_LADDER_BLOCKS	4

#include "kernels/gpu/25519_units.cu"
