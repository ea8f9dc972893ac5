// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpp: key agreement from user space, by AF_ALG sockets of type "kpp". Of each curve of a
 * table the same is checked. It also writes vectors for the cases of warpcrypt_test.ko.
 *
 * In a kernel, only this finds wrong results of edwards25519 and P-256 for special
 * points and special secrets.
 */
#include <errno.h>
#include <openssl/obj_mac.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/hex.h"
#include "tests/ktap.h"
#include "tests/option.h"
#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"
#include "tests/reference/openssl_wei.h"
#include "tests/unit/rand.h"
#include "tests/vectors/25519.h"
#include "tests/vectors/p256.h"
#include "tools/kx/kpp_socket.h"

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))
#define POINT_MAX	64

/* A secret or a point; what is shorter has zeros behind it. */
typedef uint8_t row[POINT_MAX];

/* A secret or a point, in hexadecimal, perhaps without zeros at the end. */
struct value {
	const char *what, *hex;
};

#define LIST(...)	((const struct value[]){ __VA_ARGS__, { NULL, NULL } })

/* A row: a curve, its oracle and its edges. */
struct curve {
	const char *name, *driver;	/* the algorithm, and ours */
	size_t point;	/* bytes of a point; secrets and shared secrets have KPP_BYTES */
	bool any;	/* any bytes are a point */
	/*
	 * The oracle: @secret times @point, or if that is NULL the base point; of the result the
	 * first KPP_BYTES are the shared secret; false: there is none.
	 */
	bool (*multiply)(uint8_t *out, const uint8_t *secret,
			 const uint8_t *point);
	/* Some at the edges, what is no secret, and some points at the edges. */
	const struct value *secrets, *refused, *points;
	const char *const *no_points;	/* points without a result, in hexadecimal */
	size_t no_point_count;
	void (*published)(const struct curve *c);	/* checks published results */
	void (*special)(const struct curve *c);	/* checks what other curves do not have, or NULL */
};

static struct test_rand source;
static unsigned long rounds, longest, iterated;

/* --- shorthand */

static void unhex(row to, const char *hex)
{
	memset(to, 0, sizeof(row));
	from_hex(to, hex);
}

/* Of P-256, all but one in 2^32 are from 2 to n - 3. */
static void draw_secret(uint8_t *secret)
{
	rand_fill(&source, secret, KPP_BYTES);
}

static void draw_point(const struct curve *c, row point)
{
	uint8_t secret[KPP_BYTES];

	do {
		draw_secret(secret);
		memcpy(point, secret, KPP_BYTES);
	} while (!c->any && !c->multiply(point, secret, NULL));
}

/* The driver's product of a secret and @point, or the base point; 0 or an error. */
static int product(const struct curve *c, uint8_t *result,
		   const uint8_t *secret, const uint8_t *point)
{
	struct kpp_socket s;
	int err = kpp_open(&s, c->driver, secret, KPP_BYTES);

	if (err)
		return err;
	err = point ? kpp_shared(&s, result, point, 1) : kpp_public(&s, result);
	kpp_close(&s);
	return err;
}

static bool gives(const struct curve *c, const uint8_t *secret,
		  const uint8_t *point, const row want)
{
	row got;
	int err = product(c, got, secret, point);

	if (err)
		ktap_note("%s: %s", c->driver, strerror(-err));
	return !err && !memcmp(got, want, point ? KPP_BYTES : c->point);
}

/* It gives what the oracle gives. */
static bool is_right(const struct curve *c, const uint8_t *secret,
		     const uint8_t *point)
{
	row want;

	return c->multiply(want, secret, point) && gives(c, secret, point, want);
}

/* It gives nothing but an error. */
static bool refuses(const struct curve *c, const uint8_t *secret,
		    const uint8_t *point)
{
	row got, untouched;

	memset(got, 0xa5, sizeof(got));
	memset(untouched, 0xa5, sizeof(untouched));
	return product(c, got, secret, point) == -EINVAL &&
	       !memcmp(got, untouched, sizeof(got));
}

/* --- curve25519 */

static void published_x25519(const struct curve *c)
{
	row secret, point, want;
	unsigned int i;

	for (i = 0; i < COUNT(x25519_vectors); i++) {
		unhex(secret, x25519_vectors[i].scalar);
		unhex(point, x25519_vectors[i].point);
		unhex(want, x25519_vectors[i].result);
		ktap_ok(gives(c, secret, point, want), "%s",
			x25519_vectors[i].source);
	}
}

/* 2^255 - 19 + n, n below 19 */
static void p_plus(row to, int n)
{
	memset(to, 0, sizeof(row));
	memset(to, 0xff, KPP_BYTES);
	to[0] = 0xed + n;
	to[31] = 0x7f;
}

/* RFC 7748, section 5.2: the result becomes the scalar, the scalar the point. */
static void test_iterated(const struct curve *c)
{
	row k = { 9 }, u = { 9 }, next = { 0 }, want;
	unsigned long i, j;
	bool ok = true;

	for (i = 1; i <= iterated; i++) {
		ok = ok && !product(c, next, k, u);
		memcpy(u, k, sizeof(u));
		memcpy(k, next, sizeof(k));
		for (j = 0; j < COUNT(x25519_iterated); j++) {
			if (x25519_iterated[j].rounds != i)
				continue;
			unhex(want, x25519_iterated[j].result);
			ok = ok && !memcmp(k, want, KPP_BYTES);
		}
	}
	ktap_ok(ok, "RFC 7748, iterated %lu times", iterated);
}

static void special_x25519(const struct curve *c)
{
	row secret, point;
	bool ok = true;
	int i;

	test_iterated(c);
	draw_secret(secret);
	/* u from p to 2^255 - 1 is u - p; 0 and 1 are of small order. */
	for (i = 0; i < 19; i++) {
		p_plus(point, i);
		ok = ok && (i < 2 ? refuses : is_right)(c, secret, point);
	}
	ktap_ok(ok, "%s: u is taken modulo p", c->name);
}

/* --- edwards25519 */

static bool multiply_edwards(uint8_t *out, const uint8_t *secret,
			     const uint8_t *point)
{
	row base;

	unhex(base, EDWARDS25519_BASE);
	return edwards25519_multiply(out, secret, point ? point : base);
}

/* RFC 8032, section 7.1. */
static void published_edwards(const struct curve *c)
{
	row seed, scalar, want;
	unsigned int i;

	for (i = 0; i < COUNT(ed25519_vectors); i++) {
		unhex(seed, ed25519_vectors[i].seed);
		openssl_ed25519(want, scalar, seed);
		unhex(want, ed25519_vectors[i].public);
		ktap_ok(gives(c, scalar, NULL, want), "RFC 8032, test %u: [k]B",
			i + 1);
	}
}

/* y from p to 2^255 - 1; and points of small order, times 0 to that. */
static void special_edwards(const struct curve *c)
{
	row secret, point, k = { 0 };
	bool ok = true;
	size_t i;

	draw_secret(secret);
	for (i = 0; i < 19; i++) {
		p_plus(point, i);
		ok = ok && refuses(c, secret, point);
	}
	ktap_ok(ok, "%s: y of p and above: EINVAL, nothing written", c->name);
	/* A scalar that was clamped would always make the neutral element. */
	for (i = 0, ok = true; i < COUNT(edwards_small_order); i++) {
		unhex(point, edwards_small_order[i].point);
		for (k[0] = 0; k[0] <= edwards_small_order[i].order; k[0]++)
			ok = ok && is_right(c, k, point);
	}
	ktap_ok(ok, "%s: points of small order", c->name);
}

/* --- ecdh-nist-p256 */

static bool multiply_p256(uint8_t *out, const uint8_t *secret,
			  const uint8_t *point)
{
	return openssl_wei_mult(NID_X9_62_prime256v1, out, secret, point);
}

static void published_p256(const struct curve *c)
{
	row secret, ours, theirs, shared;
	unsigned int i;

	for (i = 0; i < COUNT(p256_published); i++) {
		unhex(secret, p256_published[i].own);
		unhex(ours, p256_published[i].ours);
		unhex(theirs, p256_published[i].theirs);
		unhex(shared, p256_published[i].shared);
		ktap_ok(gives(c, secret, NULL, ours) &&
			gives(c, secret, theirs, shared),
			"%s: as published, no. %u", c->name, i + 1);
	}
}

#define ZEROS8	"0000000000000000"
#define ONES8	"ffffffffffffffff"
#define P	"ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
#define ORDER	"ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc6325"
#define HALF	"7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192"
#define G_X	"6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"

static const char *const p256_no_points[] = {
	"00",
	ONES8 ONES8 ONES8 ONES8 ONES8 ONES8 ONES8 ONES8,
	/* x = 5 has a point; x + p is below 2^256. */
	"ffffffff00000001000000000000000000000001000000000000000000000004"
	"459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc",
	ZEROS8 ZEROS8 ZEROS8 "0000000000000005" P,
	/* G, but for a bit */
	G_X "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f4",
};

/* --- the table, and what is checked of each */

#define NAME(name_)	.name = name_, .driver = name_ "-warpcrypt"
#define NO_POINTS(list)	.no_points = list, .no_point_count = COUNT(list)

static const struct curve curves[] = {
	{
		NAME("curve25519"), .point = 32, .any = true,
		.multiply = openssl_x25519,
		.secrets = LIST({ "1", "01" }, { "7", "07" }, { "8", "08" },
			{ "255", "ff" }, { "2^256 - 1", ONES8 ONES8 ONES8 ONES8 },
			{ "2^255", ZEROS8 ZEROS8 ZEROS8 "0000000000000080" },
			{ "127 2^248", ZEROS8 ZEROS8 ZEROS8 "000000000000007f" },
			{ "p", "edffffffffffffff" ONES8 ONES8 "ffffffffffffff7f" }),
		.refused = LIST({ "0", "00" }),
		.points = LIST({ "9", "09" }),
		NO_POINTS(x25519_small_order),
		.published = published_x25519, .special = special_x25519,
	}, {
		/* Secrets are neither clamped nor reduced. */
		NAME("edwards25519"), .point = 32,
		.multiply = multiply_edwards,
		.secrets = LIST({ "0", "00" }, { "1", "01" }, { "2", "02" },
			{ "7", "07" }, { "L", EDWARDS25519_ORDER },
			{ "2^256 - 1", ONES8 ONES8 ONES8 ONES8 }),
		.refused = LIST({ NULL, NULL }),
		.points = LIST({ "B", EDWARDS25519_BASE }),
		NO_POINTS(edwards_no_points),
		.published = published_edwards, .special = special_edwards,
	}, {
		NAME("ecdh-nist-p256"), .point = 64,
		.multiply = multiply_p256,
		/*
		 * From 2 to n - 3. That of 6.1's ecdh-nist-p256-generic reads the bytes
		 * in reverse when it compares: it refuses 2^224 - 1, 2^248 and 2^255 - 1.
		 */
		.secrets = LIST(
			{ "2", ZEROS8 ZEROS8 ZEROS8 "0000000000000002" },
			{ "3", ZEROS8 ZEROS8 ZEROS8 "0000000000000003" },
			{ "2^32 - 1", ZEROS8 ZEROS8 ZEROS8 "00000000ffffffff" },
			{ "2^64 + 1", ZEROS8 ZEROS8 "0000000000000001" "0000000000000001" },
			{ "2^128 - 1", ZEROS8 ZEROS8 ONES8 ONES8 },
			{ "2^224 - 1", "00000000ffffffff" ONES8 ONES8 ONES8 },
			{ "2^248", "01" }, { "2^255", "80" },
			{ "2^255 - 1", "7fffffffffffffff" ONES8 ONES8 ONES8 },
			{ "(n - 1) / 2", HALF "a8" }, { "(n + 1) / 2", HALF "a9" },
			{ "n - 4", ORDER "4d" }, { "n - 3", ORDER "4e" }),
		.refused = LIST({ "0", "00" },
			{ "1", ZEROS8 ZEROS8 ZEROS8 "0000000000000001" },
			{ "n - 2", ORDER "4f" }, { "n - 1", ORDER "50" },
			{ "n", ORDER "51" }, { "n + 1", ORDER "52" },
			{ "2^256 - 2^192", ONES8 },
			{ "2^256 - 1", ONES8 ONES8 ONES8 ONES8 }),
		/* With x = 0, y is a root of b. (The kernel's own has no result then.) */
		.points = LIST(
			{ "x = 0", ZEROS8 ZEROS8 ZEROS8 ZEROS8
			  "66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4" },
			{ "x = 0, the other y", ZEROS8 ZEROS8 ZEROS8 ZEROS8
			  "99b7a386f1d07c29dbcc42a27b5f9449abe3d50de25178e8d7407a95e8b06c0b" },
			{ "G", G_X
			  "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5" },
			{ "-G", G_X
			  "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a" }),
		NO_POINTS(p256_no_points), .published = published_p256,
	},
};

static void test_random(const struct curve *c)
{
	unsigned long i, wrong_public = 0, wrong_shared = 0;
	row secret, point;

	for (i = 0; i < rounds; i++) {
		draw_secret(secret);
		draw_point(c, point);
		wrong_public += !is_right(c, secret, NULL);
		wrong_shared += !is_right(c, secret, point);
	}
	ktap_ok(!wrong_public, "%s: public keys # %lu", c->name, rounds);
	ktap_ok(!wrong_shared, "%s: shared secrets # %lu", c->name, rounds);
}

/* A random secret of the kernel's: its public key and ours make the same secret. */
static void test_made(const struct curve *c)
{
	row secret, ours, made[2], got, want;
	struct kpp_socket s;
	bool ok;
	int i;

	draw_secret(secret);
	ok = c->multiply(ours, secret, NULL);
	for (i = 0; i < 2 && ok; i++) {
		ok = !kpp_open(&s, c->driver, NULL, 0);
		ok = ok && !kpp_public(&s, made[i]) &&
		     !kpp_shared(&s, got, ours, 1) &&
		     c->multiply(want, secret, made[i]) &&
		     !memcmp(got, want, KPP_BYTES);
		kpp_close(&s);
	}
	ktap_ok(ok && memcmp(made[0], made[1], c->point),
		"%s: secrets that the kernel makes", c->name);
}

static void test_secrets(const struct curve *c)
{
	const struct value *v;
	struct kpp_socket s;
	row secret, point;
	bool ok;

	draw_point(c, point);
	for (v = c->secrets; v->what; v++) {
		unhex(secret, v->hex);
		ktap_ok(is_right(c, secret, NULL) && is_right(c, secret, point),
			"%s: the secret %s", c->name, v->what);
	}
	for (v = c->refused; v->what; v++) {
		unhex(secret, v->hex);
		ktap_ok(refuses(c, secret, NULL), "%s: the secret %s: EINVAL",
			c->name, v->what);
	}
	memset(secret, 1, sizeof(secret));
	ok = !kpp_bind(&s, c->driver);
	ktap_ok(ok && kpp_set_secret(&s, secret, 31) == -EINVAL &&
		kpp_set_secret(&s, secret, 33) == -EINVAL &&
		kpp_set_secret(&s, secret, 38) == -EINVAL &&
		kpp_set_secret(&s, secret, 32) == (int)c->point,
		"%s: secrets of 31, 33 and 38 bytes: EINVAL", c->name);
	if (ok)
		kpp_close(&s);
}

static void test_points(const struct curve *c)
{
	const struct value *v, *k;
	row secret, point;
	size_t i;
	bool ok;

	for (v = c->points; v->what; v++) {
		draw_secret(secret);
		unhex(point, v->hex);
		ok = is_right(c, secret, point);
		for (k = c->secrets; k->what; k++) {
			unhex(secret, k->hex);
			ok = ok && is_right(c, secret, point);
		}
		ktap_ok(ok, "%s: the point %s, times all of these", c->name,
			v->what);
	}
	draw_secret(secret);
	for (i = 0; i < c->no_point_count; i++) {
		unhex(point, c->no_points[i]);
		ktap_ok(refuses(c, secret, point),
			"%s: no point, %zu: EINVAL, nothing written", c->name,
			i + 1);
	}
}

/* On a socket with a secret: two points, and what they share with it. */
static void test_lengths(const struct curve *c, struct kpp_socket *s,
			 const uint8_t *points, const uint8_t *wants)
{
	const ssize_t point = c->point;
	uint8_t got[2 * POINT_MAX];
	bool ok = true;
	ssize_t len;

	for (len = point / 2; len < 2 * point; len += point / 2 - 1)
		ok = ok && kpp_send(s, KPP_OP_SSGEN, points, len, 0) == len &&
		     kpp_recv(s, got, sizeof(got), 0) == -EINVAL;
	ktap_ok(ok, "%s: parts of points: EINVAL", c->name);
	ktap_ok(kpp_send(s, KPP_OP_KEYGEN, NULL, 0, 0) == 0 &&
		kpp_recv(s, got, point - 1, 0) == -EMSGSIZE &&
		kpp_recv(s, got, point, 0) == point,
		"%s: no room for a public key: EMSGSIZE", c->name);
	ktap_ok(kpp_send(s, KPP_OP_SSGEN, points, 2 * point, 0) == 2 * point &&
		kpp_recv(s, got, KPP_BYTES - 1, 0) == -EMSGSIZE &&
		kpp_recv(s, got, 2 * KPP_BYTES - 1, 0) == KPP_BYTES &&
		kpp_recv(s, got + KPP_BYTES, KPP_BYTES, 0) == KPP_BYTES &&
		!memcmp(got, wants, 2 * KPP_BYTES),
		"%s: two shared secrets, one by one", c->name);
}

/* Up to @longest points in a message, which takes KPP_QUEUE. */
static void test_batches(const struct curve *c)
{
	static const size_t sizes[] = { 1, 31, 32, 33, 1000, KPP_QUEUE };
	static uint8_t points[KPP_QUEUE * POINT_MAX];
	static uint8_t results[KPP_QUEUE * KPP_BYTES], wants[sizeof(results)];
	row secret, point, want;
	struct kpp_socket s;
	bool ok = true;
	size_t i;

	draw_secret(secret);
	for (i = 0; i < longest; i++) {
		draw_point(c, point);
		ok = ok && c->multiply(want, secret, point);
		memcpy(points + i * c->point, point, c->point);
		memcpy(wants + i * KPP_BYTES, want, KPP_BYTES);
	}
	if (!ktap_ok(ok && !kpp_open(&s, c->driver, secret, KPP_BYTES),
		     "%s: open", c->name))
		return;
	test_lengths(c, &s, points, wants);
	for (i = 0; i < COUNT(sizes) && sizes[i] <= longest; i++) {
		memset(results, 0, sizeof(results));
		ktap_ok(!kpp_shared(&s, results, points, sizes[i]) &&
			!memcmp(results, wants, sizes[i] * KPP_BYTES),
			"%s: a batch of %zu", c->name, sizes[i]);
	}
	memset(results, 0xa5, sizeof(results));
	unhex(point, c->no_points[0]);
	memcpy(points + longest / 2 * c->point, point, c->point);
	ktap_equal(kpp_shared(&s, results, points, longest), -EINVAL,
		   "%s: one bad point in a batch of %lu fails it", c->name,
		   longest);
	for (i = 0; i < sizeof(results) && results[i] == 0xa5; i++)
		;
	ktap_ok(i == sizeof(results), "%s: which writes nothing", c->name);
	ktap_ok(!kpp_shared(&s, results, points, longest / 2),
		"%s: and the socket goes on", c->name);
	kpp_close(&s);
}

static void test_curve(const struct curve *c)
{
	c->published(c);
	test_random(c);
	test_made(c);
	test_secrets(c);
	test_points(c);
	if (c->special)
		c->special(c);
	test_batches(c);
}

/* For warpcrypt_test.ko: tests/kmod/kpp_given.c has the format, and takes one write. */
static int write_vectors(const struct curve *c)
{
	struct {
		uint8_t secret[KPP_BYTES];
		row point, public, shared;
	} vectors[16], *v;
	bool ok = true;

	memset(vectors, 0, sizeof(vectors));
	for (v = vectors; v < vectors + COUNT(vectors); v++) {
		draw_secret(v->secret);
		draw_point(c, v->point);
		ok = ok && c->multiply(v->public, v->secret, NULL) &&
		     c->multiply(v->shared, v->secret, v->point);
	}
	return !ok || write(STDOUT_FILENO, vectors, sizeof(vectors)) !=
		      sizeof(vectors);
}

static const char usage[] =
	"Usage: kpp [--curve=curve25519|edwards25519|ecdh-nist-p256] [--rounds=N]\n"
	"           [--iterated=N] [--batch=2..1024] [--seed=N]\n"
	"       kpp --curve=NAME --vectors=SEED >VECTORS\n";

int main(int argc, char **argv)
{
	const char *name = option_text(argc, argv, "--curve", NULL);
	const char *vectors = option_text(argc, argv, "--vectors", NULL);
	const struct curve *c;

	source.state = vectors ? strtoull(vectors, NULL, 0) :
				 option(argc, argv, "--seed", 1);
	rounds = option(argc, argv, "--rounds", 100);
	longest = option(argc, argv, "--batch", KPP_QUEUE);
	iterated = option(argc, argv, "--iterated", 1000);
	for (c = curves; name && c < curves + COUNT(curves); c++)
		if (!strcmp(name, c->name))
			break;
	if ((vectors && !name) || c == curves + COUNT(curves) || !rounds ||
	    !iterated || longest < 2 || longest > KPP_QUEUE) {
		fputs(usage, stderr);
		return 2;
	}
	if (vectors)
		return write_vectors(c);
	ktap_start();
	if (name)
		test_curve(c);
	for (; !name && c < curves + COUNT(curves); c++)
		test_curve(c);
	return ktap_finish();
}
