/* SPDX-License-Identifier: GPL-2.0-only */
/* check-signatures: what its parts share. */
#ifndef WARPCRYPT_TESTS_SIGNATURES_CHECK_H
#define WARPCRYPT_TESTS_SIGNATURES_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/check_program.h"
#include "tests/report.h"
#include "tests/unit/rand.h"

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))
#define MESSAGE_MAX	2048u

/**
 * struct check - all there is
 * @w: the engine
 * @seed: other numbers: other random cases
 * @count: how many random cases
 * @batch: they come in batches of so many
 */
struct check {
	struct warpcrypt *w;
	uint64_t seed;
	size_t count;
	size_t batch;
};

/**
 * struct signature - one to check
 * @key: the public key; of Ed25519 the first half
 * @signature: R and S, r and s
 * @message: what was signed; of ECDSA a hash of 32 bytes
 * @len: its length
 * @what: what it is, for messages
 * @want: it is valid
 */
struct signature {
	uint8_t key[64];
	uint8_t signature[64];
	uint8_t message[MESSAGE_MAX];
	size_t len;
	const char *what;
	bool want;
};

/* batch.c */
void from_hex(uint8_t *to, const char *hex);
void batch_check(struct check *c, enum warpcrypt_scheme scheme,
		 const struct signature *s, size_t count, struct tally *t);

/* One file each. */
void check_ed25519(struct check *c);
void check_ecdsa(struct check *c);
void check_random(struct check *c);

#endif /* WARPCRYPT_TESTS_SIGNATURES_CHECK_H */
