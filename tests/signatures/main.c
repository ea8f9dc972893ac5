// SPDX-License-Identifier: GPL-2.0-only
/*
 * check-signatures: signatures checked by libwarpcrypt, so on the engines of
 * warpcryptd: published examples, special cases, and random ones against OpenSSL.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/signatures/check.h"

/* More would be days. */
#define MOST	100000000ul

static void usage(FILE *to)
{
	fputs("Usage: check-signatures [OPTION]...\n"
	      "\n"
	      "  --backend=NAME     cuda, cpu or auto (default: auto)\n"
	      "  --count=N          random signatures of each scheme (default: 5000)\n"
	      "  --batch=N          they come in batches of N (default: 2503)\n"
	      "  --seed=N           other random signatures (default: 1)\n"
	      "  --help             this text\n"
	      "\n"
	      "Prints KTAP, and on standard error how far it is when it takes long.\n",
	      to);
}

static void run(struct check *c)
{
	report_start();
	report_note("%s; seed %llu", warpcrypt_describe(c->w),
		    (unsigned long long)c->seed);
	check_ed25519(c);
	check_ecdsa(c);
	check_random(c);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "backend", required_argument, NULL, 'b' },
		{ "count", required_argument, NULL, 'c' },
		{ "batch", required_argument, NULL, 'l' },
		{ "seed", required_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	struct warpcrypt_options engine = {
		.size = sizeof(engine), .backend = "auto",
	};
	struct check c = { .seed = 1, .count = 5000, .batch = 2503 };
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
			c.batch = check_number(options[index].name, optarg,
					       1, MOST);
			break;
		case 's':
			c.seed = check_number(options[index].name, optarg,
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
		fprintf(stderr, "check-signatures: no arguments, please: %s; --help says more\n",
			argv[optind]);
		return 2;
	}
	if (warpcrypt_open(&c.w, &engine)) {
		fprintf(stderr, "check-signatures: %s\n", warpcrypt_error());
		return 1;
	}
	run(&c);
	warpcrypt_close(c.w);
	return report_finish();
}
