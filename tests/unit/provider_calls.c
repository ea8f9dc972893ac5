// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls in any order, to our ciphers and to OpenSSL's own SM4: what they return and write is
 * the same.
 *
 * WARPCRYPT_SEQUENCES=COUNT[,FIRST]: how many sequences of calls, and the number of the first
 * one. A sequence depends on its number only, which a failure prints.
 */
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "tests/unit/provider_place.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

enum { OURS, OWN, SIDES };

#define CIPHERS	3
#define SLOTS	3
#define CALLS	24
#define MOST	700

static const char *const names[CIPHERS] = { "SM4-ECB", "SM4-CBC", "SM4-CTR" };
static EVP_CIPHER *ciphers[SIDES][CIPHERS];

/* Ours and OpenSSL's own, which get the same calls. */
struct slot {
	EVP_CIPHER_CTX *c[SIDES];
	/* -1: none has been set, or no key: then most calls are errors. */
	int cipher;
	bool has_key;
	int encrypt;
	/* Nothing is kept of what came so far. */
	bool empty;
};

/* What a call returned, and wrote. */
struct outcome {
	int ret;
	int len;
	uint8_t out[MOST + 64];
};

/* A sequence of calls. */
struct sequence {
	struct test_rand r;
	struct slot slot[SLOTS];
	struct outcome outcome[SIDES];
	size_t number;
	int call;
	const char *what;
	uint8_t key[16], iv[16], in[MOST];
};

static bool chance(struct sequence *q, uint32_t of)
{
	return !rand_below(&q->r, of);
}

/* --- calls; each sets the outcomes */

static void init(struct sequence *q, struct slot *s, bool cipher, bool key, bool iv, int encrypt)
{
	int i;

	for (i = 0; i < SIDES; i++)
		q->outcome[i].ret = EVP_CipherInit_ex2(s->c[i],
						       cipher ? ciphers[i][s->cipher] : NULL,
						       key ? q->key : NULL, iv ? q->iv : NULL,
						       encrypt, NULL);
	if (encrypt >= 0)
		s->encrypt = encrypt;
	s->empty = true;
	s->has_key = q->outcome[OWN].ret == 1 && (key || (s->has_key && !cipher));
}

/* Another cipher, or the same once more, with or without a key. */
static void begin(struct sequence *q, struct slot *s)
{
	q->what = "begin";
	s->cipher = (int)rand_below(&q->r, CIPHERS);
	s->has_key = false;
	init(q, s, true, !chance(q, 8), !chance(q, 8), (int)rand_below(&q->r, 2));
}

/*
 * Another key, another IV, or neither. OpenSSL's own do not expand a key again for the other
 * direction; ours do: so that comes with a key.
 */
static void begin_again(struct sequence *q, struct slot *s)
{
	bool turns = chance(q, 4);
	int encrypt = turns ? !s->encrypt : chance(q, 2) ? -1 : s->encrypt;

	q->what = "begin again";
	init(q, s, false, turns || chance(q, 2), chance(q, 2), encrypt);
}

static void copy(struct sequence *q, struct slot *s)
{
	struct slot *to = &q->slot[rand_below(&q->r, SLOTS)];
	int i;

	q->what = "copy";
	if (to == s || s->cipher < 0)
		return;
	for (i = 0; i < SIDES; i++)
		q->outcome[i].ret = EVP_CIPHER_CTX_copy(to->c[i], s->c[i]);
	to->cipher = s->cipher;
	to->has_key = s->has_key;
	to->encrypt = s->encrypt;
	to->empty = s->empty;
}

static void reset(struct sequence *q, struct slot *s)
{
	int i;

	q->what = "reset";
	for (i = 0; i < SIDES; i++)
		q->outcome[i].ret = EVP_CIPHER_CTX_reset(s->c[i]);
	s->cipher = -1;
	s->has_key = false;
}

static size_t length(struct sequence *q)
{
	switch (rand_below(&q->r, 4)) {
	case 0:
		return rand_below(&q->r, 40);
	case 1:
		return 16 * rand_below(&q->r, 6);
	case 2:
		return rand_below(&q->r, 18);
	default:
		return rand_below(&q->r, MOST);
	}
}

/* In place only where OpenSSL's own can do that: not if something is kept that goes first. */
static void update(struct sequence *q, struct slot *s)
{
	bool place = (s->cipher == 2 || s->empty) && chance(q, 3);
	int len = (int)length(q), i;
	struct outcome *o;

	q->what = place ? "update in place" : "update";
	for (i = 0; i < SIDES; i++) {
		o = &q->outcome[i];
		if (place)
			memcpy(o->out, q->in, (size_t)len);
		o->ret = EVP_CipherUpdate(s->c[i], o->out, &o->len, place ? o->out : q->in, len);
	}
	s->empty = s->empty && s->encrypt && len % 16 == 0;
}

/* EVP_Cipher(): whole blocks only, but for CTR. OpenSSL's own pass over a rest of others. */
static void update_whole(struct sequence *q, struct slot *s)
{
	unsigned int len = (unsigned int)length(q);
	struct outcome *o;
	int i;

	q->what = "EVP_Cipher";
	if (s->cipher < 0)
		return;
	if (s->cipher != 2)
		len &= ~15u;
	for (i = 0; i < SIDES; i++) {
		o = &q->outcome[i];
		o->len = EVP_Cipher(s->c[i], o->out, q->in, len);
		o->ret = o->len >= 0;
		if (!o->ret)
			o->len = 0;
	}
}

static void final(struct sequence *q, struct slot *s)
{
	struct outcome *o;
	int i;

	q->what = "final";
	for (i = 0; i < SIDES; i++) {
		o = &q->outcome[i];
		o->ret = EVP_CipherFinal_ex(s->c[i], o->out, &o->len);
	}
}

static void set_padding(struct sequence *q, struct slot *s)
{
	int pad = (int)rand_below(&q->r, 2), i;

	q->what = "padding";
	for (i = 0; i < SIDES; i++)
		q->outcome[i].ret = EVP_CIPHER_CTX_set_padding(s->c[i], pad);
}

/* Right lengths, and wrong ones, which leave all as it was. */
static void set_length(struct sequence *q, struct slot *s)
{
	static const int lengths[] = { 16, 0, 15, 17, 32 };
	int len = lengths[rand_below(&q->r, 5)], i;

	q->what = "key length";
	if (s->cipher < 0)
		return;
	for (i = 0; i < SIDES; i++)
		q->outcome[i].ret = EVP_CIPHER_CTX_set_key_length(s->c[i], len);
}

/* --- what is compared */

static void compare_values(const struct sequence *q, const char *what, int ours, int own)
{
	if (ours != own)
		fail_msg("sequence %zu, call %d, %s: %s is %d, and OpenSSL's own %d", q->number,
			 q->call, q->what, what, ours, own);
}

static unsigned int padding_of(EVP_CIPHER_CTX *c)
{
	unsigned int pad = 77;
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_uint(OSSL_CIPHER_PARAM_PADDING, &pad), OSSL_PARAM_END
	};

	return EVP_CIPHER_CTX_get_params(c, params) ? pad : 78;
}

static void compare_ivs(const struct sequence *q, const struct slot *s)
{
	uint8_t iv[SIDES][2][16];
	int i;

	memset(iv, 0, sizeof(iv));
	for (i = 0; i < SIDES; i++) {
		assert_true(EVP_CIPHER_CTX_get_original_iv(s->c[i], iv[i][0], 16));
		assert_true(EVP_CIPHER_CTX_get_updated_iv(s->c[i], iv[i][1], 16));
	}
	compare_values(q, "equality of the IV", !memcmp(iv[OURS][0], iv[OWN][0], 16), 1);
	compare_values(q, "equality of the updated IV", !memcmp(iv[OURS][1], iv[OWN][1], 16), 1);
}

static void compare_slot(const struct sequence *q, const struct slot *s)
{
	EVP_CIPHER_CTX *ours_c = s->c[OURS], *own_c = s->c[OWN];

	if (s->cipher < 0)
		return;
	compare_values(q, "num", EVP_CIPHER_CTX_get_num(ours_c), EVP_CIPHER_CTX_get_num(own_c));
	compare_values(q, "padding", (int)padding_of(ours_c), (int)padding_of(own_c));
	compare_values(q, "key length", EVP_CIPHER_CTX_get_key_length(ours_c),
		       EVP_CIPHER_CTX_get_key_length(own_c));
	compare_values(q, "IV length", EVP_CIPHER_CTX_get_iv_length(ours_c),
		       EVP_CIPHER_CTX_get_iv_length(own_c));
	compare_values(q, "block size", EVP_CIPHER_CTX_get_block_size(ours_c),
		       EVP_CIPHER_CTX_get_block_size(own_c));
	compare_values(q, "direction", EVP_CIPHER_CTX_is_encrypting(ours_c),
		       EVP_CIPHER_CTX_is_encrypting(own_c));
	if (s->cipher)
		compare_ivs(q, s);
}

static void one_call(struct sequence *q)
{
	struct slot *s = &q->slot[rand_below(&q->r, SLOTS)];
	static void (*const calls[])(struct sequence *q, struct slot *s) = {
		begin, begin_again, begin_again, copy, copy, reset, update, update, update,
		update, update, update, update, update_whole, final, final, set_padding,
		set_length,
	};
	struct outcome *ours_o = &q->outcome[OURS], *own_o = &q->outcome[OWN];
	int i;

	rand_fill(&q->r, q->key, sizeof(q->key));
	rand_fill(&q->r, q->iv, sizeof(q->iv));
	if (chance(q, 2))
		memset(q->iv, 0xff, sizeof(q->iv));
	for (i = 0; i < SIDES; i++)
		q->outcome[i].ret = 1, q->outcome[i].len = 0;
	calls[rand_below(&q->r, sizeof(calls) / sizeof(calls[0]))](q, s);
	compare_values(q, "return", ours_o->ret, own_o->ret);
	if (own_o->ret == 1) {
		compare_values(q, "length", ours_o->len, own_o->len);
		compare_values(q, "equality of the output",
			       !memcmp(ours_o->out, own_o->out, (size_t)own_o->len), 1);
	}
	ERR_clear_error();
	/* After an error nothing is promised but a new beginning. */
	if (own_o->ret != 1 && s->has_key) {
		q->what = "begin after an error";
		init(q, s, false, true, true, s->encrypt);
		compare_values(q, "return", ours_o->ret, own_o->ret);
	}
	compare_slot(q, s);
}

static void one_sequence(size_t number)
{
	static struct sequence q;
	size_t i, s;

	q.call = -1;
	q.number = number;
	q.r.state = (number + 1) * 0x9e3779b97f4a7c15ull;
	rand_fill(&q.r, q.in, sizeof(q.in));
	for (s = 0; s < SLOTS; s++) {
		q.slot[s] = (struct slot){ .cipher = -1 };
		for (i = 0; i < SIDES; i++)
			q.slot[s].c[i] = EVP_CIPHER_CTX_new();
	}
	for (s = 0; s < SLOTS; s++)
		begin(&q, &q.slot[s]);
	for (q.call = 0; q.call < CALLS; q.call++)
		one_call(&q);
	for (s = 0; s < SLOTS; s++)
		for (i = 0; i < SIDES; i++)
			EVP_CIPHER_CTX_free(q.slot[s].c[i]);
}

/* By software, and long updates by the engine. */
TEST(any_calls)
{
	static const char *const options[] = {
		SOFTWARE, "backend = cpu\nmin_bytes = 200\nthreads = 2\n",
	};
	const char *by_hand = getenv("WARPCRYPT_SEQUENCES");
	size_t n, count = unit_share(3000), first = 0;
	char *rest = NULL;
	int i, side, o;

	if (by_hand) {
		count = strtoul(by_hand, &rest, 10);
		first = *rest == ',' ? strtoul(rest + 1, NULL, 10) : 0;
	}
	for (o = 0; o < 2; o++) {
		load(options[o]);
		for (side = 0; side < SIDES; side++)
			for (i = 0; i < CIPHERS; i++)
				ciphers[side][i] = EVP_CIPHER_fetch(side == OURS ? ours : own,
								    names[i], NULL);
		for (n = first; n < first + count; n++)
			one_sequence(n);
		for (side = 0; side < SIDES; side++)
			for (i = 0; i < CIPHERS; i++)
				EVP_CIPHER_free(ciphers[side][i]);
		unload();
	}
}

/* Decryption keeps a last block, which may be padding; when that is switched off, it can go. */
TEST_LOADED(kept_block, SOFTWARE)
{
	static struct sequence q;
	struct slot *s = &q.slot[0];
	int i, k;

	for (k = 0; k < 2; k++)
		for (i = 0; i < SIDES; i++) {
			struct outcome *o = &q.outcome[i];

			s->c[i] = cipher_context(i == OURS ? ours : own, names[k], q.key, q.iv,
						 false);
			assert_non_null(s->c[i]);
			assert_true(EVP_DecryptUpdate(s->c[i], o->out, &o->len, q.in, 16));
			assert_int_equal(o->len, 0);
			assert_true(EVP_CIPHER_CTX_set_padding(s->c[i], 0));
			assert_true(EVP_DecryptUpdate(s->c[i], o->out, &o->len, NULL, 0));
			assert_int_equal(o->len, 16);
			assert_true(EVP_DecryptFinal_ex(s->c[i], o->out + 16, &o->len));
			assert_int_equal(o->len, 0);
			EVP_CIPHER_CTX_free(s->c[i]);
			if (i)
				assert_memory_equal(o->out, q.outcome[0].out, 16);
		}
}
