/* SPDX-License-Identifier: GPL-2.0-only */
/* X25519's scalar multiplications: in an ASYNC_JOB by the engine, else by OpenSSL's own. */
#ifndef WARPCRYPT_PROVIDER_X25519_H
#define WARPCRYPT_PROVIDER_X25519_H

#include <stdbool.h>
#include <stdint.h>

#include "helper/provider/context.h"

#define WP_X25519	32

bool wp_x25519_public(struct wp_context *context, uint8_t result[WP_X25519],
		      const uint8_t secret[WP_X25519]);
bool wp_x25519_shared(struct wp_context *context, uint8_t result[WP_X25519],
		      const uint8_t secret[WP_X25519], const uint8_t public[WP_X25519],
		      const uint8_t point[WP_X25519]);

#endif /* WARPCRYPT_PROVIDER_X25519_H */
