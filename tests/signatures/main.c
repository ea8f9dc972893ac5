// SPDX-License-Identifier: GPL-2.0-only
/*
 * check-signatures: signatures checked by libwarpcrypt, so on the engines of
 * warpcryptd: published examples, special cases, and random ones against OpenSSL.
 */
#include <getopt.h>
#include <stdarg.h>
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
	fprintf(stderr, "check-signatures: %s\n", why);
	/* Other threads may be at work: nothing is torn down. */
	fflush(NULL);
	_Exit(1);
}

static size_t number(const char *name, const char *arg, size_t least)
{
	unsigned long value;
	char *end;

	value = strtoul(arg, &end, 0);
	if (end != arg && !*end && *arg != '-' && value >= least &&
	    value <= MOST)
		return value;
	fprintf(stderr, "check-signatures: --%s wants a number from %zu to %lu, not %s; --help says more\n",
		name, least, MOST, arg);
	exit(2);
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
			c.count = number(options[index].name, optarg, 1);
			break;
		case 'l':
			c.batch = number(options[index].name, optarg, 1);
			break;
		case 's':
			c.seed = number(options[index].name, optarg, 0);
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
