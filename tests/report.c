// SPDX-License-Identifier: GPL-2.0-only
#include "tests/report.h"

#include <stdarg.h>
#include <stdio.h>

#include "tests/ktap.h"

/* So many wrong requests of a result are told one by one. */
#define TOLD	4u

void report_start(void)
{
	ktap_start();
}

int report_finish(void)
{
	return ktap_finish();
}

/**
 * report_tally() - a result; none if nothing was done
 * @t: the requests
 * @fmt: what they were
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
	if (t->wrong)
		ktap_ok(false, "%s: %u of %u requests are wrong", what,
			t->wrong, t->done);
	else
		ktap_ok(true, "%s: %u requests", what, t->done);
}

void report_skip(const char *fmt, ...)
{
	char what[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	ktap_skip("%s", what);
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

	if (t->wrong++ >= TOLD)
		return;
	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	ktap_note("%s", what);
}
