// SPDX-License-Identifier: GPL-2.0-only
/*
 * X25519 and edwards25519 from user space, by AF_ALG sockets of type "kpp":
 * published vectors, OpenSSL, edges, and what must follow from each other.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ktap.h"
#include "tests/option.h"
#include "tests/reference/openssl_25519.h"
#include "tests/unit/rand.h"
#include "tests/vectors/25519.h"
#include "tools/kx/kpp_socket.h"

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

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

/* --- X25519 */

static void test_rfc7748(void)
{
	bytes32 secret, point, want, got;
	unsigned int i;
	int err;

	for (i = 0; i < COUNT(x25519_vectors); i++) {
		unhex(secret, x25519_vectors[i].scalar);
		unhex(point, x25519_vectors[i].point);
		unhex(want, x25519_vectors[i].result);
		err = shared_of(curve, got, secret, point);
		ktap_ok(!err && same(got, want), "%s%s%s",
			x25519_vectors[i].source, err ? " # " : "",
			err ? strerror(-err) : "");
	}
}

/* RFC 7748, section 5.2: the result becomes the scalar, the scalar the point. */
static void test_iterated(unsigned int rounds)
{
	bytes32 k, u, next, once, often;
	bool ok = true;
	unsigned int i;

	unhex(once, x25519_iterated[0].result);
	unhex(often, x25519_iterated[1].result);
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
				!openssl_x25519(theirs, secret, NULL) ||
				!same(ours, theirs);
		wrong_shared += shared_of(curve, ours, secret, point) ||
				!openssl_x25519(theirs, secret, point) ||
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
		     openssl_x25519(theirs, secrets[i], point) &&
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
	bytes32 secret, point, got, untouched;
	bool ok = true;
	unsigned int i;

	rand_fill(r, secret, sizeof(secret));
	memset(untouched, 0xa5, sizeof(untouched));
	for (i = 0; i < COUNT(x25519_small_order); i++) {
		unhex(point, x25519_small_order[i]);
		memcpy(got, untouched, sizeof(got));
		ok = ok && shared_of(curve, got, secret, point) == -EINVAL &&
		     same(got, untouched);
	}
	ktap_ok(ok, "X25519, points of small order: EINVAL, nothing written");
}

/* --- edwards25519 */

/* RFC 8032, section 7.1. */
static void test_rfc8032(void)
{
	bytes32 secret, scalar, want, got;
	unsigned int i;

	for (i = 0; i < COUNT(ed25519_vectors); i++) {
		unhex(secret, ed25519_vectors[i].seed);
		openssl_ed25519(want, scalar, secret);
		unhex(want, ed25519_vectors[i].public);
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
		openssl_ed25519(theirs, scalar, secret);
		wrong += public_of(edwards, ours, scalar) ||
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

	unhex(scalars[4], EDWARDS25519_ORDER);
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

	unhex(point, edwards_small_order[4].point);
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

/*
 * Up to @longest points in a message, which takes KPP_QUEUE; results one by one
 * as a reference.
 */
static void test_batches(struct test_rand *r, unsigned int longest)
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
	for (i = 0; i < COUNT(sizes) && sizes[i] <= longest; i++) {
		rand_fill(r, points, sizes[i] * KPP_BYTES);
		ok = !kpp_shared(&s, results, points, sizes[i]);
		for (j = 0; ok && j < sizes[i]; j++)
			ok = openssl_x25519(want, secret,
					    points + j * KPP_BYTES) &&
			     same(want, results + j * KPP_BYTES);
		ktap_ok(ok, "a batch of %u", sizes[i]);
	}
	memset(results, 0xa5, sizeof(results));
	rand_fill(r, points, longest * KPP_BYTES);
	memset(points + longest / 2 * KPP_BYTES, 0, KPP_BYTES);
	ktap_equal(kpp_shared(&s, results, points, longest), -EINVAL,
		   "one bad point in a batch of %u fails it", longest);
	for (i = 0; i < sizeof(results) && results[i] == 0xa5; i++)
		;
	ktap_ok(i == sizeof(results), "which writes nothing");
	ktap_ok(!kpp_shared(&s, results, points, longest / 2),
		"and the socket goes on");
	kpp_close(&s);
}

int main(int argc, char **argv)
{
	unsigned long rounds = option(argc, argv, "--rounds", 100);
	unsigned long longest = option(argc, argv, "--batch", KPP_QUEUE);
	unsigned long iterated = option(argc, argv, "--iterated", 1000);
	struct test_rand r = { option(argc, argv, "--seed", 1) };
	/* These take longer: fewer of them, but some. */
	unsigned long few = rounds < 5 ? 1 : rounds / 5;

	if (!rounds || !iterated) {
		fputs("kpp: --rounds and --iterated want 1 or more\n", stderr);
		return 2;
	}
	if (longest < 2 || longest > KPP_QUEUE) {
		fprintf(stderr, "kpp: --batch wants 2 to %u, not %lu\n",
			KPP_QUEUE, longest);
		return 2;
	}
	ktap_start();
	test_rfc7748();
	test_iterated(iterated);
	test_x25519_random(&r, rounds);
	test_x25519_scalars(&r);
	test_x25519_not_reduced(&r);
	test_x25519_small_order(&r);
	test_rfc8032();
	test_edwards_random(&r, rounds);
	test_edwards_scalars(&r);
	test_edwards_small_order();
	test_edwards_no_points(&r);
	test_commutes(curve, &r, few);
	test_commutes(edwards, &r, few);
	test_batches(&r, longest);
	return ktap_finish();
}
