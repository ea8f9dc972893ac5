/* SPDX-License-Identifier: GPL-2.0-only */
/* Tests of the papers' kernels for curves: papers_curves.c. */
#ifndef WARPCRYPT_TESTS_PAPERS_CURVES_H
#define WARPCRYPT_TESTS_PAPERS_CURVES_H

void test_curves(void **state);
void test_p256(void **state);

#endif /* WARPCRYPT_TESTS_PAPERS_CURVES_H */
