// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/common.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tools/bench/util.h"

#define OPTIONS_MAX	32
/* What getopt_long() returns for the first. */
#define FIRST		256

static const char *known_word(const struct bench_option *o, const char *word)
{
	char spaced[64];

	snprintf(spaced, sizeof(spaced), " %s ", word);
	if (o->known && (!*word || strchr(word, ' ') || !strstr(o->known, spaced)))
		usage_error("--%s: '%s' is none of%s", o->name, word, o->known);
	return word;
}

static void take_names(const struct bench_option *o, const char *arg)
{
	size_t i;

	*o->count = common_names(o->name, arg, o->names, o->max);
	for (i = 0; i < *o->count; i++)
		known_word(o, o->names[i]);
}

static void take(const struct bench_option *o, const char *arg)
{
	char what[64];

	snprintf(what, sizeof(what), "--%s", o->name);
	if (o->flag)
		*o->flag = true;
	else if (o->bits)
		*o->bits |= o->max;
	else if (o->text)
		*o->text = known_word(o, arg);
	else if (o->n32)
		*o->n32 = parse_number(what, arg, o->min, o->max);
	else if (o->n64)
		*o->n64 = parse_number(what, arg, o->min, o->max);
	else if (o->list)
		parse_list(what, arg, o->min, o->max, o->list);
	else if (o->names)
		take_names(o, arg);
	else
		o->set(o->to, arg);
}

/*
 * A command's options; exits after --help, and if one is wrong. @argv: the command's name first;
 * @options: but for --help; the last has no name; @usage: prints what --help says.
 */
void common_parse(int argc, char **argv, const struct bench_option *options, void (*usage)(void))
{
	struct option all[OPTIONS_MAX + 2] = { };
	int n, opt;

	for (n = 0; options[n].name; n++) {
		if (n == OPTIONS_MAX)
			die("more options than there is room for");
		all[n] = (struct option){
			.name = options[n].name, .val = FIRST + n,
			.has_arg = options[n].flag || options[n].bits ? no_argument :
									required_argument,
		};
	}
	all[n] = (struct option){ .name = "help", .val = 'h' };
	optind = 1;
	while ((opt = getopt_long(argc, argv, "h", all, NULL)) != -1) {
		if (opt == 'h') {
			usage();
			exit(0);
		}
		if (opt == '?')
			usage_error("warpcrypt-bench %s --help lists the options", argv[0]);
		take(&options[opt - FIRST], optarg);
	}
	if (optind < argc)
		usage_error("unexpected argument '%s'", argv[optind]);
}

/*
 * Split names in the argument of @option; exits if there are none, or more than @max; @names has
 * room for one more. Returns the number of names.
 */
size_t common_names(const char *option, const char *text, char **names, size_t max)
{
	size_t count = split(text, names, max + 1);

	if (!count || count > max)
		usage_error("--%s: give 1 to %zu names", option, max);
	return count;
}

/* Memory of zeros, as --buffer says. Its pages are there. */
uint8_t *common_buffer(uint64_t bytes)
{
	uint8_t *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (p == MAP_FAILED)
		die("no memory for the buffers; give less with --buffer");
	return p;
}
