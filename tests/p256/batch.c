// SPDX-License-Identifier: GPL-2.0-only
#include "tests/p256/batch.h"

#include <openssl/obj_mac.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/25519/parallel.h"
#include "tests/reference/openssl_wei.h"

/* Bytes around arrays that the engine must not touch. Odd: nothing is aligned. */
#define GUARD		1027u
#define GUARD_BYTE	0xa5
/* While so many are done, a user may be waiting. */
#define LONG		100000u
/* Batches of so many tell how fast an engine is. */
#define FULL		1000u

/* What the engine has done in full batches, [k]P and [k]G, and how long it took. */
static struct {
	size_t count;
	double seconds;
} work[2];

static const char *const names[] = { "[k]P", "[k]G" };

/* @count bytes of @b's memory, and a guard behind them. */
static void *part(struct batch *b, size_t *at, size_t count)
{
	void *mem = b->memory + *at;

	*at += count + GUARD;
	return mem;
}

/**
 * batch_alloc() - get the memory, or end the program
 * @b: the batch: @count and @room are @room
 * @room: how many multiplications
 */
void batch_alloc(struct batch *b, size_t room)
{
	size_t at = GUARD;

	*b = (struct batch){ .count = room, .room = room };
	b->len = room * (3 * sizeof(point) + sizeof(row) + 2) + 7 * GUARD;
	b->memory = malloc(b->len);
	if (!b->memory)
		die("no memory for %zu multiplications; a shorter --longest-batch needs less",
		    room);
	memset(b->memory, GUARD_BYTE, b->len);
	b->scalars = part(b, &at, room * sizeof(row));
	b->points = part(b, &at, room * sizeof(point));
	b->got = part(b, &at, room * sizeof(point));
	b->got_none = part(b, &at, room);
	b->want = part(b, &at, room * sizeof(point));
	b->want_none = part(b, &at, room);
}

void batch_free(struct batch *b)
{
	free(b->memory);
}

static void expect_one(void *ctx, size_t i)
{
	const struct batch *b = ctx;

	b->want_none[i] = !openssl_wei_mult(NID_X9_62_prime256v1, b->want[i],
					    b->scalars[i],
					    b->base ? NULL : b->points[i]);
}

/**
 * batch_expect() - fill in @want and @want_none by OpenSSL
 * @b: a batch
 */
void batch_expect(struct batch *b)
{
	row any = { 1 };
	point p;

	/* It keeps the curve, which threads must not make at once. */
	openssl_wei_mult(NID_X9_62_prime256v1, p, any, NULL);
	in_parallel("OpenSSL", b->count, expect_one, b);
}

static void run_points(struct check *c, const struct batch *b,
		       const struct warpcrypt_points *p)
{
	struct warpcrypt_batch *running;
	double start = seconds();

	if (warpcrypt_submit_points(c->w, p, &running))
		die("%s", warpcrypt_error());
	while (p->count >= LONG && !warpcrypt_poll(running)) {
		progress(names[b->base], 0, p->count);
		usleep(1000);
	}
	if (warpcrypt_wait(running))
		die("%s", warpcrypt_error());
	if (p->count < FULL)
		return;
	work[b->base].count += p->count;
	work[b->base].seconds += seconds() - start;
}

/**
 * batch_run() - have the engine multiply
 * @c: the engine
 * @b: fills @got and @got_none
 * @in_place: results go where the points are
 */
void batch_run(struct check *c, struct batch *b, bool in_place)
{
	struct warpcrypt_points p = {
		.size = sizeof(p),
		.curve = WARPCRYPT_P256,
		.flags = b->flags,
		.count = b->count,
		.scalars = (const row *)b->scalars,
		.results = (row *)b->got,
		.status = b->got_none,
	};

	memset(b->got, GUARD_BYTE, b->room * sizeof(point));
	memset(b->got_none, GUARD_BYTE, b->room);
	if (in_place)
		memcpy(b->got, b->points, b->count * sizeof(point));
	if (!b->base)
		p.points = (const row *)(in_place ? b->got : b->points);
	run_points(c, b, &p);
}

static void hex(char *to, const uint8_t *bytes, size_t count)
{
	static const char digits[] = "0123456789abcdef";

	for (; count; count--, bytes++) {
		*to++ = digits[*bytes >> 4];
		*to++ = digits[*bytes & 15];
	}
	*to = 0;
}

static void tell(const struct batch *b, size_t i, struct tally *t)
{
	char k[65], p[129], got[129], want[129];

	hex(k, b->scalars[i], 32);
	hex(p, b->points[i], 64);
	hex(got, b->got[i], 64);
	hex(want, b->want[i], 64);
	report_wrong(t, "%s: %zu of %zu: k %s%s%s: got %s, status %u; want %s, %u",
		     names[b->base], i, b->count, k, b->base ? "" : " P ",
		     b->base ? "" : p, got, b->got_none[i], want,
		     b->want_none[i]);
}

/* Whether the guard behind so many bytes stands, and that before them. */
static bool guards_stand(const void *mem, size_t used, size_t room)
{
	const uint8_t *at = (const uint8_t *)mem - GUARD;
	size_t i;

	for (i = 0; i < GUARD; i++)
		if (at[i] != GUARD_BYTE)
			return false;
	for (i += used; i < room + 2 * GUARD; i++)
		if (at[i] != GUARD_BYTE)
			return false;
	return true;
}

/**
 * batch_compare() - count what is wrong
 * @b: a batch that has been run
 * @t: where to count
 */
void batch_compare(const struct batch *b, struct tally *t)
{
	size_t i;

	for (i = 0; i < b->count; i++)
		if (b->got_none[i] != b->want_none[i] ||
		    memcmp(b->got[i], b->want[i], sizeof(point)))
			tell(b, i, t);
	if (!guards_stand(b->got, b->count * sizeof(point),
			  b->room * sizeof(point)) ||
	    !guards_stand(b->got_none, b->count, b->room))
		report_wrong(t, "%s: a batch of %zu: memory around the results was written to",
			     names[b->base], b->count);
	t->done += b->count;
}

/**
 * batch_check() - ask OpenSSL, have the engine multiply, compare
 * @c: the engine
 * @b: a batch with scalars and points
 * @t: where to count
 */
void batch_check(struct check *c, struct batch *b, struct tally *t)
{
	batch_expect(b);
	batch_run(c, b, false);
	batch_compare(b, t);
}

/**
 * batch_rates() - note how fast the engine was
 */
void batch_rates(void)
{
	int base;

	for (base = 0; base < 2; base++)
		report_note("batches of %u and more: %s: %zu in %.2f s, %.0f a second",
			    FULL, names[base], work[base].count,
			    work[base].seconds,
			    (double)work[base].count / work[base].seconds);
}
