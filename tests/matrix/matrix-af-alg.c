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

static void one_driver(const char *name, bool files, size_t longest)
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
	if (files)
		matrix_files(&engine);
	matrix_random(engines, longest);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "files", no_argument, NULL, 'f' },
		{ "longest", required_argument, NULL, 'l' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	size_t longest = 65536;
	bool files = false;
	char *end;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'f':
			files = true;
			break;
		case 'l':
			longest = strtoul(optarg, &end, 0);
			if (end == optarg || *end || longest > 65536)
				return bad_usage("no length up to 65536: ",
						 optarg);
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
		one_driver(argv[optind], files, longest);
	return report_finish();
}
