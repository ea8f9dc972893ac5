/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmocka, and what it needs to have been included before it. A program's tests
 * can be chosen by name: WARPCRYPT_CASES=NAME[,NAME...], in which the test_ that
 * names begin with can be left out; WARPCRYPT_CASES=list prints the names.
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

#include "tests/unit/share.h"

/* From cmocka 2.0 on it is deprecated by this name. */
#ifdef assert_uint_in_range
#undef assert_in_range
#define assert_in_range		assert_uint_in_range
#endif

/* Whether @test is among the names in @cases. */
static inline bool unit_chosen(const char *test, const char *cases)
{
	const char *name = strncmp(test, "test_", 5) ? test : test + 5;
	size_t len;

	for (; *cases; cases += len + (cases[len] == ',')) {
		len = strcspn(cases, ",");
		if ((strlen(test) == len && !strncmp(test, cases, len)) ||
		    (strlen(name) == len && !strncmp(name, cases, len)))
			return true;
	}
	return false;
}

/**
 * unit_run() - run the tests of a program that were asked for
 * @group: the program's name for them
 * @tests: the tests
 * @n: how many there are
 * @setup: called before them, or NULL
 * @teardown: called after them, or NULL
 *
 * Return: how many failed, for main() to return
 */
static inline int unit_run(const char *group, const struct CMUnitTest *tests,
			   size_t n, CMFixtureFunction setup,
			   CMFixtureFunction teardown)
{
	const char *cases = getenv("WARPCRYPT_CASES");
	struct CMUnitTest *chosen;
	size_t i, m = 0;
	int failed;

	if (!cases || !*cases)
		return _cmocka_run_group_tests(group, tests, n, setup, teardown);
	if (!strcmp(cases, "list")) {
		for (i = 0; i < n; i++)
			puts(tests[i].name);
		return 0;
	}
	chosen = calloc(n, sizeof(*chosen));
	if (!chosen)
		return 1;
	for (i = 0; i < n; i++)
		if (unit_chosen(tests[i].name, cases))
			chosen[m++] = tests[i];
	if (!m)
		fprintf(stderr, "no test is called %s\n", cases);
	failed = m ? _cmocka_run_group_tests(group, chosen, m, setup, teardown) :
		     1;
	free(chosen);
	return failed;
}

#undef cmocka_run_group_tests
#undef cmocka_run_group_tests_name
#define cmocka_run_group_tests(tests, setup, teardown)			\
	cmocka_run_group_tests_name(#tests, tests, setup, teardown)
#define cmocka_run_group_tests_name(group, tests, setup, teardown)	\
	unit_run(group, tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)

#endif /* WARPCRYPT_TESTS_UNIT_UNIT_H */
