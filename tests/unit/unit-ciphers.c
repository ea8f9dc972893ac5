// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ciphers on this machine's processor: published examples, naive
 * references, libcrypto and gost-engine, at every width and in every mode.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <stdlib.h>
#include <string.h>

#include <openssl/engine.h>
#include <openssl/evp.h>

#include "kernels/cipher.h"
#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"
#include "tests/vectors/vector.h"
#include "tests/vectors/aes.h"
#include "tests/vectors/kuznyechik.h"
#include "tests/vectors/skinny.h"
#include "tests/vectors/sm4.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define BUFFER		40000u

/* Each cipher with each length of its keys. */
static const struct {
	const char *name;
	size_t len;
} variants[] = {
	{ "aes", 16 }, { "aes", 24 }, { "aes", 32 },
	{ "kuznyechik", 32 },
	{ "skinny", 16 }, { "skinny", 32 }, { "skinny", 48 },
	{ "sm4", 16 },
};

static const unsigned int widths[] = { 64, 256, 512 };

static struct wc_cipher_key key, tweak;
static uint8_t in[BUFFER], out[BUFFER], want[BUFFER];

static size_t unhex(const char *hex, uint8_t *bytes)
{
	size_t n = strlen(hex) / 2, i;

	for (i = 0; i < n; i++) {
		char digits[3] = { hex[2 * i], hex[2 * i + 1], 0 }, *end;

		bytes[i] = (uint8_t)strtoul(digits, &end, 16);
		assert_int_equal(*end, 0);
	}
	return n;
}

/* Set @k at @bits wide; false: this processor is not so wide. */
static bool set_key(struct wc_cipher_key *k, const char *name,
		    const uint8_t *bytes, size_t len, unsigned int bits)
{
	const struct wc_cipher *cipher = wc_cipher_find(name);

	assert_non_null(cipher);
	assert_true(wc_cipher_set_key(k, cipher, bytes, len));
	if (bits > k->max_bits)
		return false;
	k->max_bits = bits;
	return true;
}

/* A payload, in any mode. */
static void run(const char *mode, bool decrypt, const uint8_t *iv,
		uint64_t block, uint8_t *dst, const uint8_t *src, size_t len)
{
	uint8_t chain[16];

	if (iv)
		memcpy(chain, iv, 16);
	if (!strcmp(mode, "ecb")) {
		wc_cipher_ecb(&key, decrypt, dst, src, len);
	} else if (!strcmp(mode, "ctr")) {
		wc_cipher_ctr(&key, chain, dst, src, len);
	} else if (!strcmp(mode, "xts")) {
		wc_cipher_xts(&key, &tweak, decrypt, iv, block, dst, src, len);
	} else {
		wc_cipher_cbc(&key, decrypt, chain, dst, src, len);
	}
}

static void one_vector(const struct cipher_vector *v, unsigned int bits)
{
	uint8_t k[96], iv[16], plain[64], result[64];
	size_t key_len = unhex(v->key, k), len = unhex(v->plain, plain);

	assert_int_equal(unhex(v->result, result), len);
	if (v->iv)
		unhex(v->iv, iv);
	if (!strcmp(v->mode, "xts")) {
		key_len /= 2;
		set_key(&tweak, v->cipher, k + key_len, key_len, 64);
	}
	if (!set_key(&key, v->cipher, k, key_len, bits))
		return;
	print_message("%s at %u\n", v->source, bits);
	run(v->mode, false, v->iv ? iv : NULL, 0, out, plain, len);
	assert_memory_equal(out, result, len);
	run(v->mode, true, v->iv ? iv : NULL, 0, out, result, len);
	assert_memory_equal(out, plain, len);
	/* Enough of them for a whole word of every width, and then some. */
	if (!strcmp(v->mode, "ecb")) {
		size_t i, copies = 600;

		for (i = 0; i < copies; i++)
			memcpy(in + i * len, plain, len);
		run(v->mode, false, NULL, 0, out, in, copies * len);
		for (i = 0; i < copies; i++)
			assert_memory_equal(out + i * len, result, len);
		run(v->mode, true, NULL, 0, out, out, copies * len);
		assert_memory_equal(out, in, copies * len);
	}
}

static void vectors(const struct cipher_vector *v, size_t count)
{
	size_t i, w;

	for (i = 0; i < count; i++)
		for (w = 0; w < ARRAY_SIZE(widths); w++)
			one_vector(&v[i], widths[w]);
}

static void test_vectors(void **state)
{
	(void)state;
	vectors(aes_vectors, ARRAY_SIZE(aes_vectors));
	vectors(kuznyechik_vectors, ARRAY_SIZE(kuznyechik_vectors));
	vectors(skinny_vectors, ARRAY_SIZE(skinny_vectors));
	vectors(sm4_vectors, ARRAY_SIZE(sm4_vectors));
}

static void test_sm4_million(void **state)
{
	uint8_t block[16], result[16];
	int i;

	(void)state;
	unhex(SM4_EXAMPLE, block);
	unhex(SM4_MILLION, result);
	set_key(&key, "sm4", block, 16, 64);
	for (i = 0; i < 1000000; i++)
		wc_cipher_blocks(&key, false, block, block, 1);
	assert_memory_equal(block, result, 16);
}

static void evp(const EVP_CIPHER *cipher, ENGINE *engine, const uint8_t *k,
		uint8_t *dst, const uint8_t *src, size_t len)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	int done;

	assert_non_null(ctx);
	assert_true(EVP_CipherInit_ex(ctx, cipher, engine, k, NULL, 1));
	EVP_CIPHER_CTX_set_padding(ctx, 0);
	assert_true(EVP_CipherUpdate(ctx, dst, &done, src, (int)len));
	assert_int_equal(done, (int)len);
	EVP_CIPHER_CTX_free(ctx);
}

/* Blocks of @in by somebody else's code, to @want. */
static void others(const char *name, const uint8_t *k, size_t key_len,
		   size_t len)
{
	size_t i;

	if (!strcmp(name, "aes")) {
		evp(key_len == 16 ? EVP_aes_128_ecb() :
		    key_len == 24 ? EVP_aes_192_ecb() : EVP_aes_256_ecb(),
		    NULL, k, want, in, len);
	} else if (!strcmp(name, "sm4")) {
		evp(EVP_sm4_ecb(), NULL, k, want, in, len);
	} else if (!strcmp(name, "skinny")) {
		for (i = 0; i < len; i += 16)
			reference_skinny(k, key_len, 0, want + i, in + i);
	} else {
		for (i = 0; i < len; i += 16)
			reference_kuznyechik(k, 0, want + i, in + i);
	}
}

/* Many blocks, encrypted and decrypted, at each width. */
static void compare_blocks(const char *name, size_t key_len, size_t len,
			   struct test_rand *r)
{
	uint8_t k[48];
	size_t w;

	rand_fill(r, k, key_len);
	rand_fill(r, in, len);
	others(name, k, key_len, len);
	for (w = 0; w < ARRAY_SIZE(widths); w++) {
		if (!set_key(&key, name, k, key_len, widths[w]))
			continue;
		wc_cipher_blocks(&key, false, out, in, len / 16);
		assert_memory_equal(out, want, len);
		wc_cipher_blocks(&key, true, out, out, len / 16);
		assert_memory_equal(out, in, len);
	}
}

static void test_blocks(void **state)
{
	struct test_rand r = { 21 };
	size_t i, j;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(variants); i++) {
		/* 1, 2: alone; 3 to 64: narrow; 65, 257: one past a word */
		static const size_t blocks[] = { 1, 2, 3, 64, 65, 257, 600 };

		for (j = 0; j < ARRAY_SIZE(blocks); j++)
			compare_blocks(variants[i].name, variants[i].len,
				       16 * blocks[j], &r);
	}
}

static void test_gost_engine(void **state)
{
	struct test_rand r = { 22 };
	const EVP_CIPHER *cipher;
	ENGINE *engine;
	uint8_t k[32];
	size_t w;
	int i;

	(void)state;
	ENGINE_load_builtin_engines();
	engine = ENGINE_by_id("gost");
	if (!engine || !ENGINE_init(engine)) {
		print_message("no gost engine (libengine-gost-openssl)\n");
		skip();
	}
	cipher = ENGINE_get_cipher(engine, NID_kuznyechik_ecb);
	assert_non_null(cipher);
	for (i = 0; i < 50; i++) {
		size_t len = 16 * (size_t)(1 + rand_below(&r, 700));

		rand_fill(&r, k, 32);
		rand_fill(&r, in, len);
		evp(cipher, engine, k, want, in, len);
		for (w = 0; w < ARRAY_SIZE(widths); w++) {
			if (!set_key(&key, "kuznyechik", k, 32, widths[w]))
				continue;
			wc_cipher_blocks(&key, false, out, in, len / 16);
			assert_memory_equal(out, want, len);
		}
	}
	ENGINE_finish(engine);
	ENGINE_free(engine);
}

/* For the naive modes: our own cipher, a block at a time. */
static void block_of(const void *ctx, int decrypt, uint8_t dst[16],
		     const uint8_t src[16])
{
	wc_cipher_blocks(ctx, decrypt, dst, src, 1);
}

static void expect(const char *mode, bool decrypt, const uint8_t *iv,
		   uint64_t block, size_t len)
{
	memcpy(want, in, len);
	if (!strcmp(mode, "ecb"))
		reference_ecb(block_of, &key, decrypt, want, len);
	else if (!strcmp(mode, "ctr"))
		reference_ctr(block_of, &key, iv, want, len);
	else if (!strcmp(mode, "cbc"))
		reference_cbc(block_of, &key, decrypt, iv, want, len);
	else
		reference_xts(block_of, &key, &tweak, decrypt, iv, block, want,
			      len);
}

static void compare_mode(const char *mode, size_t len, struct test_rand *r)
{
	uint64_t block = rand_below(r, 4) ? 0 : rand_below(r, 300);
	int decrypt;
	uint8_t iv[16];
	size_t w;

	rand_fill(r, iv, 16);
	rand_fill(r, in, len);
	for (decrypt = 0; decrypt < 2; decrypt++) {
		expect(mode, decrypt, iv, block, len);
		for (w = 0; w < ARRAY_SIZE(widths); w++) {
			if (widths[w] > wc_cipher_max_bits())
				continue;
			key.max_bits = widths[w];
			memset(out, 0xee, len + 16);
			run(mode, decrypt, iv, block, out, in, len);
			assert_memory_equal(out, want, len);
			/* In place, and nothing behind the end is touched. */
			memcpy(out, in, len);
			run(mode, decrypt, iv, block, out, out, len);
			assert_memory_equal(out, want, len);
			assert_int_equal(out[len], 0xee);
		}
	}
}

static void test_modes(void **state)
{
	static const size_t lengths[] = {
		1, 15, 16, 17, 31, 32, 33, 48, 511, 512, 513, 1024, 1039, 4096,
		4111, 8192, 8193, 8207, 8208, 12345,
	};
	struct test_rand r = { 23 };
	uint8_t k[96];
	size_t i, j;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(variants); i++) {
		const char *name = variants[i].name;
		size_t key_len = variants[i].len;

		rand_fill(&r, k, sizeof(k));
		set_key(&key, name, k, key_len, 64);
		set_key(&tweak, name, k + key_len, key_len, 64);
		for (j = 0; j < ARRAY_SIZE(lengths); j++) {
			size_t len = lengths[j];

			/* The other key lengths only where modes differ. */
			if (i && !strcmp(name, variants[i - 1].name) &&
			    len > 600)
				continue;
			compare_mode("ctr", len, &r);
			if (len >= 16)
				compare_mode("xts", len, &r);
			if (len % 16 == 0)
				compare_mode("ecb", len, &r);
			if (len % 16 == 0 && len <= 1024)
				compare_mode("cbc", len, &r);
		}
	}
}

/* Long CBC decryption: pieces meet. */
static void test_cbc_pieces(void **state)
{
	struct test_rand r = { 24 };
	uint8_t k[32], iv[16], chain[16];
	size_t len = 16 * 1500, w;

	(void)state;
	rand_fill(&r, k, 32);
	rand_fill(&r, iv, 16);
	rand_fill(&r, in, len);
	set_key(&key, "kuznyechik", k, 32, 64);
	memcpy(want, in, len);
	reference_cbc(block_of, &key, 1, iv, want, len);
	for (w = 0; w < ARRAY_SIZE(widths); w++) {
		if (!set_key(&key, "kuznyechik", k, 32, widths[w]))
			continue;
		memcpy(out, in, len);
		memcpy(chain, iv, 16);
		wc_cipher_cbc(&key, true, chain, out, out, len);
		assert_memory_equal(out, want, len);
		assert_memory_equal(chain, in + len - 16, 16);
	}
}

/* Chains of different lengths done together, some of them empty. */
static void test_cbc_chains(void **state)
{
	struct test_rand r = { 25 };
	static struct wc_cipher_item chains[700];
	uint8_t k[32];
	size_t i, at = 0;

	(void)state;
	rand_fill(&r, k, 32);
	set_key(&key, "sm4", k, 16, wc_cipher_max_bits());
	rand_fill(&r, in, sizeof(in));
	memcpy(want, in, sizeof(in));
	for (i = 0; i < ARRAY_SIZE(chains); i++) {
		chains[i].src = in + at;
		chains[i].dst = out + at;
		chains[i].len = 16 * rand_below(&r, 7);
		rand_fill(&r, chains[i].iv, 16);
		reference_cbc(block_of, &key, 0, chains[i].iv, want + at,
			      chains[i].len);
		at += chains[i].len;
		assert_true(at <= sizeof(in));
	}
	wc_cipher_cbc_encrypt_items(&key, chains, ARRAY_SIZE(chains));
	assert_memory_equal(out, want, at);
	for (i = 0; i < ARRAY_SIZE(chains); i++)
		if (chains[i].len)
			assert_memory_equal(chains[i].iv, chains[i].dst +
					    chains[i].len - 16, 16);
}

/* Counters that wrap 32, 64 and 128 bits, and calls that go on. */
static void test_counters(void **state)
{
	static const char *const ivs[] = {
		"000102030405060708090a0bfffffffe",
		"0001020304050607fffffffffffffffd",
		"fffffffffffffffffffffffffffffff0",
		"ffffffffffffffffffffffffffffffff",
	};
	struct test_rand r = { 26 };
	size_t len = 16 * 600, i, w;
	uint8_t k[32], iv[16], chain[16];

	(void)state;
	rand_fill(&r, k, 32);
	rand_fill(&r, in, len);
	for (i = 0; i < ARRAY_SIZE(ivs); i++) {
		unhex(ivs[i], iv);
		set_key(&key, "skinny", k, 32, 64);
		memcpy(want, in, len);
		reference_ctr(block_of, &key, iv, want, len);
		for (w = 0; w < ARRAY_SIZE(widths); w++) {
			if (!set_key(&key, "skinny", k, 32, widths[w]))
				continue;
			memcpy(chain, iv, 16);
			wc_cipher_ctr(&key, chain, out, in, 160);
			wc_cipher_ctr(&key, chain, out + 160, in + 160,
				      len - 160);
			assert_memory_equal(out, want, len);
			/* The keystream alone */
			memcpy(chain, iv, 16);
			memset(out, 0xee, len);
			wc_cipher_ctr(&key, chain, out, NULL, 35);
			for (size_t b = 0; b < 35; b++)
				assert_int_equal(out[b] ^ in[b], want[b]);
			assert_int_equal(out[35], 0xee);
		}
	}
}

static void test_bad_keys(void **state)
{
	static const size_t lengths[] = { 0, 1, 15, 17, 20, 31, 33, 40, 47, 49,
					  64 };
	uint8_t k[64] = { 0 };
	size_t i, j;

	(void)state;
	assert_null(wc_cipher_find("des"));
	for (i = 0; i < ARRAY_SIZE(variants); i++)
		for (j = 0; j < ARRAY_SIZE(lengths); j++)
			assert_false(wc_cipher_set_key(&key,
				wc_cipher_find(variants[i].name), k,
				lengths[j]));
	assert_false(wc_cipher_set_key(&key, wc_cipher_find("skinny"), k, 24));
	assert_false(wc_cipher_set_key(&key, wc_cipher_find("sm4"), k, 32));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_sm4_million),
		cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_gost_engine),
		cmocka_unit_test(test_modes),
		cmocka_unit_test(test_cbc_pieces),
		cmocka_unit_test(test_cbc_chains),
		cmocka_unit_test(test_counters),
		cmocka_unit_test(test_bad_keys),
	};

	return cmocka_run_group_tests_name("ciphers", tests, NULL, NULL);
}
