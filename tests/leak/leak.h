/* SPDX-License-Identifier: GPL-2.0-only */
/* What is measured: functions of secrets, and controls, whose time is known to depend on them. */
#ifndef WARPCRYPT_TESTS_LEAK_LEAK_H
#define WARPCRYPT_TESTS_LEAK_LEAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LEAK_SECRET	(256u << 10)	/* bytes, at most */
#define LEAK_CASES	128

/* One function. */
struct leak_case {
	char name[64];		/* of the function and what it is done by */
	bool leaks;		/* it is a control */
	size_t len;		/* bytes of its secret */
	/* Takes a secret for @run, which is given none then; not timed. Or NULL. */
	void (*set)(const struct leak_case *c, const uint8_t *secret);
	void (*run)(const struct leak_case *c, const uint8_t *secret);	/* does it once */
	/* Makes any bytes a secret that is allowed, whatever they are; or NULL. */
	void (*fix)(const struct leak_case *c, uint8_t *secret);
	const void *with;	/* for @run */
};

/* cases.c or gpu_cases.c: adds all that is measured. */
void leak_cases(bool all_engines);
/* main.c */
struct leak_case *leak_add(const char *what, const char *how, size_t len);
void leak_fix_p256(const struct leak_case *c, uint8_t *secret);

#endif /* WARPCRYPT_TESTS_LEAK_LEAK_H */
