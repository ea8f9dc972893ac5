// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "tests/curves/curves.h"
#include "tests/curves/parallel.h"

#define GUARD_BYTE	0xa5

static const char *const operation_names[OPERATIONS] = {
	"[k]P", "[k]B"
};

uint8_t *scalar_of(const struct batch *b, size_t i)
{
	return b->scalars + i * sizeof(row);
}

uint8_t *point_of(const struct batch *b, size_t i)
{
	return b->points + i * b->g->point;
}

uint8_t *want_of(const struct batch *b, size_t i)
{
	return b->want + i * b->g->point;
}

/* @count bytes of @b's memory, and a guard behind them. */
static void *part(struct batch *b, size_t *at, size_t count)
{
	void *mem = b->memory + *at;

	*at += count + b->guard;
	return mem;
}

/* Get memory for @room multiplications, or end the program; if odd, the arrays are not aligned. */
void batch_alloc(const struct check *c, struct batch *b, size_t room)
{
	size_t point = c->g->point, at;

	*b = (struct batch){ .g = c->g, .count = room, .room = room };
	b->guard = room % 2 ? 2051 : 2048;
	b->len = room * (3 * point + sizeof(row) + 2) + 7 * b->guard;
	b->memory = malloc(b->len);
	if (!b->memory)
		die("no memory for %zu multiplications; a shorter --batch or --iterations needs less",
		    room);
	memset(b->memory, GUARD_BYTE, b->len);
	at = b->guard;
	b->scalars = part(b, &at, room * sizeof(row));
	b->points = part(b, &at, room * point);
	b->got = part(b, &at, room * point);
	b->status = part(b, &at, room);
	b->want = part(b, &at, room * point);
	b->want_status = part(b, &at, room);
	memset(b->want_status, 0, room);
}

void batch_free(struct batch *b)
{
	free(b->memory);
}

static void expect_one(void *ctx, size_t i)
{
	const struct batch *b = ctx;

	b->want_status[i] = b->g->expect(b->g, want_of(b, i), scalar_of(b, i),
					 b->op == MULT ? point_of(b, i) : NULL);
}

/* Fill in @want and @want_status by the oracle. */
void batch_expect(struct batch *b)
{
	in_parallel("the oracle", b->count, expect_one, b);
}

/* Copy multiplication @j, and what should come of it, to @i of @to. */
void batch_copy(struct batch *to, size_t i, const struct batch *from, size_t j)
{
	memcpy(scalar_of(to, i), scalar_of(from, j), sizeof(row));
	memcpy(point_of(to, i), point_of(from, j), to->g->point);
	memcpy(want_of(to, i), want_of(from, j), to->g->point);
	to->want_status[i] = from->want_status[j];
}

/* The library tells no reasons. */
static uint8_t wanted(const struct engine *e, const struct batch *b, size_t i)
{
	return e->w ? !!b->want_status[i] : b->want_status[i];
}

/* Have an engine multiply: fills @got and @status; without statuses they are as wanted. */
void batch_run(struct engine *e, struct batch *b, enum placement where)
{
	const uint8_t *scalars = b->scalars, *points = b->points;
	size_t point = b->g->point, bad, i;

	memset(b->got, GUARD_BYTE, b->room * point);
	memset(b->status, GUARD_BYTE, b->room);
	if (where == OVER_SCALARS) {
		memcpy(b->got, b->scalars, b->count * sizeof(row));
		scalars = b->got;
	} else if (where == OVER_POINTS) {
		memcpy(b->got, b->points, b->count * point);
		points = b->got;
	}
	bad = engine_run(e, b, scalars, b->op == MULT ? points : NULL,
			 where == NO_STATUS ? NULL : b->status);
	for (i = 0; i < b->count; i++) {
		if (where == NO_STATUS)
			b->status[i] = wanted(e, b, i);
		bad -= !!b->status[i];
	}
	if (!e->w && bad)
		die("%s, %s, %s: it returned another number than there are without a result",
		    b->g->name, e->name, operation_names[b->op]);
}

static const char *hex(char *to, const uint8_t *bytes, size_t count)
{
	static const char digits[] = "0123456789abcdef";
	char *at = to;

	for (; count; count--, bytes++) {
		*at++ = digits[*bytes >> 4];
		*at++ = digits[*bytes & 15];
	}
	*at = 0;
	return to;
}

static void tell(const struct engine *e, const struct batch *b, size_t i, struct tally *t)
{
	char k[65], p[129], got[129], want[129];
	size_t point = b->g->point;

	ktap_wrong(t, "%s, %s, %s: %zu of %zu: k %s P %s: got %s, status %u; want %s, %u",
		   b->g->name, e->name, operation_names[b->op], i, b->count,
		   hex(k, scalar_of(b, i), sizeof(row)),
		   b->op == MULT ? hex(p, point_of(b, i), point) : "the base point",
		   hex(got, b->got + i * point, point), b->status[i],
		   hex(want, want_of(b, i), point), wanted(e, b, i));
}

/* Whether the guard behind so many bytes stands, and that before them. */
static bool guards_stand(const struct batch *b, const uint8_t *mem, size_t size)
{
	const uint8_t *end = mem + b->room * size + b->guard, *at;

	for (at = mem - b->guard; at < mem; at++)
		if (*at != GUARD_BYTE)
			return false;
	for (at = mem + b->count * size; at < end; at++)
		if (*at != GUARD_BYTE)
			return false;
	return true;
}

/* Count what is wrong after an engine has run. */
void batch_compare(const struct engine *e, const struct batch *b, struct tally *t)
{
	size_t point = b->g->point, i;

	for (i = 0; i < b->count; i++)
		if (b->status[i] != wanted(e, b, i) ||
		    memcmp(b->got + i * point, want_of(b, i), point))
			tell(e, b, i, t);
	if (!guards_stand(b, b->got, point) || !guards_stand(b, b->status, 1))
		ktap_wrong(t, "%s, %s: a batch of %zu: memory around the results was written to",
			   b->g->name, e->name, b->count);
	t->done += (unsigned int)b->count;
}

/* Have each engine multiply, and compare. */
void batch_engines(struct check *c, struct batch *b, struct tally *t)
{
	struct engine *e;

	for (e = c->engines; e < c->engines + c->engine_count; e++) {
		batch_run(e, b, APART);
		batch_compare(e, b, t);
	}
}
