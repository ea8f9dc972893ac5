// SPDX-License-Identifier: GPL-2.0-only
#include "tests/25519/batch.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/25519/parallel.h"
#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"
#include "tests/vectors/25519.h"

/* Rows and bytes around results that the engine must not touch. */
#define GUARD		64u
#define GUARD_BYTE	0xa5
/* While so many are done, a user may be waiting. */
#define LONG		100000u
/* Batches of so many tell how fast an engine is. */
#define FULL		1000u

static const struct {
	const char *name;
	enum warpcrypt_curve curve;
	bool base;
} operations[OPERATIONS] = {
	[X25519_SHARED] = { "X25519, shared", WARPCRYPT_X25519, false },
	[X25519_PUBLIC] = { "X25519, public", WARPCRYPT_X25519, true },
	[EDWARDS_POINT] = { "edwards25519, [k]P", WARPCRYPT_EDWARDS25519,
			    false },
	[EDWARDS_BASE] = { "edwards25519, [k]B", WARPCRYPT_EDWARDS25519, true },
};

/* What the engine has done in full batches, and how long it took. */
static struct {
	size_t count;
	double seconds;
} work[OPERATIONS];

const char *operation_name(enum operation op)
{
	return operations[op].name;
}

static void *guarded(size_t count, size_t size)
{
	uint8_t *mem = malloc((count + 2 * GUARD) * size);

	if (!mem)
		die("no memory for %zu multiplications; a shorter --longest-batch or --iterations needs less",
		    count);
	memset(mem, GUARD_BYTE, (count + 2 * GUARD) * size);
	return mem + GUARD * size;
}

static void free_guarded(void *mem, size_t size)
{
	if (mem)
		free((uint8_t *)mem - GUARD * size);
}

/**
 * batch_alloc() - get the memory, or end the program
 * @b: the batch: @count and @room are @room
 * @room: how many multiplications
 */
void batch_alloc(struct batch *b, size_t room)
{
	*b = (struct batch) {
		.count = room, .room = room,
		.scalars = guarded(room, sizeof(row)),
		.points = guarded(room, sizeof(row)),
		.want = guarded(room, sizeof(row)),
		.want_none = guarded(room, 1),
		.got = guarded(room, sizeof(row)),
		.got_none = guarded(room, 1),
	};
	memset(b->want_none, 0, room);
}

void batch_free(struct batch *b)
{
	free_guarded(b->scalars, sizeof(row));
	free_guarded(b->points, sizeof(row));
	free_guarded(b->want, sizeof(row));
	free_guarded(b->want_none, 1);
	free_guarded(b->got, sizeof(row));
	free_guarded(b->got_none, 1);
}

static void expect_one(void *ctx, size_t i)
{
	const struct batch *b = ctx;
	row base;

	switch (b->op) {
	case X25519_SHARED:
		b->want_none[i] = !openssl_x25519(b->want[i], b->scalars[i],
						  b->points[i]);
		break;
	case X25519_PUBLIC:
		openssl_x25519(b->want[i], b->scalars[i], NULL);
		break;
	case EDWARDS_POINT:
		b->want_none[i] = !edwards25519_multiply(b->want[i],
							 b->scalars[i],
							 b->points[i]);
		break;
	default:
		row_from_hex(base, EDWARDS25519_BASE);
		edwards25519_multiply(b->want[i], b->scalars[i], base);
	}
}

/**
 * batch_expect() - fill in @want and @want_none from tests/reference
 * @b: a batch
 */
void batch_expect(struct batch *b)
{
	memset(b->want_none, 0, b->count);
	in_parallel("the references", b->count, expect_one, b);
}

static void run_points(struct check *c, const struct batch *b,
		       const struct warpcrypt_points *p)
{
	struct warpcrypt_batch *running;
	double start = seconds();

	if (warpcrypt_submit_points(c->w, p, &running))
		die("%s", warpcrypt_error());
	while (p->count >= LONG && !warpcrypt_poll(running)) {
		progress(operation_name(b->op), 0, p->count);
		usleep(1000);
	}
	if (warpcrypt_wait(running))
		die("%s", warpcrypt_error());
	if (p->count < FULL)
		return;
	work[b->op].count += p->count;
	work[b->op].seconds += seconds() - start;
}

/**
 * batch_run() - have the engine multiply
 * @c: the engine
 * @b: fills @got and @got_none
 * @where: where the engine is to put its results
 */
void batch_run(struct check *c, struct batch *b, enum placement where)
{
	struct warpcrypt_points p = {
		.size = sizeof(p),
		.curve = operations[b->op].curve,
		.count = b->count,
		.scalars = (const row *)b->scalars,
		.points = operations[b->op].base ? NULL :
						   (const row *)b->points,
		.results = b->got,
		.status = b->got_none,
	};

	memset(b->got, GUARD_BYTE, b->room * sizeof(row));
	memset(b->got_none, GUARD_BYTE, b->room);
	if (where == OVER_SCALARS) {
		memcpy(b->got, b->scalars, b->count * sizeof(row));
		p.scalars = (const row *)b->got;
	} else if (where == OVER_POINTS && p.points) {
		memcpy(b->got, b->points, b->count * sizeof(row));
		p.points = (const row *)b->got;
	}
	run_points(c, b, &p);
}

static void hex(char to[65], const row r)
{
	int i;

	for (i = 0; i < 32; i++, to += 2) {
		static const char digits[] = "0123456789abcdef";

		to[0] = digits[r[i] >> 4];
		to[1] = digits[r[i] & 15];
	}
	*to = 0;
}

static void tell(const struct batch *b, size_t i, struct tally *t)
{
	char k[65], p[65], got[65], want[65];

	hex(k, b->scalars[i]);
	hex(p, b->points[i]);
	hex(got, b->got[i]);
	hex(want, b->want[i]);
	report_wrong(t, "%s: %zu of %zu: k %s%s%s: got %s, status %u; want %s, %u",
		     operation_name(b->op), i, b->count, k,
		     operations[b->op].base ? "" : " point ",
		     operations[b->op].base ? "" : p,
		     got, b->got_none[i], want, b->want_none[i]);
}

/* Whether nothing lies around the first @used of @mem but the guards. */
static bool guards_stand(const void *mem, size_t used, size_t room, size_t size)
{
	const uint8_t *before = (const uint8_t *)mem - GUARD * size;
	const uint8_t *after = (const uint8_t *)mem + used * size;
	const uint8_t *end = (const uint8_t *)mem + (room + GUARD) * size;

	for (; before < (const uint8_t *)mem; before++)
		if (*before != GUARD_BYTE)
			return false;
	for (; after < end; after++)
		if (*after != GUARD_BYTE)
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
		    memcmp(b->got[i], b->want[i], sizeof(row)))
			tell(b, i, t);
	if (!guards_stand(b->got, b->count, b->room, sizeof(row)) ||
	    !guards_stand(b->got_none, b->count, b->room, 1))
		report_wrong(t, "%s: a batch of %zu: memory around the results was written to",
			     operation_name(b->op), b->count);
	t->done += b->count;
}

/**
 * batch_check() - ask the references, have the engine multiply, compare
 * @c: the engine
 * @b: a batch with scalars and points
 * @t: where to count
 */
void batch_check(struct check *c, struct batch *b, struct tally *t)
{
	batch_expect(b);
	batch_run(c, b, APART);
	batch_compare(b, t);
}

/**
 * batch_rates() - note how fast the engine was
 */
void batch_rates(void)
{
	int op;

	for (op = 0; op < OPERATIONS; op++)
		report_note("batches of %u and more: %s: %zu in %.2f s, %.0f a second",
			    FULL, operation_name(op), work[op].count,
			    work[op].seconds,
			    (double)work[op].count / work[op].seconds);
}
