/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a key slot holds of an SM4 key.
 */
#ifndef WARPCRYPT_KERNELS_SM4_SLOT_H
#define WARPCRYPT_KERNELS_SM4_SLOT_H

#include "kernels/job.h"
#include "kernels/sm4.h"

/**
 * struct sm4_slot - the expanded keys of one key slot
 * @data: the key, in XTS its first half
 * @tweak: XTS only: the round keys of the second half
 */
struct sm4_slot {
	struct sm4_key data;
	uint32_t tweak[SM4_ROUNDS];
};

/**
 * sm4_slot_schedule() - make the round keys, but not their masks
 * @slot: the result
 * @fresh: the key
 */
WC_FN void sm4_slot_schedule(struct sm4_slot *slot,
			     const struct wc_fresh *fresh)
{
	sm4_schedule(slot->data.plain, fresh->key);
	if (fresh->xts)
		sm4_schedule(slot->tweak, fresh->key + fresh->len);
}

/**
 * sm4_slot_masks() - make the masks of a round key
 * @slot: after sm4_slot_schedule()
 * @i: which
 */
WC_FN void sm4_slot_masks(struct sm4_slot *slot, uint32_t i)
{
	if (i < SM4_ROUNDS)
		sm4_put_key(&slot->data, i);
}

WC_FN void sm4_slot_one(const struct sm4_slot *slot, struct wc_block *b,
			int back)
{
	sm4_one(slot->data.plain, back, (uint8_t *)b->w, (uint8_t *)b->w);
}

WC_FN void sm4_slot_tweak(const struct sm4_slot *slot, struct wc_block *b)
{
	sm4_one(slot->tweak, 0, (uint8_t *)b->w, (uint8_t *)b->w);
}

#endif /* WARPCRYPT_KERNELS_SM4_SLOT_H */
