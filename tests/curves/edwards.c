// SPDX-License-Identifier: GPL-2.0-only
/* edwards25519: small multiples of points of all orders, and multiples of multiples. */
#include <string.h>

#include "tests/curves/curves.h"
#include "tests/curves/parallel.h"
#include "tests/reference/edwards25519.h"
#include "tests/vectors/25519.h"

/* [k]P up to here is added up. */
#define MULTIPLES	101u
/* So many random points, too. */
#define RANDOM_POINTS	8u

static void add_up(struct batch *b, const row point)
{
	row sum = { 1 };
	size_t k;

	for (k = 0; k < MULTIPLES; k++, b->count++) {
		memset(scalar_of(b, b->count), 0, sizeof(row));
		scalar_of(b, b->count)[0] = (uint8_t)k;
		memcpy(point_of(b, b->count), point, sizeof(row));
		memcpy(want_of(b, b->count), sum, sizeof(row));
		if (!edwards25519_add(sum, sum, point))
			die("the reference says that a point is none");
	}
}

static void check_small_multiples(struct check *c)
{
	struct tally t = { 0 };
	struct batch b;
	row point;
	size_t i;

	batch_alloc(c, &b, (RANDOM_POINTS + COUNT(edwards_small_order) + 1) * MULTIPLES);
	/* The first ones are the base point's. */
	from_hex(point, EDWARDS25519_BASE);
	b.count = 0;
	add_up(&b, point);
	b.op = BASE;
	batch_engines(c, &b, &t);
	for (i = 0; i < COUNT(edwards_small_order); i++) {
		from_hex(point, edwards_small_order[i].point);
		add_up(&b, point);
	}
	for (i = 0; i < RANDOM_POINTS; i++) {
		c->g->draw_point(c->g, &c->rand, point, true);
		add_up(&b, point);
	}
	b.op = MULT;
	batch_engines(c, &b, &t);
	ktap_tally(&t, "edwards25519, [k]P and [k]B are P, B added up");
	batch_free(&b);
}

/* @want becomes x y modulo L, of @scalars x and @points y. */
static void multiply_scalars(void *ctx, size_t i)
{
	const struct batch *b = ctx;

	edwards25519_scalar_product(want_of(b, i), scalar_of(b, i), point_of(b, i));
}

/*
 * [x]([y]B) is [x y]B: one batch of the longest, where the reference would take too
 * long; every so often a point is none.
 */
static void check_multiples(struct check *c)
{
	size_t len = c->longest * sizeof(row), i;
	struct batch xy, b;
	struct tally t = { 0 };
	struct engine *e;

	batch_alloc(c, &xy, c->longest);
	batch_alloc(c, &b, c->longest);
	draw_points(c, &xy, false);
	in_parallel("products of scalars", xy.count, multiply_scalars, &xy);
	for (e = c->engines; e < c->engines + c->engine_count; e++) {
		b.op = BASE;
		memcpy(b.scalars, xy.points, len);
		batch_run(e, &b, APART);
		memcpy(b.points, b.got, len);
		memcpy(b.scalars, xy.want, len);
		batch_run(e, &b, APART);
		memcpy(b.want, b.got, len);
		memcpy(b.scalars, xy.scalars, len);
		for (i = 5; i < b.count; i += 10) {
			from_hex(point_of(&b, i),
				 edwards_no_points[i % COUNT(edwards_no_points)]);
			memset(want_of(&b, i), 0, sizeof(row));
			b.want_status[i] = WC25519_BAD_POINT;
		}
		b.op = MULT;
		batch_run(e, &b, APART);
		batch_compare(e, &b, &t);
	}
	ktap_tally(&t, "edwards25519, [x]([y]B) is [x y]B, a batch of %zu", c->longest);
	batch_free(&xy);
	batch_free(&b);
}

/* What follows from its being a group. */
void check_edwards(struct check *c)
{
	check_small_multiples(c);
	check_multiples(c);
}
