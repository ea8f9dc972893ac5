// SPDX-License-Identifier: GPL-2.0-only
/*
 * VeraCrypt's encryption algorithms: ciphers in XTS, alone or one after the other. libgcrypt's, and
 * Kuznyechik, which that has not.
 */
#include <gcrypt.h>
#include <string.h>

#include "kernels/cpu/modes.h"
#include "tools/ctl/tcrypt.h"

/* The last cipher of a name is the first to encrypt. */
const struct tcrypt_cascade tcrypt_cascades[] = {
	{ "AES", 1, { "aes" } },
	{ "Serpent", 1, { "serpent" } },
	{ "Twofish", 1, { "twofish" } },
	{ "Camellia", 1, { "camellia" } },
	{ "Kuznyechik", 1, { "kuznyechik" } },
	{ "AES-Twofish", 2, { "twofish", "aes" } },
	{ "AES-Twofish-Serpent", 3, { "serpent", "twofish", "aes" } },
	{ "Camellia-Kuznyechik", 2, { "kuznyechik", "camellia" } },
	{ "Camellia-Serpent", 2, { "serpent", "camellia" } },
	{ "Kuznyechik-AES", 2, { "aes", "kuznyechik" } },
	{ "Kuznyechik-Serpent-Camellia", 3, { "camellia", "serpent", "kuznyechik" } },
	{ "Kuznyechik-Twofish", 2, { "twofish", "kuznyechik" } },
	{ "Serpent-AES", 2, { "aes", "serpent" } },
	{ "Serpent-Twofish-AES", 3, { "aes", "twofish", "serpent" } },
	{ "Twofish-Serpent", 2, { "serpent", "twofish" } },
};

const size_t tcrypt_cascade_count = sizeof(tcrypt_cascades) / sizeof(tcrypt_cascades[0]);

/*
 * A cipher's key for XTS, data key and tweak key; in @keys are the data keys of all ciphers, then
 * their tweak keys.
 */
void tcrypt_layer_key(const struct tcrypt_cascade *cascade, unsigned int layer, const uint8_t *keys,
		      uint8_t key[2 * TCRYPT_CIPHER_KEY])
{
	memcpy(key, keys + layer * TCRYPT_CIPHER_KEY, TCRYPT_CIPHER_KEY);
	memcpy(key + TCRYPT_CIPHER_KEY, keys + (cascade->count + layer) * TCRYPT_CIPHER_KEY,
	       TCRYPT_CIPHER_KEY);
}

static bool kuznyechik(const uint8_t *key, uint8_t *buf)
{
	static const uint8_t unit[WC_CIPHER_BLOCK];
	const struct wc_cipher *cipher = wc_cipher_find("kuznyechik");
	struct wc_cipher_key data, tweak;

	if (!wc_cipher_set_key(&data, cipher, key, TCRYPT_CIPHER_KEY) ||
	    !wc_cipher_set_key(&tweak, cipher, key + TCRYPT_CIPHER_KEY, TCRYPT_CIPHER_KEY))
		return false;
	wc_cipher_xts(&data, &tweak, false, true, unit, 0, buf, buf, TCRYPT_SECRET_SIZE);
	wc_cipher_wipe_key(&data);
	wc_cipher_wipe_key(&tweak);
	return true;
}

static bool by_libgcrypt(const char *cipher, const uint8_t *key, uint8_t *buf)
{
	static const struct {
		const char *name;
		int id;
	} known[] = {
		{ "aes", GCRY_CIPHER_AES256 },
		{ "camellia", GCRY_CIPHER_CAMELLIA256 },
		{ "serpent", GCRY_CIPHER_SERPENT256 },
		{ "twofish", GCRY_CIPHER_TWOFISH },
	};
	static const uint8_t unit[16];
	gcry_cipher_hd_t handle;
	bool done;
	size_t i;

	for (i = 0; strcmp(known[i].name, cipher); i++)
		;
	if (gcry_cipher_open(&handle, known[i].id, GCRY_CIPHER_MODE_XTS, GCRY_CIPHER_SECURE))
		return false;
	done = !gcry_cipher_setkey(handle, key, 2 * TCRYPT_CIPHER_KEY) &&
	       !gcry_cipher_setiv(handle, unit, sizeof(unit)) &&
	       !gcry_cipher_decrypt(handle, buf, TCRYPT_SECRET_SIZE, NULL, 0);
	gcry_cipher_close(handle);
	return done;
}

/*
 * Decrypt a header, without its salt: data unit 0, TCRYPT_SECRET_SIZE bytes; @keys as in
 * tcrypt_layer_key(). Returns whether it could be done.
 */
bool tcrypt_decrypt(const struct tcrypt_cascade *cascade, const uint8_t *keys, uint8_t *dst,
		    const uint8_t *src)
{
	uint8_t *key = tcrypt_secret(2 * TCRYPT_CIPHER_KEY);
	unsigned int i;
	bool done = key;

	memcpy(dst, src, TCRYPT_SECRET_SIZE);
	for (i = cascade->count; done && i--;) {
		tcrypt_layer_key(cascade, i, keys, key);
		if (!strcmp(cascade->ciphers[i], "kuznyechik"))
			done = kuznyechik(key, dst);
		else
			done = by_libgcrypt(cascade->ciphers[i], key, dst);
	}
	tcrypt_free_secret(key);
	return done;
}
