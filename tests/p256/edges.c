// SPDX-License-Identifier: GPL-2.0-only
#include "tests/p256/edges.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/obj_mac.h>
#include <string.h>

#include "tests/reference/openssl_wei.h"

/* OpenSSL's word for what p and n are. */
static void get_orders(row p, row n)
{
	EC_GROUP *g = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);

	if (!g || BN_bn2binpad(EC_GROUP_get0_field(g), p, 32) != 32 ||
	    BN_bn2binpad(EC_GROUP_get0_order(g), n, 32) != 32)
		die("OpenSSL has no P-256");
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
		die("tests/p256/edges.h: the list is too short");
	plus(e->scalars[e->count++], a, d);
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

/**
 * edge_scalars() - scalars where carries, digits or reductions may go wrong
 *
 * Next to 0, n / 2, n, p and 2^256; all bytes alike, which makes every digit of a
 * window; single bits. Those that are 0, or n or more, have no result.
 *
 * Return: the list, always the same
 */
const struct edges *edge_scalars(void)
{
	static const row zero;
	static struct edges e;
	row p, n, r;
	int i;

	if (e.count)
		return &e;
	get_orders(p, n);
	half(r, n);
	for (i = -34; i <= 34; i++) {
		add_scalar(&e, zero, i);
		add_scalar(&e, n, i);
		add_scalar(&e, p, i);
		add_scalar(&e, r, i);
	}
	for (i = 0; i < 256; i++) {
		memset(r, i, sizeof(row));
		add_scalar(&e, r, 0);
	}
	add_bits(&e);
	return &e;
}

static void add_point(struct edges *e, const row x, const row y)
{
	if (e->count == EDGES_MOST)
		die("tests/p256/edges.h: the list is too short");
	memcpy(e->points[e->count], x, 32);
	memcpy(e->points[e->count++] + 32, y, 32);
}

/* The two points of an x, if there are any; else x, and a y that does not fit. */
static void add_x(struct edges *e, const row x)
{
	point a;
	int odd;

	for (odd = 0; odd < 2; odd++) {
		if (openssl_wei_lift(NID_X9_62_prime256v1, a, x, odd))
			add_point(e, a, a + 32);
		else
			add_point(e, x, x);
	}
}

/* What a point may be taken for, and what is nearly one. */
static void add_no_points(struct edges *e, const row p)
{
	static const row zero;
	point good;
	row x, above;
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
		if (!openssl_wei_lift(NID_X9_62_prime256v1, good, x, 0))
			continue;
		plus(above, p, i);
		add_point(e, above, good + 32);
	}
	/* One bit of a good point. */
	for (i = 0; i < 512; i += 3) {
		good[i / 8] ^= (uint8_t)(1 << i % 8);
		add_point(e, good, good + 32);
		good[i / 8] ^= (uint8_t)(1 << i % 8);
	}
}

/**
 * edge_points() - points, on the curve, or nearly
 *
 * With x next to 0 and p; (0, 0), as which some write infinity; coordinates of p and
 * more; points with one wrong bit.
 *
 * Return: the list, always the same
 */
const struct edges *edge_points(void)
{
	static const row zero;
	static struct edges e;
	row p, n, x;
	int i;

	if (e.count)
		return &e;
	get_orders(p, n);
	for (i = 0; i < 150; i++) {
		plus(x, zero, i);
		add_x(&e, x);
		plus(x, p, -1 - i);
		add_x(&e, x);
	}
	add_no_points(&e, p);
	return &e;
}
