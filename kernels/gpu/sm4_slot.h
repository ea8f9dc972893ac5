/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a key slot holds of an SM4 key.
 */
#ifndef WARPCRYPT_KERNELS_GPU_SM4_SLOT_H
#define WARPCRYPT_KERNELS_GPU_SM4_SLOT_H

#include "kernels/gpu/job.h"
#include "kernels/block/sm4_table.h"

/**
 * struct sm4_slot - the expanded keys of one key slot
 * @data: the key, in XTS its first half
 * @tweak: XTS only: the second half
 */
struct sm4_slot {
	struct sm4_table_key data;
	struct sm4_table_key tweak;
};

/**
 * sm4_slot_schedule() - expand a key
 * @slot: the result
 * @fresh: the key
 */
WC_FN void sm4_slot_schedule(struct sm4_slot *slot,
			     const struct wc_fresh *fresh)
{
	sm4_table_expand(&slot->data, fresh->key);
	if (fresh->xts)
		sm4_table_expand(&slot->tweak, fresh->key + fresh->len);
}

#endif /* WARPCRYPT_KERNELS_GPU_SM4_SLOT_H */
