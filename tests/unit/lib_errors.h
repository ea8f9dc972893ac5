/* SPDX-License-Identifier: GPL-2.0-only */
/* Tests of what libwarpcrypt refuses: engines, keys and requests. */
#ifndef WARPCRYPT_TESTS_UNIT_LIB_ERRORS_H
#define WARPCRYPT_TESTS_UNIT_LIB_ERRORS_H

void test_open_errors(void **state);
void test_key_errors(void **state);
void test_request_errors(void **state);
void test_overlaps(void **state);
void test_refused_status(void **state);
void test_back_pressure(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_LIB_ERRORS_H */
