/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys, and the key slots of the arena. */
#ifndef WARPCRYPT_HELPER_LIB_KEY_H
#define WARPCRYPT_HELPER_LIB_KEY_H

#include <pthread.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"

/**
 * struct warpcrypt_cipher_key - a key; its bytes are in its slot only
 * @w: its engine
 * @slot: its key slot
 * @generation: of the slot
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode
 */
struct warpcrypt_cipher_key {
	struct warpcrypt *w;
	uint32_t slot;
	uint32_t generation;
	uint8_t cipher;
	uint8_t mode;
};

/**
 * struct lib_keys - the key slots without a key
 * @lock: protects the other members
 * @free: the slots, a stack
 * @count: entries of @free
 */
struct lib_keys {
	pthread_mutex_t lock;
	uint32_t *free;
	uint32_t count;
};

int lib_keys_init(struct lib_keys *keys, uint32_t count);
void lib_keys_free(struct lib_keys *keys);

#endif /* WARPCRYPT_HELPER_LIB_KEY_H */
