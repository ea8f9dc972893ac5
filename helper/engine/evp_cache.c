// SPDX-License-Identifier: GPL-2.0-only
/*
 * For each use a table of WAYS entries, indexed by the slot's low bits. An
 * entry has the slot and generation of its key, and three contexts, one for each
 * AES key length, of which one has the key. The algorithm of a context never
 * changes, because that would allocate.
 */
#include "helper/engine/cpu_engine.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/libcrypto.h"

#define WAYS	32u
#define SIZES	3u

struct entry {
	bool used;
	uint32_t slot;
	uint32_t generation;
	uint32_t size;
	EVP_CIPHER_CTX *ctx[SIZES];
};

struct wc_evp_cache {
	struct entry entry[WC_EVP_USES][WAYS];
};

static const uint8_t zero_key[32];

static const char *const algorithm[WC_EVP_USES][SIZES] = {
	[WC_EVP_ECB_ENC] = { "AES-128-ECB", "AES-192-ECB", "AES-256-ECB" },
	[WC_EVP_ECB_DEC] = { "AES-128-ECB", "AES-192-ECB", "AES-256-ECB" },
	[WC_EVP_CTR] = { "AES-128-CTR", "AES-192-CTR", "AES-256-CTR" },
	[WC_EVP_CBC_ENC] = { "AES-128-CBC", "AES-192-CBC", "AES-256-CBC" },
	[WC_EVP_CBC_DEC] = { "AES-128-CBC", "AES-192-CBC", "AES-256-CBC" },
	[WC_EVP_XTS_ENC] = { "AES-128-ECB", "AES-192-ECB", "AES-256-ECB" },
	[WC_EVP_XTS_DEC] = { "AES-128-ECB", "AES-192-ECB", "AES-256-ECB" },
	[WC_EVP_XTS_TWEAK] = { "AES-128-ECB", "AES-192-ECB", "AES-256-ECB" },
};

static bool use_encrypts(enum wc_evp_use use)
{
	return use != WC_EVP_ECB_DEC && use != WC_EVP_CBC_DEC &&
	       use != WC_EVP_XTS_DEC;
}

static EVP_CIPHER_CTX *context_new(enum wc_evp_use use, unsigned int size)
{
	OSSL_LIB_CTX *own = wc_libcrypto();
	EVP_CIPHER *cipher = own ? EVP_CIPHER_fetch(own, algorithm[use][size],
						    NULL) : NULL;
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	int enc = use_encrypts(use);

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
	unsigned int use, way, size;

	if (!cache)
		return NULL;
	for (use = 0; use < WC_EVP_USES; use++) {
		for (way = 0; way < WAYS; way++) {
			struct entry *e = &cache->entry[use][way];

			for (size = 0; size < SIZES; size++) {
				e->ctx[size] = context_new(use, size);
				if (!e->ctx[size])
					goto fail;
			}
		}
	}
	return cache;
fail:
	wc_evp_cache_free(cache);
	return NULL;
}

/* Wipe and free every context. */
void wc_evp_cache_free(struct wc_evp_cache *cache)
{
	unsigned int use, way, size;

	if (!cache)
		return;
	for (use = 0; use < WC_EVP_USES; use++)
		for (way = 0; way < WAYS; way++)
			for (size = 0; size < SIZES; size++)
				EVP_CIPHER_CTX_free(
					cache->entry[use][way].ctx[size]);
	free(cache);
}

/**
 * wc_evp_cache_find() - find the context that has a key
 * @cache: the worker's cache
 * @use: the use of the context
 * @desc: names the key
 *
 * Return: the context, or NULL: then get the key and call wc_evp_cache_fill()
 */
EVP_CIPHER_CTX *wc_evp_cache_find(struct wc_evp_cache *cache,
				  enum wc_evp_use use,
				  const struct warpcrypt_desc *desc)
{
	struct entry *e = &cache->entry[use][desc->key_slot % WAYS];

	if (!e->used || e->slot != desc->key_slot ||
	    e->generation != desc->key_generation)
		return NULL;
	return e->ctx[e->size];
}

/* Overwrite the key schedule of an entry. */
static void forget(struct entry *e)
{
	e->used = false;
	EVP_CipherInit_ex2(e->ctx[e->size], NULL, zero_key, NULL, -1, NULL);
}

/*
 * Wipe the keys that are in their slots of @arena no longer. Returns how many contexts were
 * wiped; a key may have several.
 */
unsigned int wc_evp_cache_forget(struct wc_evp_cache *cache,
				 const struct wc_mapping *arena)
{
	unsigned int use, way, n = 0;

	for (use = 0; use < WC_EVP_USES; use++) {
		for (way = 0; way < WAYS; way++) {
			struct entry *e = &cache->entry[use][way];

			if (!e->used || wc_mapping_has_key(arena, e->slot,
							   e->generation))
				continue;
			forget(e);
			n++;
		}
	}
	return n;
}

/**
 * wc_evp_cache_fill() - set the key of a context
 * @cache: the worker's cache
 * @use: the use of the context
 * @desc: names the key
 * @key: the key, which passed wc_view_key()
 *
 * The entry's older key is overwritten.
 *
 * Return: the context, or NULL if libcrypto has failed
 */
EVP_CIPHER_CTX *wc_evp_cache_fill(struct wc_evp_cache *cache,
				  enum wc_evp_use use,
				  const struct warpcrypt_desc *desc,
				  const struct warpcrypt_key *key)
{
	struct entry *e = &cache->entry[use][desc->key_slot % WAYS];
	bool xts = use >= WC_EVP_XTS_ENC;
	size_t len = xts ? key->len / 2 : key->len;
	const uint8_t *bytes = key->key;
	EVP_CIPHER_CTX *ctx;
	uint32_t size;

	size = (len - 16) / 8;
	if (use == WC_EVP_XTS_TWEAK)
		bytes += len;
	if (e->used && e->size != size)
		forget(e);
	e->used = false;
	ctx = e->ctx[size];
	/* Naming the cipher again would allocate. */
	if (!EVP_CipherInit_ex2(ctx, NULL, bytes, NULL, -1, NULL))
		return NULL;
	e->used = true;
	e->slot = desc->key_slot;
	e->generation = desc->key_generation;
	e->size = size;
	return ctx;
}
