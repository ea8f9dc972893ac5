/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * X25519's keys, and its scalar multiplications: in an ASYNC_JOB by the engine, else by
 * OpenSSL's own.
 */
#ifndef WARPCRYPT_PROVIDER_KEYMGMT_H
#define WARPCRYPT_PROVIDER_KEYMGMT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "helper/provider/context.h"

#define WP_X25519	32

/* @references: OpenSSL's and those of key exchanges. With a secret @public is always valid. */
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

/* x25519.c */
bool wp_x25519_public(struct wp_context *context, uint8_t result[WP_X25519],
		      const uint8_t secret[WP_X25519]);
bool wp_x25519_shared(struct wp_context *context, uint8_t result[WP_X25519],
		      const uint8_t secret[WP_X25519], const uint8_t public[WP_X25519],
		      const uint8_t point[WP_X25519]);

#endif /* WARPCRYPT_PROVIDER_KEYMGMT_H */
