// SPDX-License-Identifier: GPL-2.0-only
/*
 * The matrix on drivers of the running kernel, through AF_ALG: their names are
 * the arguments.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/check_program.h"
#include "tests/matrix/matrix.h"
#include "tests/report.h"

static const char usage[] =
	"Usage: matrix-af-alg [OPTION]... NAME...\n"
	"\n"
	"  NAME             a skcipher: xts-kuznyechik-warpcrypt, xts(aes), ...\n"
	"  --monte-carlo[=N]  also every Nth of NIST's Monte Carlo tests (default: all, and SM4's million)\n"
	"  --no-random      no random payloads\n"
	"  --files          also the examples from files, as NIST's\n"
	"  --longest=BYTES  the longest random payloads (default: 65536)\n"
	"  --help           this text\n"
	"\n"
	"Prints KTAP. A name that the kernel does not know is a failure.\n";

/* What is done with each driver. */
struct work {
	bool files;
	bool no_random;
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
	if (!work->no_random)
		matrix_random(engines, work->longest);
}

int main(int argc, char **argv)
{
	struct work work = { .longest = 65536 };
	const struct check_option options[] = {
		{ "files", .flag = &work.files },
		{ "monte-carlo", .number = &work.monte_carlo, .least = 1, .most = SIZE_MAX, .alone = 1 },
		{ "no-random", .flag = &work.no_random },
		{ "longest", .number = &work.longest, .most = 65536 },
		{ }
	};

	argv += check_options(argc, argv, options, usage);
	if (!*argv) {
		fprintf(stderr, "matrix-af-alg: which drivers?; --help says more\n");
		return 2;
	}
	report_start();
	for (; *argv; argv++)
		one_driver(*argv, &work);
	return report_finish();
}
