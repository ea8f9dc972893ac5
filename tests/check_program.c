// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/check_program.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/**
 * die() - end the program, and the test
 * @fmt: why
 */
void die(const char *fmt, ...)
{
	char why[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, sizeof(why), fmt, args);
	va_end(args);
	printf("Bail out! %s\n", why);
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, why);
	/* Other threads may be at work: nothing is torn down. */
	fflush(NULL);
	_Exit(1);
}

/**
 * check_number() - the number that is an option's argument
 * @name: the option, without --
 * @arg: its argument
 * @least: the smallest that is allowed
 * @most: the largest
 *
 * Return: the number. Ends the program with status 2 if it is none of these.
 */
unsigned long check_number(const char *name, const char *arg,
			   unsigned long least, unsigned long most)
{
	unsigned long value;
	char *end;

	value = strtoul(arg, &end, 0);
	if (end != arg && !*end && *arg != '-' && value >= least &&
	    value <= most)
		return value;
	fprintf(stderr, "%s: --%s wants a number from %lu to %lu, not %s; --help says more\n",
		program_invocation_short_name, name, least, most, arg);
	exit(2);
}
