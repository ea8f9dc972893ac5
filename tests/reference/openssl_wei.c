// SPDX-License-Identifier: GPL-2.0-only
#include "tests/reference/openssl_wei.h"

#include <err.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <string.h>

static void check(bool ok, const char *what)
{
	if (!ok)
		errx(125, "OpenSSL: %s: %s", what,
		     ERR_reason_error_string(ERR_get_error()));
}

/* The curve that was used last is kept. */
static const EC_GROUP *curve(int nid)
{
	static EC_GROUP *group;
	static int of;

	if (of != nid) {
		EC_GROUP_free(group);
		group = EC_GROUP_new_by_curve_name(nid);
		check(group, "curve");
		of = nid;
	}
	return group;
}

/* Whether @bytes, x and y behind a first byte that says what they are, are a point. */
static bool decode(const EC_GROUP *g, EC_POINT *p, const uint8_t *bytes,
		   size_t len)
{
	bool ok = EC_POINT_oct2point(g, p, bytes, len, NULL) == 1;

	ERR_clear_error();
	return ok;
}

static void encode(const EC_GROUP *g, uint8_t out[64], const EC_POINT *p)
{
	uint8_t bytes[65];

	check(EC_POINT_point2oct(g, p, POINT_CONVERSION_UNCOMPRESSED, bytes,
				 sizeof(bytes), NULL) == sizeof(bytes),
	      "a result");
	memcpy(out, bytes + 1, 64);
}

/**
 * openssl_wei_mult() - a scalar times a point
 * @nid: the curve
 * @out: the result
 * @scalar: the scalar
 * @point: the point, or NULL for the base point
 *
 * Return: whether there is a result: the scalar is in [1, n - 1], and the point one of
 * the curve; otherwise @out is zeros
 */
bool openssl_wei_mult(int nid, uint8_t out[64], const uint8_t scalar[32],
		      const uint8_t *point)
{
	const EC_GROUP *g = curve(nid);
	EC_POINT *p = EC_POINT_new(g), *r = EC_POINT_new(g);
	BIGNUM *k = BN_bin2bn(scalar, 32, NULL);
	uint8_t bytes[65] = { POINT_CONVERSION_UNCOMPRESSED };
	bool ok;

	check(p && r && k, "memory");
	memset(out, 0, 64);
	ok = !BN_is_zero(k) && BN_cmp(k, EC_GROUP_get0_order(g)) < 0;
	if (point) {
		memcpy(bytes + 1, point, 64);
		ok = ok && decode(g, p, bytes, sizeof(bytes));
	}
	if (ok) {
		check(EC_POINT_mul(g, r, point ? NULL : k, point ? p : NULL,
				   point ? k : NULL, NULL) == 1, "a product");
		encode(g, out, r);
	}
	BN_free(k);
	EC_POINT_free(p);
	EC_POINT_free(r);
	return ok;
}

/**
 * openssl_wei_lift() - the point that has a given x
 * @nid: the curve
 * @point: the point
 * @x: its x
 * @odd: whether its y is odd
 *
 * Return: whether there is one
 */
bool openssl_wei_lift(int nid, uint8_t point[64], const uint8_t x[32], int odd)
{
	const EC_GROUP *g = curve(nid);
	EC_POINT *p = EC_POINT_new(g);
	uint8_t bytes[33] = { POINT_CONVERSION_COMPRESSED + !!odd };
	bool ok;

	check(p, "memory");
	memcpy(bytes + 1, x, 32);
	ok = decode(g, p, bytes, sizeof(bytes));
	if (ok)
		encode(g, point, p);
	EC_POINT_free(p);
	return ok;
}
