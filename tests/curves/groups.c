// SPDX-License-Identifier: GPL-2.0-only
/* The table of groups, their oracles, and random points. */
#include <openssl/obj_mac.h>
#include <string.h>

#include "tests/curves/curves.h"
#include "tests/curves/parallel.h"
#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"
#include "tests/reference/openssl_wei.h"
#include "tests/vectors/25519.h"

/* For tests only: kernels/Makefile-wei.inc. */
extern const struct wcwei_curve wcwei_sm2;

static uint8_t expect_x25519(const struct group *g, uint8_t *out, const row scalar,
			     const uint8_t *point)
{
	(void)g;
	if (openssl_x25519(out, scalar, point))
		return WC25519_OK;
	memset(out, 0, 32);
	return WC25519_ZERO;
}

static uint8_t expect_edwards(const struct group *g, uint8_t *out, const row scalar,
			      const uint8_t *point)
{
	row base;

	(void)g;
	from_hex(base, EDWARDS25519_BASE);
	if (edwards25519_multiply(out, scalar, point ? point : base))
		return WC25519_OK;
	memset(out, 0, 32);
	return WC25519_BAD_POINT;
}

static uint8_t expect_wei(const struct group *g, uint8_t *out, const row scalar,
			  const uint8_t *point)
{
	static const row one = { [31] = 1 };
	uint8_t any[POINT_MAX];

	if (openssl_wei_mult(g->nid, out, scalar, point))
		return WCWEI_OK;
	memset(out, 0, g->point);
	return point && !openssl_wei_mult(g->nid, any, one, point) ? WCWEI_BAD_POINT :
								     WCWEI_BAD_SCALAR;
}

/*
 * A number; one in four has words and half words that are all zeros or all ones, at whose borders
 * carries are lost.
 */
void draw_row(struct test_rand *r, row to)
{
	uint32_t kinds, i;

	rand_fill(r, to, sizeof(row));
	if (rand_below(r, 4))
		return;
	kinds = rand_u32(r);
	for (i = 0; i < 32; i += 4, kinds >>= 2)
		if (kinds & 1)
			memset(to + i, kinds & 2 ? 0xff : 0, 4);
	to[rand_below(r, 32)] += (uint8_t)(rand_below(r, 3) - 1);
}

static void draw_x25519(const struct group *g, struct test_rand *r, uint8_t *point,
			bool good)
{
	(void)g;
	(void)good;
	draw_row(r, point);
}

/* Half of them are none; most of the others have a part of small order. */
static void draw_edwards(const struct group *g, struct test_rand *r, uint8_t *point,
			 bool good)
{
	static const row neutral = { 1 };
	row sum;

	(void)g;
	do {
		draw_row(r, point);
	} while (good && !edwards25519_add(sum, neutral, point));
}

static void draw_wei(const struct group *g, struct test_rand *r, uint8_t *point, bool good)
{
	row x;

	(void)good;
	do {
		draw_row(r, x);
	} while (!openssl_wei_lift(g->nid, point, x, (int)rand_below(r, 2)));
}

struct drawing {
	struct batch *b;
	uint64_t seed;
	bool good;
};

static void draw_one(void *ctx, size_t i)
{
	const struct drawing *d = ctx;
	struct test_rand r = { d->seed + i * 0x9e3779b97f4a7c15ULL };

	rand_u32(&r);
	draw_row(&r, scalar_of(d->b, i));
	/* Of a curve of prime order: from 1 to n - 1. */
	if (d->good && d->b->g->wei) {
		scalar_of(d->b, i)[0] &= 0x7f;
		scalar_of(d->b, i)[31] |= 1;
	}
	d->b->g->draw_point(d->b->g, &r, point_of(d->b, i), d->good);
}

/* Random scalars and points; @good: all of them have a product. */
void draw_points(struct check *c, struct batch *b, bool good)
{
	struct drawing d = { b, rand_u64(&c->rand), good };

	in_parallel("random points", b->count, draw_one, &d);
}

#define GROUP_25519	.point = 32, .scalars = edge_scalars_25519, .points = edge_points_25519
#define GROUP_WEI	.point = 64, .scalars = edge_scalars_wei, .points = edge_points_wei, \
	.expect = expect_wei, .draw_point = draw_wei, .slow = 1

const struct group groups[4] = {
	{ .name = "x25519", .curve = WARPCRYPT_X25519, .expect = expect_x25519,
	  .draw_point = draw_x25519, .slow = 1, .published = check_published_x25519,
	  .special = check_iterated, GROUP_25519 },
	{ .name = "edwards25519", .curve = WARPCRYPT_EDWARDS25519, .expect = expect_edwards,
	  .draw_point = draw_edwards, .slow = 16, .published = check_published_edwards,
	  .special = check_edwards, GROUP_25519 },
	{ .name = "p256", .curve = WARPCRYPT_P256, .wei = &wcwei_p256,
	  .nid = NID_X9_62_prime256v1, .published = check_published_p256, GROUP_WEI },
	{ .name = "sm2", .curve = -1, .wei = &wcwei_sm2, .nid = NID_sm2, GROUP_WEI },
};
