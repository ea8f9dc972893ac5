// SPDX-License-Identifier: GPL-2.0-only
/*
 * edwards25519 with every engine that this CPU can run: [k]B against RFC 8032's
 * vectors and OpenSSL's public keys, [k]P against [k]B, encodings of no
 * point. (Repeated addition: 25519_field.c.)
 */
#include "tests/unit/25519_common.h"
#include "tests/vectors/25519.h"

#define RANDOM_CASES 10000
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const uint8_t identity[32] = { 1 };

static void test_vectors(void **state)
{
	(void)state;
	for_each_engine(e) {
		for (size_t i = 0; i < COUNT(ed25519_vectors); i++) {
			uint8_t seed[32], scalar[32], public[32], out[32];

			from_hex(seed, ed25519_vectors[i].seed);
			openssl_ed25519(public, scalar, seed);
			from_hex(public, ed25519_vectors[i].public);
			wc25519_base(e, out, scalar, 1);
			assert_memory_equal(out, public, 32);
			wc25519_base_vartime(e, out, scalar, 1);
			assert_memory_equal(out, public, 32);
		}
	}
}

static void test_random(void **state)
{
	uint8_t (*k)[32] = malloc(32 * RANDOM_CASES);
	uint8_t (*r)[32] = malloc(32 * RANDOM_CASES);
	uint8_t (*out)[32] = malloc(32 * RANDOM_CASES);
	uint8_t (*b)[32] = malloc(32 * RANDOM_CASES);
	size_t cases = unit_share(RANDOM_CASES);

	(void)state;
	for (size_t i = 0; i < cases; i++) {
		uint8_t seed[32];

		random_bytes(seed, 32);
		openssl_ed25519(r[i], k[i], seed);
		from_hex(b[i], EDWARDS25519_BASE);
	}
	for_each_engine(e) {
		size_t n = wc25519_engine_lanes(e) > 1 ? cases : cases * 3 / 10;

		print_message("%s: %zu\n", wc25519_engine_name(e), n);
		wc25519_base(e, out[0], k[0], n);
		assert_memory_equal(out, r, 32 * n);
		wc25519_base_vartime(e, out[0], k[0], n);
		assert_memory_equal(out, r, 32 * n);
		assert_int_equal(wc25519_mult(e, out[0], k[0], b[0], n, NULL), 0);
		assert_memory_equal(out, r, 32 * n);
	}
	free(k);
	free(r);
	free(out);
	free(b);
}

/*
 * Scalars are not reduced: 2^256 - 1, those near L, 0, single bits. For
 * multiples of B only k modulo L counts, so that three ways must agree, and
 * [k + L]B with [k]B.
 */
static void test_scalars(void **state)
{
	uint8_t k[520][32], b[520][32], r[520][32], out[520][32], order[32];
	int n = 0;

	(void)state;
	memset(k, 0, sizeof(k));
	from_hex(order, EDWARDS25519_ORDER);
	memset(k[n++], 0xff, 32);
	memset(k[n++], 0x88, 32);
	memset(k[n++], 0x77, 32);
	memset(k[n++], 0x80, 32);
	memset(k[n++], 0, 32);
	memcpy(k[n++], order, 32);
	for (int i = 0; i < 256; i++)
		k[n++][i / 8] = 1 << i % 8;
	for (int i = 0; i < 256; i++) {
		memset(k[n], 0xff, 32);
		k[n++][i / 8] ^= 1 << i % 8;
	}
	for (int i = 0; i < n; i++)
		from_hex(b[i], EDWARDS25519_BASE);
	wc25519_base(wc25519_engine("i51"), r[0], k[0], n);
	assert_memory_equal(r[4], identity, 32);
	assert_memory_equal(r[5], identity, 32);
	assert_memory_equal(r[6], b[0], 32);
	for_each_engine(e) {
		wc25519_base(e, out[0], k[0], n);
		assert_memory_equal(out, r, 32 * n);
		wc25519_base_vartime(e, out[0], k[0], n);
		assert_memory_equal(out, r, 32 * n);
		wc25519_mult(e, out[0], k[0], b[0], n, NULL);
		assert_memory_equal(out, r, 32 * n);
		/* k + L, for k below 2^16: */
		for (int i = 6; i < 22; i++) {
			uint8_t sum[32], one[32];
			unsigned int carry = 0;

			for (int j = 0; j < 32; j++) {
				carry += k[i][j] + order[j];
				sum[j] = carry;
				carry >>= 8;
			}
			wc25519_base(e, one, sum, 1);
			assert_memory_equal(one, r[i], 32);
		}
	}
}

/* [a]([b]P) = [b]([a]P) for P on the curve, whatever its order. */
static void test_commutes(void **state)
{
	uint8_t a[64][32], b[64][32], p[64][32], ab[64][32], ba[64][32];
	uint8_t ok[64];

	(void)state;
	for_each_engine(e) {
		random_bytes(a, sizeof(a));
		random_bytes(b, sizeof(b));
		random_bytes(p, sizeof(p));
		for (int i = 0; i < 64; i++) {
			/* Half of all y are some point's. */
			do {
				random_bytes(p[i], 32);
				wc25519_mult(e, ab[0], a[0], p[i], 1, ok);
			} while (ok[0]);
		}
		wc25519_mult(e, ab[0], b[0], p[0], 64, NULL);
		wc25519_mult(e, ab[0], a[0], ab[0], 64, NULL);
		wc25519_mult(e, ba[0], a[0], p[0], 64, NULL);
		wc25519_mult(e, ba[0], b[0], ba[0], 64, NULL);
		assert_memory_equal(ab, ba, sizeof(ab));
	}
}

static void test_small_order(void **state)
{
	(void)state;
	for_each_engine(e) {
		for (size_t i = 0; i < COUNT(edwards_small_order); i++) {
			const struct edwards_small_order *small =
				&edwards_small_order[i];
			uint8_t p[9][32], k[9][32], out[9][32];

			memset(k, 0, sizeof(k));
			for (int j = 0; j < 9; j++) {
				from_hex(p[j], small->point);
				k[j][0] = j;
			}
			assert_int_equal(wc25519_mult(e, out[0], k[0], p[0], 9,
						      NULL), 0);
			for (int j = 0; j < 9; j++) {
				if (j % small->order == 0)
					assert_memory_equal(out[j], identity, 32);
				else if (j % small->order == 1)
					assert_memory_equal(out[j], p[0], 32);
			}
		}
	}
}

static void test_bad_points(void **state)
{
	static const uint8_t zeros[32];

	(void)state;
	for_each_engine(e) {
		uint8_t p[100][32], k[100][32], out[100][32], r[100][32];
		uint8_t status[100];

		random_bytes(k, sizeof(k));
		for (int i = 0; i < 100; i++)
			from_hex(p[i], i % 10 == 3 ?
				 edwards_no_points[i / 10 % COUNT(edwards_no_points)] :
				 EDWARDS25519_BASE);
		wc25519_base(e, r[0], k[0], 100);
		assert_int_equal(wc25519_mult(e, out[0], k[0], p[0], 100,
					      status), 10);
		for (int i = 0; i < 100; i++) {
			assert_int_equal(status[i], i % 10 == 3 ?
					 WC25519_BAD_POINT : WC25519_OK);
			assert_memory_equal(out[i], i % 10 == 3 ? zeros : r[i],
					    32);
		}
	}
}

static void test_sizes(void **state)
{
	static const size_t sizes[] = { 0, 1, 31, 32, 33, 1000 };
	static uint8_t k[1000][32], r[1000][32], b[1000][32], out[1001][32];
	uint8_t guard[32];

	(void)state;
	random_bytes(k, sizeof(k));
	memset(guard, 0xa5, 32);
	for (int i = 0; i < 1000; i++)
		from_hex(b[i], EDWARDS25519_BASE);
	wc25519_base(NULL, r[0], k[0], 1000);
	for_each_engine(e) {
		for (size_t i = 0; i < COUNT(sizes); i++) {
			memset(out, 0xa5, sizeof(out));
			wc25519_base(e, out[0], k[0], sizes[i]);
			assert_memory_equal(out, r, 32 * sizes[i]);
			assert_memory_equal(out[sizes[i]], guard, 32);
			memset(out, 0xa5, sizeof(out));
			wc25519_mult(e, out[0], k[0], b[0], sizes[i], NULL);
			assert_memory_equal(out, r, 32 * sizes[i]);
			assert_memory_equal(out[sizes[i]], guard, 32);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_scalars),
		cmocka_unit_test(test_commutes),
		cmocka_unit_test(test_small_order),
		cmocka_unit_test(test_bad_points),
		cmocka_unit_test(test_sizes),
	};

	return cmocka_run_group_tests_name("edwards25519", tests, NULL, NULL);
}
