/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a key slot holds of a SKINNY key.
 */
#ifndef WARPCRYPT_KERNELS_GPU_SKINNY_SLOT_H
#define WARPCRYPT_KERNELS_GPU_SKINNY_SLOT_H

#include "kernels/gpu/job.h"
#include "kernels/block/skinny_one.h"

/**
 * struct skinny_slot - the expanded keys of one key slot
 * @data: the key, in XTS its first half
 * @plain: its round keys
 * @tweak: XTS only: the round keys of the second half
 */
struct skinny_slot {
	struct skinny_key data;
	struct skinny_schedule plain;
	struct skinny_schedule tweak;
};

/**
 * skinny_slot_schedule() - make the round keys, but not their masks
 * @slot: the result
 * @fresh: the key
 */
WC_FN void skinny_slot_schedule(struct skinny_slot *slot,
				const struct wc_fresh *fresh)
{
	skinny_schedule(&slot->plain, fresh->key, fresh->len);
	slot->data.rounds = slot->plain.rounds;
	if (fresh->xts)
		skinny_schedule(&slot->tweak, fresh->key + fresh->len,
				fresh->len);
}

/**
 * skinny_slot_masks() - make the masks of a round key
 * @slot: after skinny_slot_schedule()
 * @i: which
 */
WC_FN void skinny_slot_masks(struct skinny_slot *slot, uint32_t i)
{
	if (i < slot->data.rounds)
		skinny_put_key(&slot->data, &slot->plain, i);
}

WC_FN void skinny_slot_one(const struct skinny_slot *slot, struct wc_block *b,
			   int back)
{
	struct gf128 t = wc_to_gf(b);
	uint64_t block[2] = { t.lo, t.hi };

	if (back)
		skinny_decrypt_one(&slot->plain, block);
	else
		skinny_encrypt_one(&slot->plain, block);
	t.lo = block[0];
	t.hi = block[1];
	*b = wc_from_gf(t);
}

WC_FN void skinny_slot_tweak(const struct skinny_slot *slot,
			     struct wc_block *b)
{
	struct gf128 t = wc_to_gf(b);
	uint64_t block[2] = { t.lo, t.hi };

	skinny_encrypt_one(&slot->tweak, block);
	t.lo = block[0];
	t.hi = block[1];
	*b = wc_from_gf(t);
}

#endif /* WARPCRYPT_KERNELS_GPU_SKINNY_SLOT_H */
