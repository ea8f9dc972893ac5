/* SPDX-License-Identifier: GPL-2.0-only */
/* Requests for libwarpcrypt, and the results that the model expects. */
#ifndef WARPCRYPT_TESTS_LIB_SAMPLE_H
#define WARPCRYPT_TESTS_LIB_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"
#include "kmod/uapi/warpcrypt.h"
#include "tests/unit/rand.h"

struct test_key {
	struct warpcrypt_cipher_key *ours;	/* for libwarpcrypt */
	struct warpcrypt_key theirs;		/* for the model */
};

/* A request and its expected result. */
struct sample {
	struct warpcrypt_request request;
	const struct test_key *key;
	uint8_t *mem;	/* its source and destination */
	uint8_t *want;	/* the result */
};

/* A key of @len bytes for a block cipher; of twice as many in XTS. */
void sample_key(struct warpcrypt *w, struct test_key *k, struct test_rand *r,
		uint8_t cipher, uint8_t mode, uint16_t len);

/* What the model makes of a request's data; for free(). */
uint8_t *sample_expected(const struct warpcrypt_request *q, const struct warpcrypt_key *key);

/* Random data of @len bytes, in place or not. */
void sample_init(struct sample *s, const struct test_key *key,
		 struct test_rand *r, bool decrypt, size_t len);

/* Compare the result of a request that is done, and free the memory of @s. */
void sample_check(struct sample *s);

/* A length near @len that the mode allows. */
size_t sample_length(const struct test_key *key, size_t len);

#endif /* WARPCRYPT_TESTS_LIB_SAMPLE_H */
