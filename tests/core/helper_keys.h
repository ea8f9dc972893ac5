/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys that a helper's task has taken from their slots, as engines keep expanded keys. */
#ifndef WARPCRYPT_TESTS_CORE_HELPER_KEYS_H
#define WARPCRYPT_TESTS_CORE_HELPER_KEYS_H

#include "tests/core/model.h"
#include "kmod/uapi/warpcrypt.h"

/* How many slots its arena has. */
#define HELPER_SLOTS	WARPCRYPT_KEY_SLOTS_MIN

/**
 * struct helper_kept - a key that a task keeps
 * @generation: of its slot; 0: none
 * @key: the key
 */
struct helper_kept {
	u32 generation;
	u8 key[16];
};

/**
 * struct helper_keys - the keys that a task keeps
 * @releases: &warpcrypt_enter.releases, up to which it has wiped keys
 * @count: how many it keeps
 * @slot: for each slot the key of it that it has used
 */
struct helper_keys {
	u32 releases;
	int count;
	struct helper_kept slot[HELPER_SLOTS];
};

struct test_helper;

/* The key that a descriptor names. */
const u8 *helper_get_key(const struct test_helper *h, u32 engine, struct helper_keys *keys,
			 const struct warpcrypt_desc *desc);
/* How many of the keys that a task keeps are in their slots no longer. */
int helper_count_stale(const struct test_helper *h, const struct helper_keys *keys);
void helper_wipe_stale(const struct test_helper *h, struct helper_keys *keys);

#endif /* WARPCRYPT_TESTS_CORE_HELPER_KEYS_H */
