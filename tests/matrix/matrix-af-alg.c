// SPDX-License-Identifier: GPL-2.0-only
/*
 * The matrix on drivers of the running kernel, through AF_ALG: their names are
 * the arguments.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/matrix/matrix.h"
#include "tests/report.h"

static void usage(FILE *to)
{
	fputs("Usage: matrix-af-alg [OPTION]... NAME...\n"
	      "\n"
	      "  NAME             a skcipher: xts-kuznyechik-warpcrypt, xts(aes), ...\n"
	      "  --monte-carlo[=N]  also every Nth of NIST's Monte Carlo tests (default: all, and SM4's million)\n"
	      "  --no-random      no random payloads\n"
	      "  --files          also the examples from files, as NIST's\n"
	      "  --longest=BYTES  the longest random payloads (default: 65536)\n"
	      "  --help           this text\n"
	      "\n"
	      "Prints KTAP. A name that the kernel does not know is a failure.\n",
	      to);
}

static int bad_usage(const char *what, const char *value)
{
	fprintf(stderr, "matrix-af-alg: %s%s; --help says more\n", what, value);
	return 2;
}

/* What is done with each driver. */
struct work {
	bool files;
	bool random;
	size_t longest;
	size_t monte_carlo;
};

static void one_driver(const char *name, const struct work *work)
{
	struct matrix_engine engine;
	const struct matrix_engine *const engines[] = { &engine, NULL };
	struct tally t = { .done = 1 };
	int ret = matrix_af_alg(&engine, name);

	if (ret) {
		report_wrong(&t, "%s: %s", name, strerror(-ret));
		report_tally(&t, "%s: AF_ALG binds to it", name);
		return;
	}
	matrix_vectors(&engine);
	if (work->files)
		matrix_files(&engine);
	if (work->monte_carlo)
		matrix_monte_carlo(&engine, work->monte_carlo,
				   work->monte_carlo == 1);
	if (work->random)
		matrix_random(engines, work->longest);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "files", no_argument, NULL, 'f' },
		{ "monte-carlo", optional_argument, NULL, 'm' },
		{ "no-random", no_argument, NULL, 'r' },
		{ "longest", required_argument, NULL, 'l' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	struct work work = { .random = true, .longest = 65536 };
	char *end;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'f':
			work.files = true;
			break;
		case 'l':
			work.longest = strtoul(optarg, &end, 0);
			if (end == optarg || *end || work.longest > 65536)
				return bad_usage("no length up to 65536: ",
						 optarg);
			break;
		case 'm':
			work.monte_carlo = optarg ? strtoul(optarg, &end, 0) : 1;
			if (optarg && (end == optarg || *end || !work.monte_carlo))
				return bad_usage("no number from 1 on: ", optarg);
			break;
		case 'r':
			work.random = false;
			break;
		case 'h':
			usage(stdout);
			return 0;
		default:
			return 2;
		}
	}
	if (optind == argc)
		return bad_usage("which drivers?", "");
	report_start();
	for (; optind < argc; optind++)
		one_driver(argv[optind], &work);
	return report_finish();
}
