// SPDX-License-Identifier: GPL-2.0-only
/*
 * The matrix on this machine's processor: the naive references, other people's
 * code, and kernels/cpu/cipher.h at each width.
 */
#include <stdio.h>
#include <string.h>

#include "kernels/cpu/cipher.h"
#include "tests/matrix/matrix.h"
#include "tests/report.h"

static const struct matrix_engine *const all[] = {
	&matrix_naive, &matrix_libcrypto, &matrix_gost,
	&matrix_cipher[0], &matrix_cipher[1], &matrix_cipher[2], NULL
};

/* The first of them is what the others are compared with. */
static const struct matrix_engine *const *const compared = all + 1;

int main(int argc, char **argv)
{
	bool every = argc == 2 && !strcmp(argv[1], "--all");
	size_t i;

	if (argc > 1 && !every) {
		fputs("Usage: unit-matrix [--all]\n\n  --all   every Monte Carlo test; blocks that come one by one are slow\n",
		      stderr);
		return 2;
	}
	report_start();
	for (i = 0; i < 3; i++)
		if (matrix_cipher[i].bits > wc_cipher_max_bits())
			report_skip("%s: this processor is not so wide",
				    matrix_cipher[i].name);
	if (!matrix_has_gost())
		report_skip("gost-engine: no libengine-gost-openssl here");
	for (i = 0; all[i]; i++) {
		matrix_vectors(all[i]);
		/* libcrypto's own tests have these. */
		if (all[i] != &matrix_libcrypto)
			matrix_files(all[i]);
	}
	matrix_monte_carlo(&matrix_naive, 1);
	matrix_monte_carlo(&matrix_cipher[0], every ? 1 : 3);
	matrix_random(compared, MATRIX_LONGEST);
	return report_finish();
}
