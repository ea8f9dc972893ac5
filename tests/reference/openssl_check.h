/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_TESTS_REFERENCE_OPENSSL_CHECK_H
#define WARPCRYPT_TESTS_REFERENCE_OPENSSL_CHECK_H

#include <err.h>
#include <openssl/err.h>
#include <stdbool.h>

/* What OpenSSL cannot do but has to ends the program. */
static inline void check(bool ok, const char *what)
{
	if (!ok)
		errx(125, "OpenSSL: %s: %s", what, ERR_reason_error_string(ERR_get_error()));
}

#endif /* WARPCRYPT_TESTS_REFERENCE_OPENSSL_CHECK_H */
