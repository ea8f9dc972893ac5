// SPDX-License-Identifier: GPL-2.0-only
/*
 * P-256 on the GPU, on doubles, to compare with p256.cu: wc_p256_doubles_base(),
 * wc_p256_doubles_mult(), wc_p256_doubles_finish(), wc_p256_doubles_put(),
 * wc_p256_doubles_ranges(), wc_p256_doubles_inverses(), wc_p256_doubles_verify().
 */
#define L52_DOUBLES	1

#include "kernels/curve/wei.h"
#include "kernels/curve/p256.h"

#define WEI(name)	P256_##name
#define FE(name)	p256_l52_##name
#define WEI_ENTRY(name)	wc_p256_doubles_##name
#define WEI_BLOCKS	2
#define WEI_BASE_BLOCKS	WEI_BLOCKS
#define WEI_CHECK_BLOCKS WEI_BLOCKS

#include "kernels/curve/fe256_l52.h"
#include "kernels/curve/wei_all.h"
#include "kernels/gpu/wei_entry.h"
