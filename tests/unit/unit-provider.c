// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt.so in this process, as OpenSSL loads it: ciphers against OpenSSL's own SM4 and
 * tests/reference, through the engine and through software, which the provider's counts
 * tell apart; wrong arguments, wrong padding, wrong options.
 *
 * Only this finds streams that differ from OpenSSL's in portions, in place or after a copy.
 */
#include <unistd.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tests/unit/provider_place.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

/* Kuznyechik by its second names; other tests have the first ones. */
static const struct kind {
	const char *name;
	const char *reference;
	size_t key, iv;
	bool blocks;
} kinds[] = {
	{ "SM4-ECB", "sm4", 16, 0, true },
	{ "SM4-CBC", "sm4", 16, 16, true },
	{ "SM4-CTR", "sm4", 16, 16, false },
	{ "grasshopper-ecb", "kuznyechik", 32, 0, true },
	{ "grasshopper-cbc", "kuznyechik", 32, 16, true },
	{ "grasshopper-ctr", "kuznyechik", 32, 8, false },
};

#define KINDS	(sizeof(kinds) / sizeof(kinds[0]))
#define MOST	20000

/* Some data, and what it is encrypted, from another implementation. */
struct sample {
	const struct kind *kind;
	uint8_t key[32], iv[16];
	size_t len, out_len;
	uint8_t in[MOST], out[MOST + 16];
};

/* tests/reference; SM4 also by OpenSSL, so that the two are compared. */
static void encrypt_reference(struct sample *s, size_t len)
{
	struct reference_key key;
	uint8_t iv[16] = { 0 };

	memcpy(iv, s->iv, s->kind->iv);
	assert_true(reference_set_key(&key, s->kind->reference, s->key, s->kind->key));
	if (strstr(s->kind->name, "CTR") || strstr(s->kind->name, "ctr"))
		reference_ctr(reference_block, &key, iv, s->out, len);
	else if (s->kind->iv)
		reference_cbc(reference_block, &key, 0, iv, s->out, len);
	else
		reference_ecb(reference_block, &key, 0, s->out, len);
	s->out_len = len;
}

static void encrypt_own(struct sample *s, bool pad)
{
	EVP_CIPHER_CTX *c = cipher_context(own, s->kind->name, s->key, s->iv, true);
	uint8_t out[MOST + 16];
	int len, more;

	assert_non_null(c);
	EVP_CIPHER_CTX_set_padding(c, pad);
	assert_true(EVP_EncryptUpdate(c, out, &len, s->in, (int)s->len));
	assert_true(EVP_EncryptFinal_ex(c, out + len, &more));
	assert_int_equal(len + more, s->out_len);
	assert_memory_equal(out, s->out, s->out_len);
	EVP_CIPHER_CTX_free(c);
}

static void make_sample(struct sample *s, struct test_rand *r, const struct kind *k,
			size_t len, bool pad)
{
	size_t n = 0;

	s->kind = k;
	if (k->blocks && !pad)
		len -= len % 16;
	s->len = len;
	rand_fill(r, s->key, sizeof(s->key));
	rand_fill(r, s->iv, sizeof(s->iv));
	/* Carries in the counter. */
	if (rand_below(r, 2))
		memset(s->iv + 1, 0xff, 15);
	rand_fill(r, s->in, len);
	memcpy(s->out, s->in, len);
	if (k->blocks && pad) {
		n = 16 - len % 16;
		memset(s->out + len, (int)n, n);
	}
	encrypt_reference(s, len + n);
	if (!strncmp(k->name, "SM4", 3))
		encrypt_own(s, pad);
}

static EVP_CIPHER_CTX *begin(const struct sample *s, bool encrypt, bool pad)
{
	EVP_CIPHER_CTX *c = cipher_context(ours, s->kind->name, s->key, s->iv, encrypt);
	const EVP_CIPHER *cipher;

	assert_non_null(c);
	cipher = EVP_CIPHER_CTX_get0_cipher(c);
	assert_string_equal(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)),
			    "warpcrypt");
	EVP_CIPHER_CTX_set_padding(c, pad);
	return c;
}

/* A portion of a stream, apart, or in a buffer whose beginning is also where the result goes. */
static bool update(EVP_CIPHER_CTX *c, bool in_place, uint8_t *out, int *n, const uint8_t *in,
		   size_t len)
{
	static uint8_t buffer[MOST + 32];

	if (!in_place)
		return EVP_CipherUpdate(c, out, n, in, (int)len);
	memcpy(buffer, in, len);
	if (!EVP_CipherUpdate(c, buffer, n, buffer, (int)len))
		return false;
	memcpy(out, buffer, (size_t)*n);
	return true;
}

/* In portions of up to @portion bytes; the result has to be right. */
static bool stream(const struct sample *s, struct test_rand *r, bool encrypt, bool pad,
		   size_t portion)
{
	static uint8_t out[MOST + 32];
	bool in_place = rand_below(r, 2);
	const uint8_t *in = encrypt ? s->in : s->out, *expected = encrypt ? s->out : s->in;
	size_t len = encrypt ? s->len : s->out_len, expected_len = encrypt ? s->out_len : s->len;
	EVP_CIPHER_CTX *c = begin(s, encrypt, pad), *copy;
	size_t at = 0, done = 0, part;
	bool right;
	int n;

	for (; at < len; at += part, done += (size_t)n) {
		part = 1 + rand_below(r, (uint32_t)portion);
		if (part > len - at)
			part = len - at;
		if (!update(c, in_place, out + done, &n, in + at, part))
			break;
		if (rand_below(r, 8))
			continue;
		/* Goes on with a copy. */
		copy = EVP_CIPHER_CTX_new();
		if (!EVP_CIPHER_CTX_copy(copy, c))
			break;
		EVP_CIPHER_CTX_free(c);
		c = copy;
	}
	right = at == len && EVP_CipherFinal_ex(c, out + done, &n);
	if (right)
		done += (size_t)n;
	EVP_CIPHER_CTX_free(c);
	return right && done == expected_len && !memcmp(out, expected, done);
}

static void check_streams(struct test_rand *r, size_t rounds)
{
	static const size_t portions[] = { 1, 7, 16, 40, 300, 5000, MOST };
	static struct sample s;
	size_t i, p;
	bool pad;

	while (rounds--)
		for (i = 0; i < KINDS; i++) {
			p = portions[(i + rounds) % 7];
			pad = kinds[i].blocks && rand_below(r, 2);
			make_sample(&s, r, &kinds[i], rand_below(r, p < 16 ? 300 : MOST), pad);
			if (!stream(&s, r, true, pad, p) || !stream(&s, r, false, pad, p))
				fail_msg("%s, %zu bytes in portions of %zu", kinds[i].name,
					 s.len, p);
		}
}

TEST_LOADED(ciphers_software, SOFTWARE)
{
	struct test_rand r = { 1 };

	check_streams(&r, unit_share(60));
	assert_true(count("software") > 0);
	assert_int_equal(count("engine"), 0);
	assert_string_equal(engine_name(), "not needed so far");
}

TEST_LOADED(ciphers_engine, ENGINE)
{
	struct test_rand r = { 2 };

	check_streams(&r, unit_share(20));
	/* Only CBC encryption is left to software. */
	assert_true(count("engine") > count("software"));
	assert_int_equal(count("failed"), 0);
	assert_true(!strncmp(engine_name(), "cpu: ", 5));
}

TEST_LOADED(ciphers_mixed, MIXED)
{
	struct test_rand r = { 3 };

	check_streams(&r, unit_share(20));
	assert_true(count("engine") > 0 && count("software") > 0);
}

/* Every last byte that is no padding, and padding whose bytes differ. */
TEST_LOADED(padding, SOFTWARE)
{
	static const uint8_t key[32], iv[16];
	uint8_t block[16], text[32], out[48];
	EVP_CIPHER_CTX *c = cipher_context(ours, "kuznyechik-cbc", NULL, NULL, true);
	int value, n, more, expected;

	assert_non_null(c);
	for (value = 0; value < 512; value++) {
		memset(block, value & 255, 16);
		if (value & 256 && (value & 255) > 1 && (value & 255) <= 16)
			block[16 - (value & 255)] ^= 1;
		assert_true(EVP_EncryptInit_ex2(c, NULL, key, iv, NULL));
		EVP_CIPHER_CTX_set_padding(c, 0);
		assert_true(EVP_EncryptUpdate(c, text, &n, block, 16));
		assert_true(EVP_DecryptInit_ex2(c, NULL, key, iv, NULL));
		EVP_CIPHER_CTX_set_padding(c, 1);
		assert_true(EVP_DecryptUpdate(c, out, &n, text, 16));
		assert_int_equal(n, 0);
		ERR_clear_error();
		expected = (value & 255) >= 1 && (value & 255) <= 16 &&
			   !(value & 256 && (value & 255) > 1);
		assert_int_equal(EVP_DecryptFinal_ex(c, out, &more), expected);
		if (expected)
			assert_int_equal(more, 16 - (value & 255));
		else
			assert_string_equal(reason(), "bad decrypt");
	}
	EVP_CIPHER_CTX_free(c);
}

/* The updated IV of CTR is the counter, which goes on in ECB: as long as a block. */
static void check_counter(const struct sample *s, size_t done)
{
	struct reference_key key;
	uint8_t iv[16] = { 0 }, now[16], *next;
	EVP_CIPHER_CTX *c = begin(s, true, false);
	static uint8_t out[MOST];
	OSSL_PARAM params[2] = { OSSL_PARAM_END, OSSL_PARAM_END };
	size_t i;
	int n;

	assert_true(EVP_EncryptUpdate(c, out, &n, s->in, (int)done));
	assert_true(EVP_CIPHER_CTX_get_original_iv(c, iv, s->kind->iv));
	assert_memory_equal(iv, s->iv, s->kind->iv);
	params[0] = OSSL_PARAM_construct_octet_ptr(OSSL_CIPHER_PARAM_UPDATED_IV, (void **)&next, 0);
	assert_true(EVP_CIPHER_CTX_get_params(c, params));
	assert_int_equal(params[0].return_size, 16);
	assert_true(EVP_CIPHER_CTX_get_updated_iv(c, now, 16));
	assert_memory_equal(now, next, 16);
	ERR_clear_error();
	memset(iv, 0x5a, 16);
	assert_false(EVP_CIPHER_CTX_get_updated_iv(c, iv, 8));
	for (i = 0; i < 16; i++)
		assert_int_equal(iv[i], 0x5a);
	ERR_clear_error();
	assert_true(reference_set_key(&key, s->kind->reference, s->key, s->kind->key));
	memcpy(out, s->in + done, 16);
	reference_ctr(reference_block, &key, now, out, 16);
	assert_memory_equal(out, s->out + done, 16);
	EVP_CIPHER_CTX_free(c);
}

TEST_LOADED(counter, MIXED)
{
	static const size_t portions[] = { 16, 4096, 4112, 16000 };
	static struct sample s;
	struct test_rand r = { 8 };
	size_t i, p;

	for (i = 0; i < KINDS; i++) {
		if (kinds[i].blocks)
			continue;
		for (p = 0; p < 4; p++) {
			make_sample(&s, &r, &kinds[i], MOST, false);
			check_counter(&s, portions[p]);
		}
	}
}

TEST_LOADED(wrong_arguments, ENGINE)
{
	static const uint8_t bytes[64];
	EVP_CIPHER_CTX *c = cipher_context(ours, "kuznyechik-cbc", NULL, NULL, true);
	const EVP_CIPHER *cipher;
	uint8_t out[80];
	int n;

	assert_non_null(c);
	cipher = EVP_CIPHER_CTX_get0_cipher(c);
	assert_int_equal(EVP_CIPHER_get_key_length(cipher), 32);
	assert_int_equal(EVP_CIPHER_get_iv_length(cipher), 16);
	assert_int_equal(EVP_CIPHER_get_block_size(cipher), 16);
	assert_int_equal(EVP_CIPHER_get_mode(cipher), EVP_CIPH_CBC_MODE);
	ERR_clear_error();
	assert_false(EVP_EncryptUpdate(c, out, &n, bytes, 16));
	assert_string_equal(reason(), "no key set");
	assert_true(EVP_EncryptInit_ex2(c, NULL, bytes, bytes, NULL));
	ERR_clear_error();
	assert_false(EVP_CIPHER_CTX_set_key_length(c, 16));
	EVP_CIPHER_CTX_set_padding(c, 0);
	assert_true(EVP_EncryptUpdate(c, out, &n, bytes, 17));
	ERR_clear_error();
	assert_false(EVP_EncryptFinal_ex(c, out, &n));
	assert_string_equal(reason(), "wrong final block length");
	EVP_CIPHER_CTX_free(c);
	assert_null(cipher_context(ours, "kuznyechik-ofb", NULL, NULL, true));
}

/* What is wrong is refused, with a line that says so. */
TEST(options)
{
	static const char *const wrong[][2] = {
		{ "backend = gpu", "backend must be auto, cuda or cpu, not 'gpu'" },
		{ "min_bytes = many", "min_bytes must be a number of bytes, not 'many'" },
		{ "min_bytes = 18446744073709551616",
		  "min_bytes must be a number of bytes, not '18446744073709551616'" },
		{ "min_bytes = -1", "min_bytes must be a number of bytes, not '-1'" },
		{ "threads = 257", "threads must be a number within the limits of "
		  "libwarpcrypt(3), not '257'" },
		{ "summary = maybe", "summary must be yes or no, not 'maybe'" },
	};
	char text[512];
	FILE *said;
	size_t i;
	int kept;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		said = tmpfile();
		assert_non_null(said);
		kept = dup(2);
		dup2(fileno(said), 2);
		assert_false(try_load(wrong[i][0]));
		dup2(kept, 2);
		close(kept);
		rewind(said);
		text[fread(text, 1, sizeof(text) - 1, said)] = 0;
		fclose(said);
		assert_non_null(strstr(text, wrong[i][1]));
		/* One line. */
		assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
		unload();
	}
}

int main(void)
{
	return unit_run("provider", open_own, close_own);
}
