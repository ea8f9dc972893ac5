// SPDX-License-Identifier: GPL-2.0-only
/* What a helper does with the frames that it gets, and the keys that they name. */
#include "kmod/path.h"
#include "tests/core/helper.h"
#include "tests/core/user.h"

/* --- keys */

static void read_slot(const struct test_helper *h, u32 slot,
		      struct warpcrypt_key *key)
{
	const u8 *keys = h->arena + (size_t)h->attach.frame_size *
			 h->attach.frame_count;

	arena_copy(key, keys + (size_t)slot * sizeof(*key), sizeof(*key));
}

/*
 * Can an engine have lost its frames to the module already? Then the keys that they name
 * may have lost their slots to others.
 */
static bool may_be_retired(const struct test_helper *h, u32 engine)
{
	if (!calm)
		return h->attach.engine_count > 1;
	return (engine != h->main && engine == h->sick) ||
	       __atomic_load_n(&h->retiring, __ATOMIC_SEQ_CST) & 1u << engine;
}

/* The key that a descriptor names. */
static const u8 *get_key(const struct test_helper *h, u32 engine,
			 struct helper_keys *keys, const struct warpcrypt_desc *desc)
{
	struct helper_kept *kept = &keys->slot[desc->key_slot];
	struct warpcrypt_key key;

	if (kept->generation == desc->key_generation)
		return kept->key;
	read_slot(h, desc->key_slot, &key);
	/* 0: the link is dead, and its slots are wiped. */
	if (key.generation && key.generation != desc->key_generation &&
	    !may_be_retired(h, engine))
		broken("a request's key has lost its slot: generation %u, now %u",
		       desc->key_generation, key.generation);
	if (!kept->generation != !key.generation)
		__atomic_add_fetch(&keys->count, key.generation ? 1 : -1,
				   __ATOMIC_RELAXED);
	kept->generation = key.generation;
	memcpy(kept->key, key.key, sizeof(kept->key));
	return kept->key;
}

int helper_count_stale(const struct test_helper *h, const struct helper_keys *keys)
{
	struct warpcrypt_key key;
	int stale = 0;
	u32 i;

	for (i = 0; i < HELPER_SLOTS && keys->count; i++) {
		if (!keys->slot[i].generation)
			continue;
		read_slot(h, i, &key);
		stale += key.generation != keys->slot[i].generation;
	}
	return stale;
}

void helper_wipe_stale(const struct test_helper *h, struct helper_keys *keys)
{
	struct warpcrypt_key key;
	u32 i;

	for (i = 0; i < HELPER_SLOTS; i++) {
		if (!keys->slot[i].generation)
			continue;
		read_slot(h, i, &key);
		if (key.generation == keys->slot[i].generation)
			continue;
		keys->slot[i].generation = 0;
		__atomic_sub_fetch(&keys->count, 1, __ATOMIC_RELAXED);
		tally_add(wiped, 1);
	}
}

/* --- frames */

static const u8 *frame_end(const struct test_helper *h,
			   const struct warpcrypt_frame *frame)
{
	return h->arena + (size_t)(frame->index + 1) * h->attach.frame_size;
}

static void do_payload(struct test_helper *h, u32 engine, struct helper_keys *keys,
		       const struct warpcrypt_frame *frame,
		       const struct warpcrypt_desc *desc)
{
	const u8 *key;
	u8 *at = (u8 *)frame_end(h, frame) - h->attach.frame_size +
		 desc->offset;
	u8 *copy = malloc(desc->len);

	if (desc->offset % WARPCRYPT_PAYLOAD_ALIGN || !desc->len ||
	    desc->offset + desc->len > frame->payload ||
	    desc->key_slot >= h->attach.key_slots)
		broken("a frame whose descriptor makes no sense");
	key = get_key(h, engine, keys, desc);
	arena_copy(copy, at, desc->len);
	model_transform(copy, desc->len, key, desc->iv, desc->block);
	arena_copy(at, copy, desc->len);
	free(copy);
}

/* What a helper did not do, and says so. */
static void spoil_frame(struct test_helper *h,
			const struct warpcrypt_frame *frame)
{
	static const u8 junk[64] = { 0x5a };

	arena_copy((u8 *)frame_end(h, frame) - h->attach.frame_size, junk,
		   min(sizeof(junk), (size_t)frame->payload));
}

/* A dead link's arena may be wiped at any time: what it has makes no sense. */
static void do_frame(struct test_helper *h, u32 engine, struct helper_keys *keys,
		     const struct warpcrypt_frame *frame)
{
	struct warpcrypt_desc desc;
	u32 i;

	if (frame->index >= h->attach.frame_count || !frame->requests)
		broken("a frame that makes no sense");
	for (i = 0; i < frame->requests; i++) {
		arena_copy(&desc, frame_end(h, frame) - (i + 1) * sizeof(desc),
			   sizeof(desc));
		if (!desc.len)
			return;
		do_payload(h, engine, keys, frame, &desc);
	}
}

/* A frame belongs to one engine as long as the attachment lives. */
static void must_own(struct test_helper *h, u32 engine, u32 frame)
{
	u32 was = 0;

	if (!__atomic_compare_exchange_n(&h->owner[frame], &was, engine + 1,
					 false, __ATOMIC_RELAXED,
					 __ATOMIC_RELAXED) &&
	    was != engine + 1)
		broken("engine %u gets a frame of engine %u", engine, was - 1);
}

/* Known answers must be right, or the link does not go live. */
static bool is_sick(const struct test_helper *h, u32 engine)
{
	return engine != h->main && engine == h->sick &&
	       wc_link_state_name()[0] == 'l' && sim_random(4);
}

void helper_do_frames(struct test_helper *h, struct helper_keys *keys, u32 engine,
		      struct warpcrypt_commit *commits, u32 *held,
		      const struct warpcrypt_frame *frames, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		int status = 0;

		must_own(h, engine, frames[i].index);
		do_frame(h, engine, keys, &frames[i]);
		if (is_sick(h, engine) || helper_errs_now(h)) {
			spoil_frame(h, &frames[i]);
			status = -EIO;
		}
		/* Never given back. */
		if (helper_errs_now(h) && !sim_random(16))
			continue;
		if (helper_errs_now(h) && !sim_random(8))
			nap_ms(sim_random(100));
		commits[*held] = (struct warpcrypt_commit){
			.id = frames[i].id, .status = status,
		};
		/* Of a frame that no engine has, or had. */
		if (helper_errs_now(h))
			commits[*held].id ^= 1ull << sim_random(60);
		else if (helper_errs_now(h))
			commits[*held].id =
				__atomic_load_n(&h->earlier, __ATOMIC_SEQ_CST);
		else if (!status)
			__atomic_store_n(&h->earlier, frames[i].id,
					 __ATOMIC_SEQ_CST);
		++*held;
	}
}
