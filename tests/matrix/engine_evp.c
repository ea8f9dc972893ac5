// SPDX-License-Identifier: GPL-2.0-only
/*
 * Other implementations: libcrypto, which has AES and SM4, and gost-engine
 * (Debian's libengine-gost-openssl), which has Kuznyechik.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/engine.h>
#include <openssl/evp.h>

#include "tests/matrix/engine.h"

struct evp {
	EVP_CIPHER_CTX *ctx;
	const EVP_CIPHER *cipher;
	ENGINE *engine;
	bool xts;
	/* The IV is the upper half of the counter; the lower starts at 0. */
	bool half_counter;
	uint8_t key[64];
};

/*
 * What they have at least: OpenSSL 3.0 (3.2 has SM4-XTS, too, which is compared
 * where it is), gost-engine 3.0.
 */
static const struct {
	const struct matrix_engine *engine;
	const char *cipher;
	const char *modes;
	size_t no_xts;	/* a cipher's key of this length, bytes, is not for XTS */
} has[] = {
	{ &matrix_libcrypto, "aes", "ecb cbc ctr xts", 24 },
	{ &matrix_libcrypto, "sm4", "ecb cbc ctr", 0 },
	{ &matrix_gost, "kuznyechik", "ecb cbc ctr", 0 },
};

static bool evp_does(const struct matrix_engine *engine,
		     const struct matrix_key *key)
{
	size_t i;

	if (engine == &matrix_gost && !matrix_has_gost())
		return false;
	for (i = 0; i < sizeof(has) / sizeof(has[0]); i++)
		if (has[i].engine == engine &&
		    !strcmp(has[i].cipher, key->cipher) &&
		    strstr(has[i].modes, key->mode))
			return strcmp(key->mode, "xts") ||
			       key->len != 2 * has[i].no_xts;
	return false;
}

static const EVP_CIPHER *libcrypto_cipher(const struct matrix_key *key)
{
	char name[32];

	if (!strcmp(key->cipher, "aes"))
		snprintf(name, sizeof(name), "AES-%zu-%s",
			 8 * key->len / (strcmp(key->mode, "xts") ? 1 : 2),
			 key->mode);
	else if (!strcmp(key->cipher, "sm4"))
		snprintf(name, sizeof(name), "SM4-%s", key->mode);
	else
		return NULL;	/* gost-engine might answer to other names */
	return EVP_get_cipherbyname(name);
}

static int evp_finish_open(const EVP_CIPHER *cipher, ENGINE *engine,
			   const struct matrix_key *key, void **ctx)
{
	struct evp *e;

	if (!cipher || key->len > sizeof(e->key) ||
	    (size_t)EVP_CIPHER_get_key_length(cipher) != key->len)
		return -ENOTSUP;
	e = calloc(1, sizeof(*e));
	if (!e)
		return -ENOMEM;
	e->ctx = EVP_CIPHER_CTX_new();
	if (!e->ctx) {
		free(e);
		return -ENOMEM;
	}
	e->cipher = cipher;
	e->engine = engine;
	e->xts = !strcmp(key->mode, "xts");
	e->half_counter = EVP_CIPHER_get_iv_length(cipher) == 8;
	memcpy(e->key, key->bytes, key->len);
	*ctx = e;
	return 0;
}

static int libcrypto_open(const struct matrix_engine *engine,
			  const struct matrix_key *key, void **ctx)
{
	(void)engine;
	/* libcrypto refuses an XTS key of two equal halves. */
	if (matrix_is_xts(key->mode) &&
	    !memcmp(key->bytes, key->bytes + key->len / 2, key->len / 2))
		return -ENOTSUP;
	return evp_finish_open(libcrypto_cipher(key), NULL, key, ctx);
}

static ENGINE *gost_engine(void)
{
	static ENGINE *engine;
	static bool tried;

	if (!tried) {
		tried = true;
		ENGINE_load_builtin_engines();
		engine = ENGINE_by_id("gost");
		if (engine && !ENGINE_init(engine))
			engine = NULL;
	}
	return engine;
}

bool matrix_has_gost(void)
{
	return gost_engine();
}

static int gost_open(const struct matrix_engine *engine,
		     const struct matrix_key *key, void **ctx)
{
	const EVP_CIPHER *cipher = NULL;

	(void)engine;
	if (strcmp(key->cipher, "kuznyechik") || !gost_engine())
		return -ENOTSUP;
	if (!strcmp(key->mode, "ecb"))
		cipher = ENGINE_get_cipher(gost_engine(), NID_kuznyechik_ecb);
	else if (!strcmp(key->mode, "ctr"))
		cipher = ENGINE_get_cipher(gost_engine(), NID_kuznyechik_ctr);
	else if (!strcmp(key->mode, "cbc"))
		cipher = ENGINE_get_cipher(gost_engine(), NID_kuznyechik_cbc);
	return evp_finish_open(cipher, gost_engine(), key, ctx);
}

static int evp_crypt(void *ctx, struct matrix_request *r)
{
	static const uint8_t zeroes[8];
	struct evp *e = ctx;
	int done = 0;

	if (e->half_counter && memcmp(r->iv + 8, zeroes, 8))
		return -ENOTSUP;
	/* gost-engine keeps part of a keystream without this. */
	EVP_CIPHER_CTX_reset(e->ctx);
	if (!EVP_CipherInit_ex(e->ctx, e->cipher, e->engine, e->key, r->iv,
			       !r->decrypt) ||
	    !EVP_CIPHER_CTX_set_padding(e->ctx, 0) ||
	    !EVP_CipherUpdate(e->ctx, r->dst, &done, r->src, (int)r->len) ||
	    done != (int)r->len)
		return -EIO;
	return 0;
}

static void evp_close(void *ctx)
{
	struct evp *e = ctx;

	EVP_CIPHER_CTX_free(e->ctx);
	free(e);
}

const struct matrix_engine matrix_libcrypto = {
	/* No XTS keys of two equal halves. */
	.name = "libcrypto", .can = MATRIX_PARTIAL, .does = evp_does,
	.open = libcrypto_open, .crypt = evp_crypt, .close = evp_close,
};

const struct matrix_engine matrix_gost = {
	/* CTR only from a lower half of zeroes on. */
	.name = "gost-engine", .can = MATRIX_PARTIAL, .does = evp_does,
	.open = gost_open, .crypt = evp_crypt, .close = evp_close,
};
