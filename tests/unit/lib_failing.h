/* SPDX-License-Identifier: GPL-2.0-only */
/* Tests of libwarpcrypt with engines that fail, alone or while others go on. */
#ifndef WARPCRYPT_TESTS_UNIT_LIB_FAILING_H
#define WARPCRYPT_TESTS_UNIT_LIB_FAILING_H

void test_engine_breaks(void **state);
void test_one_breaks(void **state);
void test_one_hangs(void **state);
void test_cpus_stand_by(void **state);
void test_hangs_alone(void **state);
void test_registered_breaks(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_LIB_FAILING_H */
