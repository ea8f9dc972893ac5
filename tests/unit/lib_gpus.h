/* SPDX-License-Identifier: GPL-2.0-only */
/* Tests of libwarpcrypt with several GPUs. */
#ifndef WARPCRYPT_TESTS_UNIT_LIB_GPUS_H
#define WARPCRYPT_TESTS_UNIT_LIB_GPUS_H

void test_several(void **state);
void test_several_memory(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_LIB_GPUS_H */
