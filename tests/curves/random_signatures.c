// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random signatures, and what makes most of them, or some, invalid. OpenSSL says of each whether
 * it is valid; and that has to be what was done to it.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/curves/parallel.h"
#include "tests/curves/signatures.h"
#include "tests/reference/openssl_sign.h"
#include "tests/vectors/25519.h"

#define LONGEST	300u

typedef void (*change_fn)(struct signature *s, struct test_rand *r);

/* Something that is done to a signature. */
struct change {
	const char *what;
	bool valid;		/* it is still valid */
	change_fn fn;		/* does it, or NULL */
	/* Without @fn, where a bit of @len bytes of the structure is flipped, or @put goes. */
	size_t at;
	size_t len;		/* 0: nothing is done */
	const char *put;	/* bytes in hexadecimal, or NULL */
};

#define CALL(what, fn, valid)	{ what, valid, fn, 0, 0, NULL }
#define FLIP(what, member, from, len)					\
	{ what, false, NULL, offsetof(struct signature, member) + (from), len, NULL }
/* Of r or s. */
#define PUT(what, from, put)						\
	{ what, false, NULL, offsetof(struct signature, signature) + (from), 32, put }

/* How signatures of a scheme are made. */
struct scheme {
	enum warpcrypt_scheme scheme;
	const char *name;
	change_fn sign;			/* makes one */
	bool (*check)(const struct signature *s);	/* what OpenSSL says of it */
	const struct change *changes;	/* what is done to it, one after the other */
	size_t count;			/* entries of @changes */
};

/* A batch of random cases. */
struct cases {
	const struct scheme *scheme;	/* of all */
	struct signature *s;		/* room for them */
	uint64_t seed;			/* of all */
	size_t spoil_each;		/* each so-many-th is changed */
	size_t first;			/* the number of the first */
};

/* --- what both schemes have */

#define ZERO	"0000000000000000000000000000000000000000000000000000000000000000"

static void flip(uint8_t *bytes, size_t len, struct test_rand *r)
{
	size_t bit = rand_below(r, (uint32_t)(8 * len));

	bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

static void flip_message(struct signature *s, struct test_rand *r)
{
	flip(s->message, s->len, r);
}

static void swap_halves(struct signature *s, struct test_rand *r)
{
	uint8_t t[32];

	(void)r;
	memcpy(t, s->signature, 32);
	memcpy(s->signature, s->signature + 32, 32);
	memcpy(s->signature + 32, t, 32);
}

static void noise(struct signature *s, struct test_rand *r)
{
	rand_fill(r, s->signature, sizeof(s->signature));
}

/* --- Ed25519 */

static void ed25519_sign(struct signature *s, struct test_rand *r)
{
	uint8_t seed[32];

	rand_fill(r, seed, sizeof(seed));
	s->len = 1 + rand_below(r, LONGEST);
	rand_fill(r, s->message, s->len);
	openssl_sign_ed25519(s->key, s->signature, seed, s->message, s->len);
}

static bool ed25519_check(const struct signature *s)
{
	return openssl_check_ed25519(s->key, s->signature, s->message, s->len);
}

static void ed25519_other_key(struct signature *s, struct test_rand *r)
{
	struct signature other;

	ed25519_sign(&other, r);
	memcpy(s->key, other.key, sizeof(s->key));
}

static void ed25519_plus_order(struct signature *s, struct test_rand *r)
{
	unsigned int carry = 0;
	uint8_t order[32];
	int i;

	(void)r;
	from_hex(order, EDWARDS25519_ORDER);
	for (i = 0; i < 32; i++) {
		carry += s->signature[32 + i] + order[i];
		s->signature[32 + i] = (uint8_t)carry;
		carry >>= 8;
	}
}

static void ed25519_cut(struct signature *s, struct test_rand *r)
{
	(void)r;
	s->len--;
}

static void ed25519_longer(struct signature *s, struct test_rand *r)
{
	(void)r;
	s->message[s->len++] = 0;
}

static const struct change ed25519_changes[] = {
	CALL("untouched", NULL, true),
	FLIP("a bit of R", signature, 0, 32),
	FLIP("a bit of S", signature, 32, 32),
	FLIP("a bit of the key", key, 0, 32),
	CALL("a bit of the message", flip_message, false),
	CALL("another key", ed25519_other_key, false),
	CALL("S + L", ed25519_plus_order, false),
	CALL("R and S swapped", swap_halves, false),
	CALL("untouched, too", NULL, true),
	CALL("a message cut off", ed25519_cut, false),
	CALL("a longer message", ed25519_longer, false),
	CALL("noise", noise, false),
};

/* --- ECDSA on P-256 */

static void p256_sign(struct signature *s, struct test_rand *r)
{
	uint8_t secret[32], nonce[32];

	p256_random_scalar(secret, r);
	p256_random_scalar(nonce, r);
	s->len = 32;
	rand_fill(r, s->message, s->len);
	openssl_sign_p256(s->key, s->signature, secret, nonce, s->message);
}

static bool p256_check(const struct signature *s)
{
	return openssl_check_p256(s->key, s->signature, s->message);
}

static void p256_other_key(struct signature *s, struct test_rand *r)
{
	struct signature other;

	p256_sign(&other, r);
	memcpy(s->key, other.key, sizeof(s->key));
}

/* (r, n - s) is valid, too. */
static void p256_minus_s(struct signature *s, struct test_rand *r)
{
	(void)r;
	p256_minus(s->signature + 32, s->signature + 32);
}

static const struct change p256_changes[] = {
	CALL("untouched", NULL, true),
	FLIP("a bit of r", signature, 0, 32),
	FLIP("a bit of s", signature, 32, 32),
	/* The point is not on the curve then. */
	FLIP("a bit of the key", key, 0, 64),
	CALL("a bit of the hash", flip_message, false),
	CALL("another key", p256_other_key, false),
	CALL("n - s", p256_minus_s, true),
	CALL("r and s swapped", swap_halves, false),
	PUT("r = 0", 0, ZERO),
	PUT("s = 0", 32, ZERO),
	PUT("s = n", 32, P256_ORDER),
	CALL("noise", noise, false),
};

#define CHANGES(c)	.changes = c, .count = COUNT(c)

static const struct scheme schemes[] = {
	{ WARPCRYPT_ED25519, "Ed25519", ed25519_sign, ed25519_check,
	  CHANGES(ed25519_changes) },
	{ WARPCRYPT_ED25519_BATCH, "Ed25519, cofactor", ed25519_sign,
	  ed25519_check, CHANGES(ed25519_changes) },
	{ WARPCRYPT_ECDSA_P256, "ECDSA", p256_sign, p256_check,
	  CHANGES(p256_changes) },
};

static void make_case(void *ctx, size_t i)
{
	struct cases *cases = ctx;
	const struct scheme *scheme = cases->scheme;
	size_t n = cases->first + i;
	const struct change *change = n % cases->spoil_each ? &scheme->changes[0] :
		&scheme->changes[n / cases->spoil_each % scheme->count];
	struct test_rand r = { cases->seed + n * 0x9e3779b97f4a7c15ULL };
	struct signature *s = &cases->s[i];

	scheme->sign(s, &r);
	if (change->fn)
		change->fn(s, &r);
	else if (change->put)
		from_hex((uint8_t *)s + change->at, change->put);
	else if (change->len)
		flip((uint8_t *)s + change->at, change->len, &r);
	s->what = change->what;
	s->want = scheme->check(s);
	/* No point of small order is in these. */
	s->cofactor = s->want;
	if (s->want != change->valid)
		die("%s, number %zu, %s: OpenSSL says that it is %s",
		    scheme->name, n, s->what, s->want ? "valid" : "not valid");
}

static void check_scheme(struct check *c, const struct scheme *scheme)
{
	size_t room = c->count < c->longest ? c->count : c->longest, n, i;
	struct cases cases = {
		.scheme = scheme, .s = check_alloc(room, sizeof(*cases.s)),
		.seed = c->seed, .spoil_each = c->spoil_each,
	};
	struct tally t = { 0 };
	size_t valid = 0;

	for (; cases.first < c->count; cases.first += n) {
		n = c->count - cases.first;
		if (n > room)
			n = room;
		in_parallel(scheme->name, n, make_case, &cases);
		for (i = 0; i < n; i++)
			valid += cases.s[i].want;
		signatures_check(c, scheme->scheme, cases.s, n, &t);
	}
	ktap_note("%s: %zu of %zu are valid", scheme->name, valid, c->count);
	ktap_tally(&t, "%s: random signatures, 1 of %zu changed",
		   scheme->name, c->spoil_each);
	free(cases.s);
}

/* Random signatures of a scheme. */
void check_random_signatures(struct check *c, enum warpcrypt_scheme scheme)
{
	size_t i;

	for (i = 0; i < COUNT(schemes); i++)
		if (schemes[i].scheme == scheme)
			check_scheme(c, &schemes[i]);
}
