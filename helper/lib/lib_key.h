/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys, and the key slots of the arena. */
#ifndef WARPCRYPT_HELPER_LIB_KEY_H
#define WARPCRYPT_HELPER_LIB_KEY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"

/**
 * struct warpcrypt_cipher_key - a key; its bytes are in its slot only
 * @w: its engine
 * @used: it has not been freed
 * @slot: its key slot
 * @generation: of the slot
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode
 */
struct warpcrypt_cipher_key {
	struct warpcrypt *w;
	atomic_bool used;
	uint32_t slot;
	uint32_t generation;
	uint8_t cipher;
	uint8_t mode;
};

/**
 * struct lib_keys - keys, and the key slots without one
 * @key: the key of each slot; they stay where they are, so that a request with a
 *	key that was freed can be refused
 * @slots: entries of @key
 * @lock: protects the members below
 * @free: the slots, a stack
 * @count: entries of @free
 */
struct lib_keys {
	struct warpcrypt_cipher_key *key;
	uint32_t slots;
	pthread_mutex_t lock;
	uint32_t *free;
	uint32_t count;
};

int lib_keys_init(struct lib_keys *keys, uint32_t count);
void lib_keys_free(struct lib_keys *keys);
bool lib_key_is(const struct lib_keys *keys,
		const struct warpcrypt_cipher_key *key);

#endif /* WARPCRYPT_HELPER_LIB_KEY_H */
