/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ciphers, to compare with: written from their specifications, with tables,
 * branches and loops over bytes. Shares no line with kernels/.
 */
#ifndef WARPCRYPT_TESTS_REFERENCE_H
#define WARPCRYPT_TESTS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kmod/uapi/warpcrypt_ciphers.h"

/* The longest key schedule: SKINNY-128-384's. */
#define REFERENCE_ROUNDS	56

/* An expanded key. */
struct reference_key {
	const struct reference_cipher *cipher;
	int rounds;	/* how many round keys there are */
	/* The round keys, in the order in which encryption uses them. */
	uint8_t round[REFERENCE_ROUNDS][16];
};

struct reference_cipher {
	const char *name;	/* as the kernel's crypto API spells it */
	size_t lengths[4];	/* its keys' lengths, bytes; zero ends them */
	/* Fill @rounds and @round from a key of one of these lengths. */
	void (*expand)(struct reference_key *key, const uint8_t *bytes,
		       size_t len);
	/* Encrypt or decrypt a block; @out may be @in. */
	void (*block)(const struct reference_key *key, int decrypt,
		      uint8_t out[16], const uint8_t in[16]);
};

/* reference.c; reference_block() is a reference_block_fn of modes.h. */
extern const struct reference_cipher *const reference_ciphers[];
bool reference_set_key(struct reference_key *key, const char *cipher,
		       const uint8_t *bytes, size_t len);
void reference_block(const void *key, int decrypt, uint8_t out[16],
		     const uint8_t in[16]);
uint8_t reference_multiply(unsigned int a, unsigned int b,
			   unsigned int polynomial);

/* One file each, called NAME.c. */
#define REFERENCE_CIPHER(NAME, name, ...) \
	extern const struct reference_cipher reference_##name;
WARPCRYPT_CIPHERS(REFERENCE_CIPHER)

#endif /* WARPCRYPT_TESTS_REFERENCE_H */
