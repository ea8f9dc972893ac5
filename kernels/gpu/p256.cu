// SPDX-License-Identifier: GPL-2.0-only
/*
 * P-256 on the GPU: wc_p256_base() and so on, on integers.
 */
#include "kernels/curve/sw.h"
#include "kernels/curve/p256.h"

#define SW(name)	P256_##name
#define FE(name)	p256_i32_##name
#define SW_ENTRY(name)	wc_p256_##name
#ifndef SW_BLOCKS
#define SW_BLOCKS	3
#endif

#include "kernels/curve/fe256_i32.h"
#include "kernels/curve/sw_all.h"
#include "kernels/gpu/sw_entry.h"
