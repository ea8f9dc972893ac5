/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The arena: memory of the helper, pinned and mapped into the kernel; and the key
 * slots in it. Includes uapi/ only.
 *
 * The helper can write to all of it at any time, from another CPU, in every
 * state of a frame. So the module reads only results from it, and each once, by
 * wc_arena_copy_out() and wc_arena_xor_out(). What it writes is complete before,
 * in the kernel's own memory. Pointers into the arena are __arena, and sparse
 * warns of any other use of them.
 */
#ifndef _WC_ARENA_H
#define _WC_ARENA_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/list.h>
#include <linux/mm_types.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "uapi/warpcrypt.h"

#ifdef __CHECKER__
#define __arena	__attribute__((noderef, address_space(__arena)))
#else
#define __arena
#endif

/**
 * struct wc_arena - a pinned range of a process's memory
 * @data: its kernel mapping, contiguous; NULL when nothing is pinned
 * @count: number of pages
 * @pages: its pages
 * @mm: the process to whose RLIMIT_MEMLOCK it is accounted
 */
struct wc_arena {
	u8 __arena *data;
	unsigned long count;
	struct page **pages;
	struct mm_struct *mm;
};

/**
 * struct wc_key - the key of a tfm, and its slot
 * @bytes: the key as it was passed to setkey
 * @len: bytes of @bytes in use, 0 when there is no key
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode
 * @limited: set by a user other than root (&struct wc_key_share); changes only
 *	while the key has no slot
 * @link_gen: generation of the link in which the key has a slot; 0: in none
 * @slot: index of the key slot
 *
 * The last two change under the lock of the slots of the link @link, and are read
 * without it, too. That link may take the slot away whenever no request with the
 * key is in it whose frame is not committed; then @link becomes 0.
 */
struct wc_key {
	u8 bytes[WARPCRYPT_KEY_MAX];
	u16 len;
	u8 cipher;
	u8 mode;
	bool limited;
	u32 link_gen;
	u32 slot;
};

/**
 * struct wc_key_ref - a hold of one or more requests on the slot of their key
 * @slot: index of the slot, which keeps the key until the hold is dropped
 * @generation: the slot's generation
 */
struct wc_key_ref {
	u32 slot;
	u32 generation;
};

/**
 * struct wc_key_slot - a key slot
 * @node: on the list of free slots; on @idle of its share while it has a key
 *	and no request holds it; else on none
 * @key: its key, or NULL
 * @generation: how many keys it has held, not 0 once it has held one
 * @users: holds on it. From 0 to 1 and back under the lock only; a request that
 *	finds others here joins and leaves them without it
 * @limited: which share it counts in
 *
 * The lock of the slots protects the rest. @key, @generation and @limited do not
 * change while the slot is held (but see wc_key_slot_release()), so they are
 * read without the lock then. Slots share no cache line, because requests with
 * different keys are on different CPUs.
 */
struct wc_key_slot {
	struct list_head node;
	struct wc_key *key;
	u32 generation;
	atomic_t users;
	bool limited;
} ____cacheline_aligned_in_smp;

/**
 * struct wc_key_share - the slots of one of two groups of keys
 * @idle: slots that no request holds, the one that was used longest ago first
 * @keyed: slots that have a key of the group
 * @busy: slots that requests of the group hold
 * @most: how large @busy may become
 *
 * One group is the keys that root has set: volumes, kernel threads. The other is
 * those of all other users, who together can be busy with no more than half of
 * the slots, so that there is always one for root. Idle slots may all have
 * keys of one group: a key that needs a slot gets one of the group that has more
 * than half.
 * (The limit is not one for each user: a user can have thousands of user ids.)
 */
struct wc_key_share {
	struct list_head idle;
	u32 keyed;
	u32 busy;
	u32 most;
};

/**
 * struct wc_key_slots - the key slots of one arena
 * @area: the slots in the arena, which the helper can overwrite
 * @count: number of slots
 * @slots: what the module knows of them
 * @lock: protects what follows; taken with BH off, within any lock of the link
 * @closed: no key gets a slot any more
 * @free: slots without a key, the one that had one last first
 * @share: of root's keys, of other users' keys
 * @released: how often a key has lost its slot; may wrap. Read without the lock,
 *	too
 */
struct wc_key_slots {
	struct warpcrypt_key __arena *area;
	u32 count;
	struct wc_key_slot *slots;
	spinlock_t lock; /* see above */
	bool closed;
	struct list_head free;
	struct wc_key_share share[2];
	u32 released;
};

/* arena.c */
int wc_arena_pin(struct wc_arena *arena, u64 addr, u64 len);
void wc_arena_unpin(struct wc_arena *arena);
void wc_arena_copy_in(void __arena *to, const void *from, size_t len);
void wc_arena_copy_out(void *to, const void __arena *from, size_t len);
void wc_arena_xor_out(void *to, const void *from, const void __arena *stream,
		      u32 len);
void wc_arena_wipe(void __arena *at, size_t len);

/* keys.c */
int wc_key_slots_init(struct wc_key_slots *slots, void __arena *area,
		      u32 count);
void wc_key_slots_close(struct wc_key_slots *slots);
void wc_key_slots_wipe(struct wc_key_slots *slots);
void wc_key_slots_free(struct wc_key_slots *slots);
int wc_key_slot_get(struct wc_key_slots *slots, struct wc_key *key, u32 link_gen,
		    struct wc_key_ref *ref);
bool wc_key_slot_share(const struct wc_key_slots *slots,
		       const struct wc_key *key, u32 link_gen,
		       const struct wc_key_ref *ref);
void wc_key_slot_drop(struct wc_key_slots *slots, const struct wc_key_ref *ref);
bool wc_key_slot_release(struct wc_key_slots *slots, struct wc_key *key,
			 u32 link_gen);
u32 wc_key_slots_released(const struct wc_key_slots *slots);
u32 wc_key_slots_released_sync(struct wc_key_slots *slots);

#endif /* _WC_ARENA_H */
