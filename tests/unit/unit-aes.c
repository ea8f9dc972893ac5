// SPDX-License-Identifier: GPL-2.0-only
/*
 * The standards' examples for the AES by tables, which the GPU runs, on this machine,
 * and for the model that the other tests compare with.
 */
#include <string.h>

#include <openssl/evp.h>

#include "kernels/block/aes_table.h"
#include "tests/hex.h"
#include "tests/unit/model.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

struct vector {
	const char *key;
	const char *plain;
	const char *cipher;
};

static const struct vector vectors[] = {
	/* FIPS 197, appendix B */
	{ "2b7e151628aed2a6abf7158809cf4f3c",
	  "3243f6a8885a308d313198a2e0370734",
	  "3925841d02dc09fbdc118597196a0b32" },
	/* FIPS 197, appendix C.1 to C.3 */
	{ "000102030405060708090a0b0c0d0e0f",
	  "00112233445566778899aabbccddeeff",
	  "69c4e0d86a7b0430d8cdb78070b4c55a" },
	{ "000102030405060708090a0b0c0d0e0f1011121314151617",
	  "00112233445566778899aabbccddeeff",
	  "dda97ca4864cdfe06eaf70a0ec0d7191" },
	{ "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	  "00112233445566778899aabbccddeeff",
	  "8ea2b7ca516745bfeafc49904b496089" },
	/* SP 800-38A, F.1.1 and F.1.5: the first blocks */
	{ "2b7e151628aed2a6abf7158809cf4f3c",
	  "6bc1bee22e409f96e93d7e117393172a",
	  "3ad77bb40d7a3660a89ecaf32466ef97" },
	{ "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
	  "6bc1bee22e409f96e93d7e117393172a",
	  "f3eed1bdb5d2a03c064b5a7e3db181f8" },
};

#define VECTORS	(sizeof(vectors) / sizeof(vectors[0]))

/* Blocks that are done side by side. */
#define LANES	4

static uint8_t bases[2][TABLE_FOUR + TABLE_NARROW] __attribute__((aligned(16)));

static int make_tables(void **state)
{
	uint32_t i, bank;
	int back;

	(void)state;
	for (back = 0; back < 2; back++)
		for (i = 0; i < 256; i++)
			for (bank = 0; bank < TABLE_BANKS; bank++)
				aes_table_fill(bases[back], i, bank,
					       aes_table_entry(i, back), back);
	return 0;
}

static void do_blocks(const struct aes_table_key *key, struct wc_block *lane,
		      int back)
{
	struct tables t = { bases[back], 4 * (lane->w[0] % TABLE_BANKS) };

	aes_table_blocks(&t, key, lane, LANES, back);
}

TEST(vectors)
{
	uint8_t key[32], plain[16], cipher[16], out[16];
	struct wc_block lane[LANES];
	struct aes_table_key expanded;
	size_t v, len;
	int i;

	for (v = 0; v < VECTORS; v++) {
		len = from_hex(key, vectors[v].key);
		from_hex(plain, vectors[v].plain);
		from_hex(cipher, vectors[v].cipher);
		aes_table_expand(&expanded, key, (uint32_t)len);
		for (i = 0; i < LANES; i++)
			memcpy(&lane[i], plain, 16);
		do_blocks(&expanded, lane, 0);
		for (i = 0; i < LANES; i++)
			assert_memory_equal(&lane[i], cipher, 16);
		do_blocks(&expanded, lane, 1);
		for (i = 0; i < LANES; i++)
			assert_memory_equal(&lane[i], plain, 16);
		model_block(key, len, false, plain, out);
		assert_memory_equal(out, cipher, 16);
		model_block(key, len, true, cipher, out);
		assert_memory_equal(out, plain, 16);
	}
}

/* Every byte value through the S-box and back: S(0) = 63, S(53) = ed. */
TEST(sbox)
{
	uint8_t seen[256] = { 0 };
	unsigned int v, j;

	for (v = 0; v < 256; v++) {
		uint32_t q[8], s = 0, back = 0;

		for (j = 0; j < 8; j++)
			q[j] = (v >> j & 1) << 5;
		aes_sbox(q);
		for (j = 0; j < 8; j++)
			s |= (q[j] >> 5 & 1) << j;
		assert_int_equal(seen[s]++, 0);
		if (v == 0x00)
			assert_int_equal(s, 0x63);
		if (v == 0x53)
			assert_int_equal(s, 0xed);
		aes_inv_sbox(q);
		for (j = 0; j < 8; j++)
			back |= (q[j] >> 5 & 1) << j;
		assert_int_equal(back, v);
	}
}

TEST(against_libcrypto)
{
	struct test_rand r = { 5 };
	int i, b;

	for (i = 0; i < 300; i++) {
		uint32_t len = 16 + 8 * rand_below(&r, 3);
		uint8_t key[32], in[64], want[64];
		struct wc_block lane[LANES];
		struct aes_table_key expanded;

		rand_fill(&r, key, sizeof(key));
		rand_fill(&r, in, sizeof(in));
		aes_table_expand(&expanded, key, len);
		for (b = 0; b < LANES; b++)
			model_block(key, len, false, in + 16 * b, want + 16 * b);
		memcpy(lane, in, sizeof(in));
		do_blocks(&expanded, lane, 0);
		assert_memory_equal(lane, want, sizeof(want));
		do_blocks(&expanded, lane, 1);
		assert_memory_equal(lane, in, sizeof(in));
	}
}

/* IEEE 1619-2018, annex B, vectors 1, 2 and 15 (17 bytes: stealing). */
TEST(model_xts_vectors)
{
	static const struct {
		const char *key;
		uint64_t unit;
		const char *plain;
		const char *cipher;
	} v[] = {
		{ "0000000000000000000000000000000000000000000000000000000000000000",
		  0,
		  "0000000000000000000000000000000000000000000000000000000000000000",
		  "917cf69ebd68b2ec9b9fe9a3eadda692cd43d2f59598ed858c02c2652fbf922e" },
		{ "1111111111111111111111111111111122222222222222222222222222222222",
		  0x3333333333ull,
		  "4444444444444444444444444444444444444444444444444444444444444444",
		  "c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0" },
		{ "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0",
		  0x123456789aull,
		  "000102030405060708090a0b0c0d0e0f10",
		  "6c1625db4671522d3d7599601de7ca09ed" },
	};
	size_t i;

	for (i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		struct warpcrypt_desc desc = {
			.cipher = WARPCRYPT_CIPHER_AES,
			.mode = WARPCRYPT_MODE_XTS,
		};
		struct warpcrypt_key key = { .mode = WARPCRYPT_MODE_XTS };
		uint8_t buf[64], cipher[64], plain[64];

		key.len = (uint16_t)from_hex(key.key, v[i].key);
		desc.len = (uint32_t)from_hex(buf, v[i].plain);
		from_hex(plain, v[i].plain);
		from_hex(cipher, v[i].cipher);
		/* vector 15's data unit number is little-endian like all */
		memcpy(desc.iv, &v[i].unit, sizeof(v[i].unit));
		model_payload(&desc, &key, buf);
		assert_memory_equal(buf, cipher, desc.len);
		desc.flags = WARPCRYPT_DESC_DECRYPT;
		model_payload(&desc, &key, buf);
		assert_memory_equal(buf, plain, desc.len);
	}
}

static const EVP_CIPHER *evp_of(uint8_t mode, unsigned int size)
{
	switch (mode) {
	case WARPCRYPT_MODE_CTR:
		return size == 0 ? EVP_aes_128_ctr() :
		       size == 1 ? EVP_aes_192_ctr() : EVP_aes_256_ctr();
	case WARPCRYPT_MODE_CBC:
		return size == 0 ? EVP_aes_128_cbc() :
		       size == 1 ? EVP_aes_192_cbc() : EVP_aes_256_cbc();
	default:
		return size == 0 ? EVP_aes_128_xts() : EVP_aes_256_xts();
	}
}

/* The model against libcrypto's own modes. */
TEST(model_modes)
{
	static const uint8_t modes[] = { WARPCRYPT_MODE_CTR, WARPCRYPT_MODE_CBC,
					 WARPCRYPT_MODE_XTS };
	struct test_rand r = { 6 };
	int i;

	for (i = 0; i < 300; i++) {
		uint8_t mode = modes[i % 3], in[600], want[600];
		bool xts = mode == WARPCRYPT_MODE_XTS;
		unsigned int size = xts ? 2 * rand_below(&r, 2) :
					  rand_below(&r, 3);
		bool decrypt = mode != WARPCRYPT_MODE_CTR && rand_below(&r, 2);
		struct warpcrypt_desc desc = {
			.cipher = WARPCRYPT_CIPHER_AES,
			.mode = mode,
			.flags = decrypt ? WARPCRYPT_DESC_DECRYPT : 0,
			.len = 16 + rand_below(&r, 500),
		};
		struct warpcrypt_key key = {
			.mode = mode,
			.len = (uint16_t)((16 + 8 * size) * (xts ? 2 : 1)),
		};
		EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
		int done;

		if (mode == WARPCRYPT_MODE_CBC)
			desc.len &= ~15u;
		rand_fill(&r, key.key, key.len);
		rand_fill(&r, desc.iv, 16);
		if (mode == WARPCRYPT_MODE_CTR)
			memset(desc.iv, 0xff, 15);
		rand_fill(&r, in, sizeof(in));
		/* A keystream is what zeroes become. */
		if (mode == WARPCRYPT_MODE_CTR)
			memset(in, 0, sizeof(in));
		assert_true(EVP_CipherInit_ex(ctx, evp_of(mode, size), NULL,
					      key.key, desc.iv, !decrypt));
		EVP_CIPHER_CTX_set_padding(ctx, 0);
		assert_true(EVP_CipherUpdate(ctx, want, &done, in,
					     (int)desc.len));
		assert_int_equal(done, desc.len);
		EVP_CIPHER_CTX_free(ctx);
		model_payload(&desc, &key, in);
		assert_memory_equal(in, want, desc.len);
	}
}

int main(void)
{
	return unit_run("aes", make_tables, NULL);
}
