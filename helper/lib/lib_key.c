// SPDX-License-Identifier: GPL-2.0-only
/*
 * Making and freeing keys.
 */
#include <errno.h>
#include <string.h>

#include "helper/lib/lib_error.h"
#include "helper/lib/lib_parts.h"
#include "helper/transport/names.h"
#include "helper/transport/view.h"

#define AND_NAME(NAME, name, ...)	" " #name

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
				WARPCRYPT_MODES(AND_NAME) WARPCRYPT_OWN_MODES(AND_NAME), mode);
	if (!(WARPCRYPT_CIPHER_MODES((unsigned int)*c) & WARPCRYPT_MODE_BIT(*m)))
		return lib_fail(-EINVAL, "%s has no mode %s", cipher, mode);
	if (!wc_key_fits(*c, *m, len))
		return lib_fail(-EINVAL, "%s in %s has no keys of %zu bytes",
				cipher, mode, len);
	if (!(w->modes[*c] & WARPCRYPT_MODE_BIT(*m)))
		return lib_fail(-EOPNOTSUPP, "%s: it cannot do %s in %s",
				w->about, cipher, mode);
	return 0;
}

static void wipe(struct warpcrypt_key *place)
{
	/* The threads wipe what they have expanded of another generation. */
	__atomic_store_n(&place->generation, place->generation + 1,
			 __ATOMIC_RELAXED);
	place->cipher = WARPCRYPT_CIPHER_NONE;
	explicit_bzero(place->key, sizeof(place->key));
}

int warpcrypt_key(struct warpcrypt *w, struct warpcrypt_cipher_key **key,
		  const char *cipher, const char *mode, const void *bytes,
		  size_t len)
{
	struct warpcrypt_cipher_key *handle;
	struct warpcrypt_key *place;
	struct lib_key *new;
	uint32_t slot;
	int ret, c, m;
	LIB_NOT_CANCELLED;

	ret = check_key(w, cipher, mode, len, &c, &m);
	if (ret)
		return ret;
	if (!lib_key_take(&w->keys, &slot))
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
	handle = lib_key_begin(&w->keys, slot);
	if (!handle) {
		wipe(place);
		lib_key_give(&w->keys, slot);
		return lib_fail(-ENOSPC, "this process has made too many keys");
	}
	*key = handle;
	return 0;
}

int warpcrypt_key_free(struct warpcrypt *w, struct warpcrypt_cipher_key *key)
{
	int ret = key ? lib_key_end(&w->keys, key) : 0;
	LIB_NOT_CANCELLED;

	if (ret == -EBUSY)
		return lib_fail(ret, "a batch that is not done uses the key: wait for it first");
	if (ret)
		return lib_fail(ret, "it is no key of this engine, or was freed before");
	if (!key)
		return 0;
	wipe(wc_mapping_key(&w->arena, lib_key_slot(key)));
	lib_queue_release(&w->queue);
	lib_lone_forget(w);
	lib_key_give(&w->keys, lib_key_slot(key));
	return 0;
}
