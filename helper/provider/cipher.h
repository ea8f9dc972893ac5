/* SPDX-License-Identifier: GPL-2.0-only */
/* The interface of ciphers to OpenSSL. */
#ifndef WARPCRYPT_PROVIDER_CIPHER_H
#define WARPCRYPT_PROVIDER_CIPHER_H

#include <openssl/core.h>

extern const OSSL_ALGORITHM wp_ciphers[];

#endif /* WARPCRYPT_PROVIDER_CIPHER_H */
