// SPDX-License-Identifier: GPL-2.0-only
/* Scalars and points of 25519 where something may go wrong. */
#include <string.h>

#include "tests/curves/curves.h"
#include "tests/reference/edwards25519.h"
#include "tests/vectors/25519.h"

static const row zero;

/* @a + @n, modulo 2^256 */
static void add(struct edges *e, const row a, int n)
{
	uint8_t *r = e->at[e->count++];
	int i;

	if (e->count == EDGES_MOST)
		die("tests/curves/curves.h: EDGES_MOST is too small");
	for (i = 0; i < 32; i++) {
		n += a[i];
		r[i] = (uint8_t)n;
		n = (n - r[i]) / 256;
	}
}

static void add_hex(struct edges *e, const char *hex)
{
	row r;

	from_hex(r, hex);
	add(e, r, 0);
}

static void add_around(struct edges *e, const row a)
{
	int n;

	for (n = -2; n <= 2; n++)
		add(e, a, n);
}

static void twice(row r)
{
	int i, carry = 0;

	for (i = 0; i < 32; i++) {
		carry |= r[i] << 1;
		r[i] = (uint8_t)carry;
		carry >>= 8;
	}
}

/* 2^255 - 19 */
static void field_order(row r)
{
	memset(r, 0xff, sizeof(row));
	r[0] = 0xed;
	r[31] = 0x7f;
}

/* 2^i, 2^i - 1, and all ones but 2^i. */
static void add_bits(struct edges *e)
{
	row r;
	int i;

	for (i = 0; i < 256; i++) {
		memset(r, 0, sizeof(row));
		r[i / 8] = (uint8_t)(1 << i % 8);
		add(e, r, 0);
		add(e, r, -1);
		memset(r, 0xff, sizeof(row));
		r[i / 8] ^= (uint8_t)(1 << i % 8);
		add(e, r, 0);
	}
}

/*
 * Scalars where carries, digits or reductions may go wrong: small ones; around p, multiples of the
 * order L, and powers of two; all bytes alike, which makes every digit of a window; single bits,
 * and L plus such.
 */
const struct edges *edge_scalars_25519(const struct group *g)
{
	static struct edges e;
	row r;
	int i;

	(void)g;

	if (e.count)
		return &e;
	for (i = 0; i < 18; i++)
		add(&e, zero, i);
	add_around(&e, zero);
	field_order(r);
	add_around(&e, r);
	twice(r);
	add_around(&e, r);
	from_hex(r, EDWARDS25519_ORDER);
	for (i = 0; i < 16; i++)
		add(&e, r, 1 << i);
	for (i = 0; i < 4; i++, twice(r))
		add_around(&e, r);
	for (i = 251; i < 256; i++) {
		memset(r, 0, sizeof(row));
		r[31] = (uint8_t)(1 << (i - 248));
		add_around(&e, r);
	}
	for (i = 0; i < 256; i++) {
		memset(r, i, sizeof(row));
		add(&e, r, 0);
	}
	add_bits(&e);
	return &e;
}

/* With the topmost bit set as well: ignored by one curve, x's sign on the other. */
static void add_both(struct edges *e, const row a, int n)
{
	add(e, a, n);
	add(e, a, n);
	e->at[e->count - 1][31] ^= 0x80;
}

/* B and the points of small order, alone and together. */
static void add_small_order(struct edges *e)
{
	row base, r;
	size_t i;

	from_hex(base, EDWARDS25519_BASE);
	add_both(e, base, 0);
	for (i = 0; i < COUNT(edwards_small_order); i++) {
		from_hex(r, edwards_small_order[i].point);
		add(e, r, 0);
		if (!edwards25519_add(r, r, base))
			die("a point of small order is none");
		add_both(e, r, 0);
	}
	for (i = 0; i < COUNT(x25519_small_order); i++)
		add_hex(e, x25519_small_order[i]);
	for (i = 0; i < COUNT(edwards_no_points); i++)
		add_hex(e, edwards_no_points[i]);
}

/*
 * Points, on one of the curves, or on none, or not reduced: coordinates from 0, and from p - 20 to
 * 2^255 - 1; points of small order and the base point plus such; what is said to be no point;
 * single bits.
 */
const struct edges *edge_points_25519(const struct group *g)
{
	static struct edges e;
	row p;
	int i;

	(void)g;

	if (e.count)
		return &e;
	field_order(p);
	for (i = 0; i < 21; i++)
		add_both(&e, zero, i);
	for (i = -20; i < 19; i++)
		add_both(&e, p, i);
	add_small_order(&e);
	add_bits(&e);
	return &e;
}

/* All zeros, all ones, and next to them, and to 2^255 - 19 and 2^255; @which is 0 to 15. */
void edge_corner(row r, unsigned int which)
{
	static const struct {
		uint8_t byte, keep, flip;
	} change[8] = {
		{ 0, 0xff, 0 }, { 0, 0xff, 1 }, { 31, 0xff, 0x80 }, { 31, 0xff, 0x40 },
		{ 0, 0xff, 2 }, { 0, 0, 0xee }, { 0, 0, 0xef }, { 6, 0, 0x5a },
	};
	uint8_t *at = &r[change[which / 2].byte];

	memset(r, which % 2 ? 0xff : 0, sizeof(row));
	*at = (*at & change[which / 2].keep) ^ change[which / 2].flip;
	if (which / 2 == 5 || which / 2 == 6)
		r[31] &= 0x7f;
}
