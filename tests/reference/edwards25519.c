// SPDX-License-Identifier: GPL-2.0-only
#include "tests/reference/edwards25519.h"

#include <err.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <pthread.h>
#include <string.h>

/*
 * Numbers of the field are in Montgomery's form, times 2^256 modulo p; but for
 * those that are called plain.
 */

/* Extended coordinates: x = X / Z, y = Y / Z, x y = T / Z (RFC 8032, section 5.1.4). */
struct point {
	BIGNUM *x, *y, *z, *t;
};

/* RFC 8032, section 5.1, table 1: p, the order L, 2d. */
static BIGNUM *p, *order, *one, *d, *twice_d;
static BN_MONT_CTX *mont;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void check(bool ok)
{
	if (!ok)
		errx(125, "OpenSSL's big numbers: %s",
		     ERR_reason_error_string(ERR_get_error()));
}

static void to_mont(BIGNUM *r, BN_CTX *ctx)
{
	check(BN_to_montgomery(r, r, mont, ctx));
}

static void make_constants(void)
{
	BN_CTX *ctx = BN_CTX_new();

	p = BN_new();
	one = BN_new();
	d = BN_new();
	twice_d = BN_new();
	mont = BN_MONT_CTX_new();
	check(ctx && p && one && d && twice_d && mont);
	check(BN_hex2bn(&order, "1000000000000000000000000000000014def9dea2f79cd6"
				"5812631a5cf5d3ed"));
	check(BN_set_bit(p, 255) && BN_sub_word(p, 19));
	check(BN_MONT_CTX_set(mont, p, ctx));
	/* d = -121665 / 121666 */
	check(BN_set_word(d, 121666) && BN_mod_inverse(d, d, p, ctx) &&
	      BN_mul_word(d, 121665) && BN_mod(d, d, p, ctx) &&
	      BN_sub(d, p, d) && BN_mod_lshift1_quick(twice_d, d, p));
	check(BN_one(one));
	to_mont(d, ctx);
	to_mont(twice_d, ctx);
	to_mont(one, ctx);
	BN_CTX_free(ctx);
}

static BN_CTX *begin(void)
{
	BN_CTX *ctx;

	pthread_once(&once, make_constants);
	ctx = BN_CTX_new();
	check(ctx);
	BN_CTX_start(ctx);
	return ctx;
}

static void end(BN_CTX *ctx)
{
	BN_CTX_end(ctx);
	BN_CTX_free(ctx);
}

static BIGNUM *number(BN_CTX *ctx)
{
	BIGNUM *r = BN_CTX_get(ctx);

	check(r);
	return r;
}

static struct point new_point(BN_CTX *ctx)
{
	return (struct point) {
		number(ctx), number(ctx), number(ctx), number(ctx)
	};
}

static void mul(BIGNUM *r, const BIGNUM *a, const BIGNUM *b, BN_CTX *ctx)
{
	check(BN_mod_mul_montgomery(r, a, b, mont, ctx));
}

static void add(BIGNUM *r, const BIGNUM *a, const BIGNUM *b)
{
	check(BN_mod_add_quick(r, a, b, p));
}

static void sub(BIGNUM *r, const BIGNUM *a, const BIGNUM *b)
{
	check(BN_mod_sub_quick(r, a, b, p));
}

static void set_neutral(struct point *r)
{
	BN_zero(r->x);
	BN_zero(r->t);
	check(BN_copy(r->y, one) && BN_copy(r->z, one));
}

/* RFC 8032, section 5.1.4; complete, so it doubles too. @r may be @a or @b. */
static void add_points(struct point *r, const struct point *a,
		       const struct point *b, BN_CTX *ctx)
{
	BIGNUM *v[4], *e, *f, *g, *h;
	int i;

	BN_CTX_start(ctx);
	for (i = 0; i < 4; i++)
		v[i] = number(ctx);
	e = number(ctx);
	f = number(ctx);
	g = number(ctx);
	h = number(ctx);
	sub(e, a->y, a->x);
	sub(f, b->y, b->x);
	mul(v[0], e, f, ctx);
	add(e, a->y, a->x);
	add(f, b->y, b->x);
	mul(v[1], e, f, ctx);
	mul(v[2], a->t, twice_d, ctx);
	mul(v[2], v[2], b->t, ctx);
	mul(v[3], a->z, b->z, ctx);
	add(v[3], v[3], v[3]);
	sub(e, v[1], v[0]);
	sub(f, v[3], v[2]);
	add(g, v[3], v[2]);
	add(h, v[1], v[0]);
	mul(r->x, e, f, ctx);
	mul(r->y, g, h, ctx);
	mul(r->t, e, h, ctx);
	mul(r->z, f, g, ctx);
	BN_CTX_end(ctx);
}

/* x of a y, both plain and below p (section 5.1.3); false: there is none. */
static bool recover_x(BIGNUM *x, const BIGNUM *y, bool odd, BN_CTX *ctx)
{
	BIGNUM *u = number(ctx), *v = number(ctx);

	/* x^2 = (y^2 - 1) / (d y^2 + 1) */
	check(BN_to_montgomery(v, y, mont, ctx));
	mul(u, v, v, ctx);
	mul(v, u, d, ctx);
	add(v, v, one);
	sub(u, u, one);
	check(BN_from_montgomery(u, u, mont, ctx) &&
	      BN_from_montgomery(v, v, mont, ctx) &&
	      BN_mod_inverse(v, v, p, ctx) && BN_mod_mul(u, u, v, p, ctx));
	if (!BN_mod_sqrt(x, u, p, ctx)) {
		ERR_clear_error();
		return false;
	}
	if (BN_is_zero(x) && odd)
		return false;
	if (BN_is_odd(x) != odd)
		check(BN_sub(x, p, x));
	return true;
}

static bool decode(struct point *r, const uint8_t from[32], BN_CTX *ctx)
{
	check(BN_lebin2bn(from, 32, r->y));
	check(!BN_is_bit_set(r->y, 255) || BN_clear_bit(r->y, 255));
	if (BN_cmp(r->y, p) >= 0 || !recover_x(r->x, r->y, from[31] >> 7, ctx))
		return false;
	to_mont(r->x, ctx);
	to_mont(r->y, ctx);
	mul(r->t, r->x, r->y, ctx);
	check(BN_copy(r->z, one));
	return true;
}

static void encode(uint8_t to[32], const struct point *a, BN_CTX *ctx)
{
	BIGNUM *z = number(ctx), *x = number(ctx), *y = number(ctx);

	check(BN_from_montgomery(z, a->z, mont, ctx) &&
	      BN_mod_inverse(z, z, p, ctx));
	/* Plain by Montgomery's form is plain. */
	mul(x, z, a->x, ctx);
	mul(y, z, a->y, ctx);
	check(BN_bn2lebinpad(y, to, 32) == 32);
	to[31] |= BN_is_odd(x) << 7;
}

/*
 * [k]P by doubling and adding, k being 256 bits as they are; false, and zeros, if @point is
 * none (RFC 8032, section 5.1.3).
 */
bool edwards25519_multiply(uint8_t out[32], const uint8_t scalar[32],
			   const uint8_t point[32])
{
	BN_CTX *ctx = begin();
	struct point a = new_point(ctx), r = new_point(ctx);
	bool ok = decode(&a, point, ctx);
	int i;

	memset(out, 0, 32);
	set_neutral(&r);
	for (i = 255; ok && i >= 0; i--) {
		add_points(&r, &r, &r, ctx);
		if (scalar[i / 8] >> i % 8 & 1)
			add_points(&r, &r, &a, ctx);
	}
	if (ok)
		encode(out, &r, ctx);
	end(ctx);
	return ok;
}

/* The sum of two points, into @out, which may be one of them; false, and zeros, if one is none. */
bool edwards25519_add(uint8_t out[32], const uint8_t a[32], const uint8_t b[32])
{
	BN_CTX *ctx = begin();
	struct point pa = new_point(ctx), pb = new_point(ctx);
	bool ok = decode(&pa, a, ctx) && decode(&pb, b, ctx);

	memset(out, 0, 32);
	if (ok) {
		add_points(&pa, &pa, &pb, ctx);
		encode(out, &pa, ctx);
	}
	end(ctx);
	return ok;
}

/* [out]B is [a]([b]B): the product of two numbers of 256 bits modulo the order of B. */
void edwards25519_scalar_product(uint8_t out[32], const uint8_t a[32],
				 const uint8_t b[32])
{
	BN_CTX *ctx = begin();
	BIGNUM *x = number(ctx), *y = number(ctx);

	check(BN_lebin2bn(a, 32, x) && BN_lebin2bn(b, 32, y) &&
	      BN_mod_mul(x, x, y, order, ctx) &&
	      BN_bn2lebinpad(x, out, 32) == 32);
	end(ctx);
}
