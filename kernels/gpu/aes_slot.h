/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a key slot holds of an AES key.
 */
#ifndef WARPCRYPT_KERNELS_GPU_AES_SLOT_H
#define WARPCRYPT_KERNELS_GPU_AES_SLOT_H

#include "kernels/block/aes_table.h"
#include "kernels/gpu/job.h"

/**
 * struct aes_slot - the expanded keys of one key slot
 * @data: the key, in XTS its first half
 * @tweak: XTS only: the second half
 */
struct aes_slot {
	struct aes_table_key data;
	struct aes_table_key tweak;
};

/**
 * aes_slot_schedule() - expand a key
 * @slot: the result
 * @fresh: the key
 */
WC_FN void aes_slot_schedule(struct aes_slot *slot,
			     const struct wc_fresh *fresh)
{
	aes_table_expand(&slot->data, fresh->key, fresh->len);
	if (fresh->xts)
		aes_table_expand(&slot->tweak, fresh->key + fresh->len,
				 fresh->len);
}

#endif /* WARPCRYPT_KERNELS_GPU_AES_SLOT_H */
