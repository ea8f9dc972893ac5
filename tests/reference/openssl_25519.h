/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * X25519 and Ed25519's keys by OpenSSL, to compare with. Anything that OpenSSL
 * cannot do but has to ends the program.
 */
#ifndef WARPCRYPT_TESTS_OPENSSL_25519_H
#define WARPCRYPT_TESTS_OPENSSL_25519_H

#include <stdbool.h>
#include <stdint.h>

bool openssl_x25519(uint8_t out[32], const uint8_t *scalar,
		    const uint8_t *point);
void openssl_ed25519(uint8_t public[32], uint8_t scalar[32],
		     const uint8_t seed[32]);

#endif /* WARPCRYPT_TESTS_OPENSSL_25519_H */
