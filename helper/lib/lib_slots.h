/* SPDX-License-Identifier: GPL-2.0-only */
/* The key slots of the arena: which key each has, and who holds it. */
#ifndef WARPCRYPT_HELPER_LIB_SLOTS_H
#define WARPCRYPT_HELPER_LIB_SLOTS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"

/**
 * struct lib_key - the key of a slot of the arena; its bytes are there only
 * @state: the key's serial number, 0 if the slot has none, and how often it is held
 * @generation: of the slot
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode
 *
 * A struct warpcrypt_cipher_key * is no address: it is the serial number and the slot.
 * No two keys of a process have one serial number, so that a key that was freed, or
 * one of another engine, is found out. The other members do not change while the key
 * is held.
 */
struct lib_key {
	_Atomic uint64_t state;
	uint32_t generation;
	uint8_t cipher;
	uint8_t mode;
};

/**
 * struct lib_keys - keys, and the key slots without one
 * @key: the key of each slot
 * @slots: entries of @key and @free
 * @lock: protects the members below
 * @free: the slots without a key, a ring: the one that was freed first is used first
 * @first: the first one
 * @count: how many
 */
struct lib_keys {
	struct lib_key *key;
	uint32_t slots;
	pthread_mutex_t lock;
	uint32_t *free;
	uint32_t first;
	uint32_t count;
};

/**
 * struct lib_key_holds - the keys that a batch uses; they cannot be freed
 * @slot: their slots; one may be there several times
 * @count: entries of @slot that are used
 * @room: entries of @slot
 */
struct lib_key_holds {
	uint32_t *slot;
	size_t count;
	size_t room;
};

int lib_keys_init(struct lib_keys *keys, uint32_t count);
void lib_keys_free(struct lib_keys *keys);
const struct lib_key *lib_key_find(const struct lib_keys *keys,
				   const struct warpcrypt_cipher_key *handle);
uint32_t lib_key_slot(const struct warpcrypt_cipher_key *handle);
int lib_key_hold(struct lib_key_holds *holds, struct lib_keys *keys,
		 const struct warpcrypt_cipher_key *handle);
void lib_key_put(struct lib_key_holds *holds, struct lib_keys *keys);
bool lib_key_take(struct lib_keys *keys, uint32_t *slot);
void lib_key_give(struct lib_keys *keys, uint32_t slot);
struct warpcrypt_cipher_key *lib_key_begin(struct lib_keys *keys, uint32_t slot);
int lib_key_end(struct lib_keys *keys, const struct warpcrypt_cipher_key *handle);

#endif /* WARPCRYPT_HELPER_LIB_SLOTS_H */
