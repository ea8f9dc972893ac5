/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SM4 on GPUs is by tables, and bitsliced where there is too little shared memory for
 * those.
 */
#ifndef WARPCRYPT_KERNELS_GPU_SM4_SLOT_H
#define WARPCRYPT_KERNELS_GPU_SM4_SLOT_H

#include "kernels/block/sm4_table.h"

/* XTS has a half of its key in each. */
struct sm4_slot {
	struct sm4_table_key data;
	struct sm4_table_key tweak;
};

struct sm4_wide_slot {
	struct sm4_key data;
	struct sm4_schedule tweak;
};

/* It does not look ahead. */
WC_FN void sm4_encrypt_ahead(const struct sm4_key *key, bs_word *buf, int ahead)
{
	(void)ahead;
	sm4_encrypt(key, buf);
}

#define SM4_LAUNCH	WC_TABLE_KERNELS("sm4", TABLE_FOUR, TABLE_FOUR)
#define SM4_GB_LAUNCH	{ WC_NO_MODES WC_TABLE_XTS("sm4_gb", TABLE_FOUR, TABLE_FOUR) }

#define SM4_GOALS(FN) \
	FN(16, WC_CTR, ONE, 760)

#endif /* WARPCRYPT_KERNELS_GPU_SM4_SLOT_H */
