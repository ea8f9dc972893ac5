/* SPDX-License-Identifier: GPL-2.0-only */
/* What the check-* programs share: their numbers as options, and how they give up. */
#ifndef WARPCRYPT_TESTS_CHECK_PROGRAM_H
#define WARPCRYPT_TESTS_CHECK_PROGRAM_H

void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
unsigned long check_number(const char *name, const char *arg,
			   unsigned long least, unsigned long most);

#endif /* WARPCRYPT_TESTS_CHECK_PROGRAM_H */
