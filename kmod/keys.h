/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Key slots: the part of an arena where the helper finds the keys.
 */
#ifndef _WC_KEYS_H
#define _WC_KEYS_H

#include <linux/types.h>

#include "arena.h"
#include "uapi/warpcrypt.h"

/**
 * struct wc_key - the key of a tfm, and its slot
 * @bytes: the key as it was passed to setkey
 * @len: bytes of @bytes in use, 0 when there is no key
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode
 * @link: generation of the link in which the key has a slot; 0: in none
 * @slot: index of the key slot
 * @slot_generation: the generation of the slot while it holds this key
 *
 * The lock of the link @link protects the last three.
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
 * @area: the slots in the arena, which the helper can overwrite
 * @count: number of slots
 * @generations: the generation of each slot
 * @free: stack of the indexes of free slots
 * @free_count: number of slots on it
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
