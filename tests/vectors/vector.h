/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_TESTS_VECTOR_H
#define WARPCRYPT_TESTS_VECTOR_H

/**
 * struct cipher_vector - a published example; bytes in hexadecimal
 * @source: where it is published
 * @cipher: the cipher's name
 * @mode: "ecb", "cbc", "ctr" or "xts"
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

#endif /* WARPCRYPT_TESTS_VECTOR_H */
