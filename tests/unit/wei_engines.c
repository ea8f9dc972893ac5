// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every engine of a curve that this machine can run, against OpenSSL: random and edge
 * scalars and points, batches of all lengths, and elements that have no result, which
 * must not change those beside them. Compiled once for each curve
 * (tests/unit/wei_common.h).
 */
#include "tests/unit/wei_common.h"

#define CURVE	(&WEI_OF_CURVE)
#define CASES	600
#define MOST	300	/* more than an AVX-512 engine does at a time */

#define for_each_engine(e)						\
	for (const struct wcwei_engine *e = wcwei_engine_next(CURVE, NULL); e; \
	     e = wcwei_engine_next(CURVE, e))

/* A batch, its results by OpenSSL, and those of an engine. */
static struct {
	size_t n;
	uint8_t scalars[CASES][32], points[CASES][64];
	uint8_t base[CASES][64], mult[CASES][64], got[CASES][64];
	uint8_t base_status[CASES], mult_status[CASES], status[CASES];
} b;

/* The number of 32 bytes @a minus @d, modulo 2^256. */
static void minus(uint8_t r[32], const uint8_t a[32], int64_t d)
{
	for (int i = 31; i >= 0; i--) {
		int t = a[i] - (int)(d & 255);

		r[i] = t;
		d = (d >> 8) + (t < 0);
	}
}

/* The bytes of a number of the curve. */
#define NUMBER(bytes, name) do {					\
	const uint64_t words_[4] = WEI_WORDS(name);			\
									\
	to_bytes(bytes, words_);					\
} while (0)

static void expect(size_t i)
{
	uint8_t one[32] = { 0 }, p[32], any[64];
	bool scalar, point;

	one[31] = 1;
	scalar = openssl_wei_mult(WEI_NID, b.base[i], b.scalars[i], NULL);
	b.base_status[i] = scalar ? WCWEI_OK : WCWEI_BAD_SCALAR;
	point = openssl_wei_mult(WEI_NID, any, one, b.points[i]);
	b.mult_status[i] = point ? b.base_status[i] : WCWEI_BAD_POINT;
	openssl_wei_mult(WEI_NID, b.mult[i], b.scalars[i], b.points[i]);
	/* OpenSSL's word for it, but not for this: */
	NUMBER(p, P);
	if (memcmp(b.points[i], p, 32) >= 0 ||
	    memcmp(b.points[i] + 32, p, 32) >= 0)
		assert_false(point);
}

/* What every engine makes of the first @n of the batch. */
static void check_batch(size_t n)
{
	size_t bad_base = 0, bad_mult = 0;

	for (size_t i = 0; i < n; i++) {
		bad_base += b.base_status[i] != WCWEI_OK;
		bad_mult += b.mult_status[i] != WCWEI_OK;
	}
	for_each_engine(e) {
		memset(b.got, 0xa5, sizeof(b.got));
		memset(b.status, 0xa5, sizeof(b.status));
		assert_int_equal(wcwei_base(CURVE, e, b.got[0], b.scalars[0], n,
					    b.status), bad_base);
		assert_memory_equal(b.got, b.base, n * 64);
		assert_memory_equal(b.status, b.base_status, n);
		assert_int_equal(wcwei_mult(CURVE, e, b.got[0], b.scalars[0],
					    b.points[0], n, b.status), bad_mult);
		assert_memory_equal(b.got, b.mult, n * 64);
		assert_memory_equal(b.status, b.mult_status, n);
		if (n < CASES) {
			assert_int_equal(b.got[n][0], 0xa5);
			assert_int_equal(b.status[n], 0xa5);
		}
	}
}

static void good(size_t i)
{
	random_scalar(b.scalars[i]);
	random_point(b.points[i]);
}

static void test_engines(void **state)
{
	(void)state;
	for_each_engine(e) {
		assert_ptr_equal(wcwei_engine(CURVE, wcwei_engine_name(e)), e);
		assert_true(wcwei_engine_lanes(e) >= 1);
		print_message("%s: %u lanes\n", wcwei_engine_name(e),
			      wcwei_engine_lanes(e));
	}
	assert_non_null(wcwei_engine(CURVE, "i64"));
	assert_null(wcwei_engine(CURVE, "none"));
	assert_ptr_equal(wcwei_engine(CURVE, NULL),
			 wcwei_engine_next(CURVE, NULL));
}

static void test_random(void **state)
{
	size_t n = unit_share(CASES);

	(void)state;
	for (size_t i = 0; i < n; i++) {
		good(i);
		expect(i);
	}
	check_batch(n);
}

/* Any number of elements, at any address, without statuses, by the fastest. */
static void test_lengths(void **state)
{
	static uint8_t scalars[MOST * 32 + 1], points[MOST * 64 + 3];
	static uint8_t out[MOST * 64 + 5];

	(void)state;
	for (size_t i = 0; i < MOST; i++) {
		good(i);
		expect(i);
	}
	for (size_t n = 0; n <= 17; n++)
		check_batch(n);
	for (size_t n = 255; n <= 257; n++)
		check_batch(n);
	memcpy(scalars + 1, b.scalars, MOST * 32);
	memcpy(points + 3, b.points, MOST * 64);
	assert_int_equal(wcwei_mult(CURVE, NULL, out + 5, scalars + 1,
				    points + 3, MOST, NULL), 0);
	assert_memory_equal(out + 5, b.mult, MOST * 64);
	assert_int_equal(wcwei_base(CURVE, NULL, out + 5, scalars + 1, MOST,
				    NULL), 0);
	assert_memory_equal(out + 5, b.base, MOST * 64);
}

/* Scalars that take formulas and digits to their ends, times G and other points. */
static void test_edge_scalars(void **state)
{
	uint8_t n[32], zero[32] = { 0 };
	size_t i = 0;

	(void)state;
	NUMBER(n, N);
	for (int64_t d = 1; d <= 40; d++) {
		minus(b.scalars[i++], zero, -d);	/* d */
		minus(b.scalars[i++], n, d);		/* n - d */
	}
	for (int bit = 0; bit < 256; bit++, i++) {
		memset(b.scalars[i], 0, 32);
		b.scalars[i][31 - bit / 8] = 1 << bit % 8;
	}
	/* The same digit everywhere, among them -8 and -16, and the carries they make. */
	for (int byte = 0; byte < 256; byte++, i++)
		memset(b.scalars[i], byte, 32);
	/* n / 2 and next to it: the last doubling and addition meet. */
	for (int d = -3; d <= 3; d++, i++) {
		uint8_t half[32];

		for (int j = 0; j < 32; j++)
			half[j] = n[j] >> 1 | (j ? n[j - 1] << 7 : 0);
		minus(b.scalars[i], half, d);
	}
	assert_true(i <= CASES);
	for (size_t j = 0; j < i; j++) {
		if (j % 3)
			random_point(b.points[j]);
		else
			NUMBER(b.points[j], X);
		if (j % 3 == 0)
			NUMBER(b.points[j] + 32, Y);
		expect(j);
	}
	check_batch(i);
}

/* Points with small and large coordinates, with both y. */
static void test_edge_points(void **state)
{
	uint8_t p[32], zero[32] = { 0 }, x[32];
	size_t i = 0;

	(void)state;
	NUMBER(p, P);
	for (int64_t d = 0; i < 160; d++) {
		minus(x, d % 2 ? p : zero, d % 2 ? (d + 1) / 2 : -d / 2);
		for (int odd = 0; odd < 2; odd++)
			i += openssl_wei_lift(WEI_NID, b.points[i], x, odd);
	}
	for (size_t j = 0; j < i; j++) {
		random_scalar(b.scalars[j]);
		expect(j);
		assert_int_equal(b.mult_status[j], WCWEI_OK);
	}
	check_batch(i);
}

/* The x of a point whose y is 1. */
static const uint8_t *with_y_1(void)
{
	static const uint64_t x[2][4] = {
		{ 0x57f879ce5a8a73ccULL, 0x5fcc40a3067d6010ULL,
		  0x9e2e2ecd611b282eULL, 0x6916fac45e568b6bULL },
		{ 0xc016f49311178d1fULL, 0x705d3242094a566dULL,
		  0xa74a9a5e70b9d659ULL, 0x9c17043effe1a805ULL },
	};
	static uint8_t bytes[32];

	to_bytes(bytes, x[WEI_NID == NID_sm2]);
	return bytes;
}

#define KINDS	14

/* One of the kinds of elements that have no result. */
static void make_bad(size_t i, unsigned int kind)
{
	uint8_t p[32], n[32], zero[32] = { 0 };

	NUMBER(p, P);
	NUMBER(n, N);
	good(i);
	switch (kind) {
	case 0:
		memset(b.scalars[i], 0, 32);
		break;
	case 1:
		memcpy(b.scalars[i], n, 32);
		break;
	case 2:
		minus(b.scalars[i], n, -1 - (int64_t)(random_word() % 1000));
		break;
	case 3:
		memset(b.scalars[i], 0xff, 32);
		break;
	case 4:		/* how some write the point at infinity */
		memset(b.points[i], 0, 64);
		break;
	case 5:		/* not on the curve */
		b.points[i][32 + random_word() % 32] ^= 1 << random_word() % 8;
		break;
	case 6:
		b.points[i][random_word() % 32] ^= 1 << random_word() % 8;
		break;
	case 7:		/* x = p + x', and x' would do */
		for (int64_t x = 0;; x++) {
			minus(b.points[i], zero, -x);
			if (!openssl_wei_lift(WEI_NID, b.points[i],
					      b.points[i], 0))
				continue;
			minus(b.points[i], p, -x);
			break;
		}
		break;
	case 8:
		memset(b.points[i], 0xff, 32);
		break;
	case 9:
		memset(b.points[i] + 32, 0xff, 32);
		break;
	case 10:
		memcpy(b.points[i] + 32, p, 32);
		break;
	case 11:	/* x and y exchanged */
		memcpy(p, b.points[i], 32);
		memcpy(b.points[i], b.points[i] + 32, 32);
		memcpy(b.points[i] + 32, p, 32);
		break;
	case 12:	/* both wrong */
		memset(b.scalars[i], 0, 32);
		memset(b.points[i], 0, 64);
		break;
	case 13:	/* y = p + 1, and 1 would do */
		memcpy(b.points[i], with_y_1(), 32);
		minus(b.points[i] + 32, zero, -1);
		assert_true(openssl_wei_mult(WEI_NID, b.mult[i], b.scalars[i],
					     b.points[i]));
		minus(b.points[i] + 32, p, -1);
		break;
	}
}

/*
 * Elements without a result among others: each kind at each place of a vector, two
 * beside each other, and a batch of nothing else.
 */
static void test_no_result(void **state)
{
	unsigned int seen[3] = { 0 };

	(void)state;
	for (size_t i = 0; i < KINDS * 9 * 2; i++) {
		if (i % 9 < 3)
			make_bad(i, i % KINDS);
		else
			good(i);
		expect(i);
		seen[b.mult_status[i]]++;
	}
	assert_true(seen[WCWEI_OK] && seen[WCWEI_BAD_POINT] &&
		    seen[WCWEI_BAD_SCALAR]);
	check_batch(KINDS * 9 * 2);
	for (size_t i = 0; i < 3 * KINDS; i++) {
		make_bad(i, i % KINDS);
		expect(i);
		if (i % KINDS != 5 && i % KINDS != 6 && i % KINDS != 11)
			assert_int_not_equal(b.mult_status[i], WCWEI_OK);
	}
	check_batch(3 * KINDS);
	/* [k]G does not look at points, and there every element has a status. */
	assert_int_equal(wcwei_base(CURVE, NULL, b.got[0], b.scalars[0],
				    3 * KINDS, NULL), 15);
}

/* k1 (k2 G) = k2 (k1 G), through the results' own bytes. */
static void test_agreement(void **state)
{
	static uint8_t mine[MOST][64], theirs[MOST][64], other[MOST][32];
	size_t n = unit_share(MOST);

	(void)state;
	for (size_t i = 0; i < n; i++) {
		random_scalar(b.scalars[i]);
		random_scalar(other[i]);
	}
	for_each_engine(e) {
		wcwei_base(CURVE, e, mine[0], b.scalars[0], n, NULL);
		wcwei_base(CURVE, e, theirs[0], other[0], n, NULL);
		assert_int_equal(wcwei_mult(CURVE, e, b.got[0], b.scalars[0],
					    theirs[0], n, NULL), 0);
		assert_int_equal(wcwei_mult(CURVE, e, b.mult[0], other[0],
					    mine[0], n, NULL), 0);
		assert_memory_equal(b.got, b.mult, n * 64);
	}
}

#ifdef WEI_PUBLISHED
#include WEI_PUBLISHED
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_engines),
#ifdef WEI_PUBLISHED
		cmocka_unit_test(test_published),
#endif
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_edge_scalars),
		cmocka_unit_test(test_edge_points),
		cmocka_unit_test(test_no_result),
		cmocka_unit_test(test_agreement),
	};

	return cmocka_run_group_tests_name(FIELD_NAME, tests, NULL, NULL);
}
