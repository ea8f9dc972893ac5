// SPDX-License-Identifier: GPL-2.0-only
/*
 * X25519 with every engine that this CPU can run: RFC 7748's vectors, edges,
 * and OpenSSL's answers.
 */
#include "tests/unit/25519_common.h"
#include "tests/vectors/25519.h"

#define RANDOM_CASES 20000

static const uint8_t nine[32] = { 9 };

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define SMALL COUNT(x25519_small_order)

static void test_vectors(void **state)
{
	(void)state;
	for_each_engine(e) {
		for (size_t i = 0; i < COUNT(x25519_vectors); i++) {
			uint8_t k[32], u[32], r[32], out[32], status = 9;

			from_hex(k, x25519_vectors[i].scalar);
			from_hex(u, x25519_vectors[i].point);
			from_hex(r, x25519_vectors[i].result);
			assert_int_equal(wc25519_shared(e, out, k, u, 1,
							&status), 0);
			assert_memory_equal(out, r, 32);
			assert_int_equal(status, WC25519_OK);
		}
	}
}

static void iterate(const struct wc25519_engine *e,
		    const struct x25519_iterated *want)
{
	uint8_t k[32] = { 9 }, u[32] = { 9 }, out[32], r[32];

	for (unsigned long i = 0; i < want->rounds; i++) {
		wc25519_shared(e, out, k, u, 1, NULL);
		memcpy(u, k, 32);
		memcpy(k, out, 32);
	}
	from_hex(r, want->result);
	assert_memory_equal(k, r, 32);
}

/* RFC 7748, section 5.2. (A million times: tests/25519.) */
static void test_iterated(void **state)
{
	(void)state;
	for_each_engine(e) {
		iterate(e, &x25519_iterated[0]);
		if (unit_share(2) == 2)
			iterate(e, &x25519_iterated[1]);
	}
}

static void test_small_order(void **state)
{
	static const uint8_t zeros[32];

	(void)state;
	for_each_engine(e) {
		uint8_t k[SMALL][32], u[SMALL][32];
		uint8_t out[SMALL][32];
		uint8_t status[SMALL];

		random_bytes(k, sizeof(k));
		for (size_t i = 0; i < SMALL; i++)
			from_hex(u[i], x25519_small_order[i]);
		/* A valid point among them must still get its result. */
		memcpy(u[4], nine, 32);
		assert_int_equal(wc25519_shared(e, out[0], k[0], u[0],
						SMALL, status),
				 SMALL - 1);
		for (size_t i = 0; i < SMALL; i++) {
			uint8_t r[32];

			if (i == 4) {
				assert_int_equal(status[i], WC25519_OK);
				openssl_x25519(r, k[i], NULL);
				assert_memory_equal(out[i], r, 32);
				continue;
			}
			assert_int_equal(status[i], WC25519_ZERO);
			assert_memory_equal(out[i], zeros, 32);
			assert_int_equal(openssl_x25519(r, k[i], u[i]), 0);
		}
	}
}

/* Scalars and points at the edges: all zeros, all ones, near p, 2^255. */
static void edge(uint8_t b[32], int which)
{
	memset(b, which & 1 ? 0xff : 0, 32);
	switch (which / 2) {
	case 1:
		b[0] ^= 1;
		break;
	case 2:
		b[31] ^= 0x80;
		break;
	case 3:
		b[31] ^= 0x40;
		break;
	case 4:
		b[0] ^= 2;
		break;
	case 5:
		b[0] = 0xed + 1;
		b[31] &= 0x7f;
		break;
	case 6:
		b[0] = 0xed + 2;
		b[31] &= 0x7f;
		break;
	case 7:
		b[6] = 0x5a;
		break;
	}
}

#define EDGES 16

static void test_edges(void **state)
{
	static uint8_t k[EDGES * EDGES][32], u[EDGES * EDGES][32];
	static uint8_t out[EDGES * EDGES][32], pub[EDGES * EDGES][32];

	(void)state;
	for (int i = 0; i < EDGES * EDGES; i++) {
		edge(k[i], i / EDGES);
		edge(u[i], i % EDGES);
	}
	for_each_engine(e) {
		wc25519_shared(e, out[0], k[0], u[0], EDGES * EDGES, NULL);
		wc25519_public(e, pub[0], k[0], EDGES * EDGES);
		for (int i = 0; i < EDGES * EDGES; i++) {
			uint8_t r[32];

			if (!openssl_x25519(r, k[i], u[i]))
				memset(r, 0, 32);
			assert_memory_equal(out[i], r, 32);
			openssl_x25519(r, k[i], NULL);
			assert_memory_equal(pub[i], r, 32);
		}
	}
}

/* Random cases, all in one batch; every engine against one set of answers. */
static void test_random(void **state)
{
	uint8_t (*k)[32] = malloc(32 * RANDOM_CASES);
	uint8_t (*u)[32] = malloc(32 * RANDOM_CASES);
	uint8_t (*r)[32] = malloc(32 * RANDOM_CASES);
	uint8_t (*pub)[32] = malloc(32 * RANDOM_CASES);
	uint8_t (*out)[32] = malloc(32 * RANDOM_CASES);
	size_t cases = unit_share(RANDOM_CASES);

	(void)state;
	random_bytes(k, 32 * RANDOM_CASES);
	random_bytes(u, 32 * RANDOM_CASES);
	for (size_t i = 0; i < cases; i++) {
		assert_int_equal(openssl_x25519(r[i], k[i], u[i]), 1);
		openssl_x25519(pub[i], k[i], NULL);
	}
	for_each_engine(e) {
		/* The slow ones get fewer. */
		size_t n = wc25519_engine_lanes(e) > 1 ? cases : cases / 4;

		print_message("%s: %zu\n", wc25519_engine_name(e), n);
		assert_int_equal(wc25519_shared(e, out[0], k[0], u[0], n,
						NULL), 0);
		assert_memory_equal(out, r, 32 * n);
		wc25519_public(e, out[0], k[0], n);
		assert_memory_equal(out, pub, 32 * n);
	}
	free(k);
	free(u);
	free(r);
	free(pub);
	free(out);
}

static void test_commutes(void **state)
{
	uint8_t a[50][32], b[50][32], pa[50][32], pb[50][32];
	uint8_t ab[50][32], ba[50][32];

	(void)state;
	for_each_engine(e) {
		random_bytes(a, sizeof(a));
		random_bytes(b, sizeof(b));
		wc25519_public(e, pa[0], a[0], 50);
		wc25519_public(e, pb[0], b[0], 50);
		wc25519_shared(e, ab[0], a[0], pb[0], 50, NULL);
		wc25519_shared(e, ba[0], b[0], pa[0], 50, NULL);
		assert_memory_equal(ab, ba, sizeof(ab));
	}
}

/* Any batch size gives what one at a time gives, and writes nothing else. */
static void test_sizes(void **state)
{
	static const size_t sizes[] = { 0, 1, 31, 32, 33, 255, 256, 257, 1000 };
	static uint8_t k[1000][32], u[1000][32], r[1000][32], out[1002][32];
	uint8_t guard[32];

	(void)state;
	random_bytes(k, sizeof(k));
	random_bytes(u, sizeof(u));
	memset(guard, 0xa5, 32);
	for (size_t i = 0; i < 1000; i++)
		openssl_x25519(r[i], k[i], u[i]);
	for_each_engine(e) {
		for (size_t i = 0; i < COUNT(sizes); i++) {
			memset(out, 0xa5, sizeof(out));
			wc25519_shared(e, out[1], k[0], u[0], sizes[i], NULL);
			assert_memory_equal(out[0], guard, 32);
			assert_memory_equal(out[1], r, 32 * sizes[i]);
			assert_memory_equal(out[1 + sizes[i]], guard, 32);
		}
		/* In place of the scalars; of the points; unaligned. */
		memcpy(out, k, sizeof(k));
		wc25519_shared(e, out[0], out[0], u[0], 1000, NULL);
		assert_memory_equal(out, r, sizeof(r));
		memcpy(out[0] + 1, u, sizeof(u));
		wc25519_shared(e, out[0] + 1, k[0], out[0] + 1, 1000, NULL);
		assert_memory_equal(out[0] + 1, r, sizeof(r));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_iterated),
		cmocka_unit_test(test_small_order),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_commutes),
		cmocka_unit_test(test_sizes),
	};

	return cmocka_run_group_tests_name("x25519", tests, NULL, NULL);
}
