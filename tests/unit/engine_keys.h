/* SPDX-License-Identifier: GPL-2.0-only */
/* Tests of what engines keep of keys, and of what they allocate for new ones. */
#ifndef WARPCRYPT_TESTS_UNIT_ENGINE_KEYS_H
#define WARPCRYPT_TESTS_UNIT_ENGINE_KEYS_H

void test_no_allocation(void **state);
void test_keys_kept(void **state);
void test_forget(void **state);
void test_released_core(void **state);
void test_released_libcrypto(void **state);
void test_masks_wiped(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_ENGINE_KEYS_H */
