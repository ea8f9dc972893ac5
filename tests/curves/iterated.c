// SPDX-License-Identifier: GPL-2.0-only
/*
 * RFC 7748's iterated test: k and u are 9; k becomes X25519(k, u), u what k was.
 *
 * One after the other that is latency and nothing else, minutes of a GPU for a
 * million. So the whole chain is computed by OpenSSL, and the engine
 * does all steps of it in one batch: if each is right it would have gone the
 * same way alone. Only the first steps it really goes alone.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/curves/curves.h"
#include "tests/curves/parallel.h"
#include "tests/reference/openssl_25519.h"
#include "tests/vectors/25519.h"

/* The iterated test. */
struct chain {
	size_t steps;
	row *k;	/* @k[1] is k, @k[0] u at the beginning; @k[i + 1] k after step i */
};

static void compute(struct chain *chain, size_t steps)
{
	size_t i;

	chain->steps = steps;
	chain->k = calloc(steps + 2, sizeof(row));
	if (!chain->k)
		die("no memory for %zu iterations", steps);
	chain->k[0][0] = 9;
	chain->k[1][0] = 9;
	for (i = 1; i <= steps; i++) {
		openssl_x25519(chain->k[i + 1], chain->k[i], chain->k[i - 1]);
		progress("iterated by OpenSSL", i, steps);
	}
}

/* That OpenSSL says what the RFC says makes the chain worth comparing with. */
static void compare_with_rfc(const struct chain *chain)
{
	size_t i;

	for (i = 0; i < COUNT(x25519_iterated); i++) {
		const struct x25519_iterated *v = &x25519_iterated[i];
		row want;

		from_hex(want, v->result);
		if (v->rounds <= chain->steps &&
		    memcmp(want, chain->k[v->rounds + 1], sizeof(row)))
			die("OpenSSL errs: after %lu iterations it is not where RFC 7748 is",
			    v->rounds);
	}
}

static const char *rfc_values(size_t steps)
{
	if (steps >= 1000000)
		return "; RFC 7748's values after 1, 1,000, 1,000,000";
	if (steps >= 1000)
		return "; RFC 7748's values after 1, 1,000";
	return "; RFC 7748's value after 1";
}

static void all_at_once(struct check *c, const struct chain *chain)
{
	struct tally t = { 0 };
	struct batch b;

	batch_alloc(c, &b, chain->steps);
	memcpy(b.scalars, chain->k + 1, b.count * sizeof(row));
	memcpy(b.points, chain->k, b.count * sizeof(row));
	memcpy(b.want, chain->k + 2, b.count * sizeof(row));
	batch_engines(c, &b, &t);
	ktap_tally(&t, "X25519 iterated, each step of OpenSSL's, in one batch%s",
		   rfc_values(chain->steps));
	batch_free(&b);
}

static void one_by_one(struct check *c, struct engine *e, const struct chain *chain)
{
	double start = seconds();
	struct tally t = { 0 };
	struct batch b;
	size_t i;

	batch_alloc(c, &b, 1);
	memcpy(b.scalars, chain->k[0], sizeof(row));
	memcpy(b.points, chain->k[0], sizeof(row));
	for (i = 1; i <= c->one_by_one && !t.wrong; i++) {
		memcpy(b.want, chain->k[i + 1], sizeof(row));
		batch_run(e, &b, APART);
		batch_compare(e, &b, &t);
		memcpy(b.points, b.scalars, sizeof(row));
		memcpy(b.scalars, b.got, sizeof(row));
		progress("iterated one by one", i, c->one_by_one);
	}
	ktap_tally(&t, "X25519 iterated by %s, one after the other%s", e->name,
		   rfc_values(c->one_by_one));
	ktap_note("one after the other: %.1f us each",
		  (seconds() - start) * 1e6 / (double)c->one_by_one);
	batch_free(&b);
}

/* RFC 7748's iterated test; @c says how many steps, and how many one by one. */
void check_iterated(struct check *c)
{
	struct chain chain;
	size_t i;

	compute(&chain, c->iterations);
	compare_with_rfc(&chain);
	all_at_once(c, &chain);
	for (i = 0; i < c->engine_count; i++)
		one_by_one(c, &c->engines[i], &chain);
	free(chain.k);
}
