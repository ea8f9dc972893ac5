// SPDX-License-Identifier: GPL-2.0-only
/*
 * P-256 on the GPU, on integers: wc_p256_base(), wc_p256_mult(), wc_p256_finish(),
 * wc_p256_put(), wc_p256_ranges(), wc_p256_inverses(), wc_p256_verify().
 */
#include "kernels/curve/wei.h"
#include "kernels/curve/p256.h"

#define WEI(name)	P256_##name
#define FE(name)	p256_i32_##name
#define WEI_ENTRY(name)	wc_p256_##name
#define WEI_BLOCKS	3
/* Registers spill, and still these are faster by 4 % than with 3. */
#define WEI_BASE_BLOCKS	4
#define WEI_CHECK_BLOCKS 5

#include "kernels/curve/fe256_i32.h"
#include "kernels/curve/wei_all.h"
#include "kernels/gpu/wei_entry.h"
