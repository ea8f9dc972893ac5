/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_TESTS_VECTOR_H
#define WARPCRYPT_TESTS_VECTOR_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct cipher_vector - a published example; bytes in hexadecimal
 * @source: where it is published
 * @cipher: the cipher's name
 * @mode: "ecb", "cbc", "ctr", "xts" or "xts-gb"
 * @key: the key; in XTS the data key, then the tweak key
 * @iv: the IV, NULL in ECB
 * @plain: plaintext
 * @result: ciphertext
 */
struct cipher_vector {
	const char *source;
	const char *cipher;
	const char *mode;
	const char *key;
	const char *iv;
	const char *plain;
	const char *result;
};

/**
 * struct monte_carlo_vector - a Monte Carlo test after AESAVS, 6.4
 * @source: where it is published
 * @cipher: the cipher's name
 * @mode: "ecb" or "cbc"
 * @decrypt: the direction
 * @key: the first key
 * @iv: the first IV, NULL in ECB
 * @seed: the first text
 * @result: the last of 100 times 1000 texts
 */
struct monte_carlo_vector {
	const char *source;
	const char *cipher;
	const char *mode;
	bool decrypt;
	const char *key;
	const char *iv;
	const char *seed;
	const char *result;
};

#endif /* WARPCRYPT_TESTS_VECTOR_H */
