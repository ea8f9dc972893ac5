/* SPDX-License-Identifier: GPL-2.0-only */
/* Single situations, each in many orders of events: cases.c. */
#ifndef WARPCRYPT_TESTS_CORE_CASES_H
#define WARPCRYPT_TESTS_CORE_CASES_H

#include "tests/core/kernel.h"

struct desk;

/* A situation. */
struct core_case {
	const char *what;	/* what is so in it, the test's name */
	/* Plays it, when the module is loaded, with a desk that it opens and closes. */
	void (*story)(struct desk *d);
	u32 orders;		/* in how many orders */
};

/* cases_budget.c and so on: the cases of each file; the last entry has no name */
extern const struct core_case age_cases[];
extern const struct core_case budget_cases[];
extern const struct core_case wake_cases[];
extern const struct core_case frame_cases[];
extern const struct core_case backlog_cases[];
extern const struct core_case engine_cases[];
extern const struct core_case redo_cases[];
extern const struct core_case turn_cases[];
extern const struct core_case kat_cases[];

/*
 * Plays those whose names contain @only; their results' numbers begin with @first_result, 0:
 * none is played. Returns how many they are.
 */
int cases_run(int first_result, const char *only);

#endif /* WARPCRYPT_TESTS_CORE_CASES_H */
