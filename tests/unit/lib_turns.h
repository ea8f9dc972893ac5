/* SPDX-License-Identifier: GPL-2.0-only */
/* How much of a batch libwarpcrypt's frames get, and when. */
#ifndef WARPCRYPT_TESTS_UNIT_LIB_TURNS_H
#define WARPCRYPT_TESTS_UNIT_LIB_TURNS_H

void test_begins(void **state);
void test_enough(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_LIB_TURNS_H */
