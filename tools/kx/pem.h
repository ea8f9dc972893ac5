/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys as PEM, read and written by libcrypto. */
#ifndef WARPCRYPT_TOOLS_PEM_H
#define WARPCRYPT_TOOLS_PEM_H

#include <stdio.h>

#include "tools/kx/curve.h"

const char *pem_read(const struct curve *curve, enum key_kind kind,
		     const char *text, size_t len, uint8_t *key);
bool pem_write_secret(FILE *out, const struct curve *curve,
		      const uint8_t *secret, const uint8_t *public);
bool pem_write_public(FILE *out, const struct curve *curve,
		      const uint8_t *public);

#endif /* WARPCRYPT_TOOLS_PEM_H */
