/* SPDX-License-Identifier: GPL-2.0-only */
/* The context that the engines' algorithms of libcrypto come from. */
#ifndef WARPCRYPT_HELPER_ENGINE_LIBCRYPTO_H
#define WARPCRYPT_HELPER_ENGINE_LIBCRYPTO_H

#include <openssl/types.h>

OSSL_LIB_CTX *wc_libcrypto(void);

#endif /* WARPCRYPT_HELPER_ENGINE_LIBCRYPTO_H */
