/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keys, and the slots of an arena that they are lent to a helper in.
 */
#ifndef _WC_KEYS_H
#define _WC_KEYS_H

#include <linux/types.h>

#include "arena.h"
#include "uapi/warpcrypt.h"

/**
 * struct wc_key - a tfm's key, and where the attached helper finds it
 * @bytes: the key as setkey got it
 * @len: bytes of @bytes in use, 0 when there is none
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode
 * @link: generation of the link in which @slot is ours; 0: in none
 * @slot: index of the key slot
 * @slot_generation: the slot's generation while it is ours
 *
 * The last three belong to the lock of the link that they name.
 */
struct wc_key {
	u8 bytes[WARPCRYPT_KEY_MAX];
	u16 len;
	u8 cipher;
	u8 mode;
	u32 link;
	u32 slot;
	u32 slot_generation;
};

/**
 * struct wc_key_slots - the key slots of one arena
 * @area: the slots
 * @count: how many
 * @generations: each slot's generation, the copy that counts
 * @free: stack of unused slots
 * @free_count: how many are on it
 */
struct wc_key_slots {
	struct warpcrypt_key __arena *area;
	u32 count;
	u32 *generations;
	u32 *free;
	u32 free_count;
};

int wc_key_slots_init(struct wc_key_slots *slots, void __arena *area,
		      u32 count);
void wc_key_slots_wipe(struct wc_key_slots *slots);
void wc_key_slots_free(struct wc_key_slots *slots);
int wc_key_slot_get(struct wc_key_slots *slots, struct wc_key *key, u32 link);
void wc_key_slot_put(struct wc_key_slots *slots, struct wc_key *key);

#endif /* _WC_KEYS_H */
