/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Takes the module's place in a test: an arena with keys and frames, filled as
 * the module fills them, and the expected results.
 */
#ifndef WARPCRYPT_TESTS_UNIT_BUILDER_H
#define WARPCRYPT_TESTS_UNIT_BUILDER_H

#include <stdbool.h>

#include "helper/transport/mapping.h"
#include "helper/transport/view.h"
#include "tests/unit/rand.h"

/* An arena and the frame being filled. */
struct builder {
	struct wc_mapping arena;	/* the arena */
	uint8_t *expected;		/* the expected results of the frame's payloads */
	struct test_rand rand;		/* the source of keys and data */
	struct warpcrypt_frame handed;	/* the frame as ENTER would describe it */
	uint8_t cipher;			/* the cipher of builder_key()'s keys; initially AES */
	/*
	 * The ciphers of builder_random_frame()'s keys, a bit for each of enum warpcrypt_cipher;
	 * initially AES.
	 */
	uint32_t ciphers;
};

#define BUILDER_OR(NAME, name, number, ...)	| 1u << (number)
#define BUILDER_COUNT(NAME, ...)		+ 1

/* All block ciphers, for &builder.ciphers. */
#define BUILDER_ALL	(0 WARPCRYPT_CIPHERS(BUILDER_OR))
/* How many ciphers and groups there are. */
#define BUILDER_CIPHERS	(0 WARPCRYPT_CIPHERS(BUILDER_COUNT))
#define BUILDER_GROUPS	(0 WARPCRYPT_GROUPS(BUILDER_COUNT))
/* More key lengths than any cipher has. */
#define BUILDER_SIZES	8

/* enum warpcrypt_cipher of each */
extern const uint8_t builder_ciphers[BUILDER_CIPHERS];
extern const uint8_t builder_groups[BUILDER_GROUPS];

/* Has a cipher this mode? */
static inline bool builder_has(uint8_t cipher, unsigned int mode)
{
	return WARPCRYPT_CIPHER_MODES(cipher) >> mode & 1;
}

void builder_init(struct builder *b, const struct wc_geometry *geo,
		  uint64_t seed);
void builder_free(struct builder *b);
size_t builder_key_sizes(uint8_t cipher, uint16_t sizes[BUILDER_SIZES]);
uint8_t builder_no_cipher(void);
void builder_key(struct builder *b, uint32_t slot, uint8_t mode, uint16_t len);
void builder_begin(struct builder *b, uint32_t index);
bool builder_add(struct builder *b, uint8_t mode, bool decrypt, uint32_t slot,
		 uint64_t block, uint32_t len);
bool builder_add_units(struct builder *b, uint8_t group, uint8_t mode,
		       uint32_t units);
bool builder_add_checks(struct builder *b, uint8_t group, uint8_t mode,
			uint32_t units);
void builder_random_frame(struct builder *b, int only_mode);
struct warpcrypt_desc *builder_next(struct builder *b, uint32_t len);
struct warpcrypt_desc *builder_desc(struct builder *b, uint32_t i);
const char *builder_check(struct builder *b);

#endif /* WARPCRYPT_TESTS_UNIT_BUILDER_H */
