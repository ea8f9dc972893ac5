// SPDX-License-Identifier: GPL-2.0-only
#include "tests/reference/openssl_25519.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <string.h>

#include "tests/reference/openssl_check.h"

/*
 * A secret key without its public key, which would take OpenSSL as long as the
 * shared secret: it is told one, any one, and does not look at it.
 */
static EVP_PKEY *half_key(const uint8_t *scalar)
{
	const OSSL_PARAM params[] = {
		OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PRIV_KEY,
					(void *)scalar, 32),
		OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY,
					(void *)scalar, 32),
		OSSL_PARAM_END
	};
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "X25519", NULL);
	EVP_PKEY *key = NULL;

	check(EVP_PKEY_fromdata_init(ctx) == 1 &&
	      EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_KEYPAIR,
				(OSSL_PARAM *)params) == 1, "secret key");
	EVP_PKEY_CTX_free(ctx);
	return key;
}

static void public_key(uint8_t out[32], int type, const uint8_t *secret)
{
	EVP_PKEY *key = EVP_PKEY_new_raw_private_key(type, NULL, secret, 32);
	size_t len = 32;

	check(key && EVP_PKEY_get_raw_public_key(key, out, &len) == 1,
	      "public key");
	EVP_PKEY_free(key);
}

static bool shared_secret(uint8_t out[32], const uint8_t *scalar,
			  const uint8_t *point)
{
	EVP_PKEY *key = half_key(scalar);
	EVP_PKEY *peer = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL,
						     point, 32);
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);
	size_t len = 32;
	bool ok;

	check(peer && ctx && EVP_PKEY_derive_init(ctx) == 1 &&
	      EVP_PKEY_derive_set_peer(ctx, peer) == 1, "shared secret");
	ok = EVP_PKEY_derive(ctx, out, &len) == 1;
	/* The only reason there can be: a secret of zeros. */
	if (!ok) {
		memset(out, 0, 32);
		ERR_clear_error();
	}
	EVP_PKEY_CTX_free(ctx);
	EVP_PKEY_free(peer);
	EVP_PKEY_free(key);
	return ok;
}

/*
 * A shared secret or, if @point is NULL, the public key of @scalar, which OpenSSL clamps;
 * false, and zeros, if there is none.
 */
bool openssl_x25519(uint8_t out[32], const uint8_t *scalar,
		    const uint8_t *point)
{
	if (point)
		return shared_secret(out, scalar, point);
	public_key(out, EVP_PKEY_X25519, scalar);
	return true;
}

/* The scalar k that RFC 8032 makes of a secret key, and [k]B, the public key. */
void openssl_ed25519(uint8_t public[32], uint8_t scalar[32],
		     const uint8_t seed[32])
{
	uint8_t hash[64];

	public_key(public, EVP_PKEY_ED25519, seed);
	check(EVP_Digest(seed, 32, hash, NULL, EVP_sha512(), NULL) == 1,
	      "SHA-512");
	hash[0] &= 248;
	hash[31] = (hash[31] & 127) | 64;
	memcpy(scalar, hash, 32);
}
