/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A cache of the libcrypto contexts of one CPU worker, by slot and generation of
 * their keys. All contexts are made when the worker starts; setting a key does
 * not allocate.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_EVP_CACHE_H
#define WARPCRYPT_HELPER_ENGINE_EVP_CACHE_H

#include <openssl/evp.h>

#include "helper/transport/mapping.h"
#include "kmod/uapi/warpcrypt.h"

/**
 * enum wc_evp_use - what a context is used for
 * @WC_EVP_ECB_ENC: blocks, encrypting
 * @WC_EVP_ECB_DEC: blocks, decrypting
 * @WC_EVP_CTR: keystream
 * @WC_EVP_CBC_ENC: chained blocks, encrypting
 * @WC_EVP_CBC_DEC: chained blocks, decrypting
 * @WC_EVP_XTS_ENC: blocks with the first half of an XTS key, encrypting
 * @WC_EVP_XTS_DEC: the same, decrypting
 * @WC_EVP_XTS_TWEAK: blocks with the second half of an XTS key, encrypting
 * @WC_EVP_USES: the number of uses
 */
enum wc_evp_use {
	WC_EVP_ECB_ENC,
	WC_EVP_ECB_DEC,
	WC_EVP_CTR,
	WC_EVP_CBC_ENC,
	WC_EVP_CBC_DEC,
	WC_EVP_XTS_ENC,
	WC_EVP_XTS_DEC,
	WC_EVP_XTS_TWEAK,
	WC_EVP_USES,
};

struct wc_evp_cache;

struct wc_evp_cache *wc_evp_cache_new(void);
void wc_evp_cache_free(struct wc_evp_cache *cache);
unsigned int wc_evp_cache_forget(struct wc_evp_cache *cache,
				 const struct wc_mapping *arena);
EVP_CIPHER_CTX *wc_evp_cache_find(struct wc_evp_cache *cache,
				  enum wc_evp_use use,
				  const struct warpcrypt_desc *desc);
EVP_CIPHER_CTX *wc_evp_cache_fill(struct wc_evp_cache *cache,
				  enum wc_evp_use use,
				  const struct warpcrypt_desc *desc,
				  const struct warpcrypt_key *key);

#endif /* WARPCRYPT_HELPER_ENGINE_EVP_CACHE_H */
