// SPDX-License-Identifier: GPL-2.0-only
/*
 * The matrix on libwarpcrypt: the engines of warpcryptd, the GPU's among them.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/matrix/matrix.h"
#include "tests/report.h"

static void usage(FILE *to)
{
	fputs("Usage: matrix-lib [OPTION]...\n"
	      "\n"
	      "  --backend=NAME   cuda, cpu or auto (default: auto)\n"
	      "  --monte-carlo[=N]  also every Nth of NIST's Monte Carlo tests (default: all, and SM4's million)\n"
	      "  --files          also the examples from files, as NIST's\n"
	      "  --longest=BYTES  the longest random payloads (default: 1 MiB - 1)\n"
	      "  --help           this text\n"
	      "\n"
	      "Prints KTAP.\n", to);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "backend", required_argument, NULL, 'b' },
		{ "files", no_argument, NULL, 'f' },
		{ "monte-carlo", optional_argument, NULL, 'm' },
		{ "longest", required_argument, NULL, 'l' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	struct matrix_engine engine;
	const struct matrix_engine *const engines[] = { &engine, NULL };
	const char *backend = "auto";
	size_t longest = MATRIX_LONGEST;
	size_t monte_carlo = 0;
	bool files = false;
	char *end;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'b':
			backend = optarg;
			break;
		case 'f':
			files = true;
			break;
		case 'l':
			longest = strtoul(optarg, &end, 0);
			if (end != optarg && !*end && longest <= MATRIX_LONGEST)
				break;
			fprintf(stderr, "matrix-lib: no length up to %u: %s; --help says more\n",
				MATRIX_LONGEST, optarg);
			return 2;
		case 'm':
			monte_carlo = optarg ? strtoul(optarg, &end, 0) : 1;
			if (!optarg || (end != optarg && !*end && monte_carlo))
				break;
			fprintf(stderr, "matrix-lib: no number from 1 on: %s; --help says more\n",
				optarg);
			return 2;
		case 'h':
			usage(stdout);
			return 0;
		default:
			return 2;
		}
	}
	if (optind != argc) {
		fprintf(stderr, "matrix-lib: no arguments, please: %s; --help says more\n",
			argv[optind]);
		return 2;
	}
	if (matrix_lib_open(&engine, backend)) {
		fprintf(stderr, "matrix-lib: %s\n", warpcrypt_error());
		return 1;
	}
	report_start();
	matrix_vectors(&engine);
	if (files)
		matrix_files(&engine);
	if (monte_carlo)
		matrix_monte_carlo(&engine, monte_carlo, monte_carlo == 1);
	matrix_random(engines, longest);
	matrix_lib_close();
	return report_finish();
}
