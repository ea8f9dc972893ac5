/* SPDX-License-Identifier: GPL-2.0-only */
/* fork() while an engine is opened. */
#ifndef WARPCRYPT_TESTS_UNIT_PROVIDER_OPEN_H
#define WARPCRYPT_TESTS_UNIT_PROVIDER_OPEN_H

void test_open_forks(void **state);
void test_fork_while_open(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_PROVIDER_OPEN_H */
