// SPDX-License-Identifier: GPL-2.0-only
#include "tests/report.h"

#include <stdarg.h>
#include <stdio.h>

#include "tests/ktap.h"

/* How many wrong requests of a result are printed. */
#define PRINTED	4u

void report_start(void)
{
	ktap_start();
}

int report_finish(void)
{
	return ktap_finish();
}

/**
 * report_tally() - a result; none if no request was done
 * @t: the requests
 * @fmt: the case: what the requests were
 */
void report_tally(const struct tally *t, const char *fmt, ...)
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

/**
 * report_skip() - a case that cannot be run here
 * @what: the case
 * @fmt: why
 */
void report_skip(const char *what, const char *fmt, ...)
{
	char why[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, sizeof(why), fmt, args);
	va_end(args);
	ktap_skip(what, "%s", why);
}

void report_note(const char *fmt, ...)
{
	char what[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	ktap_note("%s", what);
}

/**
 * report_wrong() - a wrong request
 * @t: where it is counted
 * @fmt: which, and what was wrong
 */
void report_wrong(struct tally *t, const char *fmt, ...)
{
	char what[400];
	va_list args;

	if (t->wrong++ >= PRINTED)
		return;
	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	ktap_note("%s", what);
}
