// SPDX-License-Identifier: GPL-2.0-only
/*
 * One arithmetic modulo the prime of a curve, with every bound asserted at every step,
 * against BIGNUM: random elements, and elements at the ends of their bounds. Then the
 * scalar multiplications on it, against OpenSSL: that asserts the bounds of all paths.
 *
 * Compiled once for each curve and arithmetic: FIELD_I32, FIELD_I64, FIELD_L52, with
 * L52_DOUBLES or that and L52_SOLINAS. The curve is that of kernels/Makefile-wei.inc: its
 * constants are WEI(name), included on the compiler's command line; WEI_OF_CURVE is its
 * struct wcwei_curve, WEI_NID OpenSSL's number of it.
 */
#define FE_CHECKED

#include <openssl/obj_mac.h>

#include "kernels/cpu/wei.h"
#include "kernels/curve/wei.h"
#include "tests/reference/openssl_wei.h"

#define FE(name)	field_##name
#if defined(FIELD_I32)
#include "kernels/curve/fe256_i32.h"
#elif defined(FIELD_I64)
#include "kernels/curve/fe256_i64.h"
#else
#include "kernels/curve/fe256_l52.h"
#endif
#include "kernels/curve/wei_all.h"

#include "kernels/cpu/wei_engine.h"

#ifdef FIELD_L52
/* Elements are below 2 p, and not below p. */
#define MOST		2
#define R_BITS		(L52_SOLINAS ? 0 : 260)
#define LIMB_BITS	52
#else
#define MOST		1
#define R_BITS		256
#define LIMB_BITS	(256 / LIMBS)
#endif
#include "tests/unit/field_common.h"

extern const struct wcwei_curve WEI_OF_CURVE;

#define WEI_WORDS(name) { WEI(name##0), WEI(name##1), WEI(name##2), WEI(name##3) }

/* Four words as 32 bytes, the most significant first. */
static void to_bytes(uint8_t b[32], const uint64_t w[4])
{
	for (int i = 0; i < 32; i++)
		b[i] = w[3 - i / 8] >> (56 - i % 8 * 8);
}

/*
 * A number of 256 bits: random, or of words and half words that are all zeros or all
 * ones, at whose borders carries are lost.
 */
static void random_number(uint64_t w[4])
{
	uint64_t kind = random_word();

	for (int i = 0; i < 4; i++) {
		w[i] = random_word();
		for (int half = 0; half < 64; half += 32, kind >>= 2)
			if (kind >> 40 & 1)
				w[i] = kind & 1 ? w[i] | 0xffffffffULL << half :
						  w[i] & ~(0xffffffffULL << half);
	}
	if (kind % 8 == 0)
		w[random_word() % 4] += random_word() % 3 - 1;
}

/* A scalar that has a result: in [1, n - 1]. */
static void random_scalar(uint8_t b[32])
{
	static const uint64_t n[4] = WEI_WORDS(N);
	uint8_t order[32];
	uint64_t w[4];

	to_bytes(order, n);
	do {
		random_number(w);
		to_bytes(b, w);
	} while (memcmp(b, order, 32) >= 0 || !(w[0] | w[1] | w[2] | w[3]));
}

/* A point of the curve, with an x as random_number() makes them. */
static void random_point(uint8_t point[64])
{
	uint64_t w[4];
	uint8_t x[32];

	do {
		random_number(w);
		to_bytes(x, w);
	} while (!openssl_wei_lift(WEI_NID, point, x, random_word() & 1));
}

static BIGNUM *raw_inverse;

static BIGNUM *from_words(const uint64_t w[4])
{
	uint8_t bytes[32];

	to_bytes(bytes, w);
	return BN_bin2bn(bytes, 32, NULL);
}

/* An element: a number that may be at a border, or the largest there are. */
static void element(fe *a, int t)
{
	static const uint64_t words[4] = WEI_WORDS(P);
	uint64_t kind = random_word() % 8, w[4];
	BIGNUM *n;

	(void)t;
	random_number(w);
	if (kind > 4) {
		fe_load(a, w);
		return;
	}
	if (kind < 2) {		/* p - 1, p - 2, ... or 0, 1, ... */
		memcpy(w, words, sizeof(w));
		if (kind)
			memset(w, 0, sizeof(w));
		else
			w[0]--;
		w[0] += kind ? random_word() % 3 : 0 - random_word() % 3;
	}
	n = from_words(w);
	if (MOST > 1 && random_word() & 1)
		BN_add(n, n, p);
	if (MOST == 1 || BN_num_bits(n) > 257)
		BN_nnmod(n, n, p, ctx);
	for (int i = 0; i < LIMBS; i++) {
		BIGNUM *limb = BN_dup(n);

		if (i < LIMBS - 1)
			BN_mask_bits(limb, LIMB_BITS);
		a->x[i] = BN_get_word(limb);
		BN_rshift(n, n, LIMB_BITS);
		BN_free(limb);
	}
	BN_free(n);
	n = limbs(a);
	BN_sub(n, n, p);
	if (BN_cmp(n, p) >= 0)	/* 2 p and above: 257 bits are not enough to tell */
		fe_load(a, w);
	BN_free(n);
}

TEST(constants)
{
	const uint64_t words[8][4] = {
		WEI_WORDS(P), WEI_WORDS(B), WEI_WORDS(X), WEI_WORDS(Y),
		WEI_WORDS(R), WEI_WORDS(RR), WEI_WORDS(RB), WEI_WORDS(N),
	};
	BIGNUM *sum = BN_new(), *t = BN_new();
	uint8_t k[32] = { 0 }, base[64], bytes[64];
	fe a, b;

	/* The terms are those of p + 1. */
	BN_zero(sum);
#define TERM(e, s)							\
	BN_one(t);							\
	BN_lshift(t, t, e);						\
	BN_set_negative(t, (s) < 0);					\
	BN_add(sum, sum, t);
	WEI(TERMS)(TERM)
	BN_sub_word(sum, 1);
	assert_int_equal(BN_cmp(sum, p), 0);
	/* R, R^2, b R. */
	BN_one(sum);
	for (int i = 4; i < 6; i++) {
		BIGNUM *r = from_words(words[i]);

		BN_lshift(sum, sum, 256);
		BN_nnmod(sum, sum, p, ctx);
		assert_int_equal(BN_cmp(sum, r), 0);
		BN_free(r);
	}
	fe_constant(&a, WEI(B0), WEI(B1), WEI(B2), WEI(B3));
	wei_load_b(&b);
	assert_true(fe_is_equal(&a, &b));
	/* b, G and n, by OpenSSL: [1]G; n has no result, n - 1 has. */
	k[31] = 1;
	assert_true(openssl_wei_mult(WEI_NID, base, k, NULL));
	to_bytes(bytes, words[2]);
	to_bytes(bytes + 32, words[3]);
	assert_memory_equal(bytes, base, 64);
	to_bytes(k, words[7]);
	assert_false(openssl_wei_mult(WEI_NID, bytes, k, NULL));
	k[31]--;
	assert_true(openssl_wei_mult(WEI_NID, bytes, k, NULL));
	assert_memory_equal(bytes, base, 32);
	BN_free(sum);
	BN_free(t);
}

static void other_functions(const fe *a, const fe *b, const fe *c, const BIGNUM *x,
			    const BIGNUM *y, const BIGNUM *z)
{
	BIGNUM *want = difference(x, y);
	fe r;

	BN_sub(want, want, z);
	fe_sub2(&r, a, b, c);
	assert_fe(&r, want);
	fe_triple(&r, a);
	assert_fe(&r, times(x, 3));
	fe_halve(&r, a);
	fe_add(&r, &r, &r);
	assert_fe(&r, BN_dup(x));
	r = *a;
	fe_halve(&r, &r);
	fe_add(&r, &r, &r);
	assert_fe(&r, BN_dup(x));
	r = *b;
	fe_sub(&r, &r, &r);
	assert_fe(&r, BN_new());
	assert_true(fe_is_zero(&r));
	assert_true(fe_is_zero(b) == (BN_is_zero(y) ? ~0ULL : 0));
	r = *c;
	fe_neg_if(&r, fe_set1(~0ULL));
	fe_add(&r, &r, c);
	assert_true(fe_is_zero(&r));
}

/* Any four words, and entries of tables. */
TEST(words)
{
	static const uint64_t edges[][4] = {
		{ 0 }, { 1 }, { ~0ULL, ~0ULL, ~0ULL, ~0ULL }, WEI_WORDS(P),
	};

	for (size_t i = 0, n = unit_share(CASES); i < n; i++) {
		uint64_t w[4];
		BIGNUM *x;
		fe a;

		random_number(w);
		if (i < 16) {
			memcpy(w, edges[i / 4], sizeof(w));
			w[0] += i % 4 - 2;
		}
		x = from_words(w);
		fe_load(&a, w);
		assert_fe(&a, BN_dup(x));
		if (BN_cmp(x, p) < 0) {
			/* w is y 2^256: y is w / 2^256. */
			BIGNUM *y = BN_new();

			fe_raw(&a, w);
			BN_mod_mul(y, x, raw_inverse, p, ctx);
			assert_fe(&a, y);
		}
		BN_free(x);
	}
}

static void assert_point(const wei_point *r, const uint8_t want[64])
{
	fe_u64 w[8];
	fe zinv;

	fe_invert(&zinv, &r->Z);
	wei_encode(w, r, &zinv);
	assert_memory_equal(w, want, 64);
}

/* It is one of the curve. */
static void get_point(wei_affine *p, const uint8_t bytes[64])
{
	fe_u64 w[8];

	memcpy(w, bytes, 64);
	assert_true(wei_decode(p, w) == 0);
}

/* The formulas where others have exceptions. */
TEST(complete)
{
	for (size_t i = 0, n = unit_share(CASES / 100); i < n; i++) {
		uint8_t bytes[64], want[64], two[32] = { 0 };
		wei_point a, none, minus, r, s;
		wei_affine p1;
		fe b, zinv;

		wei_load_b(&b);
		random_point(bytes);
		get_point(&p1, bytes);
		/* Any Z. */
		element(&zinv, 1);
		if (fe_is_zero(&zinv))
			continue;
		fe_mul(&a.X, &p1.x, &zinv);
		fe_mul(&a.Y, &p1.y, &zinv);
		a.Z = zinv;
		minus = a;
		fe_neg_if(&minus.Y, ~0ULL);
		wei_infinity(&none);

		wei_add(&r, &a, &none, &b);
		assert_point(&r, bytes);
		wei_add(&r, &none, &a, &b);
		assert_point(&r, bytes);
		wei_add_affine(&r, &none, &p1, &b);
		assert_point(&r, bytes);
		wei_add(&r, &a, &minus, &b);
		assert_true(fe_is_zero(&r.Z) & fe_is_zero(&r.X) &
			    ~fe_is_zero(&r.Y));
		wei_add_affine(&r, &minus, &p1, &b);
		assert_true(fe_is_zero(&r.Z) & ~fe_is_zero(&r.Y));
		wei_add(&r, &none, &none, &b);
		assert_true(fe_is_zero(&r.Z) & ~fe_is_zero(&r.Y));
		wei_double(&r, &none, &b);
		assert_true(fe_is_zero(&r.Z) & ~fe_is_zero(&r.Y));

		two[31] = 2;
		assert_true(openssl_wei_mult(WEI_NID, want, two, bytes));
		wei_double(&r, &a, &b);
		assert_point(&r, want);
		wei_add(&s, &a, &a, &b);
		assert_point(&s, want);
		wei_add_affine(&s, &a, &p1, &b);
		assert_point(&s, want);
		two[31] = 3;
		assert_true(openssl_wei_mult(WEI_NID, want, two, bytes));
		wei_add(&s, &r, &a, &b);
		assert_point(&s, want);
	}
}

/* Scalars of all digits alike, of few digits, and the ends of the range. */
static void put_edge(uint8_t scalar[32], size_t i)
{
	const uint64_t n[4] = { WEI(N0), WEI(N1), WEI(N2), WEI(N3) };

	memset(scalar, 0, 32);
	for (int j = 0; i >= 600 && j < 32; j++)
		scalar[j] = (uint8_t)(n[3 - j / 8] >> (56 - j % 8 * 8));
	if (i >= 600)
		scalar[31] -= (uint8_t)(i - 599);
	else if (i >= 256)
		memset(scalar + (i - 256) % 32, (int)((i - 256) / 32 * 0x1d + 0x55) % 255,
		       32 - (i - 256) % 32);
	else
		scalar[31 - i / 8] = (uint8_t)(1 << i % 8);
}

/* [k]G for public k, for such scalars and random ones. */
TEST(public)
{
	static const int widths[] = { WEI_BASE_VARTIME_W, WEI_GPU_CHECK_W };
	const struct wcwei_curve *curve = &WEI_OF_CURVE;
	uint64_t *table = malloc(8 * WEI_TABLE_WORDS(WEI_GPU_CHECK_W));

	assert_non_null(table);
	for (int at = 0; at < 2; at++) {
		curve->make_table(table, widths[at]);
		for (size_t i = 0; i < 680; i++) {
			uint8_t scalar[32], want[64];
			fe_u64 w[4], k[4];
			wei_point r;

			if (i < 640)
				put_edge(scalar, i);
			else
				random_scalar(scalar);
			memcpy(w, scalar, 32);
			if (wei_scalar(k, w))
				continue;
			wei_base_vartime(&r, k, table, widths[at]);
			assert_true(openssl_wei_mult(WEI_NID, want, scalar, NULL));
			assert_point(&r, want);
		}
	}
	free(table);
}

/* [k]P, for a good scalar; @q is P. */
static void assert_mult(fe_u64 k[4], const uint8_t scalar[32], const uint8_t point[64],
			const wei_affine *q)
{
	uint8_t want[64];
	fe_u64 w[4];
	wei_point r;

	memcpy(w, scalar, 32);
	assert_true(wei_scalar(k, w) == 0);
	wei_mult(&r, k, q);
	assert_true(openssl_wei_mult(WEI_NID, want, scalar, point));
	assert_point(&r, want);
}

/* All of both multiplications, with every bound asserted. */
TEST(multiples)
{
	const struct wcwei_curve *curve = &WEI_OF_CURVE;
	uint64_t *table = malloc(8 * WEI_TABLE_WORDS(WEI_GPU_BASE_W));

	assert_non_null(table);
	for (size_t i = 0, n = unit_share(60); i < n; i++) {
		int width = i % 2 ? WEI_BASE_W : WEI_GPU_BASE_W;
		uint8_t scalar[32], point[64], want[64];
		wei_affine q;
		wei_point r;
		fe_u64 k[4];

		random_scalar(scalar);
		random_point(point);
		get_point(&q, point);
		assert_mult(k, scalar, point, &q);
		if (i % 3)
			continue;
		curve->make_table(table, width);
		wei_base(&r, k, table, width);
		assert_true(openssl_wei_mult(WEI_NID, want, scalar, NULL));
		assert_point(&r, want);
	}
	free(table);
}

/* 1, 2, ... and n - 1, n - 2, ...: sums whose last addition is one of equal points. */
TEST(near_zero)
{
	const uint64_t order[4] = WEI_WORDS(N);
	uint8_t scalar[32], point[64];
	fe_u64 k[4];
	wei_affine q;
	wei_point r;

	random_point(point);
	get_point(&q, point);
	for (uint64_t i = 0; i < 80; i++) {
		uint64_t n[4] = { i / 2 + 1 };

		if (i % 2) {
			memcpy(n, order, sizeof(n));
			n[0] -= i / 2 + 1;
		}
		to_bytes(scalar, n);
		assert_mult(k, scalar, point, &q);
	}
	for (int i = 0; i < 4; i++)
		k[i] = fe_set1(0);
	wei_mult(&r, k, &q);
	assert_true(fe_is_zero(&r.Z) & ~fe_is_zero(&r.Y));
}

int main(void)
{
	const uint64_t words[4] = WEI_WORDS(P);

	field_start(from_words(words));
	raw_inverse = inverse_of_two_to(256);
	return unit_run(FIELD_NAME, NULL, NULL);
}
