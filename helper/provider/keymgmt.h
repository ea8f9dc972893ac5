/* SPDX-License-Identifier: GPL-2.0-only */
/* X25519's keys, and key exchange. */
#ifndef WARPCRYPT_PROVIDER_KEYMGMT_H
#define WARPCRYPT_PROVIDER_KEYMGMT_H

#include <stdatomic.h>
#include <stdbool.h>

#include <openssl/core.h>

#include "helper/provider/x25519.h"

/**
 * struct wp_key - a key
 * @context: the provider
 * @references: OpenSSL's and those of key exchanges
 * @has_secret: whether @secret is valid
 * @has_public: whether @public is valid; with a secret it always is
 * @secret: the secret key
 * @public: the public key
 */
struct wp_key {
	struct wp_context *context;
	atomic_uint references;
	bool has_secret;
	bool has_public;
	uint8_t secret[WP_X25519];
	uint8_t public[WP_X25519];
};

struct wp_key *wp_key_hold(struct wp_key *key);
void wp_key_put(void *key);

extern const OSSL_ALGORITHM wp_key_managements[];
extern const OSSL_ALGORITHM wp_key_exchanges[];

int wp_group_capability(void *context, const char *capability, OSSL_CALLBACK *callback,
			void *argument);

#endif /* WARPCRYPT_PROVIDER_KEYMGMT_H */
