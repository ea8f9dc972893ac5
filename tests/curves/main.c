// SPDX-License-Identifier: GPL-2.0-only
/*
 * check-curves: groups and signatures, by libwarpcrypt and so on the engines of
 * warpcryptd, the GPU's among them, or by each arithmetic of kernels/cpu; from published
 * examples to millions of random cases against OpenSSL.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/curves/curves.h"
#include "tests/listed.h"

/* More would be days, or more memory than there is. */
#define MOST	100000000ul

static const struct {
	const char *name;
	enum warpcrypt_scheme scheme;
	void (*special)(struct check *c, enum warpcrypt_scheme scheme);
} schemes[] = {
	{ "eddsa", WARPCRYPT_ED25519, check_ed25519 },
	{ "eddsa-batch", WARPCRYPT_ED25519_BATCH, check_ed25519 },
	{ "ecdsa", WARPCRYPT_ECDSA_P256, check_ecdsa },
};

static const char usage[] =
	"Usage: check-curves [OPTION]... [ROW]...\n"
	"\n"
	"Rows: x25519 edwards25519 p256 sm2 eddsa eddsa-batch ecdsa; without any, those\n"
	"of WARPCRYPT_CASES, with commas between them; without that, all. libwarpcrypt has no\n"
	"sm2; --backend=each has no signatures (unit-signatures does these).\n"
	"\n"
	"  --backend=NAME     cuda, cpu or auto: libwarpcrypt on that engine; each: every\n"
	"                     arithmetic that this CPU has (default: auto)\n"
	"  --count=N          random cases of a row; fewer of what takes longer\n"
	"                     (default: 3000)\n"
	"  --batch=N          they come in batches of N; if N is more than there are\n"
	"                     cases, in one (default: 2503)\n"
	"  --iterations=N     RFC 7748's iterated test so far, as one batch (default: 1000)\n"
	"  --one-by-one=N     N of these really one after the other (default: 1000)\n"
	"  --spoil-each=N     of signatures each Nth is changed, the others are valid\n"
	"                     (default: 1)\n"
	"  --seed=N           other random cases (default: 1)\n"
	"  --help             this text\n"
	"\n"
	"Prints KTAP, and on standard error how far it is when it takes long.\n";

/* Whether @name is one of @rows, which have commas between them; NULL: all. */
static bool wanted(const char *rows, const char *name)
{
	return !rows || !*rows || is_listed(name, rows);
}

/* Ends the program if one of @rows is none. */
static void check_rows(const char *rows)
{
	size_t known = 0, given = 0, i;

	if (!rows || !*rows)
		return;
	for (i = 0; i < COUNT(groups); i++)
		known += wanted(rows, groups[i].name);
	for (i = 0; i < COUNT(schemes); i++)
		known += wanted(rows, schemes[i].name);
	for (i = 0; rows[i]; i++)
		given += rows[i] == ',';
	if (known == given + 1)
		return;
	fprintf(stderr, "check-curves: not all of these are rows: %s; --help says more\n", rows);
	exit(2);
}

static void run(struct check *c, const char *rows)
{
	size_t i;

	for (i = 0; i < COUNT(groups); i++) {
		if (!wanted(rows, groups[i].name) || (c->w && groups[i].curve < 0))
			continue;
		c->g = &groups[i];
		c->rand.state = c->seed;
		engines_find(c);
		check_group(c);
	}
	for (i = 0; c->w && i < COUNT(schemes); i++) {
		if (!wanted(rows, schemes[i].name))
			continue;
		schemes[i].special(c, schemes[i].scheme);
		check_random_signatures(c, schemes[i].scheme);
	}
}

static const char *join(char **words)
{
	static char all[256];
	size_t n = 0;

	for (; *words && n < sizeof(all); words++)
		n += (size_t)snprintf(all + n, sizeof(all) - n, "%s%s", n ? "," : "", *words);
	return all;
}

int main(int argc, char **argv)
{
	struct warpcrypt_options engine = {
		.size = sizeof(engine), .backend = "auto",
	};
	struct check c = {
		.seed = 1, .count = 3000, .longest = 2503, .iterations = 1000,
		.one_by_one = 1000, .spoil_each = 1,
	};
	const char *rows = getenv("WARPCRYPT_CASES");
	const struct check_option options[] = {
		{ "backend", .text = &engine.backend },
		{ "count", .number = &c.count, .least = 1, .most = MOST },
		{ "batch", .number = &c.longest, .least = 1, .most = MOST },
		{ "iterations", .number = &c.iterations, .least = 1, .most = MOST },
		{ "one-by-one", .number = &c.one_by_one, .least = 1, .most = MOST },
		{ "spoil-each", .number = &c.spoil_each, .least = 1, .most = MOST },
		{ "seed", .number = &c.seed, .most = MOST },
		{ }
	};

	argv += check_options(argc, argv, options, usage);
	if (*argv)
		rows = join(argv);
	check_rows(rows);
	if (c.longest > c.count)
		c.longest = c.count;
	if (c.one_by_one > c.iterations)
		c.one_by_one = c.iterations;
	if (strcmp(engine.backend, "each") && warpcrypt_open(&c.w, &engine))
		die("%s", warpcrypt_error());
	ktap_start();
	ktap_note("%s; seed %llu", c.w ? warpcrypt_describe(c.w) : "each arithmetic",
		  (unsigned long long)c.seed);
	run(&c, rows);
	if (c.w)
		warpcrypt_close(c.w);
	return ktap_finish();
}
