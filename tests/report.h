/* SPDX-License-Identifier: GPL-2.0-only */
/* KTAP (tests/ktap.h) for programs of several files. */
#ifndef WARPCRYPT_TESTS_REPORT_H
#define WARPCRYPT_TESTS_REPORT_H

#include <stdbool.h>

/**
 * struct tally - requests that are one result
 * @done: requests
 * @wrong: how many of them were wrong
 */
struct tally {
	unsigned int done;
	unsigned int wrong;
};

void report_start(void);
int report_finish(void);
void report_tally(const struct tally *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void report_skip(const char *what, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void report_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void report_wrong(struct tally *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* WARPCRYPT_TESTS_REPORT_H */
