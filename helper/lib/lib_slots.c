// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/lib/lib_slots.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of &lib_key.state: how often it is held, below the serial number. */
#define HOLDS_BITS	24
#define HOLDS_MAX	(((uint64_t)1 << HOLDS_BITS) - 1)
/* Of a handle: the slot, below the serial number. */
#define SLOT_BITS	16
#define SERIAL_MAX	(((uint64_t)1 << (64 - HOLDS_BITS)) - 1)

static_assert(sizeof(uintptr_t) == sizeof(uint64_t),
	      "a handle has a serial number of 40 bits and a slot");

/* The last serial number of this process. */
static _Atomic uint64_t last_serial;

static uint64_t serial_of(const struct warpcrypt_cipher_key *handle)
{
	return (uintptr_t)handle >> SLOT_BITS;
}

/* The slot of a key. */
uint32_t lib_key_slot(const struct warpcrypt_cipher_key *handle)
{
	return (uint32_t)((uintptr_t)handle & ((1u << SLOT_BITS) - 1));
}

/**
 * lib_keys_init() - make all slots free
 * @keys: filled in
 * @count: slots, at most 65536
 *
 * Return: 0 or -ENOMEM; lib_keys_free() frees what there is then, too
 */
int lib_keys_init(struct lib_keys *keys, uint32_t count)
{
	memset(keys, 0, sizeof(*keys));
	keys->key = calloc(count, sizeof(*keys->key));
	keys->free = calloc(count, sizeof(*keys->free));
	pthread_mutex_init(&keys->lock, NULL);
	if (!keys->key || !keys->free)
		return -ENOMEM;
	keys->slots = count;
	for (keys->count = 0; keys->count < count; keys->count++)
		keys->free[keys->count] = keys->count;
	return 0;
}

/* Free what lib_keys_init() allocated. */
void lib_keys_free(struct lib_keys *keys)
{
	pthread_mutex_destroy(&keys->lock);
	free(keys->free);
	free(keys->key);
}

/**
 * lib_key_find() - find a key
 * @keys: of an engine
 * @handle: what a request says; anything
 *
 * Return: the key; or NULL: it is none of this engine's, or was freed
 */
const struct lib_key *lib_key_find(const struct lib_keys *keys,
				   const struct warpcrypt_cipher_key *handle)
{
	uint64_t serial = serial_of(handle);
	uint32_t slot = lib_key_slot(handle);

	if (!serial || slot >= keys->slots)
		return NULL;
	return atomic_load(&keys->key[slot].state) >> HOLDS_BITS == serial ?
	       &keys->key[slot] : NULL;
}

static int make_room(struct lib_key_holds *holds)
{
	size_t room = holds->room ? holds->room * 2 : 4;
	uint32_t *slot;

	if (holds->count < holds->room)
		return 0;
	slot = reallocarray(holds->slot, room, sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	holds->slot = slot;
	holds->room = room;
	return 0;
}

/**
 * lib_key_hold() - hold a key, so that it cannot be freed
 * @holds: grows by it; neighbours with one key have one hold
 * @keys: of the engine
 * @handle: the key
 *
 * Return: 0; -EINVAL: it is no key of the engine's any more; -ENOMEM
 */
int lib_key_hold(struct lib_key_holds *holds, struct lib_keys *keys,
		 const struct warpcrypt_cipher_key *handle)
{
	uint64_t serial = serial_of(handle), state;
	uint32_t slot = lib_key_slot(handle);

	if (holds->count && holds->slot[holds->count - 1] == slot)
		return lib_key_find(keys, handle) ? 0 : -EINVAL;
	if (!lib_key_find(keys, handle))
		return -EINVAL;
	if (make_room(holds))
		return -ENOMEM;
	state = atomic_load(&keys->key[slot].state);
	do {
		if (state >> HOLDS_BITS != serial)
			return -EINVAL;
		if ((state & HOLDS_MAX) == HOLDS_MAX)
			return -ENOMEM;
	} while (!atomic_compare_exchange_weak(&keys->key[slot].state, &state,
					       state + 1));
	holds->slot[holds->count++] = slot;
	return 0;
}

/* Undo lib_key_hold(); @holds is empty afterwards. */
void lib_key_put(struct lib_key_holds *holds, struct lib_keys *keys)
{
	while (holds->count)
		atomic_fetch_sub(&keys->key[holds->slot[--holds->count]].state,
				 1);
	free(holds->slot);
	memset(holds, 0, sizeof(*holds));
}

/* Take a slot without a key. Returns whether there was one. */
bool lib_key_take(struct lib_keys *keys, uint32_t *slot)
{
	bool taken;

	pthread_mutex_lock(&keys->lock);
	taken = keys->count;
	if (taken) {
		*slot = keys->free[keys->first];
		keys->first = (keys->first + 1) % keys->slots;
		keys->count--;
	}
	pthread_mutex_unlock(&keys->lock);
	return taken;
}

/* Undo lib_key_take(); the slot has no key. */
void lib_key_give(struct lib_keys *keys, uint32_t slot)
{
	pthread_mutex_lock(&keys->lock);
	keys->free[(keys->first + keys->count++) % keys->slots] = slot;
	pthread_mutex_unlock(&keys->lock);
}

/**
 * lib_key_begin() - a slot has a key now, which requests can name
 * @keys: of the engine
 * @slot: from lib_key_take(); the other members of its &struct lib_key are set
 *
 * Return: the handle; NULL: this process has made too many keys
 */
struct warpcrypt_cipher_key *lib_key_begin(struct lib_keys *keys, uint32_t slot)
{
	uint64_t serial = atomic_fetch_add(&last_serial, 1) + 1;

	if (serial > SERIAL_MAX)
		return NULL;
	atomic_store(&keys->key[slot].state, serial << HOLDS_BITS);
	return (struct warpcrypt_cipher_key *)
	       (uintptr_t)(serial << SLOT_BITS | slot);
}

/**
 * lib_key_end() - from now on no request can name a key
 * @keys: of the engine
 * @handle: the key
 *
 * Return: 0; -EBUSY: it is held; -EINVAL: it is no key of the engine's
 */
int lib_key_end(struct lib_keys *keys, const struct warpcrypt_cipher_key *handle)
{
	uint64_t unheld = serial_of(handle) << HOLDS_BITS;

	if (!lib_key_find(keys, handle))
		return -EINVAL;
	return atomic_compare_exchange_strong(&keys->key[lib_key_slot(handle)].state,
					      &unheld, 0) ? 0 : -EBUSY;
}
