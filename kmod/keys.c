// SPDX-License-Identifier: GPL-2.0-only
/*
 * Key slots: the part of an arena where the helper finds the keys.
 *
 * A key gets a slot with its first request that is offloaded. So the thousands of
 * keys that a system may have set but does not use take no slots.
 */
#include "keys.h"

#include <linux/slab.h>
#include <linux/string.h>

/**
 * wc_key_slots_init() - set up the slots of a key area, all free
 * @slots: filled in
 * @area: the key area in the arena
 * @count: number of slots
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int wc_key_slots_init(struct wc_key_slots *slots, void __arena *area,
		      u32 count)
{
	u32 i;

	slots->area = area;
	slots->count = count;
	slots->generations = kvcalloc(count, sizeof(u32), GFP_KERNEL);
	slots->free = kvcalloc(count, sizeof(u32), GFP_KERNEL);
	if (!slots->generations || !slots->free) {
		wc_key_slots_free(slots);
		return -ENOMEM;
	}
	/* The lowest slot is on top of the stack, so that it is used first. */
	for (i = 0; i < count; i++)
		slots->free[i] = count - 1 - i;
	slots->free_count = count;
	wc_key_slots_wipe(slots);
	return 0;
}

/**
 * wc_key_slots_wipe() - wipe every slot
 * @slots: the slots; no key will be put into them any more
 *
 * Context: any.
 */
void wc_key_slots_wipe(struct wc_key_slots *slots)
{
	wc_arena_wipe(slots->area, slots->count * sizeof(*slots->area));
}

/**
 * wc_key_slots_free() - free the bookkeeping of key slots
 * @slots: the slots; their area in the arena is not written to
 *
 * Context: may sleep.
 */
void wc_key_slots_free(struct wc_key_slots *slots)
{
	kvfree(slots->generations);
	kvfree(slots->free);
}

static void wc_key_slot_fill(struct wc_key_slots *slots,
			     const struct wc_key *key)
{
	struct warpcrypt_key slot = {
		.generation = key->slot_generation,
		.cipher = key->cipher,
		.mode = key->mode,
		.len = key->len,
	};

	memcpy(slot.key, key->bytes, key->len);
	wc_arena_put_key(&slots->area[key->slot], &slot);
	memzero_explicit(&slot, sizeof(slot));
}

/**
 * wc_key_slot_get() - make sure that a key is in a slot
 * @slots: the slots of a link
 * @key: the key
 * @link: the link's generation
 *
 * Context: any, under the link's lock.
 * Return: 0, or -ENOSPC when all slots are in use.
 */
int wc_key_slot_get(struct wc_key_slots *slots, struct wc_key *key, u32 link)
{
	if (likely(key->link == link))
		return 0;
	if (!slots->free_count)
		return -ENOSPC;

	key->slot = slots->free[--slots->free_count];
	key->slot_generation = ++slots->generations[key->slot];
	key->link = link;
	wc_key_slot_fill(slots, key);
	return 0;
}

/**
 * wc_key_slot_put() - wipe a key's slot and free it
 * @slots: the slots of the link that the key has a slot in
 * @key: the key; no request of it is in flight
 *
 * Context: any, under the link's lock.
 */
void wc_key_slot_put(struct wc_key_slots *slots, struct wc_key *key)
{
	wc_arena_wipe(&slots->area[key->slot], sizeof(*slots->area));
	slots->free[slots->free_count++] = key->slot;
	key->link = 0;
}
