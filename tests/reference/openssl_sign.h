/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signatures by OpenSSL, to make and to compare with. Anything that OpenSSL cannot do
 * but has to ends the program. All may be called from any number of threads.
 */
#ifndef WARPCRYPT_TESTS_OPENSSL_SIGN_H
#define WARPCRYPT_TESTS_OPENSSL_SIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void openssl_sign_ed25519(uint8_t key[32], uint8_t signature[64],
			  const uint8_t seed[32], const void *message,
			  size_t len);
bool openssl_check_ed25519(const uint8_t key[32], const uint8_t signature[64],
			   const void *message, size_t len);
void openssl_sign_p256(uint8_t key[64], uint8_t signature[64],
		       const uint8_t secret[32], const uint8_t nonce[32],
		       const uint8_t hash[32]);
bool openssl_check_p256(const uint8_t key[64], const uint8_t signature[64],
			const uint8_t hash[32]);
void openssl_reduce(uint8_t out[32], const uint8_t in[64], const char *order);

#endif /* WARPCRYPT_TESTS_OPENSSL_SIGN_H */
