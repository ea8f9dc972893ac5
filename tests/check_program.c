// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/check_program.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* More than any program has. */
#define CHECK_OPTIONS	16

/* End the program, and the test, and say why. */
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

/* Memory of zeros, for free(); or the program ends. */
void *check_alloc(size_t count, size_t size)
{
	void *at = calloc(count ? count : 1, size);

	if (!at)
		die("out of memory");
	return at;
}

static void set_number(const struct check_option *o, const char *arg)
{
	char *end;

	*o->number = arg ? strtoul(arg, &end, 0) : o->alone;
	if (!arg || (end != arg && !*end && *arg != '-' && *o->number >= o->least &&
		     *o->number <= o->most))
		return;
	fprintf(stderr, "%s: --%s wants a number from %lu to %lu, not %s; --help says more\n",
		program_invocation_short_name, o->name, o->least, o->most, arg);
	exit(2);
}

/**
 * check_options() - do what the options of a command line say
 * @argc: main()'s
 * @argv: main()'s
 * @options: those that there are, besides --help; the last has no name
 * @usage: what --help prints
 *
 * Return: where in @argv the arguments begin. Ends the program with status 2 where an option
 * is wrong, and after --help with 0.
 */
int check_options(int argc, char **argv, const struct check_option *options,
		  const char *usage)
{
	struct option known[CHECK_OPTIONS + 2] = { { "help", no_argument, NULL, 'h' } };
	const struct check_option *o;
	int c, i = 0;

	for (o = options; o->name; o++, i++) {
		assert(i < CHECK_OPTIONS);
		known[1 + i] = (struct option){
			o->name, o->flag ? no_argument :
			o->alone ? optional_argument : required_argument, NULL, 0
		};
	}
	while ((c = getopt_long(argc, argv, "", known, &i)) != -1) {
		if (c == 'h') {
			fputs(usage, stdout);
			exit(0);
		}
		if (c) {
			fprintf(stderr, "%s: --help says more\n", program_invocation_short_name);
			exit(2);
		}
		o = &options[i - 1];
		if (o->flag)
			*o->flag = true;
		else if (o->text)
			*o->text = optarg;
		else
			set_number(o, optarg);
	}
	return optind;
}

/* End the program with status 2 if an argument follows the options. */
void check_no_arguments(char **arguments)
{
	if (!*arguments)
		return;
	fprintf(stderr, "%s: no arguments, please: %s; --help says more\n",
		program_invocation_short_name, *arguments);
	exit(2);
}
