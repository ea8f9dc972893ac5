// SPDX-License-Identifier: GPL-2.0-only
#include "tools/demo/ref_cipher.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/evp.h>

#include "tests/reference/modes.h"
#include "tests/reference/reference.h"

/**
 * struct ref_cipher - a cipher in a mode under a key
 * @mode: the mode
 * @aes: AES-XTS with its keys; NULL: tests/reference with @data and @tweak
 * @data: the data key
 * @tweak: the tweak key in XTS
 */
struct ref_cipher {
	enum ref_mode mode;
	EVP_CIPHER_CTX *aes;
	struct reference_key data;
	struct reference_key tweak;
};

static void __attribute__((noreturn)) die_libcrypto(const char *what)
{
	char why[256];

	ERR_error_string_n(ERR_get_error(), why, sizeof(why));
	die("libcrypto: %s: %s", what, why);
}

static void open_aes(struct ref_cipher *cipher, const uint8_t *key, size_t len)
{
	const EVP_CIPHER *type = len == 32 ? EVP_aes_128_xts() :
					     EVP_aes_256_xts();

	if (cipher->mode != REF_XTS)
		die("aes: only XTS; openssl enc does the other modes");
	if (len != 32 && len != 64)
		die("aes: an XTS key has 32 or 64 bytes, not %zu", len);
	cipher->aes = EVP_CIPHER_CTX_new();
	if (!cipher->aes ||
	    !EVP_EncryptInit_ex(cipher->aes, type, NULL, key, NULL))
		die_libcrypto("setting the key");
}

/**
 * ref_cipher_open - open a cipher in a mode with a key
 * @name: the cipher's name
 * @mode: the mode; for AES only XTS, the others are what "openssl enc" does
 * @key: the key, in XTS the data key and then the tweak key
 * @len: bytes of @key, at most %REF_KEY_MAX
 *
 * Return: the cipher; ends the program if there is no such cipher or key length.
 */
struct ref_cipher *ref_cipher_open(const char *name, enum ref_mode mode,
				   const uint8_t *key, size_t len)
{
	size_t one = mode == REF_XTS ? len / 2 : len;
	struct ref_cipher *cipher = calloc(1, sizeof(*cipher));

	if (!cipher)
		die("out of memory");
	cipher->mode = mode;
	if (!strcmp(name, "aes"))
		open_aes(cipher, key, len);
	else if (!reference_set_key(&cipher->data, name, key, one) ||
		 (mode == REF_XTS &&
		  !reference_set_key(&cipher->tweak, name, key + one,
				     len - one)))
		die("no cipher '%s' with keys of %zu bytes; there are aes, kuznyechik, skinny, sm4",
		    name, one);
	return cipher;
}

/** ref_cipher_close - free a cipher and its key */
void ref_cipher_close(struct ref_cipher *cipher)
{
	EVP_CIPHER_CTX_free(cipher->aes);
	free(cipher);
}

static void aes_xts(EVP_CIPHER_CTX *aes, const uint8_t tweak[16], uint8_t *buf,
		    size_t len)
{
	int done;

	if (!EVP_EncryptInit_ex(aes, NULL, NULL, NULL, tweak) ||
	    !EVP_EncryptUpdate(aes, buf, &done, buf, len) ||
	    (size_t)done != len)
		die_libcrypto("encrypting");
}

/**
 * ref_cipher_encrypt - encrypt in place
 * @cipher: the cipher
 * @iv: IV, counter or tweak
 * @buf: data
 * @len: bytes: whole blocks; XTS: one data unit of at least 16
 */
void ref_cipher_encrypt(struct ref_cipher *cipher, const uint8_t iv[16],
			uint8_t *buf, size_t len)
{
	const struct reference_key *data = &cipher->data;

	if (cipher->aes) {
		aes_xts(cipher->aes, iv, buf, len);
		return;
	}
	switch (cipher->mode) {
	case REF_ECB:
		reference_ecb(reference_block, data, 0, buf, len);
		break;
	case REF_CTR:
		reference_ctr(reference_block, data, iv, buf, len);
		break;
	case REF_CBC:
		reference_cbc(reference_block, data, 0, iv, buf, len);
		break;
	case REF_XTS:
		reference_xts(reference_block, data, &cipher->tweak, 0, iv, 0,
			      buf, len);
		break;
	}
}
