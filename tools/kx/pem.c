// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tools/kx/pem.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <string.h>

/* How libcrypto calls P-256. */
#define P256	"prime256v1"

/* No pass phrase is asked for. */
static int no_phrase(char *buf, int size, int writing, void *data)
{
	(void)buf;
	(void)size;
	(void)writing;
	(void)data;
	return -1;
}

/* What a block says that it is, against what is wanted; NULL: it may be that. */
static const char *wrong_kind(enum key_kind kind, const char *text)
{
	const char *end = strchrnul(text, '\n');
	bool secret = memmem(text, end - text, "PRIVATE KEY", 11);

	if (memmem(text, end - text, "ENCRYPTED", 9) || strstr(text, ",ENCRYPTED"))
		return "the key is encrypted; openssl pkey -in FILE -out NEW decrypts it";
	if (!secret && !memmem(text, end - text, "PUBLIC KEY", 10))
		return "this is no key";
	if (secret && kind == KEY_PUBLIC)
		return "this is a secret; a public key is wanted";
	if (!secret && kind == KEY_SECRET)
		return "this is a public key; a secret is wanted";
	return NULL;
}

static EVP_PKEY *parse(enum key_kind kind, const char *text, size_t len)
{
	BIO *bio = BIO_new_mem_buf(text, (int)len);
	EVP_PKEY *pkey = NULL;

	if (bio && kind == KEY_SECRET)
		pkey = PEM_read_bio_PrivateKey(bio, NULL, no_phrase, NULL);
	else if (bio)
		pkey = PEM_read_bio_PUBKEY(bio, NULL, no_phrase, NULL);
	BIO_free(bio);
	return pkey;
}

/* Says which curve the key is of, if it is of another one. */
static const char *wrong_curve(const struct curve *curve, const EVP_PKEY *pkey)
{
	static char why[128];
	char name[40] = "";

	if (EVP_PKEY_is_a(pkey, "EC"))
		EVP_PKEY_get_group_name(pkey, name, sizeof(name), NULL);
	else
		snprintf(name, sizeof(name), "%s",
			 EVP_PKEY_get0_type_name(pkey));
	if (!strcmp(name, curve->lib == WARPCRYPT_P256 ? P256 : "X25519"))
		return NULL;
	snprintf(why, sizeof(why), "a key of %s; --curve=%s wants keys of %s",
		 !strcmp(name, P256) ? "P-256" :
		 *name ? name : "a curve without a name",
		 curve->name, curve->title);
	return why;
}

static bool get_number(const EVP_PKEY *pkey, const char *what, uint8_t to[32])
{
	BIGNUM *n = NULL;
	bool ok = EVP_PKEY_get_bn_param(pkey, what, &n) == 1 &&
		  BN_bn2binpad(n, to, 32) == 32;

	BN_clear_free(n);
	return ok;
}

static bool get_key(const struct curve *curve, enum key_kind kind,
		    const EVP_PKEY *pkey, uint8_t *key)
{
	size_t len = curve->bytes[kind];

	if (curve->lib == WARPCRYPT_X25519)
		return (kind == KEY_SECRET ?
			EVP_PKEY_get_raw_private_key(pkey, key, &len) :
			EVP_PKEY_get_raw_public_key(pkey, key, &len)) == 1;
	if (kind == KEY_SECRET)
		return get_number(pkey, OSSL_PKEY_PARAM_PRIV_KEY, key);
	return get_number(pkey, OSSL_PKEY_PARAM_EC_PUB_X, key) &&
	       get_number(pkey, OSSL_PKEY_PARAM_EC_PUB_Y, key + 32);
}

/*
 * Read one key, secret or public. @text: the block, from BEGIN to END, lines with a newline each,
 * and a NUL, which @len leaves out. Returns NULL, or what is wrong, until the next call.
 */
const char *pem_read(const struct curve *curve, enum key_kind kind,
		     const char *text, size_t len, uint8_t *key)
{
	const char *why = wrong_kind(kind, text);
	EVP_PKEY *pkey;

	if (why)
		return why;
	pkey = parse(kind, text, len);
	if (!pkey)
		why = "not a valid key; a point must be on its curve";
	else
		why = wrong_curve(curve, pkey);
	if (!why && !get_key(curve, kind, pkey, key))
		why = "not a valid key";
	EVP_PKEY_free(pkey);
	ERR_clear_error();
	return why;
}

/* A key of P-256; without @secret only its public part. */
static EVP_PKEY *make_p256(const uint8_t *secret, const uint8_t *public)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
	BIGNUM *n = secret ? BN_secure_new() : NULL;
	OSSL_PARAM *params = NULL;
	EVP_PKEY *pkey = NULL;
	uint8_t point[65] = { POINT_CONVERSION_UNCOMPRESSED };

	memcpy(point + 1, public, sizeof(point) - 1);
	if (ctx && build && (!secret || (n && BN_bin2bn(secret, 32, n))) &&
	    OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME,
					    P256, 0) &&
	    OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY,
					     point, sizeof(point)) &&
	    (!n || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, n)))
		params = OSSL_PARAM_BLD_to_param(build);
	if (params && EVP_PKEY_fromdata_init(ctx) == 1)
		EVP_PKEY_fromdata(ctx, &pkey, secret ? EVP_PKEY_KEYPAIR :
						       EVP_PKEY_PUBLIC_KEY,
				  params);
	OSSL_PARAM_free(params);
	OSSL_PARAM_BLD_free(build);
	BN_clear_free(n);
	EVP_PKEY_CTX_free(ctx);
	return pkey;
}

/* Write a secret, as PKCS #8. Returns false if writing failed. */
bool pem_write_secret(FILE *out, const struct curve *curve,
		      const uint8_t *secret, const uint8_t *public)
{
	EVP_PKEY *pkey = curve->lib == WARPCRYPT_P256 ?
			 make_p256(secret, public) :
			 EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL,
						      secret, 32);
	bool ok = pkey && PEM_write_PrivateKey(out, pkey, NULL, NULL, 0, NULL,
					       NULL) == 1;

	EVP_PKEY_free(pkey);
	ERR_clear_error();
	return ok && !ferror(out);
}

/* Write a public key. Returns false if writing failed. */
bool pem_write_public(FILE *out, const struct curve *curve,
		      const uint8_t *public)
{
	EVP_PKEY *pkey = curve->lib == WARPCRYPT_P256 ?
			 make_p256(NULL, public) :
			 EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL,
						     public, 32);
	bool ok = pkey && PEM_write_PUBKEY(out, pkey) == 1;

	EVP_PKEY_free(pkey);
	ERR_clear_error();
	return ok && !ferror(out);
}
