/* SPDX-License-Identifier: GPL-2.0-only */
/* A part of unit-provider: XTS. */
#ifndef WARPCRYPT_TESTS_UNIT_PROVIDER_XTS_H
#define WARPCRYPT_TESTS_UNIT_PROVIDER_XTS_H

#include <stddef.h>
#include <stdint.h>

void test_xts_published(void **state);
void test_xts_random(void **state);
void test_xts_copy(void **state);
void test_xts_weak_keys(void **state);
void test_xts_wrong(void **state);
size_t provider_from_hex(uint8_t *to, size_t size, const char *text);

#endif /* WARPCRYPT_TESTS_UNIT_PROVIDER_XTS_H */
