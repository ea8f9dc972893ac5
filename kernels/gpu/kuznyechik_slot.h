/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a key slot holds of a Kuznyechik key.
 */
#ifndef WARPCRYPT_KERNELS_GPU_KUZNYECHIK_SLOT_H
#define WARPCRYPT_KERNELS_GPU_KUZNYECHIK_SLOT_H

#include "kernels/gpu/job.h"
#include "kernels/block/kuznyechik.h"

/**
 * struct kuznyechik_slot - the expanded keys of one key slot
 * @data: the key, in XTS its first half
 * @tweak: XTS only: the round keys of the second half
 */
struct kuznyechik_slot {
	struct kuznyechik_key data;
	uint64_t tweak[KUZNYECHIK_KEYS][2];
};

/**
 * kuznyechik_slot_schedule() - make the round keys, but not their masks
 * @slot: the result
 * @fresh: the key
 */
WC_FN void kuznyechik_slot_schedule(struct kuznyechik_slot *slot,
				    const struct wc_fresh *fresh)
{
	kuznyechik_schedule(slot->data.plain, fresh->key);
	if (fresh->xts)
		kuznyechik_schedule(slot->tweak, fresh->key + fresh->len);
}

/**
 * kuznyechik_slot_masks() - make the masks of a round key
 * @slot: after kuznyechik_slot_schedule()
 * @i: which
 */
WC_FN void kuznyechik_slot_masks(struct kuznyechik_slot *slot, uint32_t i)
{
	if (i < KUZNYECHIK_KEYS)
		kuznyechik_put_key(&slot->data, (int)i);
}

WC_FN void kuznyechik_slot_one(const struct kuznyechik_slot *slot,
			       struct wc_block *b, int back)
{
	struct gf128 t = wc_to_gf(b);
	uint64_t block[2] = { t.lo, t.hi };

	if (back)
		kuznyechik_decrypt_one(slot->data.plain, block);
	else
		kuznyechik_encrypt_one(slot->data.plain, block);
	t.lo = block[0];
	t.hi = block[1];
	*b = wc_from_gf(t);
}

WC_FN void kuznyechik_slot_tweak(const struct kuznyechik_slot *slot,
				 struct wc_block *b)
{
	struct gf128 t = wc_to_gf(b);
	uint64_t block[2] = { t.lo, t.hi };

	kuznyechik_encrypt_one(slot->tweak, block);
	t.lo = block[0];
	t.hi = block[1];
	*b = wc_from_gf(t);
}

#endif /* WARPCRYPT_KERNELS_GPU_KUZNYECHIK_SLOT_H */
