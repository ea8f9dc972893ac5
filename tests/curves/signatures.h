/* SPDX-License-Identifier: GPL-2.0-only */
/* check-curves: signatures. */
#ifndef WARPCRYPT_TESTS_CURVES_SIGNATURES_H
#define WARPCRYPT_TESTS_CURVES_SIGNATURES_H

#include "tests/curves/curves.h"
#include "tests/vectors/p256.h"

#define MESSAGE_MAX	2048u

/**
 * struct signature - one to check
 * @key: the public key; of Ed25519 the first half
 * @signature: R and S, r and s
 * @message: what was signed; of ECDSA a hash of 32 bytes
 * @len: its length
 * @what: what it is, for messages
 * @want: it is valid
 * @cofactor: of Ed25519: it is valid with the cofactor
 */
struct signature {
	uint8_t key[64];
	uint8_t signature[64];
	uint8_t message[MESSAGE_MAX];
	size_t len;
	const char *what;
	bool want;
	bool cofactor;
};

/* signatures.c */
void p256_random_scalar(uint8_t k[32], struct test_rand *r);
void p256_minus(uint8_t out[32], const uint8_t a[32]);
void signatures_check(struct check *c, enum warpcrypt_scheme scheme,
		      const struct signature *s, size_t count, struct tally *t);

#endif /* WARPCRYPT_TESTS_CURVES_SIGNATURES_H */
