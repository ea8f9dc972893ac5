// SPDX-License-Identifier: GPL-2.0-only
/* The matrix on libwarpcrypt: the engines of warpcryptd, the GPU's among them. */
#include <stdio.h>
#include <stdlib.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/check_program.h"
#include "tests/ktap.h"
#include "tests/matrix/matrix.h"

static const char usage[] =
	"Usage: matrix-lib [OPTION]...\n"
	"\n"
	"  --backend=NAME   cuda, cpu or auto (default: auto)\n"
	"  --monte-carlo[=N]  also every Nth of NIST's Monte Carlo tests (default: all, and SM4's million)\n"
	"  --longest=BYTES  the longest random payloads (default: 1 MiB - 1)\n"
	"  --help           this text\n"
	"\n"
	"Prints KTAP.\n";

int main(int argc, char **argv)
{
	struct matrix_engine engine;
	const struct matrix_engine *const engines[] = { &engine, NULL };
	const char *backend = "auto";
	size_t longest = MATRIX_LONGEST;
	size_t monte_carlo = 0;
	const struct check_option options[] = {
		{ "backend", .text = &backend },
		{ "monte-carlo", .number = &monte_carlo, .least = 1, .most = SIZE_MAX, .alone = 1 },
		{ "longest", .number = &longest, .most = MATRIX_LONGEST },
		{ }
	};

	check_no_arguments(argv + check_options(argc, argv, options, usage));
	if (matrix_lib_open(&engine, backend)) {
		fprintf(stderr, "matrix-lib: %s\n", warpcrypt_error());
		return 1;
	}
	ktap_start();
	matrix_vectors(&engine);
	if (monte_carlo)
		matrix_monte_carlo(&engine, monte_carlo, monte_carlo == 1);
	matrix_random(engines, longest);
	matrix_lib_close();
	return ktap_finish();
}
