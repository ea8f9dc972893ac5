// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/provider_calls.h"

#include <openssl/err.h>
#include <openssl/evp.h>

#include "tests/unit/provider_place.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

/* One of a pair of contexts, ours and OpenSSL's own. */
struct side {
	EVP_CIPHER *cipher;
	EVP_CIPHER_CTX *c;
	uint8_t out[256];
	int len, ret;
};

static void both_init(struct side side[2], const uint8_t *key, const uint8_t *iv, int encrypt,
		      bool first)
{
	int i;

	for (i = 0; i < 2; i++)
		side[i].ret = EVP_CipherInit_ex2(side[i].c, first ? side[i].cipher : NULL, key, iv,
						 encrypt, NULL);
}

static void both_copy(struct side *side)
{
	EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

	side->ret = EVP_CIPHER_CTX_copy(copy, side->c);
	EVP_CIPHER_CTX_free(side->c);
	side->c = copy;
}

/* What ours does and OpenSSL's own does, is the same: results, errors, the IV afterwards. */
static void one_call(struct side side[2], struct test_rand *r, bool has_iv, int *encrypt)
{
	uint8_t key[16], iv[16], in[100], now[2][16] = { { 0 } };
	uint32_t what = rand_below(r, 16), len = rand_below(r, 8) * rand_below(r, 13);
	bool pad = rand_below(r, 2), turns = what < 2;
	int i;

	rand_fill(r, key, sizeof(key));
	rand_fill(r, iv, sizeof(iv));
	rand_fill(r, in, sizeof(in));
	if (rand_below(r, 2))
		memset(iv, 0xff, sizeof(iv));
	for (i = 0; i < 2; i++)
		side[i].len = 0;
	/* OpenSSL's own do not expand a key again for the other direction; ours do. */
	if (turns)
		*encrypt = !*encrypt;
	if (what < 4) {
		both_init(side, turns || rand_below(r, 2) ? key : NULL,
			  rand_below(r, 2) ? iv : NULL, *encrypt, false);
	} else {
		for (i = 0; i < 2; i++) {
			struct side *s = &side[i];

			if (what == 4)
				both_copy(s);
			else if (what == 5)
				s->ret = EVP_CIPHER_CTX_set_padding(s->c, pad);
			else if (what == 6 || what == 7)
				s->ret = EVP_CipherFinal_ex(s->c, s->out, &s->len);
			else
				s->ret = EVP_CipherUpdate(s->c, s->out, &s->len, in, (int)len);
		}
	}
	assert_int_equal(side[0].ret, side[1].ret);
	assert_int_equal(side[0].len, side[1].len);
	if (side[0].ret == 1)
		assert_memory_equal(side[0].out, side[1].out, (size_t)side[0].len);
	if (has_iv) {
		for (i = 0; i < 2; i++)
			assert_true(EVP_CIPHER_CTX_get_updated_iv(side[i].c, now[i], 16));
		assert_memory_equal(now[0], now[1], 16);
	}
	ERR_clear_error();
	/* After an error nothing is promised but a new beginning. */
	if (side[0].ret != 1)
		both_init(side, key, iv, *encrypt, false);
}

/* Calls in any order, without an IV or a key, too: as OpenSSL's own SM4. */
void test_any_calls(void **state)
{
	static const char *const names[] = { "SM4-ECB", "SM4-CBC", "SM4-CTR" };
	struct test_rand r = { 7 };
	size_t k, n, count = unit_share(3000);
	struct side side[2];
	uint8_t key[16], iv[16];
	int i, encrypt, calls;

	(void)state;
	load(SOFTWARE);
	for (n = 0; n < count; n++) {
		k = n % 3;
		side[0].cipher = EVP_CIPHER_fetch(ours, names[k], NULL);
		side[1].cipher = EVP_CIPHER_fetch(own, names[k], NULL);
		for (i = 0; i < 2; i++)
			side[i].c = EVP_CIPHER_CTX_new();
		rand_fill(&r, key, sizeof(key));
		rand_fill(&r, iv, sizeof(iv));
		encrypt = (int)rand_below(&r, 2);
		both_init(side, key, iv, encrypt, true);
		for (calls = 0; calls < 20; calls++)
			one_call(side, &r, k > 0, &encrypt);
		for (i = 0; i < 2; i++) {
			EVP_CIPHER_CTX_free(side[i].c);
			EVP_CIPHER_free(side[i].cipher);
		}
	}
	unload();
}
