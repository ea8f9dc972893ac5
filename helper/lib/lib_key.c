// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_key.h"

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

/**
 * lib_keys_init() - make all slots free
 * @keys: filled in
 * @count: slots
 *
 * Return: 0 or -ENOMEM
 */
int lib_keys_init(struct lib_keys *keys, uint32_t count)
{
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
 * lib_key_is() - is it a key?
 * @keys: of an engine
 * @key: what a request says; it is looked at only if it is in the table
 *
 * Return: whether it is a key of this engine that has not been freed
 */
bool lib_key_is(const struct lib_keys *keys,
		const struct warpcrypt_cipher_key *key)
{
	uintptr_t at = (uintptr_t)key - (uintptr_t)keys->key;

	return at % sizeof(*key) == 0 && at / sizeof(*key) < keys->slots &&
	       atomic_load(&key->used);
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
	if (taken)
		*slot = keys->free[--keys->count];
	pthread_mutex_unlock(&keys->lock);
	return taken;
}

int warpcrypt_key(struct warpcrypt *w, struct warpcrypt_cipher_key **key,
		  const char *cipher, const char *mode, const void *bytes,
		  size_t len)
{
	struct warpcrypt_cipher_key *new;
	struct warpcrypt_key *place;
	uint32_t slot;
	int ret, c, m;

	ret = check_key(w, cipher, mode, len, &c, &m);
	if (ret)
		return ret;
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
	new->w = w;
	new->slot = slot;
	new->generation = place->generation;
	new->cipher = (uint8_t)c;
	new->mode = (uint8_t)m;
	atomic_store(&new->used, true);
	*key = new;
	return 0;
}

void warpcrypt_key_free(struct warpcrypt_cipher_key *key)
{
	struct warpcrypt_key *place;
	struct lib_keys *keys;

	if (!key || !atomic_exchange(&key->used, false))
		return;
	keys = &key->w->keys;
	place = wc_mapping_key(&key->w->arena, key->slot);
	/* The threads wipe what they have expanded of another generation. */
	__atomic_store_n(&place->generation, place->generation + 1,
			 __ATOMIC_RELAXED);
	place->cipher = WARPCRYPT_CIPHER_NONE;
	explicit_bzero(place->key, sizeof(place->key));
	lib_queue_release(&key->w->queue);
	/* Another thread may have it from now on. */
	pthread_mutex_lock(&keys->lock);
	keys->free[keys->count++] = key->slot;
	pthread_mutex_unlock(&keys->lock);
}
