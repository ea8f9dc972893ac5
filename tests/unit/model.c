// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/model.h"

#include <stdio.h>
#include <string.h>

#include <openssl/evp.h>

#include "tests/check_program.h"
#include "tests/reference/modes.h"
#include "tests/reference/reference.h"

/* A key for single blocks. */
struct block_key {
	/* Libcrypto's, encrypting and decrypting; NULL: it lacks the cipher. */
	EVP_CIPHER_CTX *ctx[2];
	struct reference_key naive;	/* tests/reference's, in that case */
};

#define NAME(NAME, name, number, ...)	[number] = #name,

static const char *const names[WARPCRYPT_CIPHER_COUNT] = {
	WARPCRYPT_CIPHERS(NAME)
};

static const char *const modes[WARPCRYPT_MODE_COUNT] = {
	WARPCRYPT_MODES(NAME) WARPCRYPT_OWN_MODES(NAME)
};

/* libcrypto's, which is faster, if it has the cipher. */
static const EVP_CIPHER *evp_cipher(const char *name, size_t key_len)
{
	char full[32];
	const EVP_CIPHER *evp;

	snprintf(full, sizeof(full), "%s-ecb", name);
	evp = EVP_get_cipherbyname(full);
	if (evp)
		return evp;
	snprintf(full, sizeof(full), "%s-%zu-ecb", name, 8 * key_len);
	return EVP_get_cipherbyname(full);
}

static void set_key(struct block_key *k, uint8_t cipher, const uint8_t *bytes,
		    size_t len)
{
	const EVP_CIPHER *evp = evp_cipher(names[cipher], len);
	int enc;

	memset(k->ctx, 0, sizeof(k->ctx));
	if (!evp) {
		if (!reference_set_key(&k->naive, names[cipher], bytes, len))
			die("model: no such key");
		return;
	}
	for (enc = 0; enc < 2; enc++) {
		k->ctx[!enc] = EVP_CIPHER_CTX_new();
		if (!k->ctx[!enc] ||
		    !EVP_CipherInit_ex(k->ctx[!enc], evp, NULL, bytes, NULL,
				       enc) ||
		    !EVP_CIPHER_CTX_set_padding(k->ctx[!enc], 0))
			die("model: libcrypto: no context");
	}
}

static void free_key(struct block_key *k)
{
	EVP_CIPHER_CTX_free(k->ctx[0]);
	EVP_CIPHER_CTX_free(k->ctx[1]);
}

static void block(const void *ctx, int decrypt, uint8_t out[16],
		  const uint8_t in[16])
{
	const struct block_key *k = ctx;
	int len = 0;

	if (!k->ctx[0])
		reference_block(&k->naive, decrypt, out, in);
	else if (!EVP_CipherUpdate(k->ctx[decrypt], out, &len, in, 16) ||
		 len != 16)
		die("model: libcrypto has failed");
}

/*
 * What a helper should make of a payload, in place; the descriptor makes sense. A block of
 * thousands takes time.
 */
void model_payload(const struct warpcrypt_desc *desc,
		   const struct warpcrypt_key *key, uint8_t *buf)
{
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;
	bool xts = WARPCRYPT_IS_XTS(desc->mode);
	size_t len = xts ? key->len / 2 : key->len;
	static _Thread_local struct block_key data, tweak;

	set_key(&data, desc->cipher, key->key, len);
	if (xts)
		set_key(&tweak, desc->cipher, key->key + len, len);
	/* What is wanted is the keystream. */
	if (desc->mode == WARPCRYPT_MODE_CTR)
		memset(buf, 0, desc->len);
	reference_mode(modes[desc->mode], block, &data, &tweak, decrypt, desc->iv, desc->block,
		       buf, desc->len);
	if (xts)
		free_key(&tweak);
	free_key(&data);
}
