/* SPDX-License-Identifier: GPL-2.0-only */
/* Calls in any order, to our ciphers and to OpenSSL's own. */
#ifndef WARPCRYPT_TESTS_UNIT_PROVIDER_CALLS_H
#define WARPCRYPT_TESTS_UNIT_PROVIDER_CALLS_H

void test_any_calls(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_PROVIDER_CALLS_H */
