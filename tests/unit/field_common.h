/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the tests of fields share: elements as BIGNUMs, and what any field must do.
 * Included when these are known: fe and its functions, with FE_CHECKED; LIMB_BITS;
 * R_BITS: an element x stands for x / 2^R_BITS; MOST, if elements are below so many
 * times p. The bounds T are 25519's; other fields have one bound.
 */
#ifndef WARPCRYPT_TESTS_UNIT_FIELD_COMMON_H
#define WARPCRYPT_TESTS_UNIT_FIELD_COMMON_H

#include <openssl/bn.h>

#include "tests/splitmix.h"
#include "tests/unit/unit.h"

#define CASES	20000
#define LIMBS	((int)(sizeof(((fe *)0)->x) / sizeof(((fe *)0)->x[0])))

static BN_CTX *ctx;
static BIGNUM *p, *r_inverse;

/* The next of a fixed series of words: failures repeat. */
static uint64_t random_word(void)
{
	static uint64_t state = 256;

	return splitmix64(&state);
}

/* Of the test's own: an element within a bound of @t T, random or at an edge. */
static void element(fe *a, int t);
/* Of the test's own: functions that not all fields have. @a stands for @x, and so on. */
static void other_functions(const fe *a, const fe *b, const fe *c, const BIGNUM *x,
			    const BIGNUM *y, const BIGNUM *z);

static inline BIGNUM *sum(const BIGNUM *x, const BIGNUM *y)
{
	BIGNUM *n = BN_new();

	BN_add(n, x, y);
	return n;
}

static inline BIGNUM *difference(const BIGNUM *x, const BIGNUM *y)
{
	BIGNUM *n = BN_new();

	BN_sub(n, x, y);
	return n;
}

static inline BIGNUM *product(const BIGNUM *x, const BIGNUM *y)
{
	BIGNUM *n = BN_new();

	BN_mod_mul(n, x, y, p, ctx);
	return n;
}

static inline BIGNUM *times(const BIGNUM *x, unsigned int k)
{
	BIGNUM *n = BN_dup(x);

	BN_mul_word(n, k);
	return n;
}

static BIGNUM *inverse_of_two_to(int bits)
{
	BIGNUM *n = BN_new();

	BN_one(n);
	BN_lshift(n, n, bits);
	BN_mod_inverse(n, n, p, ctx);
	return n;
}

/* The number that limbs make, without R. */
static BIGNUM *limbs(const fe *a)
{
	BIGNUM *n = BN_new(), *limb = BN_new();

	for (int i = LIMBS - 1; i >= 0; i--) {
		__int128 x = (__int128)a->x[i];

		BN_lshift(n, n, LIMB_BITS);
		BN_set_word(limb, (uint64_t)(x < 0 ? -x : x));
		BN_set_negative(limb, x < 0);
		BN_add(n, n, limb);
	}
	BN_free(limb);
	return n;
}

/* The number modulo p that an element stands for. */
static BIGNUM *value(const fe *a)
{
	BIGNUM *n = limbs(a);

	BN_mod_mul(n, n, r_inverse, p, ctx);
	return n;
}

/* Asserts that @a is within its bound, @want modulo p, and stored so; frees @want. */
static void assert_fe(const fe *a, BIGNUM *want)
{
	BIGNUM *got = limbs(a);
	uint8_t bytes[32];
	fe_u64 w[4];

#ifdef MOST
	BIGNUM *bound = times(p, MOST);

	assert_true(BN_cmp(got, bound) < 0);
	BN_free(bound);
#endif
	BN_mod_mul(got, got, r_inverse, p, ctx);
	BN_nnmod(want, want, p, ctx);
	assert_int_equal(BN_cmp(got, want), 0);
	fe_store(w, a);
	BN_bn2lebinpad(want, bytes, 32);
	assert_memory_equal(w, bytes, 32);
	BN_free(got);
	BN_free(want);
}

TEST(arithmetic)
{
	for (size_t i = 0, n = unit_share(CASES); i < n; i++) {
		BIGNUM *x, *y, *z;
		fe a, b, c, r;

		element(&a, 3);
		element(&b, 2);
		element(&c, 1);
		x = value(&a);
		y = value(&b);
		z = value(&c);
		fe_mul(&r, &a, &b);
		assert_fe(&r, product(x, y));
		fe_sqr(&r, &b);
		assert_fe(&r, product(y, y));
		fe_add(&r, &b, &c);
		assert_fe(&r, sum(y, z));
		fe_sub(&r, &b, &c);
		assert_fe(&r, difference(y, z));
		other_functions(&a, &b, &c, x, y, z);

		/* In place, with both the same. */
		r = b;
		fe_mul(&r, &r, &r);
		assert_fe(&r, product(y, y));

		/* Masks. */
		r = b;
		fe_cmov(&r, &c, fe_set1(0));
		assert_fe(&r, BN_dup(y));
		fe_cmov(&r, &c, fe_set1(~0ULL));
		assert_fe(&r, z);
		assert_fe(&a, x);
		assert_fe(&b, y);
	}
}

TEST(inverses)
{
	fe z[33], work[33], e, r;
	fe_u64 zero[33];

	for (size_t i = 0, rounds = unit_share(CASES / 100); i < rounds; i++) {
		int n = 1 + i % 5 * 8;
		BIGNUM *x[33];

		for (int j = 0; j < n; j++) {
			element(&z[j], 2);
			element(&e, 1);
			if (j % 5 == 2)
				fe_sub(&z[j], &e, &e);
			x[j] = value(&z[j]);
			if (!BN_is_zero(x[j]))
				BN_mod_inverse(x[j], x[j], p, ctx);
		}
		fe_invert(&r, &z[i % n]);
		assert_fe(&r, BN_dup(x[i % n]));
		fe_invert_many(z, zero, work, n);
		for (int j = 0; j < n; j++) {
			assert_true(zero[j] == (BN_is_zero(x[j]) ? ~0ULL : 0));
			if (zero[j])
				BN_free(x[j]);
			else
				assert_fe(&z[j], x[j]);
		}
	}
}

static void field_start(BIGNUM *prime)
{
#if defined(FIELD_DPF) || (defined(FIELD_L52) && L52_DOUBLES)
	dpf_enter();
#endif
	ctx = BN_CTX_new();
	p = prime;
	r_inverse = inverse_of_two_to(R_BITS);
}

#endif /* WARPCRYPT_TESTS_UNIT_FIELD_COMMON_H */
