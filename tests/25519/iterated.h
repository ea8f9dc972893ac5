/* SPDX-License-Identifier: GPL-2.0-only */
/* RFC 7748's iterated test, of which OpenSSL's part takes a while. */
#ifndef WARPCRYPT_TESTS_25519_ITERATED_H
#define WARPCRYPT_TESTS_25519_ITERATED_H

#include "tests/25519/check.h"

struct chain;

struct chain *chain_start(size_t steps);
void check_iterated(struct check *c, struct chain *chain);

#endif /* WARPCRYPT_TESTS_25519_ITERATED_H */
