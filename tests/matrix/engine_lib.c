// SPDX-License-Identifier: GPL-2.0-only
/* libwarpcrypt, one request at a time, on the backend that it was opened with. */
#include <errno.h>
#include <string.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/matrix/engine.h"

static struct warpcrypt *library;

static int lib_open(const struct matrix_engine *engine,
		    const struct matrix_key *key, void **ctx)
{
	struct warpcrypt_cipher_key *k;
	int ret = warpcrypt_key(library, &k, key->cipher, key->mode, key->bytes,
				key->len);

	(void)engine;
	if (ret)
		return ret == -EOPNOTSUPP ? -ENOTSUP : ret;
	*ctx = k;
	return 0;
}

static int lib_crypt(void *ctx, struct matrix_request *r)
{
	struct warpcrypt_request request = {
		.size = sizeof(request), .key = ctx, .decrypt = r->decrypt,
		.src = r->src, .dst = r->dst, .len = r->len,
	};

	memcpy(request.iv, r->iv, 16);
	return warpcrypt_run(library, &request, 1);
}

static void lib_close(void *ctx)
{
	warpcrypt_key_free(library, ctx);
}

/* An engine of libwarpcrypt; one at a time. 0, or an error, of which warpcrypt_error() tells. */
int matrix_lib_open(struct matrix_engine *engine, const char *backend)
{
	const struct warpcrypt_options options = {
		.size = sizeof(options), .backend = backend,
	};
	int ret = warpcrypt_open(&library, &options);

	if (ret)
		return ret;
	*engine = (struct matrix_engine) {
		.name = backend, .can = MATRIX_EMPTY,
		.open = lib_open, .crypt = lib_crypt, .close = lib_close,
	};
	return 0;
}

void matrix_lib_close(void)
{
	warpcrypt_close(library);
}
