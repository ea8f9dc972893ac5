/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_TESTS_VECTOR_H
#define WARPCRYPT_TESTS_VECTOR_H

#include <stdbool.h>
#include <stddef.h>

/* A published example; bytes in hexadecimal. */
struct cipher_vector {
	const char *source;	/* where it is published */
	const char *cipher;
	const char *mode;	/* "ecb", "cbc", "ctr", "xts" or "xts-gb" */
	const char *key;	/* the key; in XTS the data key, then the tweak key */
	const char *iv;		/* the IV, NULL in ECB */
	const char *plain;	/* plaintext */
	const char *result;	/* ciphertext */
};

/* A Monte Carlo test after AESAVS, 6.4. */
struct monte_carlo_vector {
	const char *source;	/* where it is published */
	const char *cipher;
	const char *mode;	/* "ecb" or "cbc" */
	bool decrypt;		/* the direction */
	const char *key;	/* the first key */
	const char *iv;		/* the first IV, NULL in ECB */
	const char *seed;	/* the first text */
	const char *result;	/* the last of 100 times 1000 texts */
};

#endif /* WARPCRYPT_TESTS_VECTOR_H */
