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

struct slot {
	EVP_CIPHER_CTX *c;
	/* -1: none has been set, or no key: then most calls are errors. */
	int cipher;
	bool has_key;
	int encrypt;
	/* Nothing is kept of what came so far. */
	bool empty;
};

/* Ours, or OpenSSL's own, which get the same calls; and what the last returned, and wrote. */
struct side {
	EVP_CIPHER *const *ciphers;
	struct slot slot[SLOTS];
	int ret;
	int len;
	uint8_t out[MOST + 64];
};

/* A sequence of calls. */
struct sequence {
	struct test_rand r;
	struct side side[SIDES];
	size_t number;
	int call;
	const char *what;
	uint8_t key[16], iv[16], in[MOST];
};

static bool chance(struct sequence *q, uint32_t of)
{
	return !rand_below(&q->r, of);
}

/* --- calls to one side */

static void init(struct sequence *q, struct side *d, struct slot *s, bool cipher, bool key,
		 bool iv, int encrypt)
{
	d->ret = EVP_CipherInit_ex2(s->c, cipher ? d->ciphers[s->cipher] : NULL,
				    key ? q->key : NULL, iv ? q->iv : NULL, encrypt, NULL);
	if (encrypt >= 0)
		s->encrypt = encrypt;
	s->empty = true;
	s->has_key = d->ret == 1 && (key || (s->has_key && !cipher));
}

/* Another cipher, or the same once more, with or without a key. */
static void begin(struct sequence *q, struct side *d, struct slot *s)
{
	q->what = "begin";
	s->cipher = (int)rand_below(&q->r, CIPHERS);
	s->has_key = false;
	init(q, d, s, true, !chance(q, 8), !chance(q, 8), (int)rand_below(&q->r, 2));
}

/*
 * Another key, another IV, or neither. OpenSSL's own do not expand a key again for the other
 * direction; ours do: so that comes with a key.
 */
static void begin_again(struct sequence *q, struct side *d, struct slot *s)
{
	bool turns = chance(q, 4);
	int encrypt = turns ? !s->encrypt : chance(q, 2) ? -1 : s->encrypt;

	q->what = "begin again";
	init(q, d, s, false, turns || chance(q, 2), chance(q, 2), encrypt);
}

static void copy(struct sequence *q, struct side *d, struct slot *s)
{
	struct slot *to = &d->slot[rand_below(&q->r, SLOTS)];

	q->what = "copy";
	if (to == s || s->cipher < 0)
		return;
	d->ret = EVP_CIPHER_CTX_copy(to->c, s->c);
	to->cipher = s->cipher;
	to->has_key = s->has_key;
	to->encrypt = s->encrypt;
	to->empty = s->empty;
}

static void reset(struct sequence *q, struct side *d, struct slot *s)
{
	q->what = "reset";
	d->ret = EVP_CIPHER_CTX_reset(s->c);
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
static void update(struct sequence *q, struct side *d, struct slot *s)
{
	bool place = (s->cipher == 2 || s->empty) && chance(q, 3);
	int len = (int)length(q);

	q->what = place ? "update in place" : "update";
	if (place)
		memcpy(d->out, q->in, (size_t)len);
	d->ret = EVP_CipherUpdate(s->c, d->out, &d->len, place ? d->out : q->in, len);
	s->empty = s->empty && s->encrypt && len % 16 == 0;
}

/* EVP_Cipher(): whole blocks only, but for CTR. OpenSSL's own pass over a rest of others. */
static void update_whole(struct sequence *q, struct side *d, struct slot *s)
{
	unsigned int len = (unsigned int)length(q);

	q->what = "EVP_Cipher";
	if (s->cipher < 0)
		return;
	if (s->cipher != 2)
		len &= ~15u;
	d->len = EVP_Cipher(s->c, d->out, q->in, len);
	d->ret = d->len >= 0;
	if (!d->ret)
		d->len = 0;
}

static void final(struct sequence *q, struct side *d, struct slot *s)
{
	q->what = "final";
	d->ret = EVP_CipherFinal_ex(s->c, d->out, &d->len);
}

static void set_padding(struct sequence *q, struct side *d, struct slot *s)
{
	q->what = "padding";
	d->ret = EVP_CIPHER_CTX_set_padding(s->c, (int)rand_below(&q->r, 2));
}

/* Right lengths, and wrong ones, which leave all as it was. */
static void set_length(struct sequence *q, struct side *d, struct slot *s)
{
	static const int lengths[] = { 16, 0, 15, 17, 32 };
	int len = lengths[rand_below(&q->r, 5)];

	q->what = "key length";
	if (s->cipher < 0)
		return;
	d->ret = EVP_CIPHER_CTX_set_key_length(s->c, len);
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

static void compare_ivs(const struct sequence *q, EVP_CIPHER_CTX *const c[SIDES])
{
	uint8_t iv[SIDES][2][16];
	int i;

	memset(iv, 0, sizeof(iv));
	for (i = 0; i < SIDES; i++) {
		assert_true(EVP_CIPHER_CTX_get_original_iv(c[i], iv[i][0], 16));
		assert_true(EVP_CIPHER_CTX_get_updated_iv(c[i], iv[i][1], 16));
	}
	compare_values(q, "equality of the IV", !memcmp(iv[OURS][0], iv[OWN][0], 16), 1);
	compare_values(q, "equality of the updated IV", !memcmp(iv[OURS][1], iv[OWN][1], 16), 1);
}

static void compare_slot(const struct sequence *q, size_t slot)
{
	const struct slot *ours_s = &q->side[OURS].slot[slot], *own_s = &q->side[OWN].slot[slot];
	EVP_CIPHER_CTX *const c[SIDES] = { ours_s->c, own_s->c };
#define COMPARE(what, get)	compare_values(q, what, (int)get(c[OURS]), (int)get(c[OWN]))

	if (own_s->cipher < 0)
		return;
	COMPARE("num", EVP_CIPHER_CTX_get_num);
	COMPARE("padding", padding_of);
	COMPARE("key length", EVP_CIPHER_CTX_get_key_length);
	COMPARE("IV length", EVP_CIPHER_CTX_get_iv_length);
	COMPARE("block size", EVP_CIPHER_CTX_get_block_size);
	COMPARE("direction", EVP_CIPHER_CTX_is_encrypting);
	if (own_s->cipher)
		compare_ivs(q, c);
}

static void one_call(struct sequence *q)
{
	static void (*const calls[])(struct sequence *q, struct side *d, struct slot *s) = {
		begin, begin_again, begin_again, copy, copy, reset, update, update, update,
		update, update, update, update, update_whole, final, final, set_padding,
		set_length,
	};
	const struct side *ours_d = &q->side[OURS], *own_d = &q->side[OWN];
	size_t slot = rand_below(&q->r, SLOTS), call;
	struct test_rand r;
	struct side *d;

	rand_fill(&q->r, q->key, sizeof(q->key));
	rand_fill(&q->r, q->iv, sizeof(q->iv));
	if (chance(q, 2))
		memset(q->iv, 0xff, sizeof(q->iv));
	call = rand_below(&q->r, sizeof(calls) / sizeof(calls[0]));
	r = q->r;
	for (d = q->side; d < q->side + SIDES; d++) {
		/* What is random in the call is the same for both. */
		q->r = r;
		d->ret = 1;
		d->len = 0;
		calls[call](q, d, &d->slot[slot]);
	}
	compare_values(q, "return", ours_d->ret, own_d->ret);
	if (own_d->ret == 1) {
		compare_values(q, "length", ours_d->len, own_d->len);
		compare_values(q, "equality of the output",
			       !memcmp(ours_d->out, own_d->out, (size_t)own_d->len), 1);
	}
	ERR_clear_error();
	/* After an error nothing is promised but a new beginning. */
	if (own_d->ret != 1 && own_d->slot[slot].has_key) {
		q->what = "begin after an error";
		for (d = q->side; d < q->side + SIDES; d++)
			init(q, d, &d->slot[slot], false, true, true, d->slot[slot].encrypt);
		compare_values(q, "return", ours_d->ret, own_d->ret);
	}
	compare_slot(q, slot);
}

static void one_sequence(size_t number)
{
	static struct sequence q;
	struct test_rand r;
	size_t i, s;

	q.call = -1;
	q.number = number;
	q.r.state = (number + 1) * 0x9e3779b97f4a7c15ull;
	rand_fill(&q.r, q.in, sizeof(q.in));
	r = q.r;
	for (i = 0; i < SIDES; i++) {
		q.r = r;
		q.side[i].ciphers = ciphers[i];
		for (s = 0; s < SLOTS; s++) {
			q.side[i].slot[s] = (struct slot){ .c = EVP_CIPHER_CTX_new() };
			begin(&q, &q.side[i], &q.side[i].slot[s]);
		}
	}
	for (q.call = 0; q.call < CALLS; q.call++)
		one_call(&q);
	for (i = 0; i < SIDES; i++)
		for (s = 0; s < SLOTS; s++)
			EVP_CIPHER_CTX_free(q.side[i].slot[s].c);
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
	static const uint8_t bytes[16];
	uint8_t out[SIDES][32];
	EVP_CIPHER_CTX *c;
	int i, k, n;

	for (k = 0; k < 2; k++) {
		for (i = 0; i < SIDES; i++) {
			c = cipher_context(i == OURS ? ours : own, names[k], bytes, bytes, false);
			assert_non_null(c);
			assert_true(EVP_DecryptUpdate(c, out[i], &n, bytes, 16));
			assert_int_equal(n, 0);
			assert_true(EVP_CIPHER_CTX_set_padding(c, 0));
			assert_true(EVP_DecryptUpdate(c, out[i], &n, NULL, 0));
			assert_int_equal(n, 16);
			assert_true(EVP_DecryptFinal_ex(c, out[i] + 16, &n));
			assert_int_equal(n, 0);
			EVP_CIPHER_CTX_free(c);
		}
		assert_memory_equal(out[OURS], out[OWN], 16);
	}
}
