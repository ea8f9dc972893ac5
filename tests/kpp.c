// SPDX-License-Identifier: GPL-2.0-only
/*
 * X25519 and edwards25519 from user space, by AF_ALG sockets of type "kpp":
 * published vectors, OpenSSL, edges, and what must follow from each other.
 */
#include <errno.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ktap.h"
#include "tests/unit/rand.h"
#include "tools/x25519/kpp_socket.h"

static const char *curve = "curve25519-warpcrypt";
static const char *edwards = "edwards25519-warpcrypt";

typedef uint8_t bytes32[KPP_BYTES];

static const bytes32 nine = { 9 };

/* --- shorthand */

static int public_of(const char *name, bytes32 result, const bytes32 secret)
{
	struct kpp_socket s;
	int err = kpp_open(&s, name, secret, KPP_BYTES);

	if (err)
		return err;
	err = kpp_public(&s, result);
	kpp_close(&s);
	return err;
}

static int shared_of(const char *name, bytes32 result, const bytes32 secret,
		     const bytes32 point)
{
	struct kpp_socket s;
	int err = kpp_open(&s, name, secret, KPP_BYTES);

	if (err)
		return err;
	err = kpp_shared(&s, result, point, 1);
	kpp_close(&s);
	return err;
}

static bool same(const bytes32 a, const bytes32 b)
{
	return !memcmp(a, b, KPP_BYTES);
}

static void unhex(bytes32 to, const char *hex)
{
	unsigned int byte;
	int i;

	for (i = 0; i < KPP_BYTES; i++) {
		sscanf(hex + 2 * i, "%2x", &byte);
		to[i] = byte;
	}
}

/* 2^255 - 19 + n, n below 19 */
static void p_plus(bytes32 to, int n)
{
	memset(to, 0xff, KPP_BYTES);
	to[0] = 0xed + n;
	to[31] = 0x7f;
}

/* --- OpenSSL */

static bool openssl_public(int type, bytes32 result, const bytes32 secret)
{
	EVP_PKEY *key = EVP_PKEY_new_raw_private_key(type, NULL, secret,
						     KPP_BYTES);
	size_t len = KPP_BYTES;
	bool ok = key && EVP_PKEY_get_raw_public_key(key, result, &len);

	EVP_PKEY_free(key);
	return ok;
}

static bool openssl_shared(bytes32 result, const bytes32 secret,
			   const bytes32 point)
{
	EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL,
						     secret, KPP_BYTES);
	EVP_PKEY *peer = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL,
						     point, KPP_BYTES);
	EVP_PKEY_CTX *ctx = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
	size_t len = KPP_BYTES;
	bool ok = ctx && peer && EVP_PKEY_derive_init(ctx) > 0 &&
		  EVP_PKEY_derive_set_peer(ctx, peer) > 0 &&
		  EVP_PKEY_derive(ctx, result, &len) > 0;

	EVP_PKEY_CTX_free(ctx);
	EVP_PKEY_free(peer);
	EVP_PKEY_free(key);
	return ok;
}

/* The scalar that RFC 8032 makes of a secret key. */
static void ed25519_scalar(bytes32 scalar, const bytes32 secret)
{
	uint8_t hash[SHA512_DIGEST_LENGTH];

	SHA512(secret, KPP_BYTES, hash);
	memcpy(scalar, hash, KPP_BYTES);
	scalar[0] &= 0xf8;
	scalar[31] = (scalar[31] & 0x7f) | 0x40;
}

/* --- X25519 */

/* RFC 7748, section 5.2, the second with the top bit of u set; section 6.1. */
static const struct {
	const char *secret, *point, *result;
} rfc7748[] = {
	{ "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
	  "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
	  "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552" },
	{ "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
	  "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
	  "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957" },
	{ "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
	  "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
	  "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742" },
};

static void test_rfc7748(void)
{
	bytes32 secret, point, want, got;
	unsigned int i;
	int err;

	for (i = 0; i < sizeof(rfc7748) / sizeof(rfc7748[0]); i++) {
		unhex(secret, rfc7748[i].secret);
		unhex(point, rfc7748[i].point);
		unhex(want, rfc7748[i].result);
		err = shared_of(curve, got, secret, point);
		ktap_ok(!err && same(got, want), "RFC 7748, vector %u%s%s",
			i + 1, err ? ": " : "", err ? strerror(-err) : "");
	}
}

/* RFC 7748, section 5.2: the result becomes the scalar, the scalar the point. */
static void test_iterated(unsigned int rounds)
{
	bytes32 k, u, next, once, often;
	bool ok = true;
	unsigned int i;

	unhex(once, "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079");
	unhex(often, "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51");
	memcpy(k, nine, sizeof(k));
	memcpy(u, nine, sizeof(u));
	for (i = 1; i <= rounds; i++) {
		ok = ok && !shared_of(curve, next, k, u);
		memcpy(u, k, sizeof(u));
		memcpy(k, next, sizeof(k));
		if (i == 1)
			ok = ok && same(k, once);
		if (i == 1000)
			ok = ok && same(k, often);
	}
	ktap_ok(ok, "RFC 7748, iterated %u times", rounds);
}

static void test_x25519_random(struct test_rand *r, unsigned int rounds)
{
	bytes32 secret, point, ours, theirs;
	unsigned int i, wrong_public = 0, wrong_shared = 0;

	for (i = 0; i < rounds; i++) {
		rand_fill(r, secret, sizeof(secret));
		rand_fill(r, point, sizeof(point));
		wrong_public += public_of(curve, ours, secret) ||
				!openssl_public(EVP_PKEY_X25519, theirs, secret) ||
				!same(ours, theirs);
		wrong_shared += shared_of(curve, ours, secret, point) ||
				!openssl_shared(theirs, secret, point) ||
				!same(ours, theirs);
	}
	ktap_ok(!wrong_public, "X25519, %u public keys as OpenSSL", rounds);
	ktap_ok(!wrong_shared, "X25519, %u shared secrets as OpenSSL", rounds);
}

static void test_x25519_scalars(struct test_rand *r)
{
	bytes32 secrets[8] = { { 1 }, { 7 }, { 8 }, { 0xff } }, point;
	bytes32 ours, theirs;
	bool ok = true;
	int i;

	memset(secrets[4], 0xff, KPP_BYTES);
	secrets[5][31] = 0x80;
	secrets[6][31] = 0x7f;
	p_plus(secrets[7], 0);
	rand_fill(r, point, sizeof(point));
	for (i = 0; i < 8; i++)
		ok = ok && !shared_of(curve, ours, secrets[i], point) &&
		     openssl_shared(theirs, secrets[i], point) &&
		     same(ours, theirs);
	ktap_ok(ok, "X25519, edge scalars as OpenSSL");
	memset(secrets[0], 0, KPP_BYTES);
	ktap_ok(public_of(curve, ours, secrets[0]) == -EINVAL,
		"X25519, a secret of zero is refused");
}

/* u from p to 2^255 - 1 is u - p. */
static void test_x25519_not_reduced(struct test_rand *r)
{
	bytes32 secret, point, reduced, got, want;
	bool ok = true;
	int i, err, expect;

	rand_fill(r, secret, sizeof(secret));
	for (i = 0; i < 19; i++) {
		p_plus(point, i);
		memset(reduced, 0, sizeof(reduced));
		reduced[0] = i;
		err = shared_of(curve, got, secret, point);
		expect = shared_of(curve, want, secret, reduced);
		ok = ok && err == expect && (err || same(got, want));
	}
	ktap_ok(ok, "X25519, u is taken modulo p");
	p_plus(point, 9);
	ktap_ok(!shared_of(curve, got, secret, point) &&
		!public_of(curve, want, secret) && same(got, want),
		"X25519, p + 9 is the base point");
}

/* Points of order 1, 2, 4 and 8, and the same not reduced. */
static void test_x25519_small_order(struct test_rand *r)
{
	static const char *const points[] = {
		"0000000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000000",
		"e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
		"5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"0000000000000000000000000000000000000000000000000000000000000080",
	};
	bytes32 secret, point, got, untouched;
	bool ok = true;
	unsigned int i;

	rand_fill(r, secret, sizeof(secret));
	memset(untouched, 0xa5, sizeof(untouched));
	for (i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
		unhex(point, points[i]);
		memcpy(got, untouched, sizeof(got));
		ok = ok && shared_of(curve, got, secret, point) == -EINVAL &&
		     same(got, untouched);
	}
	ktap_ok(ok, "X25519, points of small order: EINVAL, nothing written");
}

/* --- edwards25519 */

/* RFC 8032, section 7.1. */
static const struct {
	const char *secret, *public;
} rfc8032[] = {
	{ "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
	  "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a" },
	{ "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
	  "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c" },
	{ "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
	  "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025" },
};

static void test_rfc8032(void)
{
	bytes32 secret, scalar, want, got;
	unsigned int i;

	for (i = 0; i < sizeof(rfc8032) / sizeof(rfc8032[0]); i++) {
		unhex(secret, rfc8032[i].secret);
		unhex(want, rfc8032[i].public);
		ed25519_scalar(scalar, secret);
		ktap_ok(!public_of(edwards, got, scalar) && same(got, want),
			"RFC 8032, test %u: [k]B", i + 1);
	}
}

static void test_edwards_random(struct test_rand *r, unsigned int rounds)
{
	bytes32 secret, scalar, ours, theirs;
	unsigned int i, wrong = 0;

	for (i = 0; i < rounds; i++) {
		rand_fill(r, secret, sizeof(secret));
		ed25519_scalar(scalar, secret);
		wrong += public_of(edwards, ours, scalar) ||
			 !openssl_public(EVP_PKEY_ED25519, theirs, secret) ||
			 !same(ours, theirs);
	}
	ktap_ok(!wrong, "edwards25519, %u times [k]B as OpenSSL", rounds);
}

/* B, and the neutral element, encoded. */
static const bytes32 ed_base = {
	0x58, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
	0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
	0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
};
static const bytes32 ed_neutral = { 1 };

/* Neither clamped nor reduced: zero, the order, all bits; [k]B is [k](B). */
static void test_edwards_scalars(struct test_rand *r)
{
	bytes32 scalars[7] = { { 0 }, { 1 }, { 2 }, { 7 } }, base, point;
	bool ok = true;
	int i;

	unhex(scalars[4], "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
	memset(scalars[5], 0xff, KPP_BYTES);
	rand_fill(r, scalars[6], KPP_BYTES);
	for (i = 0; i < 7; i++) {
		ok = ok && !public_of(edwards, base, scalars[i]) &&
		     !shared_of(edwards, point, scalars[i], ed_base) &&
		     same(base, point);
		if (i == 0 || i == 4)
			ok = ok && same(base, ed_neutral);
		if (i == 1)
			ok = ok && same(base, ed_base);
	}
	ktap_ok(ok, "edwards25519, edge scalars");
}

/* A point of order 8, times 0 to 8: a scalar that was clamped would make 1. */
static void test_edwards_small_order(void)
{
	bytes32 point, k = { 0 }, got, before = { 1 };
	bool ok = true;

	unhex(point, "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
	for (k[0] = 0; k[0] <= 8; k[0]++) {
		ok = ok && !shared_of(edwards, got, k, point);
		ok = ok && same(got, ed_neutral) == (k[0] == 0 || k[0] == 8);
		ok = ok && (k[0] == 0 || !same(got, before));
		memcpy(before, got, sizeof(before));
	}
	ktap_ok(ok, "edwards25519, a point of order 8 times 0 to 8");
}

/* y of p and above; y = 2, which no point has; x = 0 said to be odd. */
static void test_edwards_no_points(struct test_rand *r)
{
	bytes32 points[21] = { [19] = { 2 }, [20] = { 1, [31] = 0x80 } };
	bytes32 secret, got, untouched;
	bool ok = true;
	int i;

	rand_fill(r, secret, sizeof(secret));
	memset(untouched, 0xa5, sizeof(untouched));
	for (i = 0; i < 19; i++)
		p_plus(points[i], i);
	for (i = 0; i < 21; i++) {
		memcpy(got, untouched, sizeof(got));
		ok = ok && shared_of(edwards, got, secret, points[i]) == -EINVAL &&
		     same(got, untouched);
	}
	ktap_ok(ok, "edwards25519, what is no point: EINVAL, nothing written");
}

/* --- both */

static void test_commutes(const char *name, struct test_rand *r, unsigned int rounds)
{
	bytes32 a, b, pa, pb, ab, ba;
	unsigned int i, wrong = 0;

	for (i = 0; i < rounds; i++) {
		rand_fill(r, a, sizeof(a));
		rand_fill(r, b, sizeof(b));
		wrong += public_of(name, pa, a) || public_of(name, pb, b) ||
			 shared_of(name, ab, a, pb) ||
			 shared_of(name, ba, b, pa) || !same(ab, ba);
	}
	ktap_ok(!wrong, "%s: both sides agree, %u times", name, rounds);
}

/* As many points in a message as fit; results one by one as a reference. */
static void test_batches(struct test_rand *r)
{
	static const unsigned int sizes[] = { 1, 31, 32, 33, 1000, KPP_QUEUE };
	static uint8_t points[KPP_QUEUE * KPP_BYTES];
	static uint8_t results[KPP_QUEUE * KPP_BYTES];
	struct kpp_socket s;
	bytes32 secret, want;
	unsigned int i, j;
	bool ok;

	rand_fill(r, secret, sizeof(secret));
	if (!ktap_ok(!kpp_open(&s, curve, secret, KPP_BYTES), "open"))
		return;
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		rand_fill(r, points, sizes[i] * KPP_BYTES);
		ok = !kpp_shared(&s, results, points, sizes[i]);
		for (j = 0; ok && j < sizes[i]; j++)
			ok = openssl_shared(want, secret,
					    points + j * KPP_BYTES) &&
			     same(want, results + j * KPP_BYTES);
		ktap_ok(ok, "a batch of %u", sizes[i]);
	}
	memset(results, 0xa5, sizeof(results));
	memset(points + 500 * KPP_BYTES, 0, KPP_BYTES);
	ktap_ok(kpp_shared(&s, results, points, 1000) == -EINVAL,
		"one bad point in a batch of 1000 fails it");
	for (i = 0; i < sizeof(results) && results[i] == 0xa5; i++)
		;
	ktap_ok(i == sizeof(results), "which writes nothing");
	ktap_ok(!kpp_shared(&s, results, points, 500),
		"and the socket goes on");
	kpp_close(&s);
}

static unsigned long option(int argc, char **argv, const char *name,
			    unsigned long value)
{
	size_t len = strlen(name);
	int i;

	for (i = 1; i < argc; i++)
		if (!strncmp(argv[i], name, len) && argv[i][len] == '=')
			value = strtoul(argv[i] + len + 1, NULL, 0);
	return value;
}

int main(int argc, char **argv)
{
	unsigned long rounds = option(argc, argv, "--rounds", 100);
	struct test_rand r = { option(argc, argv, "--seed", 1) };

	ktap_start();
	test_rfc7748();
	test_iterated(option(argc, argv, "--iterated", 1000));
	test_x25519_random(&r, rounds);
	test_x25519_scalars(&r);
	test_x25519_not_reduced(&r);
	test_x25519_small_order(&r);
	test_rfc8032();
	test_edwards_random(&r, rounds);
	test_edwards_scalars(&r);
	test_edwards_small_order();
	test_edwards_no_points(&r);
	test_commutes(curve, &r, rounds / 5);
	test_commutes(edwards, &r, rounds / 5);
	test_batches(&r);
	return ktap_finish();
}
