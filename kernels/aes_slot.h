/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a key slot holds of an AES key.
 */
#ifndef WARPCRYPT_KERNELS_AES_SLOT_H
#define WARPCRYPT_KERNELS_AES_SLOT_H

#include "kernels/aes.h"
#include "kernels/job.h"

/**
 * struct aes_slot - the expanded keys of one key slot
 * @data: the key, in XTS its first half
 * @tweak: XTS only: the second half
 */
struct aes_slot {
	struct aes_key data;
	struct aes_key tweak;
};

/**
 * aes_slot_schedule() - expand a key
 * @slot: the result
 * @fresh: the key
 */
WC_FN void aes_slot_schedule(struct aes_slot *slot,
			     const struct wc_fresh *fresh)
{
	aes_expand(&slot->data, fresh->key, fresh->len);
	if (fresh->xts)
		aes_expand(&slot->tweak, fresh->key + fresh->len, fresh->len);
}

WC_FN void aes_slot_one(const struct aes_slot *slot, struct wc_block *b,
			int back)
{
	struct wc_block lane[AES_LANES] = { *b, *b, *b, *b };

	if (back)
		aes_decrypt(&slot->data, lane);
	else
		aes_encrypt(&slot->data, lane);
	*b = lane[0];
}

WC_FN void aes_slot_tweak(const struct aes_slot *slot, struct wc_block *b)
{
	struct wc_block lane[AES_LANES] = { *b, *b, *b, *b };

	aes_encrypt(&slot->tweak, lane);
	*b = lane[0];
}

#endif /* WARPCRYPT_KERNELS_AES_SLOT_H */
