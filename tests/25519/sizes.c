// SPDX-License-Identifier: GPL-2.0-only
/* Batches of all sizes, in place too, with bad points at any place. */
#include <string.h>

#include "tests/25519/batch.h"
#include "tests/vectors/25519.h"

static const size_t sizes[] = { 0, 1, 31, 32, 33, 255, 256, 257, 1000 };

#define MOST	1000u
/* So many are distinct. A prime: what lands in another place will be seen. */
#define DISTINCT	251u

static const char *const placements[PLACEMENTS] = {
	"apart", "over the scalars", "over the points"
};

/* Half of Edwards's points are bad as they come; of X25519's every seventh. */
static void draw(struct check *c, struct batch *b)
{
	size_t i;

	rand_rows(c, b->scalars, b->count);
	rand_rows(c, b->points, b->count);
	if (b->op == X25519_SHARED)
		for (i = 3; i < b->count; i += 7)
			row_from_hex(b->points[i],
				     x25519_small_order[i % COUNT(x25519_small_order)]);
}

static void draw_and_expect(struct check *c, struct batch *b)
{
	size_t i;

	b->count = DISTINCT;
	draw(c, b);
	batch_expect(b);
	for (i = DISTINCT; i < MOST; i++) {
		memcpy(b->scalars[i], b->scalars[i % DISTINCT], sizeof(row));
		memcpy(b->points[i], b->points[i % DISTINCT], sizeof(row));
		memcpy(b->want[i], b->want[i % DISTINCT], sizeof(row));
		b->want_none[i] = b->want_none[i % DISTINCT];
	}
}

static void check_operation(struct check *c, struct batch *b)
{
	enum placement where;
	size_t i;

	draw_and_expect(c, b);
	for (where = 0; where < PLACEMENTS; where++) {
		struct tally t = { 0 };

		for (i = 0; i < COUNT(sizes); i++) {
			b->count = sizes[i];
			batch_run(c, b, where);
			batch_compare(b, &t);
		}
		report_tally(&t, "%s: batches of 0 to %u, results %s",
			     operation_name(b->op), MOST, placements[where]);
	}
}

/* p is no y of a point, and the u of a point of small order. */
static const char bad_hex[] =
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f";

/* Make @b of @good; but where @is_bad there is a bad point. */
static void spoil(struct batch *b, const struct batch *good, size_t i,
		  bool is_bad)
{
	memcpy(b->scalars[i], good->scalars[i], sizeof(row));
	memcpy(b->points[i], good->points[i], sizeof(row));
	memcpy(b->want[i], good->want[i], sizeof(row));
	b->want_none[i] = is_bad;
	if (!is_bad)
		return;
	row_from_hex(b->points[i], bad_hex);
	memset(b->want[i], 0, sizeof(row));
}

/* At each place in turn a bad point among good ones, and the opposite. */
static void check_bad(struct check *c, enum operation op)
{
	struct tally t = { 0 };
	struct batch good, b;
	size_t i, j;

	batch_alloc(&good, 33);
	batch_alloc(&b, 33);
	good.op = b.op = op;
	rand_rows(c, good.scalars, good.count);
	for (i = 0; i < good.count; i++)
		row_from_hex(good.points[i], EDWARDS25519_BASE);
	batch_expect(&good);
	for (i = 0; i < 2 * b.count; i++) {
		for (j = 0; j < b.count; j++)
			spoil(&b, &good, j, (j == i % b.count) == (i == j));
		batch_run(c, &b, APART);
		batch_compare(&b, &t);
	}
	report_tally(&t, "%s: one bad point among good ones, and the opposite",
		     operation_name(op));
	batch_free(&good);
	batch_free(&b);
}

/**
 * check_sizes() - batches of some sizes, around those that engines work in
 * @c: the engine
 */
void check_sizes(struct check *c)
{
	struct batch b;

	batch_alloc(&b, MOST);
	for (b.op = 0; b.op < OPERATIONS; b.op++)
		check_operation(c, &b);
	batch_free(&b);
	check_bad(c, X25519_SHARED);
	check_bad(c, EDWARDS_POINT);
}
