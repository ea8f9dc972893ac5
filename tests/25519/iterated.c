// SPDX-License-Identifier: GPL-2.0-only
/*
 * RFC 7748's iterated test: k and u are 9; k becomes X25519(k, u), u what k was.
 *
 * One after the other that is latency and nothing else, minutes of a GPU for a
 * million. So the whole chain is computed by OpenSSL, meanwhile, and the engine
 * does all steps of it in one batch: if each is right it would have gone the
 * same way alone. Only the first steps it really goes alone.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/25519/batch.h"
#include "tests/25519/iterated.h"
#include "tests/25519/parallel.h"
#include "tests/reference/openssl_25519.h"
#include "tests/vectors/25519.h"

/**
 * struct chain - the iterated test
 * @steps: how many
 * @k: @k[1] is k, @k[0] u at the beginning; @k[i + 1] k after step i
 * @done: steps that are
 * @thread: who computes them
 */
struct chain {
	size_t steps;
	row *k;
	atomic_size_t done;
	pthread_t thread;
};

static void *compute(void *ctx)
{
	struct chain *chain = ctx;
	row *k = chain->k;
	size_t i;

	for (i = 1; i <= chain->steps; i++) {
		openssl_x25519(k[i + 1], k[i], k[i - 1]);
		atomic_store(&chain->done, i);
	}
	return NULL;
}

/**
 * chain_start() - let OpenSSL compute the chain in a thread of its own
 * @steps: how long it is
 *
 * Return: the chain, for check_iterated()
 */
struct chain *chain_start(size_t steps)
{
	struct chain *chain = calloc(1, sizeof(*chain));

	if (chain) {
		chain->steps = steps;
		chain->k = calloc(steps + 2, sizeof(row));
	}
	if (!chain || !chain->k)
		die("no memory for %zu iterations", steps);
	chain->k[0][0] = 9;
	chain->k[1][0] = 9;
	if (pthread_create(&chain->thread, NULL, compute, chain))
		die("cannot start a thread");
	return chain;
}

static void wait_for(struct chain *chain)
{
	size_t done;

	while ((done = atomic_load(&chain->done)) < chain->steps) {
		progress("iterated by OpenSSL", done, chain->steps);
		usleep(1000);
	}
	pthread_join(chain->thread, NULL);
}

/* That OpenSSL says what the RFC says makes the chain worth comparing with. */
static void compare_with_rfc(const struct chain *chain)
{
	size_t i;

	for (i = 0; i < COUNT(x25519_iterated); i++) {
		const struct x25519_iterated *v = &x25519_iterated[i];
		row want;

		row_from_hex(want, v->result);
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

	batch_alloc(&b, chain->steps);
	b.op = X25519_SHARED;
	memcpy(b.scalars, chain->k + 1, b.count * sizeof(row));
	memcpy(b.points, chain->k, b.count * sizeof(row));
	memcpy(b.want, chain->k + 2, b.count * sizeof(row));
	batch_run(c, &b, APART);
	batch_compare(&b, &t);
	report_tally(&t, "X25519 iterated, each step of OpenSSL's, in one batch%s",
		     rfc_values(chain->steps));
	batch_free(&b);
}

static void one_by_one(struct check *c, const struct chain *chain, size_t steps)
{
	double start = seconds();
	struct tally t = { 0 };
	struct batch b;
	size_t i;

	batch_alloc(&b, 1);
	b.op = X25519_SHARED;
	b.scalars[0][0] = 9;
	memset(b.scalars[0] + 1, 0, sizeof(row) - 1);
	memcpy(b.points[0], b.scalars[0], sizeof(row));
	for (i = 1; i <= steps && !t.wrong; i++) {
		memcpy(b.want[0], chain->k[i + 1], sizeof(row));
		batch_run(c, &b, APART);
		batch_compare(&b, &t);
		memcpy(b.points[0], b.scalars[0], sizeof(row));
		memcpy(b.scalars[0], b.got[0], sizeof(row));
		progress("iterated one by one", i, steps);
	}
	report_tally(&t, "X25519 iterated, one after the other%s",
		     rfc_values(steps));
	report_note("one after the other: %.1f us each",
		    (seconds() - start) * 1e6 / (double)steps);
	batch_free(&b);
}

/**
 * check_iterated() - RFC 7748's iterated test
 * @c: the engine; how many steps it does one by one
 * @chain: what OpenSSL says; freed
 */
void check_iterated(struct check *c, struct chain *chain)
{
	wait_for(chain);
	compare_with_rfc(chain);
	all_at_once(c, chain);
	one_by_one(c, chain, c->one_by_one);
	free(chain->k);
	free(chain);
}
