// SPDX-License-Identifier: GPL-2.0-only
/* ECDSA on P-256: signatures that are special. OpenSSL agrees about all of them. */
#include <openssl/bn.h>
#include <openssl/obj_mac.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/openssl_sign.h"
#include "tests/reference/openssl_wei.h"
#include "tests/curves/signatures.h"

#define CASES	512u

/* a b or, if @divide, a / b modulo n, big-endian as all. */
static void mod_n(uint8_t out[32], const uint8_t a[32], const uint8_t b[32],
		  bool divide)
{
	BIGNUM *x = BN_bin2bn(a, 32, NULL), *y = BN_bin2bn(b, 32, NULL);
	BN_CTX *ctx = BN_CTX_new();
	BIGNUM *n = NULL;

	if (!x || !y || !ctx || !BN_hex2bn(&n, P256_ORDER) ||
	    (divide && !BN_mod_inverse(y, y, n, ctx)) ||
	    !BN_mod_mul(x, x, y, n, ctx) || BN_bn2binpad(x, out, 32) != 32)
		die("OpenSSL's big numbers");
	BN_free(n);
	BN_CTX_free(ctx);
	BN_free(y);
	BN_free(x);
}

/* A number that is @base plus @add, big-endian; @base in hexadecimal. */
static void number(uint8_t out[32], const char *base, int add)
{
	int i;

	from_hex(out, base);
	for (i = 31; i >= 0; i--) {
		add += out[i];
		out[i] = (uint8_t)add;
		add >>= 8;
	}
}

static void small(uint8_t out[32], unsigned int value)
{
	memset(out, 0, 32);
	out[30] = (uint8_t)(value >> 8);
	out[31] = (uint8_t)value;
}

static void agree(struct signature *s, size_t *n, const char *what, bool want)
{
	struct signature *at = &s[(*n)++];

	at->len = 32;
	at->what = what;
	at->want = want;
	if (openssl_check_p256(at->key, at->signature, at->message) != want)
		die("OpenSSL does not agree: %s", what);
}

/* r and s that are no scalars. */
static size_t range_cases(struct signature *s, struct test_rand *r)
{
	uint8_t secret[32], nonce[32], hash[32], bad[6][32];
	size_t n = 0, i, half;

	small(bad[0], 0);
	number(bad[1], P256_ORDER, 0);
	number(bad[2], P256_ORDER, 1);
	number(bad[3], P256_PRIME, 0);
	number(bad[4], P256_PRIME, -1);
	memset(bad[5], 0xff, 32);
	p256_random_scalar(secret, r);
	p256_random_scalar(nonce, r);
	rand_fill(r, hash, sizeof(hash));
	for (i = 0; i < COUNT(bad); i++) {
		for (half = 0; half < 3; half++) {
			openssl_sign_p256(s[n].key, s[n].signature, secret,
					  nonce, hash);
			memcpy(s[n].message, hash, sizeof(hash));
			if (half != 1)
				memcpy(s[n].signature, bad[i], 32);
			if (half != 0)
				memcpy(s[n].signature + 32, bad[i], 32);
			agree(s, &n, "r or s is no scalar", false);
		}
	}
	return n;
}

/*
 * Keys, numbers and hashes around 0 and n: the additions of the tables meet equal and
 * opposite points, and the point at infinity.
 */
static size_t small_cases(struct signature *s)
{
	uint8_t secret[12][32], hash[5][32];
	size_t n = 0, i, j, h;

	for (i = 0; i < 6; i++) {
		small(secret[2 * i], (unsigned int)i + 1);
		number(secret[2 * i + 1], P256_ORDER, -(int)i - 1);
	}
	small(hash[0], 0);
	small(hash[1], 1);
	number(hash[2], P256_ORDER, 0);
	number(hash[3], P256_ORDER, 1);
	memset(hash[4], 0xff, 32);
	for (i = 0; i < COUNT(secret); i++) {
		for (j = 0; j < 4; j++) {
			for (h = 0; h < COUNT(hash); h++) {
				openssl_sign_p256(s[n].key, s[n].signature,
						  secret[i], secret[j],
						  hash[h]);
				memcpy(s[n].message, hash[h], 32);
				/* Some s are 0. */
				agree(s, &n, "small numbers",
				      openssl_check_p256(s[n].key,
							 s[n].signature,
							 hash[h]));
			}
		}
	}
	return n;
}

/*
 * A key and a hash for which the signature with the number @r, and a random s, leads to
 * the point @point: Q = (R - [u1]G) / u2, for a random u1.
 */
static void forge(struct signature *s, const uint8_t point[64],
		  const uint8_t r[32], struct test_rand *rand)
{
	uint8_t u1[32], u2[32], one[32], k[32], m[32];

	small(one, 1);
	p256_random_scalar(u1, rand);
	p256_random_scalar(s->signature + 32, rand);
	memcpy(s->signature, r, 32);
	mod_n(u2, r, s->signature + 32, true);
	mod_n(s->message, u1, s->signature + 32, false);
	mod_n(k, u1, u2, true);
	p256_minus(k, k);
	mod_n(m, one, u2, true);
	openssl_wei_sum(NID_X9_62_prime256v1, s->key, k, m, point);
}

/* x from n to p - 1: r is x - n, and the x of no point that is smaller. */
static size_t wrapped_cases(struct signature *s, struct test_rand *rand)
{
	uint8_t x[32], r[32], point[64];
	size_t n = 0;
	int i;

	for (i = 1; i < 24; i++) {
		number(x, P256_ORDER, i);
		small(r, (unsigned int)i);
		if (openssl_wei_lift(NID_X9_62_prime256v1, point, x, i % 2)) {
			forge(&s[n], point, r, rand);
			agree(s, &n, "x = r + n", true);
		}
		if (openssl_wei_lift(NID_X9_62_prime256v1, point, r, i % 2)) {
			forge(&s[n], point, r, rand);
			agree(s, &n, "x = r, and r + n is below p", true);
			forge(&s[n], point, r, rand);
			small(s[n].signature, (unsigned int)i + 1);
			agree(s, &n, "a small r that is not x", false);
		}
	}
	if (n < 12)
		die("only %zu points with x from n on", n);
	return n;
}

/* [u1]G is [u2]Q, or its opposite: hash = r d, or -r d. */
static size_t equal_cases(struct signature *s, struct test_rand *rand)
{
	uint8_t u1[32], d[32], two[32], twice[32], point[64], e[32];
	size_t n = 0;
	int i;

	small(two, 2);
	for (i = 0; i < 4; i++) {
		/* R = [2 u1]G, r its x; hash = u1 s, d = u1 s / r. */
		p256_random_scalar(u1, rand);
		p256_random_scalar(s[n].signature + 32, rand);
		mod_n(twice, u1, two, false);
		openssl_wei_mult(NID_X9_62_prime256v1, point, twice, NULL);
		memcpy(s[n].signature, point, 32);
		mod_n(e, u1, s[n].signature + 32, false);
		mod_n(d, e, s[n].signature, true);
		memcpy(s[n].message, e, 32);
		openssl_wei_mult(NID_X9_62_prime256v1, s[n].key, d, NULL);
		agree(s, &n, "[u1]G = [u2]Q", true);
		s[n] = s[n - 1];
		p256_minus(s[n].message, e);
		agree(s, &n, "[u1]G = -[u2]Q", false);
	}
	return n;
}

/* Keys that are no points of the curve. */
static size_t key_cases(struct signature *s, struct test_rand *r)
{
	uint8_t secret[32], nonce[32], hash[32];
	size_t n = 0;
	int i;

	p256_random_scalar(secret, r);
	p256_random_scalar(nonce, r);
	rand_fill(r, hash, sizeof(hash));
	for (i = 0; i < 6; i++) {
		openssl_sign_p256(s[n].key, s[n].signature, secret, nonce, hash);
		memcpy(s[n].message, hash, sizeof(hash));
		if (i == 1)
			s[n].key[63] ^= 1;
		if (i == 2)
			s[n].key[31] ^= 1;
		if (i == 3)
			memset(s[n].key, 0, 64);
		if (i == 4)
			number(s[n].key, P256_PRIME, 0);
		if (i == 5)
			memset(s[n].key + 32, 0xff, 32);
		agree(s, &n, "a key off the curve", !i);
	}
	/* x = 5 is one of the curve; so is x + p, which fits 256 bits. */
	small(secret, 5);
	if (!openssl_wei_lift(NID_X9_62_prime256v1, s[n].key, secret, 0))
		die("no point has x = 5");
	s[n + 1] = s[n];
	number(s[n + 1].key, P256_PRIME, 5);
	for (i = 0; i < 2; i++) {
		openssl_wei_sum(NID_X9_62_prime256v1, s[n].signature, nonce, nonce,
				s[n - i].key);
		/* u1 = u2 = nonce: s = r / nonce, hash = r. */
		mod_n(s[n].signature + 32, s[n].signature, nonce, true);
		memcpy(s[n].message, s[n].signature, 32);
		agree(s, &n, "a key with x = 5, or p + 5", !i);
	}
	return n;
}

/* Special signatures. */
void check_ecdsa(struct check *c, enum warpcrypt_scheme scheme)
{
	struct signature *s = check_alloc(CASES, sizeof(*s));
	struct test_rand r = { 186 };
	struct tally t = { 0 };
	size_t n = 0, valid = 0, i;

	n += range_cases(s + n, &r);
	n += small_cases(s + n);
	n += wrapped_cases(s + n, &r);
	n += equal_cases(s + n, &r);
	n += key_cases(s + n, &r);
	for (i = 0; i < n; i++)
		valid += s[i].want;
	ktap_note("ECDSA: %zu of %zu are valid", valid, n);
	signatures_check(c, scheme, s, n, &t);
	ktap_tally(&t, "ECDSA: ranges, small and opposite points, x from n on, keys off the curve");
	free(s);
}
