// SPDX-License-Identifier: GPL-2.0-only
/*
 * libwarpcrypt's multiplications by its public interface, against OpenSSL: each
 * curve, batches of several frames, elements without a result, results in place.
 */
#include <errno.h>
#include <openssl/obj_mac.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/reference/openssl_wei.h"
#include "tests/unit/25519_common.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/lib_place.h"

#define POINTS	2100	/* more than two frames hold */

/* Two rows for each point of P-256. */
static uint8_t scalars[POINTS][32], points[2 * POINTS][32];
static uint8_t results[2 * POINTS][32];
static uint8_t status[POINTS];

static void run_points(struct warpcrypt *w, enum warpcrypt_curve curve,
		       bool base, size_t count)
{
	struct warpcrypt_points p = {
		.size = sizeof(p), .curve = curve, .count = count,
		.scalars = (const uint8_t (*)[32])scalars,
		.points = base ? NULL : (const uint8_t (*)[32])points,
		.results = results, .status = status,
	};

	memset(status, 0xee, sizeof(status));
	assert_int_equal(warpcrypt_run_points(w, &p), 0);
	if (count < POINTS)
		assert_int_equal(status[count], 0xee);
}

TEST(x25519)
{
	struct warpcrypt *w = lib_open("cpu", LIB_SMALL_SHARED);
	uint8_t want[32];
	size_t i;

	random_bytes(scalars, sizeof(scalars));
	random_bytes(points, sizeof(points));
	memset(points[5], 0, 32);
	run_points(w, WARPCRYPT_X25519, false, POINTS);
	for (i = 0; i < POINTS; i += i < 20 ? 1 : 97) {
		if (!openssl_x25519(want, scalars[i], points[i]))
			memset(want, 0, 32);
		assert_int_equal(status[i], i == 5);
		assert_memory_equal(results[i], want, 32);
	}
	run_points(w, WARPCRYPT_X25519, true, 300);
	for (i = 0; i < 300; i += 13) {
		openssl_x25519(want, scalars[i], NULL);
		assert_int_equal(status[i], 0);
		assert_memory_equal(results[i], want, 32);
	}
	run_points(w, WARPCRYPT_X25519, true, 0);
	lib_close(w);
}

/* Results overwrite the points, and there is no status array. */
TEST(edwards25519)
{
	static uint8_t seeds[300][32], public[300][32], copy[300][32];
	struct warpcrypt *w = lib_open("cpu", LIB_SMALL_SHARED);
	struct warpcrypt_points in_place = {
		.size = sizeof(in_place), .curve = WARPCRYPT_EDWARDS25519, .count = 300,
		.scalars = (const uint8_t (*)[32])scalars,
		.points = (const uint8_t (*)[32])points,
		.results = points,
	};
	size_t i;

	random_bytes(seeds, sizeof(seeds));
	for (i = 0; i < 300; i++)
		openssl_ed25519(public[i], scalars[i], seeds[i]);
	run_points(w, WARPCRYPT_EDWARDS25519, true, 300);
	assert_memory_equal(results, public, sizeof(public));
	/* [a][b]B = [b][a]B */
	memcpy(points, public, sizeof(public));
	memset(scalars, 0, sizeof(scalars));
	for (i = 0; i < 300; i++)
		scalars[i][0] = 3;
	memset(points[9], 0xff, 32);
	run_points(w, WARPCRYPT_EDWARDS25519, false, 300);
	for (i = 0; i < 300; i++)
		assert_int_equal(status[i], i == 9);
	memcpy(copy, results, sizeof(copy));
	assert_int_equal(warpcrypt_run_points(w, &in_place), 0);
	assert_memory_equal(points, copy, sizeof(copy));
	memset(copy[9], 0, 32);
	assert_memory_equal(points[9], copy[9], 32);
	lib_close(w);
}

/* P-256's [k]P of element @i, or [k]G, and its status, are OpenSSL's. */
static void check_p256(size_t i, bool base)
{
	uint8_t want[64];
	bool ok = openssl_wei_mult(NID_X9_62_prime256v1, want, scalars[i],
				   base ? NULL : points[2 * i]);

	assert_int_equal(status[i], !ok);
	assert_memory_equal(results[2 * i], want, sizeof(want));
}

/* Public keys of random scalars are the points of @count elements. */
static void make_p256(struct warpcrypt *w, size_t count)
{
	random_bytes(scalars, sizeof(scalars));
	run_points(w, WARPCRYPT_P256, true, count);
	memcpy(points, results, sizeof(points));
	random_bytes(scalars, sizeof(scalars));
}

static void p256(const char *backend)
{
	struct warpcrypt *w = lib_open(backend, LIB_SMALL_SHARED);
	size_t i;

	make_p256(w, POINTS);
	for (i = 0; i < POINTS; i += 71)
		assert_int_equal(status[i], 0);
	/* x, y, the scalar: none of these has a result. */
	memset(points[2 * 3], 0xff, 32);
	points[2 * 5 + 1][31] ^= 1;
	memset(points[2 * 7], 0, 64);
	memset(scalars[9], 0, 32);
	memset(scalars[11], 0xff, 32);
	run_points(w, WARPCRYPT_P256, false, POINTS);
	for (i = 0; i < POINTS; i += i < 20 ? 1 : 97) {
		assert_int_equal(status[i], i < 12 && i > 1 && i % 2);
		check_p256(i, false);
	}
	check_p256(POINTS - 1, false);
	run_points(w, WARPCRYPT_P256, true, 300);
	for (i = 0; i < 300; i += i < 20 ? 1 : 13)
		check_p256(i, true);
	run_points(w, WARPCRYPT_P256, false, 0);
	lib_close(w);
}

TEST(p256)
{
	p256("cpu");
}

TEST(p256_shared_engine)
{
	p256("cuda");
}

/* Results overwrite the points; what follows them in memory is not touched. */
TEST(p256_in_place)
{
	struct warpcrypt *w = lib_open("cpu", LIB_SMALL_SHARED);
	struct warpcrypt_points in_place = {
		.size = sizeof(in_place), .curve = WARPCRYPT_P256, .count = 999,
		.scalars = (const uint8_t (*)[32])scalars,
		.points = (const uint8_t (*)[32])points,
		.results = points,
	};
	static uint8_t copy[2 * 999][32], after[32];

	make_p256(w, 999);
	memset(points[2 * 500], 0, 64);
	run_points(w, WARPCRYPT_P256, false, 999);
	memcpy(copy, results, sizeof(copy));
	memcpy(after, points[2 * 999], sizeof(after));
	assert_int_equal(warpcrypt_run_points(w, &in_place), 0);
	assert_memory_equal(points, copy, sizeof(copy));
	assert_memory_equal(points[2 * 999], after, sizeof(after));
	lib_close(w);
}

/*
 * Everything in registered memory, by engines that use some of what lies there without
 * copies: P-256's units are copied. Results end with the registered memory.
 */
TEST_EITHER(p256_registered)
{
	struct warpcrypt_points q = { .size = sizeof(q) };
	const size_t len = 8 * 4096, count = 200;
	uint64_t runs = fake_engine_runs;
	uint8_t public[64], want[64];
	struct place p;
	size_t i;

	place_open(&p, backend, 2 * len);
	random_bytes(p.memory, 2 * len);
	q.curve = WARPCRYPT_P256;
	q.count = count;
	q.flags = WARPCRYPT_REGISTERED;
	q.scalars = (const uint8_t (*)[32])p.memory;
	q.results = (uint8_t (*)[32])(p.memory + len - count * 64);
	q.status = p.memory + count * 32;
	assert_int_equal(warpcrypt_register(p.w, p.memory, len), 0);
	assert_int_equal(warpcrypt_run_points(p.w, &q), 0);
	q.points = (const uint8_t (*)[32])q.results;
	assert_int_equal(warpcrypt_run_points(p.w, &q), 0);
	for (i = 0; i < count; i += 19) {
		assert_true(openssl_wei_mult(NID_X9_62_prime256v1, public,
					     q.scalars[i], NULL));
		assert_true(openssl_wei_mult(NID_X9_62_prime256v1, want,
					     q.scalars[i], public));
		assert_int_equal(q.status[i], 0);
		assert_memory_equal(q.results[2 * i], want, 64);
	}
	/* Half of each last point is elsewhere. */
	q.results++;
	q.points = NULL;
	REFUSED(-EFAULT, warpcrypt_run_points(p.w, &q));
	q.points = (const uint8_t (*)[32])q.results;
	REFUSED(-EFAULT, warpcrypt_run_points(p.w, &q));
	assert_int_equal(fake_engine_runs, runs);
	place_close(&p);
}

int main(void)
{
	return unit_run("libwarpcrypt's points", NULL, NULL);
}
