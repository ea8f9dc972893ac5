// SPDX-License-Identifier: GPL-2.0-only
/*
 * check-p256: P-256 by libwarpcrypt, so on the engines of warpcryptd, the GPU's among
 * them; from published examples to millions of random cases against OpenSSL.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/p256/batch.h"

/* More would be days, or more memory than there is. */
#define MOST	100000000ul

static void usage(FILE *to)
{
	fputs("Usage: check-p256 [OPTION]...\n"
	      "\n"
	      "  --backend=NAME     cuda, cpu or auto (default: auto)\n"
	      "  --count=N          random cases of [k]P and of [k]G (default: 3000)\n"
	      "  --longest-batch=N  they come in batches of N; if N is more than there are\n"
	      "                     cases, there are N (default: 1009)\n"
	      "  --seed=N           other random cases (default: 1)\n"
	      "  --help             this text\n"
	      "\n"
	      "Prints KTAP, and on standard error how far it is when it takes long.\n",
	      to);
}

static void run(struct check *c)
{
	report_start();
	report_note("%s; seed %llu", warpcrypt_describe(c->w),
		    (unsigned long long)c->rand.state);
	check_published(c);
	check_edges(c);
	check_sizes(c);
	check_random(c);
	check_registered(c);
	batch_rates();
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "backend", required_argument, NULL, 'b' },
		{ "count", required_argument, NULL, 'c' },
		{ "longest-batch", required_argument, NULL, 'l' },
		{ "seed", required_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	struct warpcrypt_options engine = {
		.size = sizeof(engine), .backend = "auto",
	};
	struct check c = {
		.rand = { 1 }, .count = 3000, .longest = 1009,
	};
	int o, index;

	while ((o = getopt_long(argc, argv, "", options, &index)) != -1) {
		switch (o) {
		case 'b':
			engine.backend = optarg;
			break;
		case 'c':
			c.count = check_number(options[index].name, optarg,
					       1, MOST);
			break;
		case 'l':
			c.longest = check_number(options[index].name, optarg,
						 1, MOST);
			break;
		case 's':
			c.rand.state = check_number(options[index].name, optarg,
						    0, MOST);
			break;
		case 'h':
			usage(stdout);
			return 0;
		default:
			return 2;
		}
	}
	if (optind != argc) {
		fprintf(stderr, "check-p256: no arguments, please: %s; --help says more\n",
			argv[optind]);
		return 2;
	}
	if (c.count < c.longest)
		c.count = c.longest;
	if (warpcrypt_open(&c.w, &engine)) {
		fprintf(stderr, "check-p256: %s\n", warpcrypt_error());
		return 1;
	}
	run(&c);
	warpcrypt_close(c.w);
	return report_finish();
}
