/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whole blocks, or a data unit of XTS, under one key, in one direction: by the engine or by
 * software.
 */
#ifndef WARPCRYPT_PROVIDER_BULK_H
#define WARPCRYPT_PROVIDER_BULK_H

#include <string.h>

#include "helper/provider/engine.h"
#include "helper/provider/software.h"

#define WP_KEY_MAX	64

/**
 * struct wp_bulk - a key in a direction
 * @context: the provider
 * @algorithm: the cipher
 * @encrypt: the direction
 * @gb: XTS by GB/T 17964-2021
 * @set: whether there is a key
 * @key: the key, to expand it again elsewhere
 * @software: expanded for software
 * @engine: where @engine_key is, or NULL
 * @engine_key: the key there
 */
struct wp_bulk {
	struct wp_context *context;
	const struct wp_algorithm *algorithm;
	bool encrypt;
	bool gb;
	bool set;
	uint8_t key[WP_KEY_MAX];
	struct wp_software software;
	struct wp_engine *engine;
	struct warpcrypt_cipher_key *engine_key;
};

bool wp_bulk_set_key(struct wp_bulk *b, const uint8_t *key, bool encrypt);
bool wp_bulk_run(struct wp_bulk *b, uint8_t iv[WP_BLOCK], uint8_t *dst, const uint8_t *src,
		 size_t len);
/* Has it XTS by GB/T 17964-2021? Then that is what programs get that choose nothing. */
static inline bool wp_has_gb(const struct wp_algorithm *a)
{
	return !strcmp(a->mode_name, "xts-gb");
}

void wp_bulk_choose_gb(struct wp_bulk *b, bool gb);
void wp_bulk_wipe(struct wp_bulk *b);

#endif /* WARPCRYPT_PROVIDER_BULK_H */
