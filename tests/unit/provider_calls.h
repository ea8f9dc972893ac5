/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls in any order, to our ciphers and to OpenSSL's own SM4: what they return and write is
 * the same.
 *
 * WARPCRYPT_SEQUENCES=COUNT[,FIRST]: how many sequences of calls, and the number of the first
 * one. A sequence depends on its number only, which a failure prints.
 */
#ifndef WARPCRYPT_TESTS_UNIT_PROVIDER_CALLS_H
#define WARPCRYPT_TESTS_UNIT_PROVIDER_CALLS_H

void test_any_calls(void **state);
void test_kept_block(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_PROVIDER_CALLS_H */
