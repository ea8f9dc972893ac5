// SPDX-License-Identifier: GPL-2.0-only
/* What follows from its being a group: small multiples, and commutativity. */
#include <string.h>

#include "tests/25519/batch.h"
#include "tests/reference/edwards25519.h"
#include "tests/vectors/25519.h"

/* [k]P up to here is added up. */
#define MULTIPLES	64u
/* So many random points, too. */
#define RANDOM_POINTS	8u

/* Random points on the curve; most have a part of small order. [1]P is P. */
static void draw_points(struct check *c, row *points, size_t count)
{
	const size_t room = count < 100 ? 100 : count;
	size_t have = 0, before, i;
	struct tally t = { 0 };
	struct batch b;

	batch_alloc(&b, room);
	b.op = EDWARDS_POINT;
	memset(b.scalars, 0, room * sizeof(row));
	for (i = 0; i < room; i++)
		b.scalars[i][0] = 1;
	while (have < count) {
		before = have;
		rand_rows(c, b.points, room);
		batch_run(c, &b, APART);
		memcpy(b.want, b.points, room * sizeof(row));
		memcpy(b.want_none, b.got_none, room);
		for (i = 0; i < room; i++) {
			if (b.got_none[i])
				memset(b.want[i], 0, sizeof(row));
			else if (have < count)
				memcpy(points[have++], b.points[i],
				       sizeof(row));
		}
		batch_compare(&b, &t);
		/* Every other y is a point's. */
		if (have == before)
			die("of %zu random points the engine takes none", room);
	}
	report_tally(&t, "edwards25519, [1]P is P, or P is none");
	batch_free(&b);
}

static void add_up(struct batch *b, const row point)
{
	row sum = { 1 };
	size_t k;

	for (k = 0; k < MULTIPLES; k++, b->count++) {
		memset(b->scalars[b->count], 0, sizeof(row));
		b->scalars[b->count][0] = (uint8_t)k;
		memcpy(b->points[b->count], point, sizeof(row));
		memcpy(b->want[b->count], sum, sizeof(row));
		if (!edwards25519_add(sum, sum, point))
			die("the reference says that a point is none");
	}
}

static void check_small_multiples(struct check *c)
{
	row point[RANDOM_POINTS];
	struct tally t = { 0 };
	struct batch b;
	size_t i;

	draw_points(c, point, RANDOM_POINTS);
	batch_alloc(&b, (RANDOM_POINTS + COUNT(edwards_small_order) + 1) *
			MULTIPLES);
	b.op = EDWARDS_POINT;
	b.count = 0;
	for (i = 0; i < RANDOM_POINTS; i++)
		add_up(&b, point[i]);
	for (i = 0; i < COUNT(edwards_small_order); i++) {
		row_from_hex(point[0], edwards_small_order[i].point);
		add_up(&b, point[0]);
	}
	/* The last ones are the base point's. */
	row_from_hex(point[0], EDWARDS25519_BASE);
	add_up(&b, point[0]);
	batch_run(c, &b, APART);
	batch_compare(&b, &t);
	memcpy(b.scalars, b.scalars + b.count - MULTIPLES,
	       MULTIPLES * sizeof(row));
	memcpy(b.want, b.want + b.count - MULTIPLES, MULTIPLES * sizeof(row));
	b.op = EDWARDS_BASE;
	b.count = MULTIPLES;
	batch_run(c, &b, APART);
	batch_compare(&b, &t);
	report_tally(&t, "edwards25519, [k]P and [k]B are P, B added up");
	batch_free(&b);
}

/* [@a]@from, to be had by @to */
static void apply(struct check *c, struct batch *b, const row *a,
		  const row *from, row *to)
{
	memcpy(b->scalars, a, b->count * sizeof(row));
	memcpy(b->points, from, b->count * sizeof(row));
	batch_run(c, b, APART);
	if (to)
		memcpy(to, b->got, b->count * sizeof(row));
}

/* [a]([b]P) is [b]([a]P). With X25519 P is the base point, by the fast way. */
static void check_commutes(struct check *c, bool edwards, size_t count)
{
	enum operation point = edwards ? EDWARDS_POINT : X25519_SHARED;
	enum operation first = edwards ? EDWARDS_POINT : X25519_PUBLIC;
	struct batch alice, bob, b;
	struct tally t = { 0 };

	batch_alloc(&alice, count);
	batch_alloc(&bob, count);
	batch_alloc(&b, count);
	rand_rows(c, alice.scalars, count);
	rand_rows(c, bob.scalars, count);
	memset(alice.points, 0, count * sizeof(row));
	if (edwards)
		draw_points(c, alice.points, count);
	b.op = first;
	apply(c, &b, (const row *)alice.scalars, (const row *)alice.points,
	      alice.got);
	apply(c, &b, (const row *)bob.scalars, (const row *)alice.points,
	      bob.got);
	b.op = point;
	apply(c, &b, (const row *)alice.scalars, (const row *)bob.got, b.want);
	apply(c, &b, (const row *)bob.scalars, (const row *)alice.got, NULL);
	batch_compare(&b, &t);
	report_tally(&t, "%s: both sides agree", operation_name(point));
	batch_free(&alice);
	batch_free(&bob);
	batch_free(&b);
}

/**
 * check_group() - the laws of a group
 * @c: the engine
 */
void check_group(struct check *c)
{
	check_small_multiples(c);
	check_commutes(c, false, c->count / 4 + 1);
	check_commutes(c, true, c->count / 8 + 1);
}
