// SPDX-License-Identifier: GPL-2.0-only
#include "tests/reference/openssl_wei.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/obj_mac.h>
#include <pthread.h>
#include <string.h>

#include "tests/reference/openssl_check.h"

static EC_GROUP *p256, *sm2;

/* Some builds of OpenSSL have no SM2. */
static void make_curves(void)
{
	p256 = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
	sm2 = EC_GROUP_new_by_curve_name(NID_sm2);
	ERR_clear_error();
}

static const EC_GROUP *curve(int nid)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const EC_GROUP *g;

	pthread_once(&once, make_curves);
	g = nid == NID_sm2 ? sm2 : p256;
	check(g, "curve");
	return g;
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

/*
 * A scalar times a point, or times the base point if it is NULL; false, and zeros, unless the
 * scalar is in [1, n - 1] and the point one of the curve.
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

/* The point that has this x, and an @odd y; false: there is none. */
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

/* [k]G + [m]P, which must not be the point at infinity. */
void openssl_wei_sum(int nid, uint8_t out[64], const uint8_t k[32],
		     const uint8_t m[32], const uint8_t point[64])
{
	BIGNUM *bk = BN_bin2bn(k, 32, NULL), *bm = BN_bin2bn(m, 32, NULL);
	uint8_t bytes[65] = { POINT_CONVERSION_UNCOMPRESSED };
	const EC_GROUP *g = curve(nid);
	EC_POINT *p = EC_POINT_new(g);

	memcpy(bytes + 1, point, 64);
	check(bk && bm && p && decode(g, p, bytes, sizeof(bytes)) &&
	      EC_POINT_mul(g, p, bk, p, bm, NULL), "a sum");
	encode(g, out, p);
	EC_POINT_free(p);
	BN_free(bm);
	BN_free(bk);
}
