// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/lib/lib_key.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "helper/lib/lib_engine.h"
#include "helper/lib/lib_error.h"
#include "helper/transport/names.h"

#define AND_NAME(NAME, name, ...)	" " #name

/**
 * struct lengths - the lengths of a cipher's keys, bytes
 * @min: the shortest
 * @max: the longest
 * @step: all are @min plus a multiple of this
 */
static const struct lengths {
	size_t min;
	size_t max;
	size_t step;
} lengths[WARPCRYPT_CIPHER_COUNT] = {
#define KEY_LENGTHS(NAME, name, number, min, max, step)	\
	[WARPCRYPT_CIPHER_##NAME] = { min, max, step },
	WARPCRYPT_CIPHERS(KEY_LENGTHS)
};

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

static struct warpcrypt_cipher_key *handle_of(uint64_t serial, uint32_t slot)
{
	return (struct warpcrypt_cipher_key *)
	       (uintptr_t)(serial << SLOT_BITS | slot);
}

static uint64_t serial_of(const struct warpcrypt_cipher_key *handle)
{
	return (uintptr_t)handle >> SLOT_BITS;
}

/**
 * lib_key_slot() - the slot of a key
 * @handle: the key
 */
uint32_t lib_key_slot(const struct warpcrypt_cipher_key *handle)
{
	return (uint32_t)((uintptr_t)handle & ((1u << SLOT_BITS) - 1));
}

/**
 * lib_keys_init() - make all slots free
 * @keys: filled in
 * @count: slots, at most 65536
 *
 * Return: 0 or -ENOMEM
 */
int lib_keys_init(struct lib_keys *keys, uint32_t count)
{
	memset(keys, 0, sizeof(*keys));
	keys->key = calloc(count, sizeof(*keys->key));
	keys->free = calloc(count, sizeof(*keys->free));
	if (!keys->key || !keys->free) {
		free(keys->key);
		free(keys->free);
		return -ENOMEM;
	}
	keys->slots = count;
	for (keys->count = 0; keys->count < count; keys->count++)
		keys->free[keys->count] = keys->count;
	pthread_mutex_init(&keys->lock, NULL);
	return 0;
}

/**
 * lib_keys_free() - free what lib_keys_init() allocated
 * @keys: initialised
 */
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

/**
 * lib_key_put() - undo lib_key_hold()
 * @holds: emptied
 * @keys: of the engine
 */
void lib_key_put(struct lib_key_holds *holds, struct lib_keys *keys)
{
	while (holds->count)
		atomic_fetch_sub(&keys->key[holds->slot[--holds->count]].state,
				 1);
	free(holds->slot);
	memset(holds, 0, sizeof(*holds));
}

static bool length_fits(const struct lengths *known, size_t len, bool xts)
{
	if (xts && len % 2)
		return false;
	if (xts)
		len /= 2;
	return len >= known->min && len <= known->max &&
	       (len - known->min) % known->step == 0;
}

static int check_key(const struct warpcrypt *w, const char *cipher,
		     const char *mode, size_t len, int *c, int *m)
{
	*c = wc_find_cipher(cipher);
	*m = wc_find_mode(mode);
	if (*c < 0)
		return lib_fail(-EINVAL, "no cipher '%s': give one of"
				WARPCRYPT_CIPHERS(AND_NAME), cipher);
	if (*m < 0)
		return lib_fail(-EINVAL, "no mode '%s': give one of"
				WARPCRYPT_MODES(AND_NAME), mode);
	if (!length_fits(&lengths[*c], len, *m == WARPCRYPT_MODE_XTS))
		return lib_fail(-EINVAL, "%s in %s has no keys of %zu bytes",
				cipher, mode, len);
	if (!(w->modes[*c] & WARPCRYPT_MODE_BIT(*m)))
		return lib_fail(-EOPNOTSUPP, "%s: it cannot do %s in %s",
				w->about, cipher, mode);
	return 0;
}

/* Returns whether there was a free slot. */
static bool take_slot(struct lib_keys *keys, uint32_t *slot)
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

static void give_slot(struct lib_keys *keys, uint32_t slot)
{
	pthread_mutex_lock(&keys->lock);
	keys->free[(keys->first + keys->count++) % keys->slots] = slot;
	pthread_mutex_unlock(&keys->lock);
}

int warpcrypt_key(struct warpcrypt *w, struct warpcrypt_cipher_key **key,
		  const char *cipher, const char *mode, const void *bytes,
		  size_t len)
{
	struct warpcrypt_key *place;
	struct lib_key *new;
	uint64_t serial;
	uint32_t slot;
	int ret, c, m;
	LIB_NOT_CANCELLED;

	ret = check_key(w, cipher, mode, len, &c, &m);
	if (ret)
		return ret;
	serial = atomic_fetch_add(&last_serial, 1) + 1;
	if (serial > SERIAL_MAX)
		return lib_fail(-ENOSPC, "this process has made too many keys");
	if (!take_slot(&w->keys, &slot))
		return lib_fail(-ENOSPC,
				"no room for more keys: open with options.keys larger");
	new = &w->keys.key[slot];
	place = wc_mapping_key(&w->arena, slot);
	__atomic_store_n(&place->generation, place->generation + 1,
			 __ATOMIC_RELAXED);
	place->cipher = (uint8_t)c;
	place->mode = (uint8_t)m;
	place->len = (uint16_t)len;
	memcpy(place->key, bytes, len);
	new->generation = place->generation;
	new->cipher = (uint8_t)c;
	new->mode = (uint8_t)m;
	atomic_store(&new->state, serial << HOLDS_BITS);
	*key = handle_of(serial, slot);
	return 0;
}

int warpcrypt_key_free(struct warpcrypt *w, struct warpcrypt_cipher_key *key)
{
	uint64_t unheld = serial_of(key) << HOLDS_BITS;
	uint32_t slot = lib_key_slot(key);
	struct warpcrypt_key *place;
	LIB_NOT_CANCELLED;

	if (!key)
		return 0;
	if (!lib_key_find(&w->keys, key))
		return lib_fail(-EINVAL,
				"it is no key of this engine, or was freed before");
	if (!atomic_compare_exchange_strong(&w->keys.key[slot].state, &unheld,
					    0))
		return lib_fail(-EBUSY,
				"a batch that is not done uses the key: wait for it first");
	place = wc_mapping_key(&w->arena, slot);
	/* The threads wipe what they have expanded of another generation. */
	__atomic_store_n(&place->generation, place->generation + 1,
			 __ATOMIC_RELAXED);
	place->cipher = WARPCRYPT_CIPHER_NONE;
	explicit_bzero(place->key, sizeof(place->key));
	lib_queue_release(&w->queue);
	give_slot(&w->keys, slot);
	return 0;
}
