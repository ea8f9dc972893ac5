// SPDX-License-Identifier: GPL-2.0-only
/*
 * check-25519: X25519 and edwards25519 by libwarpcrypt, so on the engines of
 * warpcryptd, the GPU's among them; from published examples to millions of
 * random cases against OpenSSL.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/25519/batch.h"
#include "tests/25519/check.h"
#include "tests/25519/iterated.h"
#include "tests/report.h"

/* More would be days, or more memory than there is. */
#define MOST	100000000ul

static void usage(FILE *to)
{
	fputs("Usage: check-25519 [OPTION]...\n"
	      "\n"
	      "  --backend=NAME     cuda, cpu or auto (default: auto)\n"
	      "  --count=N          random cases of X25519, and of [k]B on edwards25519; fewer\n"
	      "                     of what takes longer (default: 5000)\n"
	      "  --longest-batch=N  they come in batches of N; if N is more than there are\n"
	      "                     cases, there are N (default: 2503)\n"
	      "  --iterations=N     RFC 7748's iterated test so far, as one batch (default: 1000)\n"
	      "  --one-by-one=N     N of these really one after the other (default: 1000)\n"
	      "  --seed=N           other random cases (default: 1)\n"
	      "  --help             this text\n"
	      "\n"
	      "Prints KTAP, and on standard error how far it is when it takes long.\n",
	      to);
}

void row_from_hex(row r, const char *hex)
{
	unsigned int byte, i;

	for (i = 0; i < sizeof(row); i++) {
		if (sscanf(hex + 2 * i, "%2x", &byte) != 1)
			die("not 32 bytes in hexadecimal: %s", hex);
		r[i] = (uint8_t)byte;
	}
}

void rand_rows(struct check *c, row *rows, size_t count)
{
	rand_fill(&c->rand, rows, count * sizeof(row));
}

static void run(struct check *c, size_t iterations)
{
	struct chain *chain = chain_start(iterations);

	report_start();
	report_note("%s; seed %llu", warpcrypt_describe(c->w),
		    (unsigned long long)c->rand.state);
	check_published(c);
	check_edges(c);
	check_group(c);
	check_sizes(c);
	check_random(c);
	check_iterated(c, chain);
	batch_rates();
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "backend", required_argument, NULL, 'b' },
		{ "count", required_argument, NULL, 'c' },
		{ "longest-batch", required_argument, NULL, 'l' },
		{ "iterations", required_argument, NULL, 'i' },
		{ "one-by-one", required_argument, NULL, 'o' },
		{ "seed", required_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	struct warpcrypt_options engine = {
		.size = sizeof(engine), .backend = "auto",
	};
	struct check c = {
		.rand = { 1 }, .count = 5000, .longest = 2503,
		.one_by_one = 1000,
	};
	size_t iterations = 1000;
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
		case 'i':
			iterations = check_number(options[index].name, optarg,
						  1, MOST);
			break;
		case 'o':
			c.one_by_one = check_number(options[index].name, optarg,
						    0, MOST);
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
		fprintf(stderr, "check-25519: no arguments, please: %s; --help says more\n",
			argv[optind]);
		return 2;
	}
	if (c.count < c.longest)
		c.count = c.longest;
	if (c.one_by_one > iterations)
		c.one_by_one = iterations;
	if (warpcrypt_open(&c.w, &engine)) {
		fprintf(stderr, "check-25519: %s\n", warpcrypt_error());
		return 1;
	}
	run(&c, iterations);
	warpcrypt_close(c.w);
	return report_finish();
}
