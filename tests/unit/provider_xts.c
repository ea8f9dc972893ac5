// SPDX-License-Identifier: GPL-2.0-only
/* XTS. */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tests/unit/provider_place.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

#define MOST	9000

/* NULL: what programs get that choose nothing. */
static const struct kind {
	const char *name, *cipher, *standard;
	size_t key;
	bool gb;
} kinds[] = {
	{ "SM4-XTS", "sm4", NULL, 32, true },
	{ "SM4-XTS", "sm4", "GB", 32, true },
	{ "SM4-XTS", "sm4", "ieee", 32, false },
	{ "kuznyechik-xts", "kuznyechik", NULL, 64, false },
	{ "kuznyechik-xts", "kuznyechik", "IEEE", 64, false },
};

#define KINDS	(sizeof(kinds) / sizeof(kinds[0]))

static bool choose(EVP_CIPHER_CTX *c, const char *standard)
{
	OSSL_PARAM params[2] = { OSSL_PARAM_END, OSSL_PARAM_END };

	params[0] = OSSL_PARAM_construct_utf8_string("xts_standard", (char *)standard, 0);
	return EVP_CIPHER_CTX_set_params(c, params);
}

static EVP_CIPHER_CTX *begin(const struct kind *k, const uint8_t *key, const uint8_t *iv,
			     bool encrypt)
{
	EVP_CIPHER_CTX *c = cipher_context(ours, k->name, key, iv, encrypt);

	assert_non_null(c);
	if (k->standard)
		assert_true(choose(c, k->standard));
	return c;
}

/* One data unit; the context can be used for the next. */
static void unit(EVP_CIPHER_CTX *c, uint8_t *out, const uint8_t *in, size_t len)
{
	uint8_t none[16];
	int n;

	assert_true(EVP_CipherUpdate(c, out, &n, in, (int)len));
	assert_int_equal(n, len);
	assert_true(EVP_CipherFinal_ex(c, none, &n));
	assert_int_equal(n, 0);
}

static void expect(const struct kind *k, const uint8_t *key, const uint8_t *iv, uint8_t *buf,
		   size_t len)
{
	struct reference_key data, tweak;

	assert_true(reference_set_key(&data, k->cipher, key, k->key / 2));
	assert_true(reference_set_key(&tweak, k->cipher, key + k->key / 2, k->key / 2));
	(k->gb ? reference_xts_gb : reference_xts)(reference_block, &data, &tweak, 0, iv, 0, buf,
						   len);
}

/* Two units under one key, each with an IV; in place, or apart, or a byte further. */
static void check_units(const struct kind *k, struct test_rand *r)
{
	static uint8_t plain[MOST], sealed[MOST], mem[MOST + 1];
	uint8_t key[64], iv[16];
	EVP_CIPHER_CTX *c[2];
	int round, way;
	size_t len;

	rand_fill(r, key, sizeof(key));
	c[0] = begin(k, key, NULL, true);
	/* This one is turned round. */
	c[1] = begin(k, key, NULL, true);
	for (round = 0; round < 6; round++) {
		size_t shift = rand_below(r, 2);

		len = 16 + rand_below(r, round ? 100 : MOST - 15);
		rand_fill(r, iv, sizeof(iv));
		rand_fill(r, plain, len);
		memcpy(sealed, plain, len);
		expect(k, key, iv, sealed, len);
		for (way = 0; way < 2; way++) {
			const uint8_t *from = way ? sealed : plain, *to = way ? plain : sealed;

			assert_true(EVP_CipherInit_ex2(c[way], NULL, NULL, iv, !way, NULL));
			memcpy(mem, from, len);
			unit(c[way], mem + shift, mem, len);
			assert_memory_equal(mem + shift, to, len);
			unit(c[way], mem, from, len);
			assert_memory_equal(mem, to, len);
		}
	}
	EVP_CIPHER_CTX_free(c[0]);
	EVP_CIPHER_CTX_free(c[1]);
}

static const char *const options[] = { SOFTWARE, ENGINE };

TEST(xts_random)
{
	struct test_rand r = { 11 };
	size_t i, k, round, rounds = unit_share(8);

	for (i = 0; i < 2; i++) {
		load(options[i]);
		for (k = 0; k < KINDS; k++)
			for (round = 0; round < rounds; round++)
				check_units(&kinds[k], &r);
		assert_int_equal(count(i ? "software" : "engine"), 0);
		assert_int_equal(count("failed"), 0);
		unload();
	}
}

static void check_copy(const struct kind *k, struct test_rand *r)
{
	uint8_t key[64], iv[16], plain[50], sealed[50], out[50];
	EVP_CIPHER_CTX *c, *copy = EVP_CIPHER_CTX_new();

	rand_fill(r, key, sizeof(key));
	rand_fill(r, iv, sizeof(iv));
	rand_fill(r, plain, sizeof(plain));
	memcpy(sealed, plain, sizeof(sealed));
	expect(k, key, iv, sealed, sizeof(sealed));
	c = begin(k, key, iv, true);
	unit(c, out, plain, sizeof(plain));
	assert_true(EVP_CIPHER_CTX_copy(copy, c));
	/* A copy has key, IV and standard, and keeps them. */
	if (!strcmp(k->cipher, "sm4"))
		assert_true(choose(c, k->gb ? "IEEE" : "GB"));
	unit(copy, out, plain, sizeof(plain));
	assert_memory_equal(out, sealed, sizeof(sealed));
	/* The other standard's tweaks differ from the second block on. */
	unit(c, out, plain, sizeof(plain));
	assert_memory_equal(out, sealed, 16);
	if (!strcmp(k->cipher, "sm4"))
		assert_memory_not_equal(out + 16, sealed + 16, 16);
	EVP_CIPHER_CTX_free(c);
	unit(copy, out, plain, sizeof(plain));
	assert_memory_equal(out, sealed, sizeof(sealed));
	EVP_CIPHER_CTX_free(copy);
}

TEST(xts_copy)
{
	struct test_rand r = { 12 };
	size_t i, k;

	for (i = 0; i < 2; i++) {
		load(options[i]);
		for (k = 0; k < KINDS; k++)
			check_copy(&kinds[k], &r);
		unload();
	}
}

/* As with OpenSSL's AES-XTS: they decrypt, but do not encrypt. */
static void check_weak(const char *name, size_t len)
{
	EVP_CIPHER_CTX *c = cipher_context(ours, name, NULL, NULL, true);
	uint8_t key[64] = { 0 }, iv[16] = { 0 }, in[40] = { 0 }, out[40], again[40];
	int n;

	assert_non_null(c);
	key[len / 2 - 1] = 1;
	key[len - 1] = 1;
	ERR_clear_error();
	assert_false(EVP_EncryptInit_ex2(c, NULL, key, iv, NULL));
	assert_string_equal(reason(), "xts duplicated keys");
	/* The key that was there before stays. */
	key[0] = 1;
	assert_true(EVP_EncryptInit_ex2(c, NULL, key, iv, NULL));
	assert_true(EVP_EncryptUpdate(c, out, &n, in, 40));
	key[0] = 0;
	ERR_clear_error();
	assert_false(EVP_EncryptInit_ex2(c, NULL, key, NULL, NULL));
	assert_true(EVP_EncryptUpdate(c, again, &n, in, 40));
	assert_memory_equal(again, out, 40);
	assert_true(EVP_DecryptInit_ex2(c, NULL, key, iv, NULL));
	assert_true(EVP_DecryptUpdate(c, out, &n, in, 40));
	/* Nor can such a key be turned round. */
	ERR_clear_error();
	assert_false(EVP_EncryptInit_ex2(c, NULL, NULL, NULL, NULL));
	assert_string_equal(reason(), "xts duplicated keys");
	EVP_CIPHER_CTX_free(c);
}

TEST_LOADED(xts_weak_keys, ENGINE)
{
	check_weak("SM4-XTS", 32);
	check_weak("kuznyechik-xts", 64);
}

#define REFUSED(text, call) do {			\
	ERR_clear_error();				\
	assert_false(call);				\
	assert_string_equal(reason(), text);		\
} while (0)

TEST_LOADED(xts_wrong, ENGINE)
{
	static uint8_t big[(16 << 20) + 1];
	const uint8_t key[32] = { 1 }, iv[16] = { 2 };
	EVP_CIPHER_CTX *c = cipher_context(ours, "SM4-XTS", NULL, NULL, true);
	uint8_t out[64], before[64], after[64];
	const EVP_CIPHER *cipher;
	int n;

	assert_non_null(c);
	cipher = EVP_CIPHER_CTX_get0_cipher(c);
	assert_int_equal(EVP_CIPHER_get_key_length(cipher), 32);
	assert_int_equal(EVP_CIPHER_get_iv_length(cipher), 16);
	assert_int_equal(EVP_CIPHER_get_block_size(cipher), 1);
	assert_int_equal(EVP_CIPHER_get_mode(cipher), EVP_CIPH_XTS_MODE);
	assert_true(EVP_CIPHER_get_flags(cipher) & EVP_CIPH_CUSTOM_IV);
	assert_non_null(OSSL_PARAM_locate_const(EVP_CIPHER_settable_ctx_params(cipher),
						"xts_standard"));
	REFUSED("no key set", EVP_EncryptUpdate(c, out, &n, key, 32));
	assert_true(EVP_EncryptInit_ex2(c, NULL, key, NULL, NULL));
	REFUSED("cipher operation failed", EVP_EncryptUpdate(c, out, &n, key, 32));
	assert_true(EVP_EncryptInit_ex2(c, NULL, NULL, iv, NULL));
	assert_true(EVP_EncryptUpdate(c, before, &n, key, 32));
	REFUSED("cipher operation failed", EVP_EncryptUpdate(c, out, &n, key, 15));
	REFUSED("cipher operation failed", EVP_EncryptUpdate(c, out, &n, key, 0));
	REFUSED("xts data unit is too large", EVP_EncryptUpdate(c, big, &n, big, sizeof(big)));
	REFUSED("failed to set parameter", choose(c, "IEEE 1"));
	REFUSED("failed to set parameter", choose(c, "GB/T 17964-2021"));
	/* Nothing of that has changed anything. */
	assert_true(EVP_EncryptUpdate(c, after, &n, key, 32));
	assert_memory_equal(after, before, 32);
	EVP_CIPHER_CTX_free(c);
	c = cipher_context(ours, "kuznyechik-xts", NULL, iv, true);
	assert_non_null(c);
	REFUSED("failed to set parameter", choose(c, "GB"));
	EVP_CIPHER_CTX_free(c);
}
