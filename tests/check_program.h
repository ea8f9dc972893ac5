/* SPDX-License-Identifier: GPL-2.0-only */
/* What programs of tests share: their options, and how they give up. */
#ifndef WARPCRYPT_TESTS_CHECK_PROGRAM_H
#define WARPCRYPT_TESTS_CHECK_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

/* An option, which sets one of @flag, @text and @number. */
struct check_option {
	const char *name;	/* without -- */
	bool *flag;		/* set to true; there is no argument */
	const char **text;	/* set to the argument */
	unsigned long *number;	/* set to the argument, a number */
	unsigned long least;	/* the smallest that is allowed */
	unsigned long most;	/* the largest */
	unsigned long alone;	/* what @number is without an argument; 0: there must be one */
};

int check_options(int argc, char **argv, const struct check_option *options,
		  const char *usage);
void check_no_arguments(char **arguments);
void *check_alloc(size_t count, size_t size);
void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif /* WARPCRYPT_TESTS_CHECK_PROGRAM_H */
