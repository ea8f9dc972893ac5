// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/libcrypto.h"

#include <pthread.h>

#include <openssl/crypto.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static OSSL_LIB_CTX *context;

static void make_context(void)
{
	context = OSSL_LIB_CTX_new();
}

/*
 * A library context of our own, with OpenSSL's default provider; NULL: no memory. What the
 * program has loaded, configured and set as properties of its default context (other
 * providers, none, fips=yes) has no effect there. It stays until the process ends.
 */
OSSL_LIB_CTX *wc_libcrypto(void)
{
	pthread_once(&once, make_context);
	return context;
}
