/* SPDX-License-Identifier: GPL-2.0-only */
/* X25519 as a group of TLS. */
#ifndef WARPCRYPT_PROVIDER_GROUP_H
#define WARPCRYPT_PROVIDER_GROUP_H

#include <openssl/core.h>

int wp_group_capability(void *context, const char *capability, OSSL_CALLBACK *callback,
			void *argument);

#endif /* WARPCRYPT_PROVIDER_GROUP_H */
