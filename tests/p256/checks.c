// SPDX-License-Identifier: GPL-2.0-only
/* The checks: published results, edges, sizes, random cases, registered memory. */
#include <openssl/obj_mac.h>
#include <stdio.h>
#include <string.h>

#include "tests/p256/batch.h"
#include "tests/p256/edges.h"
#include "tests/reference/openssl_wei.h"
#include "tests/vectors/p256.h"

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

static const char *const names[] = { "[k]P", "[k]G" };

static void from_hex(uint8_t *to, const char *hex)
{
	unsigned int byte;

	for (; *hex; hex += 2) {
		if (sscanf(hex, "%2x", &byte) != 1)
			die("not hexadecimal: %s", hex);
		*to++ = (uint8_t)byte;
	}
}

/**
 * check_published() - RFC 5903's and NIST's examples
 * @c: the engine
 */
void check_published(struct check *c)
{
	struct tally t = { 0 };
	struct batch b;
	size_t i;

	batch_alloc(&b, COUNT(p256_published));
	for (i = 0; i < b.count; i++) {
		from_hex(b.scalars[i], p256_published[i].own);
		from_hex(b.points[i], p256_published[i].theirs);
		from_hex(b.want[i], p256_published[i].ours);
		b.want_none[i] = 0;
	}
	b.base = true;
	batch_run(c, &b, false);
	batch_compare(&b, &t);
	report_tally(&t, "public keys as published");

	t = (struct tally){ 0 };
	b.base = false;
	batch_run(c, &b, false);
	for (i = 0; i < b.count; i++) {
		/* Of the result x is published. */
		memcpy(b.want[i], b.got[i], sizeof(point));
		from_hex(b.want[i], p256_published[i].shared);
	}
	batch_compare(&b, &t);
	report_tally(&t, "shared secrets as published");
	batch_free(&b);
}

static void edges(struct check *c, bool base, size_t count)
{
	const struct edges *k = edge_scalars(), *p = edge_points();
	struct tally t = { 0 };
	struct batch b;
	size_t i;

	if (count < k->count)
		count = k->count;
	if (count > k->count * p->count)
		count = k->count * p->count;
	batch_alloc(&b, count);
	b.base = base;
	for (i = 0; i < count; i++) {
		memcpy(b.scalars[i], k->scalars[i % k->count], sizeof(row));
		memcpy(b.points[i],
		       p->points[(i + i / k->count) % p->count], sizeof(point));
	}
	batch_check(c, &b, &t);
	report_tally(&t, "%s: edges (%zu scalars, %zu points)", names[base],
		     k->count, p->count);
	batch_free(&b);
}

/**
 * check_edges() - what is in the lists, and much of their product
 * @c: the engine
 */
void check_edges(struct check *c)
{
	edges(c, false, c->count / 2);
	edges(c, true, 0);
}

static void draw(struct check *c, struct batch *b)
{
	const struct edges *k = edge_scalars(), *p = edge_points();
	size_t i;

	rand_fill(&c->rand, b->scalars, b->count * sizeof(row));
	for (i = 0; !b->base && i < b->count; i++) {
		row x;

		do
			rand_fill(&c->rand, x, sizeof(x));
		while (!openssl_wei_lift(NID_X9_62_prime256v1, b->points[i], x,
					 x[0] & 1));
	}
	/* Some are from the lists. */
	for (i = rand_below(&c->rand, 16); i < b->count;
	     i += 1 + rand_below(&c->rand, 31)) {
		memcpy(b->scalars[i],
		       k->scalars[rand_below(&c->rand, (uint32_t)k->count)],
		       sizeof(row));
		memcpy(b->points[i],
		       p->points[rand_below(&c->rand, (uint32_t)p->count)],
		       sizeof(point));
	}
}

/**
 * check_sizes() - batches of some sizes, around those that engines work in
 * @c: the engine
 */
void check_sizes(struct check *c)
{
	static const size_t sizes[] = { 0, 1, 31, 32, 33, 255, 256, 257, 681,
					682, 683, 1000 };
	static const char *const places[] = { "apart", "over the points" };
	struct batch b;
	size_t i;
	int place;

	batch_alloc(&b, 1000);
	for (place = 0; place < 3; place++) {
		struct tally t = { 0 };

		/* [k]G has no points that results could lie over. */
		b.base = place == 2;
		b.count = b.room;
		draw(c, &b);
		batch_expect(&b);
		for (i = 0; i < COUNT(sizes); i++) {
			b.count = sizes[i];
			batch_run(c, &b, place == 1);
			batch_compare(&b, &t);
		}
		report_tally(&t, "%s: batches of 0 to 1000, results %s",
			     names[b.base], places[place % 2]);
	}
	batch_free(&b);
}

static void random_cases(struct check *c, bool base)
{
	struct tally t = { 0 };
	struct batch b;
	size_t left;

	batch_alloc(&b, c->longest);
	b.base = base;
	for (left = c->count; left; left -= b.count) {
		b.count = left < b.room ? left : b.room;
		draw(c, &b);
		batch_check(c, &b, &t);
	}
	report_tally(&t, "%s as OpenSSL's, batches of %zu", names[base],
		     c->longest);
	batch_free(&b);
}

/**
 * check_random() - random cases
 * @c: the engine, how many, in what batches
 */
void check_random(struct check *c)
{
	random_cases(c, false);
	random_cases(c, true);
}

/**
 * check_registered() - with all of it in registered memory
 * @c: the engine
 */
void check_registered(struct check *c)
{
	struct tally t = { 0 };
	struct batch b;
	int base;

	batch_alloc(&b, 2000);
	if (warpcrypt_register(c->w, b.memory, b.len))
		die("%s", warpcrypt_error());
	b.flags = WARPCRYPT_REGISTERED;
	for (base = 0; base < 2; base++) {
		b.base = base;
		draw(c, &b);
		batch_check(c, &b, &t);
	}
	if (warpcrypt_unregister(c->w, b.memory))
		die("%s", warpcrypt_error());
	report_tally(&t, "in registered memory");
	batch_free(&b);
}
