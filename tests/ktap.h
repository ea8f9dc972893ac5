/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * KTAP for the C tests: ktap_start(), results, return ktap_finish(). The plan
 * comes last, as the format allows.
 */
#ifndef WARPCRYPT_TESTS_KTAP_H
#define WARPCRYPT_TESTS_KTAP_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* kselftest's exit codes */
#define KTAP_PASS	0
#define KTAP_FAIL	1
#define KTAP_SKIP	4

/* Weak: a program's files that include this share it. */
__attribute__((weak)) struct {
	unsigned int tests;
	unsigned int failed;
	unsigned int skipped;
} ktap;

/* Requests that are one result. */
struct tally {
	unsigned int done;	/* requests */
	unsigned int wrong;	/* how many of them were wrong */
};

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

/* See ktap_ok(); @expression is its source text, at @line of @file. */
static inline __attribute__((format(printf, 5, 6)))
bool ktap_result(bool ok, const char *expression, const char *file, int line,
		 const char *fmt, ...)
{
	int error = errno;
	va_list args;

	ktap.failed += !ok;
	printf("%sok %u ", ok ? "" : "not ", ++ktap.tests);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	printf("\n");
	if (!ok)
		ktap_note("got: false: %s (%s:%d; errno %d)", expression, file,
			  line, error);
	return ok;
}

/*
 * A result: whether @ok, and the case's name, a format and its arguments. Text
 * after " # " is no part of the name. If it is bad, what @ok was is printed.
 */
#define ktap_ok(ok, ...)						\
	ktap_result((ok), #ok, __FILE__, __LINE__, __VA_ARGS__)

/* The same for two numbers that must be equal; if they are not, prints both. */
#define ktap_equal(got, want, ...) ({					\
	long long got_ = (got), want_ = (want);				\
	bool equal_ = ktap_result(got_ == want_, #got " == " #want,	\
				  __FILE__, __LINE__, __VA_ARGS__);	\
	if (!equal_)							\
		ktap_note("got: " #got " = %lld, wanted %lld", got_, want_); \
	equal_;								\
})

/* A case that cannot be run here, and why: a format and its arguments. */
static inline __attribute__((format(printf, 2, 3)))
void ktap_skip(const char *what, const char *fmt, ...)
{
	va_list args;

	ktap.skipped++;
	printf("ok %u %s # SKIP ", ++ktap.tests, what);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	printf("\n");
}

/* A result of requests, and the case's name; none if no request was done. */
static inline __attribute__((format(printf, 2, 3)))
void ktap_tally(const struct tally *t, const char *fmt, ...)
{
	char what[160];
	va_list args;

	if (!t->done)
		return;
	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	ktap_ok(!t->wrong, "%s # %u requests, %u of them wrong", what, t->done,
		t->wrong);
}

/* Counts a wrong request; of the first four of a result prints which, and what was wrong. */
static inline __attribute__((format(printf, 2, 3)))
void ktap_wrong(struct tally *t, const char *fmt, ...)
{
	char what[400];
	va_list args;

	if (t->wrong++ >= 4)
		return;
	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	ktap_note("%s", what);
}

static inline int ktap_finish(void)
{
	printf("1..%u\n", ktap.tests);
	if (ktap.failed || !ktap.tests)
		return KTAP_FAIL;
	return ktap.skipped == ktap.tests ? KTAP_SKIP : KTAP_PASS;
}

/* The only result, where @path cannot be opened; @err is negative. */
static inline int ktap_none(const char *path, int err)
{
	ktap_skip("all of it", "no %s: %s", path, strerror(-err));
	return ktap_finish();
}

#endif /* WARPCRYPT_TESTS_KTAP_H */
