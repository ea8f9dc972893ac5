// SPDX-License-Identifier: GPL-2.0-only
#include "helper/provider/base.h"

#include <openssl/crypto.h>

/*
 * Load OpenSSL's own algorithms. Returns whether that worked; if not, OpenSSL's error queue
 * says why.
 */
bool wp_base_open(struct wp_base *base)
{
	base->libctx = OSSL_LIB_CTX_new();
	base->provider = base->libctx ? OSSL_PROVIDER_load(base->libctx, "default") : NULL;
	return base->provider;
}

/* Unload what wp_base_open() has loaded; @base may be zeroes. */
void wp_base_close(struct wp_base *base)
{
	OSSL_PROVIDER_unload(base->provider);
	OSSL_LIB_CTX_free(base->libctx);
}
