// SPDX-License-Identifier: GPL-2.0-only
/* The checks that all groups have: edges, batches of all sizes, random cases. */
#include <string.h>

#include "tests/curves/curves.h"
#include "tests/curves/parallel.h"
#include "tests/reference/openssl_25519.h"
#include "tests/vectors/25519.h"

/* One in so many scalars and points is from the lists of edges. */
#define RARE		32u
/* Of the largest of some batches so many are distinct, a prime: each place has another. */
#define DISTINCT	251u
#define LARGEST		1001u
/* More than any engine has side by side. */
#define PLACES		33u

static const char *const placements[PLACEMENTS] = {
	"apart", "over the scalars", "over the points", "without statuses"
};

static void base_point(const struct group *g, uint8_t *point)
{
	static const row nine = { 9 }, one = { [31] = 1 };

	if (g->wei)
		g->expect(g, point, one, NULL);
	else if (g->curve == WARPCRYPT_X25519)
		memcpy(point, nine, sizeof(row));
	else
		from_hex(point, EDWARDS25519_BASE);
}

/* @want is of [k]B: by the base point's tables, and as the multiple of any point. */
static void check_base(struct check *c, struct batch *b, struct tally *t)
{
	size_t i;

	for (i = 0; i < b->count; i++)
		base_point(c->g, point_of(b, i));
	for (b->op = 0; b->op < OPERATIONS; b->op++)
		batch_engines(c, b, t);
}

/* The lists: all scalars with the base point, and much of the product of both lists. */
static void check_edges(struct check *c, size_t count)
{
	const struct edges *k = c->g->scalars(c->g), *p = c->g->points(c->g);
	size_t point = c->g->point, i;
	struct tally t = { 0 }, base = { 0 };
	struct batch b;

	if (count < k->count || count < p->count)
		count = k->count > p->count ? k->count : p->count;
	batch_alloc(c, &b, count);
	for (i = 0; i < count; i++) {
		memcpy(scalar_of(&b, i), k->at[i % k->count], sizeof(row));
		memcpy(point_of(&b, i), p->at[(i + i / k->count) % p->count], point);
	}
	batch_expect(&b);
	batch_engines(c, &b, &t);
	ktap_tally(&t, "%s: edges (%zu scalars, %zu points)", c->g->name, k->count,
		   p->count);
	b.op = BASE;
	b.count = k->count;
	batch_expect(&b);
	check_base(c, &b, &base);
	ktap_tally(&base, "%s: edges, and the base point", c->g->name);
	batch_free(&b);
}

static void check_corners(struct check *c)
{
	struct tally t = { 0 };
	struct batch b;
	unsigned int i;

	batch_alloc(c, &b, 256);
	for (i = 0; i < 256; i++) {
		edge_corner(scalar_of(&b, i), i / 16);
		edge_corner(point_of(&b, i), i % 16);
	}
	for (b.op = MULT; b.op <= BASE; b.op++) {
		batch_expect(&b);
		batch_engines(c, &b, &t);
	}
	ktap_tally(&t, "%s: each of 16 edges with each", c->g->name);
	batch_free(&b);
}

/* What has no result, for one of both reasons; @b is of the size of both lists. */
static void find_bad(struct check *c, struct batch *b)
{
	const struct edges *k = c->g->scalars(c->g), *p = c->g->points(c->g);
	size_t i, n = 0;

	batch_alloc(c, b, k->count + p->count);
	draw_points(c, b, true);
	for (i = 0; i < p->count; i++)
		memcpy(point_of(b, i), p->at[i], c->g->point);
	for (; i < b->count; i++)
		memcpy(scalar_of(b, i), k->at[i - p->count], sizeof(row));
	batch_expect(b);
	for (i = 0; i < b->count; i++)
		if (b->want_status[i])
			batch_copy(b, n++, b, i);
	b->count = n;
	if (n < 8)
		die("%s: only %zu cases without a result", c->g->name, n);
}

/* Whether at place @j there is no result, in batch @i of four times PLACES. */
static bool is_bad(size_t i, size_t j)
{
	switch (i / PLACES) {
	case 0:		/* one, among good ones */
		return j == i % PLACES;
	case 1:		/* two beside each other */
		return j == i % PLACES || j == i % PLACES + 1;
	case 2:		/* one good among them */
		return j != i % PLACES;
	default:	/* nothing else */
		return true;
	}
}

static void check_bad(struct check *c, const struct batch *bad)
{
	size_t i, j, next = 0, rounds = (bad->count + PLACES - 1) / PLACES + 3 * PLACES;
	struct batch good, b;
	struct tally t = { 0 };

	batch_alloc(c, &good, PLACES);
	batch_alloc(c, &b, PLACES);
	draw_points(c, &good, true);
	batch_expect(&good);
	for (j = 0; j < PLACES; j++)
		if (good.want_status[j])
			die("%s: a random point or scalar that is none", c->g->name);
	for (i = 0; i < rounds; i++) {
		for (j = 0; j < PLACES; j++) {
			if (is_bad(i, j))
				batch_copy(&b, j, bad, next++ % bad->count);
			else
				batch_copy(&b, j, &good, j);
		}
		batch_engines(c, &b, &t);
	}
	ktap_tally(&t, "%s: one or two without a result among others, and the opposite",
		   c->g->name);
	batch_free(&good);
	batch_free(&b);
}

/* Some are from the lists of edges. */
static void draw(struct check *c, struct batch *b)
{
	const struct edges *k = c->g->scalars(c->g), *p = c->g->points(c->g);
	size_t i;

	draw_points(c, b, false);
	for (i = rand_below(&c->rand, RARE); i < b->count;
	     i += 1 + rand_below(&c->rand, 2 * RARE - 1))
		memcpy(scalar_of(b, i), k->at[rand_below(&c->rand, (uint32_t)k->count)],
		       sizeof(row));
	for (i = rand_below(&c->rand, RARE); i < b->count;
	     i += 1 + rand_below(&c->rand, 2 * RARE - 1))
		memcpy(point_of(b, i), p->at[rand_below(&c->rand, (uint32_t)p->count)],
		       c->g->point);
}

static void run_sizes(struct engine *e, struct batch *b, enum placement where,
		      struct tally *t)
{
	static const size_t more[] = { 31, 32, 33, 255, 256, 257, 681, 682, 683, 1000, LARGEST };
	size_t i;

	for (i = 0; i < 18 + COUNT(more); i++) {
		b->count = i < 18 ? i : more[i - 18];
		/* At the latter the library's frames end. */
		if (!e->w && b->count > 257 && b->count < LARGEST)
			continue;
		batch_run(e, b, where);
		batch_compare(e, b, t);
	}
}

/* Batches of sizes around those that engines work in; every seventh has no result. */
static void check_sizes(struct check *c, const struct batch *bad, size_t largest)
{
	enum placement where;
	struct engine *e;
	struct batch b;
	size_t i;

	batch_alloc(c, &b, largest);
	for (b.op = 0; b.op < OPERATIONS; b.op++) {
		b.count = DISTINCT;
		draw(c, &b);
		for (i = 3; i < DISTINCT; i += 7)
			batch_copy(&b, i, bad, i % bad->count);
		batch_expect(&b);
		for (i = DISTINCT; i < largest; i++)
			batch_copy(&b, i, &b, i % DISTINCT);
		for (where = 0; where < PLACEMENTS; where++) {
			struct tally t = { 0 };

			for (e = c->engines; e < c->engines + c->engine_count; e++)
				if (engine_may(e, c->g, where) &&
				    (where != OVER_POINTS || b.op == MULT))
					run_sizes(e, &b, where, &t);
			ktap_tally(&t, "%s: batches of 0 to %u, results %s", c->g->name,
				   LARGEST, placements[where]);
		}
	}
	batch_free(&b);
}

static size_t next_count(const struct batch *b, size_t left)
{
	return left < b->room ? left : b->room;
}

/* Of edwards25519 OpenSSL has no multiples but public keys; points are seeds here. */
static void expect_public(void *ctx, size_t i)
{
	const struct batch *b = ctx;

	b->want_status[i] = 0;
	openssl_ed25519(want_of(b, i), scalar_of(b, i), point_of(b, i));
}

static void check_random(struct check *c)
{
	bool edwards = c->g->curve == WARPCRYPT_EDWARDS25519;
	struct tally t = { 0 }, base = { 0 };
	struct batch b;
	size_t left;

	batch_alloc(c, &b, c->longest);
	for (left = (c->count - 1) / c->g->slow + 1; left; left -= b.count) {
		b.count = next_count(&b, left);
		draw(c, &b);
		batch_expect(&b);
		batch_engines(c, &b, &t);
	}
	ktap_tally(&t, "%s: random [k]P, batches of %zu", c->g->name, c->longest);
	for (left = c->count; left; left -= b.count) {
		b.count = next_count(&b, left);
		b.op = BASE;
		draw(c, &b);
		if (edwards)
			in_parallel("OpenSSL's Ed25519", b.count, expect_public, &b);
		else
			batch_expect(&b);
		check_base(c, &b, &base);
	}
	ktap_tally(&base, "%s: random [k]B, batches of %zu", c->g->name, c->longest);
	batch_free(&b);
}

static void check_registered(struct check *c)
{
	struct tally t = { 0 };
	struct batch b;

	batch_alloc(c, &b, 2000);
	if (warpcrypt_register(c->w, b.memory, b.len))
		die("%s", warpcrypt_error());
	b.flags = WARPCRYPT_REGISTERED;
	for (b.op = MULT; b.op <= BASE; b.op++) {
		draw(c, &b);
		batch_expect(&b);
		batch_engines(c, &b, &t);
	}
	if (warpcrypt_unregister(c->w, b.memory))
		die("%s", warpcrypt_error());
	ktap_tally(&t, "%s: in registered memory", c->g->name);
	batch_free(&b);
}

/* A row that is a group. */
void check_group(struct check *c)
{
	struct batch bad;

	if (c->g->published)
		c->g->published(c);
	check_edges(c, c->count / 8 / (c->g->slow > 1 ? 2 : 1));
	if (!c->g->wei)
		check_corners(c);
	find_bad(c, &bad);
	check_bad(c, &bad);
	/* Aligned, and not. */
	check_sizes(c, &bad, LARGEST + 1);
	check_sizes(c, &bad, LARGEST);
	batch_free(&bad);
	check_random(c);
	if (c->w)
		check_registered(c);
	if (c->g->special)
		c->g->special(c);
	engines_rates(c);
}
