// SPDX-License-Identifier: GPL-2.0-only
/*
 * A skcipher of the running kernel, through AF_ALG. Its name tells mode and
 * cipher: "xts-kuznyechik-warpcrypt", "xts(kuznyechik)".
 */
#include <errno.h>
#include <kcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/matrix/engine.h"

struct af_alg {
	struct kcapi_handle *handle;
	bool ecb;
	unsigned int requests;
};

/* Whether @driver is @mode of @cipher. */
static bool is_for(const char *driver, const char *mode, const char *cipher)
{
	size_t mode_len = strlen(mode), cipher_len = strlen(cipher);

	return !strncmp(driver, mode, mode_len) &&
	       strchr("-(", driver[mode_len]) && driver[mode_len] &&
	       !strncmp(driver + mode_len + 1, cipher, cipher_len) &&
	       strchr("-)", driver[mode_len + 1 + cipher_len]);
}

static bool af_alg_does(const struct matrix_engine *engine,
			const struct matrix_key *key)
{
	return is_for(engine->driver, key->mode, key->cipher);
}

static int af_alg_open(const struct matrix_engine *engine,
		       const struct matrix_key *key, void **ctx)
{
	struct af_alg *a;
	int ret;

	if (!af_alg_does(engine, key))
		return -ENOTSUP;
	a = calloc(1, sizeof(*a));
	if (!a)
		return -ENOMEM;
	a->ecb = !strcmp(key->mode, "ecb");
	ret = kcapi_cipher_init(&a->handle, engine->driver, 0);
	if (ret) {
		free(a);
		return ret;
	}
	ret = kcapi_cipher_setkey(a->handle, key->bytes, (uint32_t)key->len);
	if (ret) {
		kcapi_cipher_destroy(a->handle);
		free(a);
		return ret;
	}
	*ctx = a;
	return 0;
}

/* By copy and from the caller's own pages, in turn. */
static int af_alg_crypt(void *ctx, struct matrix_request *r)
{
	struct af_alg *a = ctx;
	int access = a->requests++ % 2 ? KCAPI_ACCESS_VMSPLICE :
					 KCAPI_ACCESS_SENDMSG;
	ssize_t ret = (r->decrypt ? kcapi_cipher_decrypt : kcapi_cipher_encrypt)
		(a->handle, r->src, r->len, a->ecb ? NULL : r->iv, r->dst,
		 r->len, access);

	if (ret < 0)
		return (int)ret;
	return (size_t)ret == r->len ? 0 : -EIO;
}

static void af_alg_close(void *ctx)
{
	struct af_alg *a = ctx;

	kcapi_cipher_destroy(a->handle);
	free(a);
}

/**
 * matrix_af_alg() - an engine of a driver
 * @engine: the result
 * @driver: its name, which must outlive @engine
 *
 * Return: 0, or why the kernel has none: -ENOENT, -EAFNOSUPPORT, ...
 */
int matrix_af_alg(struct matrix_engine *engine, const char *driver)
{
	struct kcapi_handle *handle;
	int ret = kcapi_cipher_init(&handle, driver, 0);

	if (ret)
		return ret;
	kcapi_cipher_destroy(handle);
	*engine = (struct matrix_engine) {
		.name = driver, .driver = driver, .can = MATRIX_SLOW,
		/* What fits a socket's buffer in one request. */
		.max_len = 65536,
		.does = af_alg_does, .open = af_alg_open, .crypt = af_alg_crypt,
		.close = af_alg_close,
	};
	return 0;
}
