/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The group of edwards25519 after RFC 8032, on OpenSSL's big numbers, to compare
 * with: OpenSSL itself shows of it only multiples of the base point, and
 * libgcrypt ends the program at the neutral element. All may be called from any
 * number of threads.
 */
#ifndef WARPCRYPT_TESTS_EDWARDS25519_H
#define WARPCRYPT_TESTS_EDWARDS25519_H

#include <stdbool.h>
#include <stdint.h>

bool edwards25519_multiply(uint8_t out[32], const uint8_t scalar[32],
			   const uint8_t point[32]);
bool edwards25519_add(uint8_t out[32], const uint8_t a[32],
		      const uint8_t b[32]);
void edwards25519_scalar_product(uint8_t out[32], const uint8_t a[32],
				 const uint8_t b[32]);

#endif /* WARPCRYPT_TESTS_EDWARDS25519_H */
