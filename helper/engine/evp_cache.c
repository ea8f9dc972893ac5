// SPDX-License-Identifier: GPL-2.0-only
/*
 * For each use a table of WAYS entries, indexed by the slot's low bits. An
 * entry has the slot and generation of its key, and three contexts, one for each
 * AES key length, of which one has the key. The algorithm of a context never
 * changes, because that would allocate.
 */
#include "helper/engine/cpu_engine.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/libcrypto.h"

#define WAYS	32u
#define SIZES	3u
#define ENTRIES	(WC_EVP_USES * WAYS)

struct entry {
	bool used;
	uint32_t slot;
	uint32_t generation;
	uint32_t size;
	EVP_CIPHER_CTX *ctx[SIZES];
};

struct wc_evp_cache {
	struct entry entry[ENTRIES];
};

static const uint8_t zero_key[32];

static const char *const modes[WC_EVP_USES] = {
	[WC_EVP_ECB_ENC] = "ECB", [WC_EVP_ECB_DEC] = "ECB",
	[WC_EVP_CTR] = "CTR",
	[WC_EVP_CBC_ENC] = "CBC", [WC_EVP_CBC_DEC] = "CBC",
	[WC_EVP_XTS_ENC] = "ECB", [WC_EVP_XTS_DEC] = "ECB",
	[WC_EVP_XTS_TWEAK] = "ECB",
};

static bool use_encrypts(enum wc_evp_use use)
{
	return use != WC_EVP_ECB_DEC && use != WC_EVP_CBC_DEC &&
	       use != WC_EVP_XTS_DEC;
}

static EVP_CIPHER_CTX *context_new(enum wc_evp_use use, unsigned int size)
{
	OSSL_LIB_CTX *own = wc_libcrypto();
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	EVP_CIPHER *cipher;
	int enc = use_encrypts(use);
	char name[16];

	snprintf(name, sizeof(name), "AES-%u-%s", 128 + 64 * size, modes[use]);
	cipher = own ? EVP_CIPHER_fetch(own, name, NULL) : NULL;
	if (!cipher || !ctx ||
	    !EVP_CipherInit_ex2(ctx, cipher, zero_key, zero_key, enc, NULL) ||
	    !EVP_CIPHER_CTX_set_padding(ctx, 0)) {
		EVP_CIPHER_CTX_free(ctx);
		ctx = NULL;
	}
	/* The context has its own reference. */
	EVP_CIPHER_free(cipher);
	return ctx;
}

/* Make the contexts: an empty cache, or NULL. */
struct wc_evp_cache *wc_evp_cache_new(void)
{
	struct wc_evp_cache *cache = calloc(1, sizeof(*cache));
	unsigned int i, size;

	for (i = 0; cache && i < ENTRIES; i++) {
		for (size = 0; size < SIZES; size++) {
			cache->entry[i].ctx[size] = context_new(i / WAYS, size);
			if (cache->entry[i].ctx[size])
				continue;
			wc_evp_cache_free(cache);
			return NULL;
		}
	}
	return cache;
}

/* Wipe and free every context. */
void wc_evp_cache_free(struct wc_evp_cache *cache)
{
	unsigned int i, size;

	for (i = 0; cache && i < ENTRIES; i++)
		for (size = 0; size < SIZES; size++)
			EVP_CIPHER_CTX_free(cache->entry[i].ctx[size]);
	free(cache);
}

/* Overwrite the key schedule of an entry. If libcrypto fails, its context is of no more use. */
static void forget(struct entry *e)
{
	EVP_CIPHER_CTX *ctx = e->ctx[e->size];

	e->used = false;
	if (!EVP_CipherInit_ex2(ctx, NULL, zero_key, NULL, -1, NULL))
		EVP_CIPHER_CTX_reset(ctx);
}

/*
 * Wipe the keys that are in their slots of @arena no longer. Returns how many contexts were
 * wiped; a key may have several.
 */
unsigned int wc_evp_cache_forget(struct wc_evp_cache *cache,
				 const struct wc_mapping *arena)
{
	unsigned int i, n = 0;

	for (i = 0; i < ENTRIES; i++) {
		struct entry *e = &cache->entry[i];

		if (!e->used ||
		    wc_mapping_has_key(arena, e->slot, e->generation))
			continue;
		forget(e);
		n++;
	}
	return n;
}

/* Set the key of a context; the entry's older key is overwritten. NULL: libcrypto has failed. */
static EVP_CIPHER_CTX *fill(struct entry *e, enum wc_evp_use use,
			    const struct warpcrypt_desc *desc,
			    const struct warpcrypt_key *key)
{
	bool xts = use >= WC_EVP_XTS_ENC;
	size_t len = xts ? key->len / 2 : key->len;
	const uint8_t *bytes = key->key;
	uint32_t size = (len - 16) / 8;

	if (use == WC_EVP_XTS_TWEAK)
		bytes += len;
	if (e->used && e->size != size)
		forget(e);
	e->size = size;
	/* Naming the cipher again would allocate. */
	if (!EVP_CipherInit_ex2(e->ctx[size], NULL, bytes, NULL, -1, NULL)) {
		forget(e);
		return NULL;
	}
	e->used = true;
	e->slot = desc->key_slot;
	e->generation = desc->key_generation;
	return e->ctx[size];
}

/* A context with a key. NULL: the slot does not hold what @desc names, or libcrypto failed. */
EVP_CIPHER_CTX *wc_evp_cache_get(struct wc_evp_cache *cache,
				 enum wc_evp_use use,
				 const struct wc_view *frame,
				 const struct warpcrypt_desc *desc)
{
	struct entry *e = &cache->entry[use * WAYS + desc->key_slot % WAYS];
	struct warpcrypt_key key;
	EVP_CIPHER_CTX *ctx = NULL;

	if (e->used && e->slot == desc->key_slot &&
	    e->generation == desc->key_generation)
		return e->ctx[e->size];
	if (!wc_view_key(frame, desc, &key))
		ctx = fill(e, use, desc, &key);
	explicit_bzero(&key, sizeof(key));
	return ctx;
}
