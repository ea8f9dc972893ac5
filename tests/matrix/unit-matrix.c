// SPDX-License-Identifier: GPL-2.0-only
/*
 * The matrix on this machine's processor: the references, other libraries, and kernels/cpu/cipher.h in each form.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/cipher.h"
#include "tests/ktap.h"
#include "tests/listed.h"
#include "tests/matrix/matrix.h"
#include "tests/unit/share.h"

static const struct matrix_engine *const all[] = {
	&matrix_naive, &matrix_libcrypto, &matrix_gost,
	&matrix_cipher[0], &matrix_cipher[1], &matrix_cipher[2],
	&matrix_cipher[3], NULL
};

/* The engines that WARPCRYPT_CASES=NAME[,NAME...] names, or all. */
static const struct matrix_engine *chosen[sizeof(all) / sizeof(all[0])];

static bool is_chosen(const char *name)
{
	const char *cases = getenv("WARPCRYPT_CASES");

	return !cases || !*cases || is_listed(name, cases);
}

static bool choose(void)
{
	size_t i, n = 0;

	for (i = 0; all[i]; i++)
		if (is_chosen(all[i]->name))
			chosen[n++] = all[i];
	return n;
}

/* What random payloads run on: all but the reference they are compared with. */
static const struct matrix_engine *const *compared(void)
{
	return chosen[0] == &matrix_naive ? chosen + 1 : chosen;
}

static void list(void)
{
	size_t i;

	for (i = 0; all[i]; i++)
		puts(all[i]->name);
}

static void skip_missing(void)
{
	size_t i;

	for (i = 0; chosen[i]; i++) {
		if (chosen[i]->form > wc_cipher_best_form(NULL))
			ktap_skip(chosen[i]->name,
				  "this processor has no such form");
		if (chosen[i] == &matrix_gost && !matrix_has_gost())
			ktap_skip("gost-engine",
				  "no libengine-gost-openssl here");
	}
}

/* They encrypt block by block. */
static void monte_carlo(bool every)
{
	if (is_chosen(matrix_naive.name))
		matrix_monte_carlo(&matrix_naive, 1, true);
	if (is_chosen(matrix_cipher[0].name))
		matrix_monte_carlo(&matrix_cipher[0], every ? 1 : 3, true);
}

int main(int argc, char **argv)
{
	bool every = argc == 2 && !strcmp(argv[1], "--all");
	size_t longest = MATRIX_LONGEST;
	size_t i;

	if (argc > 1 && !every) {
		fputs("Usage: unit-matrix [--all]\n\n  --all   every Monte Carlo test; blocks that come one by one are slow\n\n"
		      "WARPCRYPT_CASES=NAME[,NAME...] chooses engines, WARPCRYPT_CASES=list lists them.\n",
		      stderr);
		return 2;
	}
	if (is_chosen("list") && getenv("WARPCRYPT_CASES") &&
	    *getenv("WARPCRYPT_CASES")) {
		list();
		return 0;
	}
	if (!choose()) {
		fputs("unit-matrix: no such engine; WARPCRYPT_CASES=list lists them\n",
		      stderr);
		return 2;
	}
	ktap_start();
	skip_missing();
	for (i = 0; chosen[i]; i++)
		matrix_vectors(chosen[i]);
	if (unit_share(2) == 1) {
		ktap_note("no Monte Carlo tests: they take minutes with sanitizers");
		longest = 8208;
	} else {
		monte_carlo(every);
	}
	if (*compared())
		matrix_random(compared(), longest);
	return ktap_finish();
}
