// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/base.h"

#include <openssl/crypto.h>

/**
 * wp_base_open() - load OpenSSL's own algorithms
 * @base: the result
 *
 * Return: whether that worked; if not, OpenSSL's error queue says why
 */
bool wp_base_open(struct wp_base *base)
{
	base->libctx = OSSL_LIB_CTX_new();
	base->provider = base->libctx ? OSSL_PROVIDER_load(base->libctx, "default") : NULL;
	return base->provider;
}

/**
 * wp_base_close() - unload them
 * @base: what wp_base_open() has begun, or zeroes
 */
void wp_base_close(struct wp_base *base)
{
	OSSL_PROVIDER_unload(base->provider);
	OSSL_LIB_CTX_free(base->libctx);
}
