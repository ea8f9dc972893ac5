/* SPDX-License-Identifier: GPL-2.0-only */
/* The provider in a program's default library context, whatever that has. */
#ifndef WARPCRYPT_TESTS_UNIT_PROVIDER_DEFAULT_H
#define WARPCRYPT_TESTS_UNIT_PROVIDER_DEFAULT_H

void test_default_context(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_PROVIDER_DEFAULT_H */
