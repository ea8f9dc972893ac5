/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * OpenSSL's own algorithms, in a library context of the provider's own: what the
 * program has configured, such as properties that prefer this provider, does not lead
 * back here.
 */
#ifndef WARPCRYPT_PROVIDER_BASE_H
#define WARPCRYPT_PROVIDER_BASE_H

#include <openssl/provider.h>
#include <openssl/types.h>

/**
 * struct wp_base - OpenSSL's own algorithms
 * @libctx: a library context that has them and nothing else
 * @provider: OpenSSL's default provider there
 */
struct wp_base {
	OSSL_LIB_CTX *libctx;
	OSSL_PROVIDER *provider;
};

#endif /* WARPCRYPT_PROVIDER_BASE_H */
