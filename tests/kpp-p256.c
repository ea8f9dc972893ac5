// SPDX-License-Identifier: GPL-2.0-only
/*
 * ECDH on P-256 from user space, by AF_ALG sockets of type "kpp": published vectors,
 * OpenSSL, and what must be refused.
 */
#include <errno.h>
#include <openssl/obj_mac.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ktap.h"
#include "tests/option.h"
#include "tests/reference/openssl_wei.h"
#include "tests/unit/rand.h"
#include "tools/kx/kpp_socket.h"

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))
#define SCALAR		32
#define POINT		64
#define SECRET		32

static const char *name = "ecdh-nist-p256-warpcrypt";

typedef uint8_t scalar_t[SCALAR];
typedef uint8_t point_t[POINT];

/* --- shorthand */

static bool unhex(uint8_t *to, const char *hex)
{
	unsigned int byte;

	for (; *hex; hex += 2) {
		if (sscanf(hex, "%2x", &byte) != 1)
			return false;
		*to++ = byte;
	}
	return true;
}

/* The result of an operation of which @sent bytes were sent; 0 or an error. */
static int fetch(struct kpp_socket *s, ssize_t sent, size_t expected,
		 uint8_t *result, size_t len)
{
	ssize_t ret = sent < 0 ? sent : kpp_recv(s, result, len, 0);

	if (ret < 0)
		return (int)ret;
	return (size_t)sent == expected && (size_t)ret == len ? 0 : -EIO;
}

static int public_of(point_t result, const scalar_t secret)
{
	struct kpp_socket s;
	int err = kpp_open(&s, name, secret, SCALAR);

	if (err)
		return err;
	err = fetch(&s, kpp_send(&s, KPP_OP_KEYGEN, NULL, 0, 0), 0, result,
		    POINT);
	kpp_close(&s);
	return err;
}

static int shared_by(struct kpp_socket *s, uint8_t *results,
		     const uint8_t *points, size_t count)
{
	size_t len = count * POINT;

	return fetch(s, kpp_send(s, KPP_OP_SSGEN, points, len, 0), len, results,
		     count * SECRET);
}

static int shared_of(scalar_t result, const scalar_t secret,
		     const point_t point)
{
	struct kpp_socket s;
	int err = kpp_open(&s, name, secret, SCALAR);

	if (err)
		return err;
	err = shared_by(&s, result, point, 1);
	kpp_close(&s);
	return err;
}

static bool multiply(point_t out, const scalar_t scalar, const uint8_t *point)
{
	return openssl_wei_mult(NID_X9_62_prime256v1, out, scalar, point);
}

/* A scalar from 2 to n - 3, but for one in 2^32. */
static void random_scalar(struct test_rand *r, scalar_t scalar)
{
	rand_fill(r, scalar, SCALAR);
}

static void random_point(struct test_rand *r, point_t point)
{
	scalar_t scalar;

	do {
		random_scalar(r, scalar);
	} while (!multiply(point, scalar, NULL));
}

/* --- results */

/* RFC 5903, section 8.1: two scalars, their points, and the x of what both get. */
static const char *const rfc5903[] = {
	"c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433",
	"c6ef9c5d78ae012a011164acb397ce2088685d8f06bf9be0b283ab46476bee53",
	"dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c3772581180"
	"5271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3",
	"d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63"
	"56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab",
	"d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de",
};

static void test_rfc5903(void)
{
	scalar_t secret, want, got;
	point_t point, theirs;
	bool ok = true;
	int i;

	ok = unhex(want, rfc5903[4]);
	for (i = 0; i < 2; i++) {
		ok = ok && unhex(secret, rfc5903[i]) &&
		     unhex(point, rfc5903[2 + i]) &&
		     unhex(theirs, rfc5903[3 - i]);
		memset(got, 0, sizeof(got));
		ok = ok && !shared_of(got, secret, theirs) &&
		     !memcmp(got, want, SECRET);
		ok = ok && !public_of(theirs, secret) &&
		     !memcmp(theirs, point, POINT);
	}
	ktap_ok(ok, "RFC 5903, both sides");
}

static void test_random(struct test_rand *r, unsigned int rounds)
{
	unsigned int i, wrong_public = 0, wrong_shared = 0;
	point_t point, ours, theirs;
	scalar_t secret;

	for (i = 0; i < rounds; i++) {
		random_scalar(r, secret);
		random_point(r, point);
		wrong_public += public_of(ours, secret) ||
				!multiply(theirs, secret, NULL) ||
				memcmp(ours, theirs, POINT);
		wrong_shared += shared_of(ours, secret, point) ||
				!multiply(theirs, secret, point) ||
				memcmp(ours, theirs, SECRET);
	}
	ktap_ok(!wrong_public, "%u public keys as OpenSSL", rounds);
	ktap_ok(!wrong_shared, "%u shared secrets as OpenSSL", rounds);
}

/* A random secret of the kernel's: its public key and ours make the same secret. */
static void test_made(struct test_rand *r)
{
	point_t made[2], ours, want;
	struct kpp_socket s[2];
	scalar_t secret, got;
	bool ok = true;
	int i;

	random_scalar(r, secret);
	ok = multiply(ours, secret, NULL);
	for (i = 0; i < 2 && ok; i++) {
		ok = !kpp_open(&s[i], name, NULL, 0);
		ok = ok && !fetch(&s[i], kpp_send(&s[i], KPP_OP_KEYGEN, NULL, 0,
						  0), 0, made[i], POINT);
		ok = ok && !shared_by(&s[i], got, ours, 1) &&
		     multiply(want, secret, made[i]) &&
		     !memcmp(got, want, SECRET);
		kpp_close(&s[i]);
	}
	ktap_ok(ok && memcmp(made[0], made[1], POINT),
		"secrets that the kernel makes");
}

/* --- what is refused */

#define ORDER "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc6325"

#define ZEROS8	"0000000000000000"
#define ONES8	"ffffffffffffffff"

/* Bytes as hexadecimal digits. */
struct named {
	const char *what, *hex;
};

/*
 * From 2 to n - 3. That of 6.1's ecdh-nist-p256-generic reads the bytes in reverse when it
 * compares: it refuses 2^224 - 1, 2^248 and 2^255 - 1.
 */
static const struct named good_secrets[] = {
	{ "2", ZEROS8 ZEROS8 ZEROS8 "0000000000000002" },
	{ "3", ZEROS8 ZEROS8 ZEROS8 "0000000000000003" },
	{ "2^32 - 1", ZEROS8 ZEROS8 ZEROS8 "00000000ffffffff" },
	{ "2^64 + 1", ZEROS8 ZEROS8 "0000000000000001" "0000000000000001" },
	{ "2^128 - 1", ZEROS8 ZEROS8 ONES8 ONES8 },
	{ "2^224 - 1", "00000000ffffffff" ONES8 ONES8 ONES8 },
	{ "2^248", "0100000000000000" ZEROS8 ZEROS8 ZEROS8 },
	{ "2^255 - 1", "7fffffffffffffff" ONES8 ONES8 ONES8 },
	{ "2^255", "8000000000000000" ZEROS8 ZEROS8 ZEROS8 },
	{ "(n - 1) / 2", "7fffffff800000007fffffffffffffffde737d56d38bcf42"
			 "79dce5617e3192a8" },
	{ "(n + 1) / 2", "7fffffff800000007fffffffffffffffde737d56d38bcf42"
			 "79dce5617e3192a9" },
	{ "n - 4", ORDER "4d" },
	{ "n - 3", ORDER "4e" },
};

static const struct named bad_secrets[] = {
	{ "0", ZEROS8 ZEROS8 ZEROS8 ZEROS8 },
	{ "1", ZEROS8 ZEROS8 ZEROS8 "0000000000000001" },
	{ "n - 2", ORDER "4f" },
	{ "n - 1", ORDER "50" },
	{ "n", ORDER "51" },
	{ "n + 1", ORDER "52" },
	{ "2^256 - 2^192", ONES8 ZEROS8 ZEROS8 ZEROS8 },
	{ "2^256 - 1", ONES8 ONES8 ONES8 ONES8 },
};

/* The secret's public key, and what it shares with @point, are OpenSSL's. */
static bool is_right(const scalar_t secret, const point_t point)
{
	point_t ours, theirs;

	return !public_of(ours, secret) && multiply(theirs, secret, NULL) &&
	       !memcmp(ours, theirs, POINT) &&
	       !shared_of(ours, secret, point) &&
	       multiply(theirs, secret, point) && !memcmp(ours, theirs, SECRET);
}

static void test_secrets(struct test_rand *r)
{
	uint8_t secret[SCALAR + 8];
	struct kpp_socket s;
	point_t point;
	unsigned int i;
	bool ok;

	random_point(r, point);
	for (i = 0; i < COUNT(good_secrets); i++)
		ktap_ok(unhex(secret, good_secrets[i].hex) &&
			is_right(secret, point),
			"the secret %s: as OpenSSL", good_secrets[i].what);
	for (i = 0; i < COUNT(bad_secrets); i++)
		ktap_ok(unhex(secret, bad_secrets[i].hex) &&
			public_of(point, secret) == -EINVAL,
			"the secret %s: EINVAL", bad_secrets[i].what);
	memset(secret, 1, sizeof(secret));
	ok = !kpp_bind(&s, name);
	ktap_ok(ok && kpp_set_secret(&s, secret, 31) == -EINVAL &&
		kpp_set_secret(&s, secret, 33) == -EINVAL &&
		kpp_set_secret(&s, secret, 38) == -EINVAL &&
		kpp_set_secret(&s, secret, 32) == POINT,
		"secrets of 31, 33 and 38 bytes, too; results have up to 64");
	if (ok)
		kpp_close(&s);
}

static void test_points(struct test_rand *r)
{
	/* x = 5 has a point; x + p is below 2^256. y = p; all ones; zeros. */
	static const struct {
		const char *point, *what;
	} cases[] = {
		{ "ffffffff00000001000000000000000000000001000000000000000000000004"
		  "459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc",
		  "an x of p + 5" },
		{ "0000000000000000000000000000000000000000000000000000000000000005"
		  "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
		  "a y of p" },
		{ "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
		  "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		  "all ones" },
		{ "0000000000000000000000000000000000000000000000000000000000000000"
		  "0000000000000000000000000000000000000000000000000000000000000000",
		  "zeros" },
	};
	scalar_t secret, got, untouched;
	point_t point;
	unsigned int i;

	random_scalar(r, secret);
	memset(untouched, 0xa5, sizeof(untouched));
	for (i = 0; i <= COUNT(cases); i++) {
		random_point(r, point);
		if (i < COUNT(cases))
			unhex(point, cases[i].point);
		else
			point[POINT - 1] ^= 1;
		memcpy(got, untouched, sizeof(got));
		ktap_ok(shared_of(got, secret, point) == -EINVAL &&
			!memcmp(got, untouched, sizeof(got)),
			"%s: EINVAL, nothing written", i < COUNT(cases) ?
			cases[i].what : "a point beside the curve");
	}
}

/*
 * The two points with x = 0: y is a root of b. And G, and -G. (The kernel's generic ECDH has
 * no result for x = 0.)
 */
static void test_edge_points(struct test_rand *r)
{
	static const struct named cases[] = {
		{ "x = 0", ZEROS8 ZEROS8 ZEROS8 ZEROS8
		  "66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4" },
		{ "x = 0, the other y", ZEROS8 ZEROS8 ZEROS8 ZEROS8
		  "99b7a386f1d07c29dbcc42a27b5f9449abe3d50de25178e8d7407a95e8b06c0b" },
		{ "G",
		  "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
		  "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5" },
		{ "-G",
		  "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
		  "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a" },
	};
	scalar_t secret;
	point_t point;
	unsigned int i, j;
	bool ok;

	for (i = 0; i < COUNT(cases); i++) {
		random_scalar(r, secret);
		ok = unhex(point, cases[i].hex) && is_right(secret, point);
		for (j = 0; j < COUNT(good_secrets); j++)
			ok = ok && unhex(secret, good_secrets[j].hex) &&
			     is_right(secret, point);
		ktap_ok(ok, "the point %s: as OpenSSL, times all of these",
			cases[i].what);
	}
}

static void test_lengths(struct test_rand *r)
{
	uint8_t points[2 * POINT], got[2 * POINT];
	struct kpp_socket s;
	scalar_t secret;
	point_t want;
	bool ok = true;
	size_t len;

	random_scalar(r, secret);
	random_point(r, points);
	random_point(r, points + POINT);
	if (!ktap_ok(!kpp_open(&s, name, secret, SCALAR), "open"))
		return;
	for (len = POINT / 2; len < 2 * POINT; len += POINT / 2 - 1)
		ok = ok && kpp_send(&s, KPP_OP_SSGEN, points, len, 0) ==
			   (ssize_t)len &&
		     kpp_recv(&s, got, sizeof(got), 0) == -EINVAL;
	ktap_ok(ok, "parts of points: EINVAL");
	ktap_ok(kpp_send(&s, KPP_OP_KEYGEN, NULL, 0, 0) == 0 &&
		kpp_recv(&s, got, POINT - 1, 0) == -EMSGSIZE &&
		kpp_recv(&s, got, POINT, 0) == POINT,
		"no room for a public key: EMSGSIZE");
	ktap_ok(kpp_send(&s, KPP_OP_SSGEN, points, sizeof(points), 0) ==
		sizeof(points) &&
		kpp_recv(&s, got, SECRET - 1, 0) == -EMSGSIZE &&
		kpp_recv(&s, got, 2 * SECRET - 1, 0) == SECRET &&
		kpp_recv(&s, got + SECRET, SECRET, 0) == SECRET &&
		multiply(want, secret, points) && !memcmp(got, want, SECRET) &&
		multiply(want, secret, points + POINT) &&
		!memcmp(got + SECRET, want, SECRET),
		"two shared secrets, one by one");
	kpp_close(&s);
}

/* --- batches */

static void test_batches(struct test_rand *r, unsigned int longest)
{
	static const unsigned int sizes[] = { 1, 31, 32, 33, KPP_QUEUE };
	static uint8_t points[KPP_QUEUE * POINT], results[KPP_QUEUE * SECRET];
	struct kpp_socket s;
	unsigned int i, j;
	scalar_t secret;
	point_t want;
	bool ok;

	random_scalar(r, secret);
	for (i = 0; i < longest; i++)
		random_point(r, points + i * POINT);
	if (!ktap_ok(!kpp_open(&s, name, secret, SCALAR), "open"))
		return;
	for (i = 0; i < COUNT(sizes) && sizes[i] <= longest; i++) {
		ok = !shared_by(&s, results, points, sizes[i]);
		for (j = 0; ok && j < sizes[i]; j++)
			ok = multiply(want, secret, points + j * POINT) &&
			     !memcmp(want, results + j * SECRET, SECRET);
		ktap_ok(ok, "a batch of %u", sizes[i]);
	}
	memset(results, 0xa5, sizeof(results));
	points[longest / 2 * POINT] ^= 1;
	ktap_equal(shared_by(&s, results, points, longest), -EINVAL,
		   "one bad point in a batch of %u fails it", longest);
	for (i = 0; i < sizeof(results) && results[i] == 0xa5; i++)
		;
	ktap_ok(i == sizeof(results), "which writes nothing");
	ktap_ok(!shared_by(&s, results, points, longest / 2),
		"and the socket goes on");
	kpp_close(&s);
}

int main(int argc, char **argv)
{
	unsigned long rounds = option(argc, argv, "--rounds", 20);
	unsigned long longest = option(argc, argv, "--batch", KPP_QUEUE);
	struct test_rand r = { option(argc, argv, "--seed", 1) };

	if (!rounds || longest < 2 || longest > KPP_QUEUE) {
		fprintf(stderr, "kpp-p256: --rounds wants 1 or more, --batch 2 to %u\n",
			KPP_QUEUE);
		return 2;
	}
	ktap_start();
	test_rfc5903();
	test_random(&r, rounds);
	test_made(&r);
	test_secrets(&r);
	test_points(&r);
	test_edge_points(&r);
	test_lengths(&r);
	test_batches(&r, longest);
	return ktap_finish();
}
