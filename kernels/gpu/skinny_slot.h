/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SKINNY on GPUs is bitsliced, with the state in registers.
 */
#ifndef WARPCRYPT_KERNELS_GPU_SKINNY_SLOT_H
#define WARPCRYPT_KERNELS_GPU_SKINNY_SLOT_H

/* Also where a CPU emulates the GPU. */
#ifndef SKINNY_IN_REGISTERS
#define SKINNY_IN_REGISTERS
#endif
#include "kernels/block/skinny_one.h"

/* XTS has a half of its key in each. */
struct skinny_slot {
	struct skinny_key data;
	struct skinny_schedule tweak;
};

#define SKINNY_LAUNCH	WC_WIDE_KERNELS("skinny")

#define SKINNY_GOALS(FN) \
	FN(32, WC_CTR, ONE, 560) \
	FN(32, WC_ECB_ENC, ONE, 520)

#endif /* WARPCRYPT_KERNELS_GPU_SKINNY_SLOT_H */
