// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/common.h"

#include <getopt.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "tools/bench/stats.h"
#include "tools/bench/util.h"

/* Return: false if it is not one of these options */
static bool set_common(struct common *c, int opt, const char *arg)
{
	switch (opt) {
	case COMMON_RUNS:
		c->runs = parse_number("--runs", arg, 1, RUNS_MAX);
		return true;
	case COMMON_TIME:
		c->ms = parse_number("--time", arg, 1, 600000);
		return true;
	case COMMON_BUFFER:
		c->buffer = parse_number("--buffer", arg, 1 << 20, 1ull << 34);
		return true;
	case COMMON_JSON:
		c->json = arg;
		return true;
	}
	return false;
}

/**
 * common_parse() - a command's options; exits after --help, and if one is wrong
 * @argc: arguments
 * @argv: arguments, the command's name first
 * @options: the options
 * @usage: prints what --help says
 * @c: gets the common ones; NULL: @options has none of them
 * @set: sets one of the others, by what getopt_long() returned
 * @to: for @set
 */
void common_parse(int argc, char **argv, const struct option *options, void (*usage)(void),
		  struct common *c, void (*set)(void *to, int opt, const char *arg), void *to)
{
	int opt;

	optind = 1;
	while ((opt = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (opt == 'h') {
			usage();
			exit(0);
		}
		if (opt == '?')
			usage_error("warpcrypt-bench %s --help lists the options", argv[0]);
		if (!c || !set_common(c, opt, optarg))
			set(to, opt, optarg);
	}
	if (optind < argc)
		usage_error("unexpected argument '%s'", argv[optind]);
}

/**
 * common_algs() - split the names of --alg; exits if there are too many
 * @text: the argument
 * @names: filled in; room for @max + 1
 * @max: the largest number of names
 *
 * Return: the number of names
 */
size_t common_algs(const char *text, char **names, size_t max)
{
	size_t count = split(text, names, max + 1);

	if (!count || count > max)
		usage_error("--alg: give 1 to %zu names", max);
	return count;
}

/**
 * common_buffer() - memory as --buffer says, with random bytes
 * @c: the options
 */
uint8_t *common_buffer(const struct common *c)
{
	uint8_t *p = mmap(NULL, c->buffer, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (p == MAP_FAILED)
		die("no memory for the buffers; give less with --buffer");
	fill_random(p, c->buffer);
	return p;
}
