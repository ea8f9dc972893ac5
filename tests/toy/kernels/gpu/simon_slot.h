/* SPDX-License-Identifier: GPL-2.0-only */
/* SIMON on GPUs is bitsliced. */
#ifndef WARPCRYPT_KERNELS_GPU_SIMON_SLOT_H
#define WARPCRYPT_KERNELS_GPU_SIMON_SLOT_H

#include "kernels/block/simon.h"

/**
 * struct simon_slot - the expanded keys of one key slot
 * @data: the key, in XTS its first half
 * @tweak: XTS only: the round keys of the second half
 */
struct simon_slot {
	struct simon_key data;
	struct simon_schedule tweak;
};

#define SIMON_LAUNCH	WC_WIDE_KERNELS("simon")

#define SIMON_GOALS(FN)

#endif /* WARPCRYPT_KERNELS_GPU_SIMON_SLOT_H */
