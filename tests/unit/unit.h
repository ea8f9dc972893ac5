/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmocka, and what it needs to have been included before it. A test is a function that
 * begins with TEST(NAME) in place of its declaration; main() is UNIT_MAIN(), or calls
 * unit_run(). Tests can be chosen: WARPCRYPT_CASES=NAME[,NAME...]; WARPCRYPT_CASES=list
 * prints the names.
 */
#ifndef WARPCRYPT_TESTS_UNIT_UNIT_H
#define WARPCRYPT_TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/listed.h"
#include "tests/unit/share.h"

/* From cmocka 2.0 on it is deprecated by this name. */
#ifdef assert_uint_in_range
#undef assert_in_range
#define assert_in_range		assert_uint_in_range
#endif

struct unit_test {
	const char *name;	/* test_ and the name that TEST() was given */
	const char *file;	/* its source */
	int line;		/* where it is in @file */
	CMUnitTestFunction run;	/* does it */
};

/*
 * A test, of every program that its file is linked into. They are done in the order of the
 * files' names and of the lines.
 */
#define TEST(test)							\
static void test_##test(void **state);					\
static const struct unit_test *unit_test_##test				\
	__attribute__((section("unit_tests"), used)) =			\
	&(const struct unit_test){				\
		"test_" #test, __FILE__, __LINE__, test_##test		\
	};								\
static void test_##test(void **state __attribute__((unused)))

/* The linker's names for that section. */
extern const struct unit_test *__start_unit_tests[], *__stop_unit_tests[];

static inline int unit_compare(const void *a, const void *b)
{
	const struct unit_test *x = *(const struct unit_test *const *)a;
	const struct unit_test *y = *(const struct unit_test *const *)b;
	int order = strcmp(x->file, y->file);

	return order ? order : x->line - y->line;
}

/*
 * Run the tests of a program that were asked for, between @setup and @teardown, which may be
 * NULL; returns how many failed, for main() to return.
 */
static inline int unit_run(const char *group, CMFixtureFunction setup,
			   CMFixtureFunction teardown)
{
	size_t n = (size_t)(__stop_unit_tests - __start_unit_tests), m = 0, i;
	struct CMUnitTest *chosen = calloc(n, sizeof(*chosen));
	const char *cases = getenv("WARPCRYPT_CASES");
	bool all = !cases || !*cases, list = !all && !strcmp(cases, "list");
	int failed = !list;

	if (!chosen)
		return 1;
	qsort(__start_unit_tests, n, sizeof(__start_unit_tests[0]), unit_compare);
	for (i = 0; i < n; i++) {
		const struct unit_test *t = __start_unit_tests[i];

		if (list)
			puts(t->name);
		else if (all || is_listed(t->name, cases) ||
			 is_listed(t->name + strlen("test_"), cases))
			chosen[m++] = (struct CMUnitTest){ .name = t->name, .test_func = t->run };
	}
	if (m)
		failed = _cmocka_run_group_tests(group, chosen, m, setup, teardown);
	else if (!list)
		fprintf(stderr, "no test is called %s\n", cases);
	free(chosen);
	return failed;
}

/* main() of a program that runs its tests and nothing else: the arguments are unit_run()'s. */
#define UNIT_MAIN(group, setup, teardown)				\
int main(void)								\
{									\
	return unit_run(group, setup, teardown);			\
}

#endif /* WARPCRYPT_TESTS_UNIT_UNIT_H */
