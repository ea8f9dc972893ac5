// SPDX-License-Identifier: GPL-2.0-only
/* Random cases, in batches of the length that is asked for. */
#include <string.h>

#include "tests/25519/batch.h"
#include "tests/25519/edges.h"
#include "tests/25519/parallel.h"
#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"
#include "tests/vectors/25519.h"

/* One in so many scalars and points is from the lists of edges. */
#define RARE	32u

static void draw(struct check *c, row *rows, size_t count,
		 const struct edges *edges)
{
	size_t i;

	rand_rows(c, rows, count);
	for (i = rand_below(&c->rand, RARE); i < count;
	     i += 1 + rand_below(&c->rand, 2 * RARE - 1))
		memcpy(rows[i], edges->rows[rand_below(&c->rand,
						       (uint32_t)edges->count)],
		       sizeof(row));
}

/* How many of @left cases go into the next batch. */
static size_t part(const struct batch *b, size_t left)
{
	return left < b->room ? left : b->room;
}

static void check_x25519(struct check *c, struct batch *b)
{
	struct tally shared = { 0 }, public = { 0 };
	size_t left;

	for (left = c->count; left; left -= b->count) {
		b->count = part(b, left);
		draw(c, b->scalars, b->count, edge_scalars());
		draw(c, b->points, b->count, edge_points());
		b->op = X25519_SHARED;
		batch_check(c, b, &shared);
		b->op = X25519_PUBLIC;
		batch_check(c, b, &public);
	}
	report_tally(&shared, "X25519, shared secrets as OpenSSL's, batches of %zu",
		     b->room);
	report_tally(&public, "X25519, public keys as OpenSSL's, batches of %zu",
		     b->room);
}

/* @points are seeds here. */
static void expect_ed25519(void *ctx, size_t i)
{
	const struct batch *b = ctx;

	openssl_ed25519(b->want[i], b->scalars[i], b->points[i]);
}

static void check_ed25519(struct check *c, struct batch *b)
{
	struct tally t = { 0 };
	size_t left;

	b->op = EDWARDS_BASE;
	for (left = c->count; left; left -= b->count) {
		b->count = part(b, left);
		rand_rows(c, b->points, b->count);
		memset(b->want_none, 0, b->count);
		in_parallel("OpenSSL's Ed25519", b->count, expect_ed25519, b);
		batch_run(c, b, APART);
		batch_compare(b, &t);
	}
	report_tally(&t, "edwards25519, [k]B as OpenSSL's Ed25519 public keys, batches of %zu",
		     b->room);
}

/* Any scalars and any points: half of these are none. */
static void check_points(struct check *c, struct batch *b)
{
	struct tally t = { 0 };
	size_t left;

	b->op = EDWARDS_POINT;
	for (left = c->count / 16 + 1; left; left -= b->count) {
		b->count = part(b, left);
		draw(c, b->scalars, b->count, edge_scalars());
		draw(c, b->points, b->count, edge_points());
		batch_check(c, b, &t);
	}
	report_tally(&t, "edwards25519, [k]P as the reference's");
}

/* @want becomes a b modulo L, of @scalars a and @points b. */
static void multiply_scalars(void *ctx, size_t i)
{
	const struct batch *b = ctx;

	edwards25519_scalar_product(b->want[i], b->scalars[i], b->points[i]);
}

/*
 * [a]([b]B) is [a b]B: one batch of the longest, where the reference would take
 * too long; every so often a point is none.
 */
static void check_multiples(struct check *c, struct batch *b)
{
	struct batch ab;
	struct tally t = { 0 };
	size_t i;

	b->count = b->room;
	batch_alloc(&ab, b->count);
	rand_rows(c, ab.scalars, ab.count);
	draw(c, ab.points, ab.count, edge_scalars());
	in_parallel("products of scalars", ab.count, multiply_scalars, &ab);

	b->op = EDWARDS_BASE;
	memcpy(b->scalars, ab.want, b->count * sizeof(row));
	batch_run(c, b, APART);
	memcpy(b->want, b->got, b->count * sizeof(row));
	memcpy(b->scalars, ab.points, b->count * sizeof(row));
	batch_run(c, b, APART);
	memcpy(b->points, b->got, b->count * sizeof(row));
	memcpy(b->scalars, ab.scalars, b->count * sizeof(row));
	memset(b->want_none, 0, b->count);
	for (i = 5; i < b->count; i += 10) {
		row_from_hex(b->points[i],
			     edwards_no_points[i % COUNT(edwards_no_points)]);
		memset(b->want[i], 0, sizeof(row));
		b->want_none[i] = 1;
	}
	b->op = EDWARDS_POINT;
	batch_run(c, b, APART);
	batch_compare(b, &t);
	report_tally(&t, "edwards25519, [a]([b]B) is [a b]B, a batch of %zu",
		     b->room);
	batch_free(&ab);
}

/**
 * check_random() - random cases
 * @c: the engine, how many, in what batches
 */
void check_random(struct check *c)
{
	struct batch b;

	batch_alloc(&b, c->longest);
	check_x25519(c, &b);
	check_ed25519(c, &b);
	check_points(c, &b);
	check_multiples(c, &b);
	batch_free(&b);
}
