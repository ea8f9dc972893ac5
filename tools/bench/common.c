// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/common.h"

#include <string.h>

#include "tools/bench/stats.h"
#include "tools/bench/util.h"

/**
 * common_option() - one option that getopt_long() has found
 * @c: gets its value
 * @opt: what getopt_long() returned
 * @arg: its argument
 *
 * Return: false if it is not one of these options
 */
bool common_option(struct common *c, int opt, const char *arg)
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
