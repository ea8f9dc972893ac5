/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The module's part, played by a test: an arena with keys and frames, filled
 * the way the module fills them, and a copy with the right answers.
 */
#ifndef WARPCRYPT_TESTS_UNIT_BUILDER_H
#define WARPCRYPT_TESTS_UNIT_BUILDER_H

#include <stdbool.h>

#include "helper/transport/mapping.h"
#include "helper/transport/view.h"
#include "tests/unit/rand.h"

/**
 * struct builder - an arena and the frame being filled
 * @arena: the arena
 * @expected: what the frame's payloads should become
 * @rand: where data come from
 * @handed: the frame as ENTER would describe it
 * @cipher: what builder_key() makes keys for; AES at first
 * @ciphers: what builder_random_frame() makes keys for, one bit for each of
 *	enum warpcrypt_cipher; AES at first
 */
struct builder {
	struct wc_mapping arena;
	uint8_t *expected;
	struct test_rand rand;
	struct warpcrypt_frame handed;
	uint8_t cipher;
	uint32_t ciphers;
};

/* All block ciphers, for @ciphers. */
#define BUILDER_ALL	(1u << WARPCRYPT_CIPHER_AES | \
			 1u << WARPCRYPT_CIPHER_SKINNY | \
			 1u << WARPCRYPT_CIPHER_KUZNYECHIK | \
			 1u << WARPCRYPT_CIPHER_SM4)

void builder_init(struct builder *b, const struct wc_geometry *geo,
		  uint64_t seed);
void builder_free(struct builder *b);
size_t builder_key_sizes(uint8_t cipher, uint16_t sizes[3]);
void builder_key(struct builder *b, uint32_t slot, uint8_t mode, uint16_t len);
void builder_begin(struct builder *b, uint32_t index);
bool builder_add(struct builder *b, uint8_t mode, bool decrypt, uint32_t slot,
		 uint64_t block, uint32_t len);
bool builder_add_units(struct builder *b, uint8_t group, uint8_t mode,
		       uint32_t units);
void builder_random_frame(struct builder *b, int only_mode);
struct warpcrypt_desc *builder_desc(struct builder *b, uint32_t i);
const char *builder_check(struct builder *b);

#endif /* WARPCRYPT_TESTS_UNIT_BUILDER_H */
