/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * KTAP for the C tests: ktap_start(), results, return ktap_finish(). The plan
 * comes last, as the format allows.
 */
#ifndef WARPCRYPT_TESTS_KTAP_H
#define WARPCRYPT_TESTS_KTAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* kselftest's exit codes */
#define KTAP_PASS	0
#define KTAP_FAIL	1
#define KTAP_SKIP	4

static struct {
	unsigned int tests;
	unsigned int failed;
	unsigned int skipped;
} ktap;

static inline void ktap_start(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("KTAP version 1\n");
}

static inline __attribute__((format(printf, 1, 2)))
void ktap_note(const char *fmt, ...)
{
	va_list args;

	printf("# ");
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	printf("\n");
}

static inline __attribute__((format(printf, 2, 3)))
bool ktap_ok(bool ok, const char *fmt, ...)
{
	va_list args;

	ktap.failed += !ok;
	printf("%sok %u ", ok ? "" : "not ", ++ktap.tests);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	printf("\n");
	return ok;
}

static inline __attribute__((format(printf, 1, 2)))
void ktap_skip(const char *fmt, ...)
{
	va_list args;

	ktap.skipped++;
	printf("ok %u # SKIP ", ++ktap.tests);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	printf("\n");
}

static inline int ktap_finish(void)
{
	printf("1..%u\n", ktap.tests);
	if (ktap.failed || !ktap.tests)
		return KTAP_FAIL;
	return ktap.skipped == ktap.tests ? KTAP_SKIP : KTAP_PASS;
}

#endif /* WARPCRYPT_TESTS_KTAP_H */
