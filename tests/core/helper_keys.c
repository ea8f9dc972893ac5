// SPDX-License-Identifier: GPL-2.0-only
#include "kmod/uapi/warpcrypt.h"

#include "tests/core/helper.h"
#include "tests/core/user.h"

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

const u8 *helper_get_key(const struct test_helper *h, u32 engine,
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
