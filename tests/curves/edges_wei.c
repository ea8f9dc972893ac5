// SPDX-License-Identifier: GPL-2.0-only
/* Scalars and points of short Weierstrass curves where something may go wrong. */
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/obj_mac.h>
#include <string.h>

#include "tests/curves/curves.h"
#include "tests/reference/openssl_wei.h"

/* OpenSSL's word for what p and n are. */
static void get_orders(const struct group *curve, row p, row n)
{
	EC_GROUP *g = EC_GROUP_new_by_curve_name(curve->nid);

	if (!g || BN_bn2binpad(EC_GROUP_get0_field(g), p, 32) != 32 ||
	    BN_bn2binpad(EC_GROUP_get0_order(g), n, 32) != 32)
		die("OpenSSL has no %s", curve->name);
	EC_GROUP_free(g);
}

/* @a + @d, modulo 2^256 */
static void plus(row r, const row a, int d)
{
	int i;

	for (i = 31; i >= 0; i--) {
		d += a[i];
		r[i] = (uint8_t)d;
		d = (d - r[i]) / 256;
	}
}

static void add_scalar(struct edges *e, const row a, int d)
{
	if (e->count == EDGES_MOST)
		die("tests/curves/curves.h: EDGES_MOST is too small");
	plus(e->at[e->count++], a, d);
}

static void half(row r, const row a)
{
	int i;

	for (i = 31; i >= 0; i--)
		r[i] = (uint8_t)(a[i] >> 1 | (i ? a[i - 1] << 7 : 0));
}

/* 2^i and next to it, and all ones but 2^i. */
static void add_bits(struct edges *e)
{
	row r;
	int i;

	for (i = 0; i < 256; i++) {
		memset(r, 0, sizeof(row));
		r[31 - i / 8] = (uint8_t)(1 << i % 8);
		add_scalar(e, r, 0);
		add_scalar(e, r, -1);
		memset(r, 0xff, sizeof(row));
		r[31 - i / 8] ^= (uint8_t)(1 << i % 8);
		add_scalar(e, r, 0);
	}
}

/*
 * Scalars where carries, digits or reductions may go wrong: next to 0, n / 2, n, p and 2^256; all
 * bytes alike, which makes every digit of a window; single bits. Those that are 0, or n or more,
 * have no result.
 */
const struct edges *edge_scalars_wei(const struct group *g)
{
	static const row zero;
	static struct edges lists[COUNT(groups)];
	struct edges *e = &lists[g - groups];
	row p, n, r;
	int i;

	if (e->count)
		return e;
	get_orders(g, p, n);
	half(r, n);
	for (i = -40; i <= 40; i++) {
		add_scalar(e, zero, i);
		add_scalar(e, n, i);
		add_scalar(e, p, i);
		add_scalar(e, r, i);
	}
	for (i = 0; i < 256; i++) {
		memset(r, i, sizeof(row));
		add_scalar(e, r, 0);
	}
	add_bits(e);
	return e;
}

static void add_point(struct edges *e, const row x, const row y)
{
	if (e->count == EDGES_MOST)
		die("tests/curves/curves.h: EDGES_MOST is too small");
	memcpy(e->at[e->count], x, 32);
	memcpy(e->at[e->count++] + 32, y, 32);
}

/* The two points of an x, if there are any; else x, and a y that does not fit. */
static void add_x(const struct group *g, struct edges *e, const row x)
{
	uint8_t a[64];
	int odd;

	for (odd = 0; odd < 2; odd++) {
		if (openssl_wei_lift(g->nid, a, x, odd))
			add_point(e, a, a + 32);
		else
			add_point(e, x, x);
	}
}

/* What a point may be taken for, and what is nearly one. */
static void add_no_points(const struct group *g, struct edges *e, const row p)
{
	static const row zero;
	row x, above, n = { 0 };
	uint8_t good[64], any[64];
	int i;

	for (i = -2; i <= 2; i++) {
		plus(x, zero, i);
		plus(above, p, i);
		add_point(e, x, zero);
		add_point(e, zero, x);
		add_point(e, above, zero);
		add_point(e, zero, above);
		add_point(e, above, above);
	}
	/* x + p and y + p of points, where that is below 2^256. */
	for (i = 0; i < 200; i++) {
		plus(x, zero, i);
		if (!openssl_wei_lift(g->nid, good, x, 0))
			continue;
		plus(above, p, i);
		add_point(e, above, good + 32);
	}
	/* y + p of the points with y = 1. */
	from_hex(good, g->nid == NID_sm2 ?
		 "9c17043effe1a805a74a9a5e70b9d659705d3242094a566dc016f49311178d1f" :
		 "6916fac45e568b6b9e2e2ecd611b282e5fcc40a3067d601057f879ce5a8a73cc");
	plus(good + 32, zero, 1);
	add_point(e, good, good + 32);
	if (!openssl_wei_mult(g->nid, any, good + 32, good))
		die("y is not 1");
	plus(good + 32, p, 1);
	add_point(e, good, good + 32);
	/* Of a good point x and y exchanged, or one of them p or 2^256 - 1. */
	plus(x, zero, -1);
	for (i = 9; !openssl_wei_lift(g->nid, good, n, 0); i++)
		plus(n, zero, i);
	add_point(e, good + 32, good);
	add_point(e, good, p);
	add_point(e, p, good + 32);
	add_point(e, good, x);
	add_point(e, x, good + 32);
	/* One bit of a good point. */
	for (i = 0; i < 512; i += 3) {
		good[i / 8] ^= (uint8_t)(1 << i % 8);
		add_point(e, good, good + 32);
		good[i / 8] ^= (uint8_t)(1 << i % 8);
	}
}

/*
 * Points, on the curve, or nearly: with x next to 0 and p; (0, 0), as which some write infinity;
 * coordinates of p and more; points with one wrong bit.
 */
const struct edges *edge_points_wei(const struct group *g)
{
	static const row zero;
	static struct edges lists[COUNT(groups)];
	struct edges *e = &lists[g - groups];
	row p, n, x;
	int i;

	if (e->count)
		return e;
	get_orders(g, p, n);
	for (i = 0; i < 150; i++) {
		plus(x, zero, i);
		add_x(g, e, x);
		plus(x, p, -1 - i);
		add_x(g, e, x);
	}
	add_no_points(g, e, p);
	return e;
}
