/* SPDX-License-Identifier: GPL-2.0-only */
/* check-curves: signatures. */
#ifndef WARPCRYPT_TESTS_CURVES_SIGNATURES_H
#define WARPCRYPT_TESTS_CURVES_SIGNATURES_H

#include "tests/curves/curves.h"
#include "tests/vectors/p256.h"

#define MESSAGE_MAX	2048u

/* One to check. */
struct signature {
	uint8_t key[64];		/* the public key; of Ed25519 the first half */
	uint8_t signature[64];		/* R and S, r and s */
	uint8_t message[MESSAGE_MAX];	/* what was signed; of ECDSA a hash of 32 bytes */
	size_t len;
	const char *what;		/* what it is, for messages */
	bool want;			/* it is valid */
	bool cofactor;			/* of Ed25519: it is valid with the cofactor */
};

/* signatures.c */
void p256_random_scalar(uint8_t k[32], struct test_rand *r);
void p256_minus(uint8_t out[32], const uint8_t a[32]);
void signatures_check(struct check *c, enum warpcrypt_scheme scheme,
		      const struct signature *s, size_t count, struct tally *t);

#endif /* WARPCRYPT_TESTS_CURVES_SIGNATURES_H */
