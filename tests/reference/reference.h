/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ciphers written down from their specifications, as plainly and as slowly as
 * they are there, to compare with. Tables, branches and loops over bytes; no
 * line is shared with kernels/.
 */
#ifndef WARPCRYPT_TESTS_REFERENCE_H
#define WARPCRYPT_TESTS_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

extern const uint8_t reference_kuznyechik_pi[256];
void reference_kuznyechik_l(uint8_t block[16]);
void reference_kuznyechik(const uint8_t key[32], int decrypt, uint8_t out[16],
			  const uint8_t in[16]);

uint8_t reference_skinny_s8(uint8_t x);
void reference_skinny(const uint8_t *key, size_t len, int decrypt,
		      uint8_t out[16], const uint8_t in[16]);

uint8_t reference_aes_sbox(uint8_t x);

extern const uint8_t reference_sm4_s[256];

#endif /* WARPCRYPT_TESTS_REFERENCE_H */
