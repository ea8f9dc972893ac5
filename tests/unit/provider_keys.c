// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/provider_keys.h"

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "tests/unit/provider_place.h"
#include "tests/unit/unit.h"

static EVP_PKEY *secret_key(OSSL_LIB_CTX *ctx, const uint8_t secret[32])
{
	EVP_PKEY *key = EVP_PKEY_new_raw_private_key_ex(ctx, "X25519", NULL, secret, 32);

	assert_non_null(key);
	return key;
}

/* Whether there is a shared secret. */
static bool derive(OSSL_LIB_CTX *ctx, EVP_PKEY *key, const uint8_t public[32],
		   uint8_t shared[32])
{
	EVP_PKEY *peer = EVP_PKEY_new_raw_public_key_ex(ctx, "X25519", NULL, public, 32);
	EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_pkey(ctx, key, NULL);
	size_t len = 32;
	bool done;

	done = peer && c && EVP_PKEY_derive_init(c) > 0 && EVP_PKEY_derive_set_peer(c, peer) > 0 &&
	       EVP_PKEY_derive(c, shared, &len) > 0 && len == 32;
	EVP_PKEY_CTX_free(c);
	EVP_PKEY_free(peer);
	return done;
}

void make_exchange(struct exchange *e, struct test_rand *r)
{
	uint8_t other[32];
	size_t len = 32;
	EVP_PKEY *key;

	rand_fill(r, e->secret, 32);
	rand_fill(r, other, 32);
	key = secret_key(own, other);
	assert_true(EVP_PKEY_get_raw_public_key(key, e->peer, &len));
	EVP_PKEY_free(key);
	key = secret_key(own, e->secret);
	assert_true(EVP_PKEY_get_raw_public_key(key, e->public, &len));
	assert_true(derive(own, key, e->peer, e->shared));
	EVP_PKEY_free(key);
	e->done = false;
}

void do_exchange(struct exchange *e)
{
	EVP_PKEY *key = EVP_PKEY_new_raw_private_key_ex(ours, "X25519", NULL, e->secret, 32);
	size_t len = 32;

	e->done = key && EVP_PKEY_get_raw_public_key(key, e->our_public, &len) > 0 &&
		  derive(ours, key, e->peer, e->our_shared);
	EVP_PKEY_free(key);
}

bool exchange_right(const struct exchange *e)
{
	return e->done && !memcmp(e->our_public, e->public, 32) &&
	       !memcmp(e->our_shared, e->shared, 32);
}

TEST_LOADED(x25519, ENGINE)
{
	struct test_rand r = { 1 };
	struct exchange e;
	int i;

	for (i = 0; i < 50; i++) {
		make_exchange(&e, &r);
		do_exchange(&e);
		assert_true(exchange_right(&e));
	}
	/* Alone, OpenSSL's own is faster. */
	assert_int_equal(count("software_points"), 100);
	assert_int_equal(count("points"), 0);
}

/* What is generated here is a key for OpenSSL's own, and agrees with it. */
TEST_LOADED(generate, ENGINE)
{
	uint8_t secret[32], public[32], mine[32], theirs[32];
	EVP_PKEY *key, *copy, *other;
	size_t len = 32;

	key = EVP_PKEY_Q_keygen(ours, NULL, "X25519");
	assert_non_null(key);
	assert_string_equal(OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key)), "warpcrypt");
	assert_int_equal(EVP_PKEY_get_bits(key), 253);
	assert_int_equal(EVP_PKEY_get_security_bits(key), 128);
	assert_int_equal(EVP_PKEY_get_size(key), 32);
	assert_true(EVP_PKEY_get_raw_private_key(key, secret, &len));
	assert_int_equal(secret[0] & 7, 0);
	assert_int_equal(secret[31] & 0xc0, 0x40);
	assert_true(EVP_PKEY_get_raw_public_key(key, public, &len));
	copy = EVP_PKEY_dup(key);
	assert_int_equal(EVP_PKEY_eq(key, copy), 1);
	other = EVP_PKEY_Q_keygen(ours, NULL, "X25519");
	assert_int_equal(EVP_PKEY_eq(key, other), 0);
	EVP_PKEY_free(other);
	other = EVP_PKEY_Q_keygen(own, NULL, "X25519");
	assert_true(derive(own, other, public, theirs));
	assert_true(EVP_PKEY_get_raw_public_key(other, public, &len));
	assert_true(derive(ours, copy, public, mine));
	assert_memory_equal(mine, theirs, 32);
	EVP_PKEY_free(other);
	EVP_PKEY_free(copy);
	EVP_PKEY_free(key);
}

TEST_LOADED(x25519_errors, ENGINE)
{
	static const uint8_t zero[32], secret[32] = { 1 };
	EVP_PKEY *key;
	uint8_t shared[32];

	assert_null(EVP_PKEY_new_raw_private_key_ex(ours, "X25519", NULL, secret, 31));
	key = secret_key(ours, secret);
	/* The shared secret would be zero. */
	assert_false(derive(ours, key, zero, shared));
	EVP_PKEY_free(key);
	key = EVP_PKEY_new_raw_public_key_ex(ours, "X25519", NULL, secret, 32);
	ERR_clear_error();
	assert_false(derive(ours, key, secret, shared));
	EVP_PKEY_free(key);
}

/* The shared secret has 32 bytes: what is smaller is refused, and nothing is written to it. */
TEST_LOADED(x25519_small_buffer, ENGINE)
{
	static const uint8_t secret[32] = { 1 }, zero[32];
	EVP_PKEY *key = secret_key(ours, secret);
	EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_pkey(ours, key, NULL);
	uint8_t shared[32] = { 0 };
	size_t len = 31;

	assert_true(EVP_PKEY_derive_init(c) > 0);
	assert_true(EVP_PKEY_derive_set_peer(c, key) > 0);
	assert_false(EVP_PKEY_derive(c, shared, &len) > 0);
	assert_memory_equal(shared, zero, 32);
	EVP_PKEY_CTX_free(c);
	EVP_PKEY_free(key);
}

/* What a key says that it is: which parameters, and their bytes. */
struct parts {
	bool done;
	int params;
	uint8_t public[32], secret[32];
};

static void get_parts(EVP_PKEY *key, int selection, struct parts *parts)
{
	static const char *const names[] = { OSSL_PKEY_PARAM_PUB_KEY, OSSL_PKEY_PARAM_PRIV_KEY };
	OSSL_PARAM *params = NULL;
	const OSSL_PARAM *p;
	size_t i, len;
	void *to;

	memset(parts, 0, sizeof(*parts));
	parts->done = EVP_PKEY_todata(key, selection, &params) > 0;
	for (p = params; p && p->key; p++)
		parts->params++;
	for (i = 0; params && i < 2; i++) {
		p = OSSL_PARAM_locate_const(params, names[i]);
		to = i ? parts->secret : parts->public;
		if (p)
			assert_true(OSSL_PARAM_get_octet_string(p, &to, 32, &len) && len == 32);
	}
	OSSL_PARAM_free(params);
	ERR_clear_error();
}

static EVP_PKEY *key_of(OSSL_LIB_CTX *ctx, const uint8_t bytes[32], bool secret)
{
	return secret ? secret_key(ctx, bytes) :
	       EVP_PKEY_new_raw_public_key_ex(ctx, "X25519", NULL, bytes, 32);
}

/* A key from what another says that it is; NULL: there is none. */
static EVP_PKEY *key_again(OSSL_LIB_CTX *ctx, EVP_PKEY *key, int from, int to)
{
	EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(ctx, "X25519", NULL);
	OSSL_PARAM *params = NULL;
	EVP_PKEY *again = NULL;

	if (EVP_PKEY_todata(key, from, &params) > 0 && EVP_PKEY_fromdata_init(c) > 0)
		EVP_PKEY_fromdata(c, &again, to, params);
	OSSL_PARAM_free(params);
	EVP_PKEY_CTX_free(c);
	ERR_clear_error();
	return again;
}

#define SELECTIONS	6

static const int selections[SELECTIONS] = {
	EVP_PKEY_KEY_PARAMETERS, OSSL_KEYMGMT_SELECT_PRIVATE_KEY, OSSL_KEYMGMT_SELECT_PUBLIC_KEY,
	EVP_PKEY_PUBLIC_KEY, EVP_PKEY_KEYPAIR, OSSL_KEYMGMT_SELECT_ALL,
};

/* A key pair and a public key, whatever is asked of them, are what OpenSSL's own are. */
TEST_LOADED(parts_of_keys, ENGINE)
{
	EVP_PKEY *key[2], *again[2];
	struct parts parts[2];
	uint8_t bytes[32];
	struct test_rand r = { 11 };
	int i, s, from, to;

	for (i = 0; i < 20; i++) {
		rand_fill(&r, bytes, 32);
		for (s = 0; s < 2; s++)
			key[s] = key_of(s ? own : ours, bytes, i % 2);
		for (from = 0; from < SELECTIONS; from++) {
			for (s = 0; s < 2; s++)
				get_parts(key[s], selections[from], &parts[s]);
			assert_memory_equal(&parts[0], &parts[1], sizeof(parts[0]));
			for (to = 0; to < SELECTIONS; to++) {
				for (s = 0; s < 2; s++)
					again[s] = key_again(s ? own : ours, key[s],
							     selections[from], selections[to]);
				assert_int_equal(!again[0], !again[1]);
				assert_true(!again[0] || EVP_PKEY_eq(again[0], again[1]) == 1);
				EVP_PKEY_free(again[0]);
				EVP_PKEY_free(again[1]);
			}
		}
		EVP_PKEY_free(key[0]);
		EVP_PKEY_free(key[1]);
	}
}

/* Our keys are peers for theirs, and the other way round, pairs and public keys. */
TEST_LOADED(peers_of_both, ENGINE)
{
	uint8_t shared[2][32], secret[32], other[32], public[32];
	struct test_rand r = { 12 };
	EVP_PKEY *key, *peer;
	EVP_PKEY_CTX *c;
	size_t len = 32;
	int i;

	for (i = 0; i < 16; i++) {
		rand_fill(&r, secret, 32);
		rand_fill(&r, other, 32);
		key = secret_key(own, other);
		assert_true(EVP_PKEY_get_raw_public_key(key, public, &len));
		EVP_PKEY_free(key);
		key = secret_key(i & 1 ? own : ours, secret);
		peer = key_of(i & 2 ? own : ours, i & 4 ? other : public, i & 4);
		c = EVP_PKEY_CTX_new_from_pkey(i & 1 ? own : ours, key, NULL);
		assert_true(EVP_PKEY_derive_init(c) > 0);
		assert_true(EVP_PKEY_derive_set_peer(c, peer) > 0);
		assert_true(EVP_PKEY_derive(c, shared[0], &len) > 0);
		assert_true(derive(own, key, public, shared[1]));
		assert_memory_equal(shared[0], shared[1], 32);
		EVP_PKEY_CTX_free(c);
		EVP_PKEY_free(peer);
		EVP_PKEY_free(key);
	}
}

/* What a peer sends becomes the key if it has the right length; if not, nothing changes. */
TEST_LOADED(encoded_public_key, ENGINE)
{
	static const size_t lengths[] = { 31, 0, 33, 32 };
	uint8_t secret[32], sent[33];
	struct parts before[2], after[2];
	struct test_rand r = { 13 };
	EVP_PKEY *key[2];
	int i, s, pair, set[2];

	for (pair = 0; pair < 2; pair++) {
		rand_fill(&r, secret, 32);
		rand_fill(&r, sent, 33);
		for (s = 0; s < 2; s++)
			key[s] = key_of(s ? own : ours, secret, pair);
		for (i = 0; i < 4; i++) {
			for (s = 0; s < 2; s++) {
				get_parts(key[s], EVP_PKEY_KEYPAIR, &before[s]);
				set[s] = EVP_PKEY_set1_encoded_public_key(key[s], sent,
									  lengths[i]) > 0;
				get_parts(key[s], EVP_PKEY_KEYPAIR, &after[s]);
			}
			assert_int_equal(set[0], lengths[i] == 32);
			assert_int_equal(set[0], set[1]);
			assert_memory_equal(&after[0], &after[1], sizeof(after[0]));
			if (!set[0])
				assert_memory_equal(&before[0], &after[0], sizeof(after[0]));
			else
				assert_memory_equal(after[0].public, sent, 32);
		}
		EVP_PKEY_free(key[0]);
		EVP_PKEY_free(key[1]);
	}
}

/* A pair of a secret key and a public one, whether they belong together or not. */
static EVP_PKEY *pair_of(OSSL_LIB_CTX *ctx, uint8_t secret[32], uint8_t public[32])
{
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, public, 32),
		OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, secret, 32),
		OSSL_PARAM_construct_end()
	};
	EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(ctx, "X25519", NULL);
	EVP_PKEY *key = NULL;

	assert_true(EVP_PKEY_fromdata_init(c) > 0);
	assert_true(EVP_PKEY_fromdata(c, &key, EVP_PKEY_KEYPAIR, params) > 0);
	EVP_PKEY_CTX_free(c);
	return key;
}

/* The answer of one of OpenSSL's checks. */
static int checked(OSSL_LIB_CTX *ctx, EVP_PKEY *key, int (*check)(EVP_PKEY_CTX *c))
{
	EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_pkey(ctx, key, NULL);
	int answer = check(c);

	EVP_PKEY_CTX_free(c);
	ERR_clear_error();
	return answer;
}

/* One wrong bit in any byte of the public key, and a public key alone. */
TEST_LOADED(wrong_pairs, ENGINE)
{
	static int (*const checks[])(EVP_PKEY_CTX *c) = {
		EVP_PKEY_pairwise_check, EVP_PKEY_check, EVP_PKEY_public_check,
		EVP_PKEY_private_check,
	};
	uint8_t secret[32], public[32];
	struct test_rand r = { 14 };
	size_t len = 32;
	int i, k, s, answer[2];
	EVP_PKEY *key[2];

	rand_fill(&r, secret, 32);
	key[0] = secret_key(own, secret);
	assert_true(EVP_PKEY_get_raw_public_key(key[0], public, &len));
	EVP_PKEY_free(key[0]);
	/* 0 to 31: that byte is wrong; 32: none is; 33: there is no secret key. */
	for (i = 0; i < 34; i++) {
		if (i < 32)
			public[i] ^= 1 << i % 8;
		for (s = 0; s < 2; s++)
			key[s] = i < 33 ? pair_of(s ? own : ours, secret, public) :
				 key_of(s ? own : ours, public, false);
		for (k = 0; k < 4; k++) {
			for (s = 0; s < 2; s++)
				answer[s] = checked(s ? own : ours, key[s], checks[k]);
			if (answer[0] != answer[1])
				fail_msg("pair %d, check %d: %d, and OpenSSL's own %d", i, k,
					 answer[0], answer[1]);
		}
		assert_int_equal(checked(ours, key[0], EVP_PKEY_pairwise_check) == 1, i == 32);
		for (s = 0; s < 2; s++)
			EVP_PKEY_free(key[s]);
		if (i < 32)
			public[i] ^= 1 << i % 8;
	}
}
