// SPDX-License-Identifier: GPL-2.0-only
/* What multiplies: the library on one of its engines, or each arithmetic of the CPU. */
#include <unistd.h>

#include "tests/curves/curves.h"
#include "tests/curves/parallel.h"

/* While so many are done, a user may be waiting. */
#define LONG		100000u
/* Batches of so many tell how fast an engine is. */
#define FULL		1000u

static struct engine *add(struct check *c)
{
	if (c->engine_count == ENGINES_MOST)
		die("more than %d arithmetics", ENGINES_MOST);
	c->engines[c->engine_count] = (struct engine){ .w = c->w };
	return &c->engines[c->engine_count++];
}

/* Each is found by its name, and so is @any; without one the fastest, which is the first. */
static void find(struct check *c, const struct wc_curve_engine *const *engines, const char *any)
{
	const struct wc_curve_engine *one = NULL;
	struct tally t = { 0 };

	while ((one = wc_curve_engine_next(engines, one))) {
		struct engine *e = add(c);

		e->e = one;
		e->name = one->name;
		t.done++;
		if (wc_curve_engine(engines, e->name) != one || !one->lanes)
			ktap_wrong(&t, "%s is not found", e->name);
	}
	if (!wc_curve_engine(engines, any) || wc_curve_engine(engines, "none") ||
	    wc_curve_engine(engines, NULL) != c->engines[0].e)
		ktap_wrong(&t, "not %s, or one that there is not, or not the fastest", any);
	ktap_tally(&t, "%s: arithmetics by their names", c->g->name);
}

/* Fill in the engines of a row. */
void engines_find(struct check *c)
{
	size_t i;

	c->engine_count = 0;
	if (c->w)
		add(c)->name = "the library";
	else if (c->g->wei)
		find(c, wcwei_engines(c->g->wei), "i64");
	else
		find(c, wc25519_engines, "i51");
	for (i = 0; i < c->engine_count; i++)
		ktap_note("%s: %s", c->g->name, c->engines[i].name);
}

/* Whether results may go there. */
bool engine_may(const struct engine *e, const struct group *g, enum placement where)
{
	switch (where) {
	case OVER_SCALARS:
		return !g->wei;
	case OVER_POINTS:
		return !e->e || !g->wei;
	default:
		return true;
	}
}

static void run_library(struct engine *e, const struct batch *b,
			const struct warpcrypt_points *p)
{
	struct warpcrypt_batch *running;

	if (warpcrypt_submit_points(e->w, p, &running))
		die("%s", warpcrypt_error());
	while (p->count >= LONG && !warpcrypt_poll(running)) {
		progress(b->g->name, 0, p->count);
		usleep(1000);
	}
	if (warpcrypt_wait(running))
		die("%s", warpcrypt_error());
}

static size_t multiply(struct engine *e, const struct batch *b, const uint8_t *scalars,
		       const uint8_t *points, uint8_t *status)
{
	const struct warpcrypt_points p = {
		.size = sizeof(p), .curve = (enum warpcrypt_curve)b->g->curve,
		.flags = b->flags, .count = b->count,
		.scalars = (const row *)scalars, .points = (const row *)points,
		.results = (row *)b->got, .status = status,
	};
	size_t i;

	if (e->w) {
		run_library(e, b, &p);
		return 0;
	}
	if (b->g->wei && points)
		return wcwei_mult(b->g->wei, e->e, b->got, scalars, points, b->count,
				  status);
	if (b->g->wei)
		return wcwei_base(b->g->wei, e->e, b->got, scalars, b->count, status);
	if (b->g->curve == WARPCRYPT_X25519 && points)
		return wc25519_shared(e->e, b->got, scalars, points, b->count, status);
	if (points)
		return wc25519_mult(e->e, b->got, scalars, points, b->count, status);
	if (b->g->curve == WARPCRYPT_X25519)
		wc25519_public(e->e, b->got, scalars, b->count);
	else
		wc25519_base(e->e, b->got, scalars, b->count);
	/* These have no statuses: there always is a result. */
	for (i = 0; status && i < b->count; i++)
		status[i] = 0;
	return 0;
}

/*
 * Multiply: fills @got of the batch, whose scalars and points are given, or copies; no points: the
 * base point. What an arithmetic said of how many have no result.
 */
size_t engine_run(struct engine *e, const struct batch *b, const uint8_t *scalars,
		  const uint8_t *points, uint8_t *status)
{
	double start = seconds();
	size_t bad = multiply(e, b, scalars, points, status);

	if (b->count >= FULL) {
		e->work[b->op].count += b->count;
		e->work[b->op].seconds += seconds() - start;
	}
	return bad;
}

/* Note how fast the engines were. */
void engines_rates(const struct check *c)
{
	static const char *const names[OPERATIONS] = { "[k]P", "[k]B" };
	size_t i, op;

	for (i = 0; i < c->engine_count; i++)
		for (op = 0; op < OPERATIONS; op++)
			if (c->engines[i].work[op].count)
				ktap_note("%s, %s: batches of %u and more: %s: %zu in %.2f s, %.0f a second",
					  c->g->name, c->engines[i].name, FULL,
					  names[op], c->engines[i].work[op].count,
					  c->engines[i].work[op].seconds,
					  (double)c->engines[i].work[op].count /
					  c->engines[i].work[op].seconds);
}
