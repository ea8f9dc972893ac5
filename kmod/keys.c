// SPDX-License-Identifier: GPL-2.0-only
/*
 * Key slots: the part of an arena where the helper finds the keys.
 *
 * A key gets a slot with its first request that is offloaded, and is in use until
 * the frame of its last request is committed. When all slots are taken, the key
 * loses its slot that no request holds and that was used longest ago. It gets
 * another with its next request. So a key that is set and not used costs
 * nothing.
 *
 * Requests that follow each other in a frame share one hold on the slot:
 * wc_key_slot_share(). So CPUs that use the same key meet once a frame, not at each
 * request. Of the holds on a slot at the same time, the first and the last take the
 * lock of the slots. Those in between are only counted: wc_key_slot_join().
 *
 * A slot that a key has lost is wiped, and @released counts it: the helper
 * compares the generations of the slots with those of its expanded keys, and
 * wipes what it has of others.
 */
#include "arena.h"

#include <linux/lockdep.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "module.h"

static void wc_key_share_init(struct wc_key_share *share, u32 most)
{
	INIT_LIST_HEAD(&share->idle);
	share->keyed = 0;
	share->busy = 0;
	share->most = most;
}

/* Sets up the slots of a key area, @count of them, at least 2, all free. 0 or -ENOMEM. */
int wc_key_slots_init(struct wc_key_slots *slots, void __arena *area,
		      u32 count)
{
	u32 i;

	slots->area = area;
	slots->count = count;
	spin_lock_init(&slots->lock);
	slots->closed = false;
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

/*
 * No key is put into a slot or taken out any more. Keys may be freed without a word to
 * these slots as soon as their link is not to be found any more. So this comes first. BH
 * off.
 */
void wc_key_slots_close(struct wc_key_slots *slots)
{
	spin_lock(&slots->lock);
	slots->closed = true;
	spin_unlock(&slots->lock);
}

/* Wipes every slot. They are new or closed; and the helper gets no frames that name them. */
void wc_key_slots_wipe(struct wc_key_slots *slots)
{
	wc_arena_wipe(slots->area, slots->count * sizeof(*slots->area));
}

/* Frees the bookkeeping of key slots. Their area in the arena is not written to. */
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
	wc_arena_copy_in(&slots->area[key->slot], &slot, sizeof(slot));
	memzero_explicit(&slot, sizeof(slot));
}

/* Takes the slot away from its key, whose @link_gen becomes 0. Locked. */
static void wc_key_slot_clear(struct wc_key_slots *slots,
			      struct wc_key_slot *slot)
{
	u32 index = wc_key_slot_index(slots, slot);

	lockdep_assert_held(&slots->lock);
	WRITE_ONCE(slot->key->link_gen, 0);
	WRITE_ONCE(slot->key, NULL);
	slots->share[slot->limited].keyed--;
	wc_arena_wipe(&slots->area[index], sizeof(*slots->area));
	/* Pairs with wc_key_slots_released(), which is not under the lock. */
	smp_store_release(&slots->released, slots->released + 1);
	wc_count(WC_KEYSLOTS_RELEASED, 1);
}

/*
 * The slot to be taken from its key, for one of @limited, if all have one; NULL if all are
 * held. If none of the two groups has more than its half, it is taken from the key's own.
 */
static struct wc_key_slot *wc_key_slot_oldest(struct wc_key_slots *slots, bool limited)
{
	u32 users = slots->count / 2, root = slots->count - users;
	struct wc_key_slot *slot;

	if (slots->share[!limited].keyed > (limited ? root : users))
		limited = !limited;
	slot = list_first_entry_or_null(&slots->share[limited].idle,
					struct wc_key_slot, node);
	if (slot)
		return slot;
	return list_first_entry_or_null(&slots->share[!limited].idle,
					struct wc_key_slot, node);
}

/* Gives a key a slot, which is idle then; NULL if there is none. Locked. */
static struct wc_key_slot *wc_key_slot_assign(struct wc_key_slots *slots,
					      struct wc_key *key, u32 link_gen)
{
	struct wc_key_share *share = &slots->share[key->limited];
	struct wc_key_slot *slot;

	slot = list_first_entry_or_null(&slots->free, struct wc_key_slot, node);
	if (!slot) {
		slot = wc_key_slot_oldest(slots, key->limited);
		if (!slot)
			return NULL;
		wc_key_slot_clear(slots, slot);
		wc_count(WC_KEYSLOTS_EVICTED, 1);
	}
	/* 0 is the generation of a slot without a key. */
	if (!++slot->generation)
		++slot->generation;
	WRITE_ONCE(slot->key, key);
	slot->limited = key->limited;
	share->keyed++;
	list_move_tail(&slot->node, &share->idle);
	WRITE_ONCE(key->slot, wc_key_slot_index(slots, slot));
	wc_key_slot_fill(slots, key, slot->generation);
	/* Pairs with wc_key_slot_join(). */
	smp_store_release(&key->link_gen, link_gen);
	return slot;
}

/*
 * Holds the slot of a key that other requests hold already. Takes no lock.
 *
 * What is read of the key may be outdated: it may have lost the slot to another
 * key, and have one in another link even. So it is checked while the slot is held
 * and cannot change.
 */
static bool wc_key_slot_join(struct wc_key_slots *slots,
			     const struct wc_key *key, u32 link_gen,
			     struct wc_key_ref *ref)
{
	struct wc_key_slot *slot;

	/* Pairs with wc_key_slot_assign(). */
	if (smp_load_acquire(&key->link_gen) != link_gen)
		return false;
	ref->slot = READ_ONCE(key->slot);
	if (unlikely(ref->slot >= slots->count))
		return false;
	slot = &slots->slots[ref->slot];
	if (!atomic_inc_not_zero(&slot->users))
		return false;
	if (unlikely(READ_ONCE(slot->key) != key)) {
		wc_key_slot_drop(slots, ref);
		return false;
	}
	ref->generation = slot->generation;
	return true;
}

/*
 * Holds the slot of a key, which gets one if it has none. Under the lock; returns
 * as wc_key_slot_get().
 */
static int wc_key_slot_take(struct wc_key_slots *slots, struct wc_key *key,
			    u32 link_gen, struct wc_key_ref *ref)
{
	struct wc_key_share *share = &slots->share[key->limited];
	struct wc_key_slot *slot = NULL;

	lockdep_assert_held(&slots->lock);
	if (slots->closed)
		return -ENODEV;
	if (key->link_gen == link_gen)
		slot = &slots->slots[key->slot];
	if ((!slot || !atomic_read(&slot->users)) && share->busy == share->most)
		return -ENOSPC;
	if (!slot)
		slot = wc_key_slot_assign(slots, key, link_gen);
	if (!slot)
		return -ENOSPC;
	/* A thread that reads this count reads the slot's key, too: wc_key_slot_join(). */
	if (atomic_inc_return(&slot->users) == 1) {
		list_del(&slot->node);
		share->busy++;
	}
	ref->slot = wc_key_slot_index(slots, slot);
	ref->generation = slot->generation;
	return 0;
}

/**
 * wc_key_slot_get() - put a key into a slot if it has none, and hold the slot
 * @slots: the slots of a link
 * @key: the key
 * @link_gen: the generation of the link
 * @ref: the hold, for wc_key_slot_drop()
 *
 * Context: any, BH off.
 * Return: 0; 1: also, and another key has lost its slot; -ENODEV when the slots
 * are closed; or -ENOSPC when all slots are held, or half of them for a key that
 * root has not set.
 */
int wc_key_slot_get(struct wc_key_slots *slots, struct wc_key *key, u32 link_gen,
		    struct wc_key_ref *ref)
{
	u32 released;
	int err;

	if (likely(wc_key_slot_join(slots, key, link_gen, ref)))
		return 0;
	spin_lock(&slots->lock);
	released = slots->released;
	err = wc_key_slot_take(slots, key, link_gen, ref);
	if (!err && slots->released != released)
		err = 1;
	spin_unlock(&slots->lock);
	return err;
}

/**
 * wc_key_slot_share() - can a request use another's hold?
 * @slots: the slots of a link
 * @key: the key of both
 * @link_gen: the generation of the link
 * @ref: the hold, which lasts as long as the request needs it
 *
 * Not if the key has lost that slot: then it was set anew.
 */
bool wc_key_slot_share(const struct wc_key_slots *slots,
		       const struct wc_key *key, u32 link_gen,
		       const struct wc_key_ref *ref)
{
	/* While the slot is held it can lose its key, but not get another. */
	return smp_load_acquire(&key->link_gen) == link_gen &&
	       READ_ONCE(slots->slots[ref->slot].key) == key;
}

/* Ends a hold, of wc_key_slot_get(), on a slot of a link, which may be dead. BH off. */
void wc_key_slot_drop(struct wc_key_slots *slots, const struct wc_key_ref *ref)
{
	struct wc_key_slot *slot = &slots->slots[ref->slot];
	struct wc_key_share *share;

	if (!atomic_dec_and_lock(&slot->users, &slots->lock))
		return;
	share = &slots->share[slot->limited];
	share->busy--;
	if (slot->key)
		list_add_tail(&slot->node, &share->idle);
	else
		list_add(&slot->node, &slots->free);
	spin_unlock(&slots->lock);
}

/**
 * wc_key_slot_release() - take a key out of its slot, if it has one
 * @slots: the slots of a link
 * @key: the key. No request should hold its slot; if one does, the slot becomes
 *	free when that has dropped it
 * @link_gen: the generation of the link
 *
 * Context: any, BH off.
 * Return: true if the key has lost its slot; false if it had none, or the slots
 * are closed.
 */
bool wc_key_slot_release(struct wc_key_slots *slots, struct wc_key *key,
			 u32 link_gen)
{
	struct wc_key_slot *slot;
	bool had;

	spin_lock(&slots->lock);
	had = !slots->closed && key->link_gen == link_gen;
	if (had) {
		slot = &slots->slots[key->slot];
		wc_key_slot_clear(slots, slot);
		if (!atomic_read(&slot->users))
			list_move(&slot->node, &slots->free);
	}
	spin_unlock(&slots->lock);
	return had;
}

/*
 * How often a key has lost its slot. A thread that gets this number sees these slots wiped, or
 * with another key. It may wrap.
 */
u32 wc_key_slots_released(const struct wc_key_slots *slots)
{
	/* Pairs with wc_key_slot_clear(). */
	return smp_load_acquire(&slots->released);
}

/*
 * wc_key_slots_released() when none is on its way: a thread that has seen a slot wiped gets a
 * number that counts it. A key that is being released at this moment has lost its slot in the
 * arena first. Not in hard interrupts, and unlocked.
 */
u32 wc_key_slots_released_sync(struct wc_key_slots *slots)
{
	u32 released;

	spin_lock_bh(&slots->lock);
	released = slots->released;
	spin_unlock_bh(&slots->lock);
	return released;
}
