// SPDX-License-Identifier: GPL-2.0-only
#include "tests/reference/reference.h"

#include <string.h>

#define CIPHER(NAME, name, ...)	&reference_##name,
const struct reference_cipher *const reference_ciphers[] = {
	WARPCRYPT_CIPHERS(CIPHER)
	NULL
};

/* Expand a key; false: there is no such cipher, or it has no keys of this length. */
bool reference_set_key(struct reference_key *key, const char *cipher,
		       const uint8_t *bytes, size_t len)
{
	int i, j;

	for (i = 0; reference_ciphers[i]; i++) {
		const struct reference_cipher *c = reference_ciphers[i];

		if (strcmp(c->name, cipher))
			continue;
		for (j = 0; c->lengths[j]; j++) {
			if (c->lengths[j] != len)
				continue;
			key->cipher = c;
			c->expand(key, bytes, len);
			return true;
		}
	}
	return false;
}

void reference_block(const void *key, int decrypt, uint8_t out[16],
		     const uint8_t in[16])
{
	const struct reference_key *k = key;

	k->cipher->block(k, decrypt, out, in);
}

/* Multiply in a field of 256 elements, modulo a polynomial that is given with its x^8. */
uint8_t reference_multiply(unsigned int a, unsigned int b,
			   unsigned int polynomial)
{
	unsigned int product = 0;

	for (; b; b >>= 1) {
		if (b & 1)
			product ^= a;
		a <<= 1;
		if (a & 0x100)
			a ^= polynomial;
	}
	return (uint8_t)product;
}
