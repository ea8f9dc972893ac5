/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AES on GPUs is by tables, and bitsliced where there is too little shared memory for
 * those.
 */
#ifndef WARPCRYPT_KERNELS_GPU_AES_SLOT_H
#define WARPCRYPT_KERNELS_GPU_AES_SLOT_H

#include "kernels/block/aes_table.h"

/* XTS has a half of its key in each. */
struct aes_slot {
	struct aes_table_key data;
	struct aes_table_key tweak;
};

struct aes_wide_slot {
	struct aes_key data;
	struct aes_schedule tweak;
};

/* It does not look ahead. */
WC_FN void aes_encrypt_ahead(const struct aes_key *key, bs_word *buf, int ahead)
{
	(void)ahead;
	aes_encrypt(key, buf);
}

#define AES_LAUNCH \
	WC_TABLE_KERNELS("aes", TABLE_FOUR, TABLE_FOUR + TABLE_NARROW)

#define AES_GOALS(FN) \
	FN(16, WC_CTR, ONE, 720) \
	FN(32, WC_CTR, ONE, 530) \
	FN(32, WC_XTS_ENC, SECTORS, 440)

#endif /* WARPCRYPT_KERNELS_GPU_AES_SLOT_H */
