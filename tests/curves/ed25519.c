// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ed25519: RFC 8032's examples, and signatures that are special. Which encodings are
 * accepted: Documentation/library.rst.
 */
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"
#include "tests/reference/openssl_sign.h"
#include "tests/curves/signatures.h"
#include "tests/vectors/25519.h"
#include "tests/vectors/ed25519_signatures.h"

/* With a key of order 8, one message in eight has a k that is a multiple of 8. */
#define MESSAGES	64u

static const char order[] =
	"1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed";

static const char neutral[] =
	"0100000000000000000000000000000000000000000000000000000000000000";

static void published_signatures(struct check *c, enum warpcrypt_scheme scheme)
{
	struct signature *s = check_alloc(COUNT(ed25519_signatures), sizeof(*s));
	struct tally t = { 0 };
	size_t i;

	for (i = 0; i < COUNT(ed25519_signatures); i++) {
		const struct ed25519_signature *v = &ed25519_signatures[i];

		from_hex(s[i].key, v->key);
		from_hex(s[i].signature, v->signature);
		from_hex(s[i].message, v->message);
		s[i].len = strlen(v->message) / 2;
		s[i].what = "a published signature";
		s[i].want = true;
		s[i].cofactor = true;
	}
	signatures_check(c, scheme, s, i, &t);
	ktap_tally(&t, "RFC 8032: Ed25519");
	free(s);
}

/* SHA-512(R || A || message) modulo L */
static void hash_of(uint8_t k[32], const struct signature *s)
{
	uint8_t all[64 + MESSAGE_MAX], hash[64];

	memcpy(all, s->signature, 32);
	memcpy(all + 32, s->key, 32);
	memcpy(all + 64, s->message, s->len);
	if (!EVP_Digest(all, 64 + s->len, hash, NULL, EVP_sha512(), NULL))
		die("no SHA-512");
	openssl_reduce(k, hash, order);
}

static void times_base(uint8_t out[32], const uint8_t scalar[32])
{
	uint8_t base[32];

	from_hex(base, EDWARDS25519_BASE);
	edwards25519_multiply(out, scalar, base);
}

/* Are [8]([S]B) and [8]([k]A + R) the same point? A and R have to decode, and S has to be below L. */
static bool with_cofactor(const struct signature *s)
{
	static const uint8_t eight[32] = { 8 };
	uint8_t l[32], k[32], left[32], right[32];
	int i = 31;

	from_hex(l, EDWARDS25519_ORDER);
	while (i && s->signature[32 + i] == l[i])
		i--;
	if (s->signature[32 + i] >= l[i])
		return false;
	hash_of(k, s);
	times_base(left, s->signature + 32);
	return edwards25519_multiply(right, k, s->key) &&
	       edwards25519_add(right, right, s->signature) &&
	       edwards25519_multiply(right, eight, right) &&
	       edwards25519_multiply(left, eight, left) &&
	       !memcmp(left, right, sizeof(left));
}

/* Ours is @want; OpenSSL's is told. */
static bool add(struct signature *s, size_t *n, const char *what, bool want)
{
	struct signature *at = &s[(*n)++];

	at->what = what;
	at->want = want;
	at->cofactor = with_cofactor(at);
	if (want && !at->cofactor)
		die("valid, and not with the cofactor: %s", what);
	return openssl_check_ed25519(at->key, at->signature, at->message,
				     at->len);
}

/* The same, and OpenSSL agrees. */
static void agree(struct signature *s, size_t *n, const char *what, bool want)
{
	if (add(s, n, what, want) != want)
		die("OpenSSL does not agree: %s", what);
}

/* r + k a modulo L */
static void set_s(struct signature *s, const uint8_t r[32], const uint8_t a[32])
{
	uint8_t k[32], sum[64] = { 0 };
	unsigned int carry = 0;
	int i;

	hash_of(k, s);
	edwards25519_scalar_product(k, k, a);
	for (i = 0; i < 33; i++) {
		carry += i < 32 ? k[i] + r[i] : 0;
		sum[i] = (uint8_t)carry;
		carry >>= 8;
	}
	openssl_reduce(s->signature + 32, sum, order);
}

/*
 * S at the ends of its range. With the neutral element as the key R is [S]B, whatever
 * was signed.
 */
static size_t range_cases(struct signature *s)
{
	static const struct {
		const char *s;
		const char *what;
		bool want;
	} cases[] = {
		{ neutral, "S = 1", true },
		{ "0000000000000000000000000000000000000000000000000000000000000000",
		  "S = 0", true },
		{ "ecd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010",
		  "S = L - 1", true },
		{ EDWARDS25519_ORDER, "S = L", false },
		{ "eed3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010",
		  "S = L + 1", false },
		{ "0000000000000000000000000000000000000000000000000000000000000020",
		  "S = 2^253", false },
		{ "0000000000000000000000000000000000000000000000000000000000000080",
		  "S = 2^255", false },
		{ "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		  "S = 2^256 - 1", false },
	};
	size_t i, n = 0;

	for (i = 0; i < COUNT(cases); i++) {
		from_hex(s[n].key, neutral);
		from_hex(s[n].signature + 32, cases[i].s);
		times_base(s[n].signature, s[n].signature + 32);
		agree(s, &n, cases[i].what, cases[i].want);
	}
	return n;
}

/* R as other bytes for the neutral element: only its encoding is accepted. */
static size_t r_cases(struct signature *s)
{
	static const char *const encodings[] = {
		neutral,
		"0100000000000000000000000000000000000000000000000000000000000080",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	};
	size_t i, n = 0;

	for (i = 0; i < COUNT(encodings); i++) {
		from_hex(s[n].key, neutral);
		from_hex(s[n].signature, encodings[i]);
		agree(s, &n, "R stands for the neutral element", !i);
	}
	return n;
}

/* Keys of small order: R = [S]B is right where k is a multiple of the order. */
static size_t small_key_cases(struct signature *s, struct test_rand *r)
{
	size_t i, n = 0, valid = 0;
	uint8_t k[32];
	unsigned int m;

	for (i = 0; i < COUNT(edwards_small_order); i++) {
		for (m = 0; m < MESSAGES; m++) {
			from_hex(s[n].key, edwards_small_order[i].point);
			rand_fill(r, s[n].signature + 32, 31);
			times_base(s[n].signature, s[n].signature + 32);
			s[n].message[0] = (uint8_t)m;
			s[n].len = 1;
			hash_of(k, &s[n]);
			valid += k[0] % edwards_small_order[i].order == 0;
			agree(s, &n, "a key of small order",
			      k[0] % edwards_small_order[i].order == 0);
		}
	}
	if (valid <= MESSAGES || valid == n)
		die("%zu of %zu signatures for small keys are valid", valid, n);
	return n;
}

/*
 * Where OpenSSL differs: it takes y modulo p, and x = 0 with the sign bit. So for
 * other bytes of a point of small order some signatures are valid there, and none
 * is here.
 */
static size_t encoding_cases(struct signature *s, struct test_rand *r)
{
	static const char *const keys[] = {
		"0100000000000000000000000000000000000000000000000000000000000080",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	};
	size_t i, n = 0;
	unsigned int m;

	for (i = 0; i < COUNT(keys); i++) {
		size_t valid = 0;

		for (m = 0; m < MESSAGES; m++) {
			from_hex(s[n].key, keys[i]);
			rand_fill(r, s[n].signature + 32, 31);
			times_base(s[n].signature, s[n].signature + 32);
			s[n].message[0] = (uint8_t)m;
			s[n].len = 1;
			valid += add(s, &n, "a key that is not canonical",
				     false);
		}
		if (!valid)
			die("OpenSSL does not accept the key %s any more",
			    keys[i]);
	}
	return n;
}

/* Keys that are no points at all. */
static size_t no_key_cases(struct signature *s)
{
	size_t i, n = 0;

	for (i = 0; i < COUNT(edwards_no_points); i++) {
		from_hex(s[n].key, edwards_no_points[i]);
		from_hex(s[n].signature, neutral);
		s[n].signature[32] = (uint8_t)i;
		times_base(s[n].signature, s[n].signature + 32);
		add(s, &n, "a key that is no point", false);
	}
	return n;
}

/*
 * Signatures whose R or key has a part of small order, made with the secret key. With
 * the cofactor all were valid. Without it those are whose R has none and, of keys of
 * mixed order, whose k is a multiple of that order.
 */
static size_t mixed_cases(struct signature *s, struct test_rand *r)
{
	uint8_t seed[32], a[32], nonce[32] = { 0 }, small[32], k[32], key[32];
	size_t i, n = 0;
	unsigned int m;

	for (i = 0; i < COUNT(edwards_small_order); i++) {
		int small_order = edwards_small_order[i].order;

		from_hex(small, edwards_small_order[i].point);
		rand_fill(r, seed, sizeof(seed));
		openssl_ed25519(key, a, seed);
		rand_fill(r, nonce, 31);

		memcpy(s[n].key, key, sizeof(key));
		times_base(s[n].signature, nonce);
		edwards25519_add(s[n].signature, s[n].signature, small);
		set_s(&s[n], nonce, a);
		agree(s, &n, "R with a part of small order", small_order == 1);
		for (m = 0; m < MESSAGES; m++) {
			edwards25519_add(s[n].key, key, small);
			times_base(s[n].signature, nonce);
			s[n].message[0] = (uint8_t)m;
			s[n].len = 1;
			set_s(&s[n], nonce, a);
			hash_of(k, &s[n]);
			agree(s, &n, "a key of mixed order",
			      k[0] % small_order == 0);
		}
	}
	return n;
}

static void special_signatures(struct check *c, enum warpcrypt_scheme scheme)
{
	struct signature *s = check_alloc(32 * MESSAGES, sizeof(*s));
	size_t n = 0, mixed, more = 0, i;
	struct test_rand r = { 8032 };
	struct tally t = { 0 };

	n += range_cases(s + n);
	n += r_cases(s + n);
	n += small_key_cases(s + n, &r);
	n += encoding_cases(s + n, &r);
	n += no_key_cases(s + n);
	mixed = n;
	n += mixed_cases(s + n, &r);
	for (i = 0; i < n; i++) {
		more += s[i].cofactor && !s[i].want;
		if (i >= mixed && !s[i].cofactor)
			die("of mixed order, and not valid with the cofactor");
	}
	ktap_note("with the cofactor %zu more of %zu are valid", more, n);
	signatures_check(c, scheme, s, n, &t);
	ktap_tally(&t, "Ed25519: ranges, encodings, small and mixed orders");
	free(s);
}

/* Published and special signatures; by WARPCRYPT_ED25519_BATCH with the cofactor. */
void check_ed25519(struct check *c, enum warpcrypt_scheme scheme)
{
	published_signatures(c, scheme);
	special_signatures(c, scheme);
}
