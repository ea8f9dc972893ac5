// SPDX-License-Identifier: GPL-2.0-only
#include "tests/reference/openssl_sign.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <string.h>

#include "tests/reference/openssl_check.h"
#include "tests/reference/openssl_wei.h"
#include "tests/vectors/p256.h"

/* Sign (RFC 8032, section 5.1.6) with the secret key @seed: the public key, and R and S. */
void openssl_sign_ed25519(uint8_t key[32], uint8_t signature[64],
			  const uint8_t seed[32], const void *message,
			  size_t len)
{
	EVP_PKEY *secret = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL,
							seed, 32);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	size_t key_len = 32, signature_len = 64;

	check(secret && ctx &&
	      EVP_PKEY_get_raw_public_key(secret, key, &key_len) == 1 &&
	      EVP_DigestSignInit(ctx, NULL, NULL, NULL, secret) == 1 &&
	      EVP_DigestSign(ctx, signature, &signature_len, message, len) == 1,
	      "signing");
	EVP_MD_CTX_free(ctx);
	EVP_PKEY_free(secret);
}

/* Is a signature valid? */
bool openssl_check_ed25519(const uint8_t key[32], const uint8_t signature[64],
			   const void *message, size_t len)
{
	EVP_PKEY *public = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL,
						       key, 32);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	bool valid;

	check(public && ctx &&
	      EVP_DigestVerifyInit(ctx, NULL, NULL, NULL, public) == 1,
	      "a public key");
	valid = EVP_DigestVerify(ctx, signature, 64, message, len) == 1;
	ERR_clear_error();
	EVP_MD_CTX_free(ctx);
	EVP_PKEY_free(public);
	return valid;
}

/*
 * Sign a hash (FIPS 186-5, section 6.4.1), @secret and @nonce being in [1, n - 1]: the public
 * key, x and y, and r and s.
 */
void openssl_sign_p256(uint8_t key[64], uint8_t signature[64],
		       const uint8_t secret[32], const uint8_t nonce[32],
		       const uint8_t hash[32])
{
	BIGNUM *d = BN_bin2bn(secret, 32, NULL), *k = BN_bin2bn(nonce, 32, NULL);
	BIGNUM *e = BN_bin2bn(hash, 32, NULL), *r, *s = BN_new(), *n = NULL;
	BN_CTX *ctx = BN_CTX_new();
	uint8_t point[64];

	check(openssl_wei_mult(NID_X9_62_prime256v1, key, secret, NULL) &&
	      openssl_wei_mult(NID_X9_62_prime256v1, point, nonce, NULL), "a product");
	r = BN_bin2bn(point, 32, NULL);
	/* s = (e + r d) / k modulo n */
	check(d && k && e && r && s && ctx && BN_hex2bn(&n, P256_ORDER) &&
	      BN_nnmod(r, r, n, ctx) &&
	      BN_mod_mul(s, r, d, n, ctx) && BN_mod_add(s, s, e, n, ctx) &&
	      BN_mod_inverse(k, k, n, ctx) && BN_mod_mul(s, s, k, n, ctx) &&
	      BN_bn2binpad(r, signature, 32) == 32 &&
	      BN_bn2binpad(s, signature + 32, 32) == 32, "ECDSA");
	BN_CTX_free(ctx);
	BN_free(n);
	BN_free(s);
	BN_free(r);
	BN_free(e);
	BN_free(k);
	BN_free(d);
}

static EVP_PKEY *p256_key(const uint8_t key[64])
{
	uint8_t bytes[65] = { POINT_CONVERSION_UNCOMPRESSED };
	char group[] = "prime256v1";
	OSSL_PARAM params[] = {
		OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group,
				       sizeof(group) - 1),
		OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, bytes,
					sizeof(bytes)),
		OSSL_PARAM_END
	};
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	EVP_PKEY *pkey = NULL;

	memcpy(bytes + 1, key, 64);
	check(ctx && EVP_PKEY_fromdata_init(ctx) == 1, "a key of EC");
	/* Fails where there is no such point. */
	if (EVP_PKEY_fromdata(ctx, &pkey, EVP_PKEY_PUBLIC_KEY, params) != 1)
		pkey = NULL;
	EVP_PKEY_CTX_free(ctx);
	return pkey;
}

static int to_der(uint8_t **der, const uint8_t signature[64])
{
	ECDSA_SIG *sig = ECDSA_SIG_new();
	int len;

	check(sig && ECDSA_SIG_set0(sig, BN_bin2bn(signature, 32, NULL),
				    BN_bin2bn(signature + 32, 32, NULL)),
	      "a signature");
	*der = NULL;
	len = i2d_ECDSA_SIG(sig, der);
	check(len > 0, "a signature in DER");
	ECDSA_SIG_free(sig);
	return len;
}

/* Is the signature of a hash valid? */
bool openssl_check_p256(const uint8_t key[64], const uint8_t signature[64],
			const uint8_t hash[32])
{
	EVP_PKEY *pkey = p256_key(key);
	EVP_PKEY_CTX *ctx;
	bool valid = false;
	uint8_t *der;
	int len;

	if (pkey) {
		ctx = EVP_PKEY_CTX_new(pkey, NULL);
		len = to_der(&der, signature);
		check(ctx && EVP_PKEY_verify_init(ctx) == 1, "checking");
		valid = EVP_PKEY_verify(ctx, der, (size_t)len, hash, 32) == 1;
		OPENSSL_free(der);
		EVP_PKEY_CTX_free(ctx);
	}
	ERR_clear_error();
	EVP_PKEY_free(pkey);
	return valid;
}

/* A number of 512 bits modulo @order, which is in hexadecimal; numbers are little-endian. */
void openssl_reduce(uint8_t out[32], const uint8_t in[64], const char *order)
{
	BIGNUM *x = BN_lebin2bn(in, 64, NULL), *m = NULL;
	BN_CTX *ctx = BN_CTX_new();

	check(x && ctx && BN_hex2bn(&m, order) && BN_mod(x, x, m, ctx) &&
	      BN_bn2lebinpad(x, out, 32) == 32, "a remainder");
	BN_CTX_free(ctx);
	BN_free(m);
	BN_free(x);
}
