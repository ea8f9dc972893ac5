// SPDX-License-Identifier: GPL-2.0-only
/*
 * Key slots: the part of an arena where the helper finds the keys.
 *
 * A key gets a slot with its first request that is offloaded, and each request
 * holds the slot until it leaves the link. When all slots are taken, the key
 * loses its slot that no request holds and that was used longest ago. It gets
 * another with its next request. So a key that is set and not used costs
 * nothing.
 *
 * A slot that a key has lost is wiped, and @released counts it: the helper
 * compares the generations of the slots with those of its expanded keys, and
 * wipes what it has of others.
 */
#include "keys.h"

#include <linux/slab.h>
#include <linux/string.h>

#include "stats.h"

static void wc_key_share_init(struct wc_key_share *share, u32 most)
{
	INIT_LIST_HEAD(&share->idle);
	share->held = 0;
	share->busy = 0;
	share->most = most;
}

/**
 * wc_key_slots_init() - set up the slots of a key area, all free
 * @slots: filled in
 * @area: the key area in the arena
 * @count: number of slots, at least 2
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
	slots->released = 0;
	slots->slots = kvcalloc(count, sizeof(*slots->slots), GFP_KERNEL);
	if (!slots->slots)
		return -ENOMEM;
	INIT_LIST_HEAD(&slots->free);
	for (i = 0; i < count; i++)
		list_add_tail(&slots->slots[i].node, &slots->free);
	wc_key_share_init(&slots->share[false], count);
	wc_key_share_init(&slots->share[true], count / 2);
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
	kvfree(slots->slots);
}

static u32 wc_key_slot_index(const struct wc_key_slots *slots,
			     const struct wc_key_slot *slot)
{
	return slot - slots->slots;
}

static void wc_key_slot_fill(struct wc_key_slots *slots,
			     const struct wc_key *key, u32 generation)
{
	struct warpcrypt_key slot = {
		.generation = generation,
		.cipher = key->cipher,
		.mode = key->mode,
		.len = key->len,
	};

	memcpy(slot.key, key->bytes, key->len);
	wc_arena_put_key(&slots->area[key->slot], &slot);
	memzero_explicit(&slot, sizeof(slot));
}

/* Takes the slot away from its key, which knows it then. */
static void wc_key_slot_clear(struct wc_key_slots *slots,
			      struct wc_key_slot *slot)
{
	u32 index = wc_key_slot_index(slots, slot);

	slot->key->link = 0;
	slot->key = NULL;
	slots->share[slot->limited].held--;
	wc_arena_wipe(&slots->area[index], sizeof(*slots->area));
	/* Pairs with wc_key_slots_released(), which is not under the lock. */
	smp_store_release(&slots->released, slots->released + 1);
	wc_count(WC_KEYSLOTS_RELEASED, 1);
}

/* The slot to be taken from its key if all have one; NULL if all are held. */
static struct wc_key_slot *wc_key_slot_oldest(struct wc_key_slots *slots)
{
	bool limited = slots->share[true].held > slots->count / 2;
	struct wc_key_slot *slot;

	slot = list_first_entry_or_null(&slots->share[limited].idle,
					struct wc_key_slot, node);
	if (slot)
		return slot;
	return list_first_entry_or_null(&slots->share[!limited].idle,
					struct wc_key_slot, node);
}

/* Gives a key a slot, which is idle then; NULL if there is none. */
static struct wc_key_slot *wc_key_slot_assign(struct wc_key_slots *slots,
					      struct wc_key *key, u32 link)
{
	struct wc_key_share *share = &slots->share[key->limited];
	struct wc_key_slot *slot;

	slot = list_first_entry_or_null(&slots->free, struct wc_key_slot, node);
	if (!slot) {
		slot = wc_key_slot_oldest(slots);
		if (!slot)
			return NULL;
		wc_key_slot_clear(slots, slot);
		wc_count(WC_KEYSLOTS_EVICTED, 1);
	}
	/* 0 is the generation of a slot without a key. */
	if (!++slot->generation)
		++slot->generation;
	slot->key = key;
	slot->limited = key->limited;
	share->held++;
	list_move_tail(&slot->node, &share->idle);
	key->slot = wc_key_slot_index(slots, slot);
	key->link = link;
	wc_key_slot_fill(slots, key, slot->generation);
	return slot;
}

/**
 * wc_key_slot_get() - put a key into a slot if it has none, and hold the slot
 * @slots: the slots of a link
 * @key: the key
 * @link: the link's generation
 * @ref: the hold, for wc_key_slot_drop()
 *
 * Context: any, under the link's lock.
 * Return: 0, or -ENOSPC when all slots are held, or half of them for a key that
 * root has not set.
 */
int wc_key_slot_get(struct wc_key_slots *slots, struct wc_key *key, u32 link,
		    struct wc_key_ref *ref)
{
	struct wc_key_share *share = &slots->share[key->limited];
	struct wc_key_slot *slot = NULL;

	if (likely(key->link == link))
		slot = &slots->slots[key->slot];
	if ((!slot || !slot->users) && share->busy == share->most)
		return -ENOSPC;
	if (!slot)
		slot = wc_key_slot_assign(slots, key, link);
	if (!slot)
		return -ENOSPC;
	if (!slot->users++) {
		list_del(&slot->node);
		share->busy++;
	}
	ref->slot = key->slot;
	ref->generation = slot->generation;
	return 0;
}

/**
 * wc_key_slot_drop() - end a request's hold on a slot
 * @slots: the slots of the request's link, which may be dead
 * @ref: from wc_key_slot_get()
 *
 * Context: any, under the link's lock.
 */
void wc_key_slot_drop(struct wc_key_slots *slots, const struct wc_key_ref *ref)
{
	struct wc_key_slot *slot = &slots->slots[ref->slot];
	struct wc_key_share *share = &slots->share[slot->limited];

	if (WARN_ON_ONCE(!slot->users) || --slot->users)
		return;
	share->busy--;
	if (slot->key)
		list_add_tail(&slot->node, &share->idle);
	else
		list_add(&slot->node, &slots->free);
}

/**
 * wc_key_slot_release() - take a key out of its slot
 * @slots: the slots of the link that the key has a slot in
 * @key: the key. No request should hold its slot; if one does, the slot becomes
 *	free when that has dropped it
 *
 * Context: any, under the link's lock.
 */
void wc_key_slot_release(struct wc_key_slots *slots, struct wc_key *key)
{
	struct wc_key_slot *slot = &slots->slots[key->slot];

	wc_key_slot_clear(slots, slot);
	if (slot->users)
		return;
	list_del(&slot->node);
	list_add(&slot->node, &slots->free);
}

/**
 * wc_key_slots_released() - how often a key has lost its slot
 * @slots: the slots
 *
 * Whoever gets this number sees these slots wiped, or with another key.
 *
 * Context: any, unlocked.
 * Return: a number that may wrap.
 */
u32 wc_key_slots_released(const struct wc_key_slots *slots)
{
	/* Pairs with wc_key_slot_clear(). */
	return smp_load_acquire(&slots->released);
}
