/* SPDX-License-Identifier: GPL-2.0-only */
/* What the unit tests of 25519 share. */
#ifndef WARPCRYPT_TESTS_UNIT_25519_COMMON_H
#define WARPCRYPT_TESTS_UNIT_25519_COMMON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <openssl/evp.h>

#include "kernels/x25519.h"

/* The next of a fixed series of words (splitmix64): failures repeat. */
static inline uint64_t random_word(void)
{
	static uint64_t state = 25519;
	uint64_t z = state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return z ^ z >> 31;
}

static inline void random_bytes(void *to, size_t n)
{
	uint8_t *p = to;

	for (; n; n--)
		*p++ = random_word() >> 56;
}

static inline void from_hex(uint8_t *to, const char *hex)
{
	for (; *hex; hex += 2) {
		unsigned int byte;

		assert_int_equal(sscanf(hex, "%2x", &byte), 1);
		*to++ = byte;
	}
}

/* OpenSSL's X25519; its public keys where @point is NULL. 0: all zeros. */
static inline int openssl_x25519(uint8_t out[32], const uint8_t *scalar,
				 const uint8_t *point)
{
	EVP_PKEY *a = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL,
						   scalar, 32);
	EVP_PKEY *b;
	EVP_PKEY_CTX *ctx;
	size_t len = 32;
	int ok;

	assert_non_null(a);
	if (!point) {
		assert_int_equal(EVP_PKEY_get_raw_public_key(a, out, &len), 1);
		EVP_PKEY_free(a);
		return 1;
	}
	b = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, point, 32);
	ctx = EVP_PKEY_CTX_new(a, NULL);
	assert_int_equal(EVP_PKEY_derive_init(ctx), 1);
	assert_int_equal(EVP_PKEY_derive_set_peer(ctx, b), 1);
	ok = EVP_PKEY_derive(ctx, out, &len) == 1;
	EVP_PKEY_CTX_free(ctx);
	EVP_PKEY_free(a);
	EVP_PKEY_free(b);
	return ok;
}

/* RFC 8032's secret scalar of a seed, and OpenSSL's public key for it. */
static inline void openssl_ed25519(uint8_t public[32], uint8_t scalar[32],
				   const uint8_t seed[32])
{
	EVP_PKEY *a = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL,
						   seed, 32);
	uint8_t hash[64];
	size_t len = 32;

	assert_non_null(a);
	assert_int_equal(EVP_PKEY_get_raw_public_key(a, public, &len), 1);
	EVP_PKEY_free(a);
	assert_int_equal(EVP_Digest(seed, 32, hash, NULL, EVP_sha512(), NULL), 1);
	hash[0] &= 248;
	hash[31] = (hash[31] & 127) | 64;
	memcpy(scalar, hash, 32);
}

#define for_each_engine(e) \
	for (const struct wc25519_engine *e = wc25519_engine_next(NULL); e; \
	     e = wc25519_engine_next(e))

#endif /* WARPCRYPT_TESTS_UNIT_25519_COMMON_H */
