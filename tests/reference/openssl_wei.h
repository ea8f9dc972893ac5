/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Short Weierstrass curves by OpenSSL, to compare with. Curves are OpenSSL's NIDs;
 * scalars are 32 bytes, points x and y of 32 bytes each, all with the most significant
 * byte first. Anything that OpenSSL cannot do but has to ends the program. All may be
 * called from any number of threads.
 */
#ifndef WARPCRYPT_TESTS_OPENSSL_WEI_H
#define WARPCRYPT_TESTS_OPENSSL_WEI_H

#include <stdbool.h>
#include <stdint.h>

bool openssl_wei_mult(int nid, uint8_t out[64], const uint8_t scalar[32],
		      const uint8_t *point);
bool openssl_wei_lift(int nid, uint8_t point[64], const uint8_t x[32], int odd);
void openssl_wei_sum(int nid, uint8_t out[64], const uint8_t k[32],
		     const uint8_t m[32], const uint8_t point[64]);

#endif /* WARPCRYPT_TESTS_OPENSSL_WEI_H */
