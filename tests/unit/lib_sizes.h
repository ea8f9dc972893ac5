/* SPDX-License-Identifier: GPL-2.0-only */
/* libwarpcrypt's structures, of programs that are older or newer. */
#ifndef WARPCRYPT_TESTS_UNIT_LIB_SIZES_H
#define WARPCRYPT_TESTS_UNIT_LIB_SIZES_H

void test_sizes(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_LIB_SIZES_H */
