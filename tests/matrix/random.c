// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random payloads of every (cipher, key size, mode, direction) and of lengths
 * around every boundary, on all engines, against tests/reference. All engines
 * get the same payloads.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ktap.h"
#include "tests/matrix/matrix.h"
#include "tests/reference/reference.h"
#include "tests/unit/rand.h"

#define ENGINES		8
/* Bytes before and after a result, which must stay as they are. */
#define GUARD		32u
#define GUARD_BYTE	0xee
#define ROOM		(GUARD + 16 + MATRIX_LONGEST + GUARD)
/* Payloads up to this length are placed in every way. */
#define SHORT		5000u
/* Longer chains of CBC encryption are slow, and test nothing else. */
#define LONG_CHAIN	65536u

#define MODE(NAME, name, number)	{ NULL, #name },
#define OWN_MODE(NAME, name, number, CIPHER, cipher, ...)	{ #cipher, #name },
static const struct {
	const char *cipher;	/* NULL: all have it */
	const char *name;
} modes[] = { WARPCRYPT_MODES(MODE) WARPCRYPT_OWN_MODES(OWN_MODE) };

/* The longest payload of modes that need whole blocks. */
#define LONGEST_WHOLE	(MATRIX_LONGEST - 16)

/* Blocks, words, the pieces that modes work in, pages, and long ones. */
static const size_t lengths[] = {
	0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 127, 128, 129, 240,
	255, 256, 257, 496, 511, 512, 513, 528, 1008, 1023, 1024, 1025, 1039,
	1040, 2047, 2064, 4080, 4095, 4096, 4097, 4111, 4112, 8176, 8191, 8192,
	8193, 8207, 8208, 12345, 16384, 16400, 65519, 65535, 65536,
	LONGEST_WHOLE, MATRIX_LONGEST - 1,
};

/* How a payload lies in memory. */
enum placement { APART, UNALIGNED, IN_PLACE, IN_TWO, PLACEMENTS };

static const char *const placements[] = {
	"apart", "unaligned", "in place", "in two calls"
};

/* What all engines have to do. */
struct payload {
	struct matrix_key key;
	uint64_t first;		/* XTS: blocks of the data unit before this payload */
	size_t len;		/* bytes */
	uint8_t iv[16];
	uint8_t iv_out[16];	/* CTR, CBC: the IV for a payload that continues this one */
};

static uint8_t plain[MATRIX_LONGEST], result[MATRIX_LONGEST];
static uint8_t source[ROOM], target[ROOM];

static bool is(const struct payload *p, const char *mode)
{
	return !strcmp(p->key.mode, mode);
}

static bool length_fits(const struct payload *p)
{
	if (is(p, "ecb") || is(p, "cbc"))
		return p->len % 16 == 0;
	return p->len != LONGEST_WHOLE && (is(p, "ctr") || p->len >= 16);
}

/*
 * IVs of CTR in turn: any; about to carry out of 32, 64 and 128 bits; GOST's,
 * with a lower half of zeroes.
 */
static void draw_iv(struct payload *p, unsigned int turn, struct test_rand *r)
{
	static const size_t carry[] = { 0, 4, 8, 16, 0 };
	uint64_t blocks = p->len / 16 < 600 ? p->len / 16 : 600;
	uint64_t before = 1 + rand_below(r, (uint32_t)blocks + 1);
	size_t i;

	rand_fill(r, p->iv, 16);
	if (!is(p, "ctr"))
		return;
	if (turn % 5 == 4)
		memset(p->iv + 8, 0, 8);
	if (!carry[turn % 5])
		return;
	memset(p->iv + 16 - carry[turn % 5], 0xff, carry[turn % 5]);
	/* All ones, less @before - 1: never more than two bytes. */
	for (i = 0, before--; i < 2; i++, before >>= 8)
		p->iv[15 - i] = (uint8_t)(0xff - (before & 0xff));
}

/* Fill @p, @plain and @result; false: the naive reference contradicts itself. */
static bool draw(struct payload *p, unsigned int turn, struct test_rand *r)
{
	struct matrix_request request = {
		.dst = result, .src = plain, .len = p->len,
	};
	bool ok = true;
	void *ctx;

	draw_iv(p, turn, r);
	p->first = matrix_is_xts(p->key.mode) && turn % 3 == 1 ? rand_below(r, 3000) : 0;
	rand_fill(r, plain, p->len);
	if (matrix_naive.open(&matrix_naive, &p->key, &ctx))
		return false;
	memcpy(request.iv, p->iv, 16);
	request.first = p->first;
	matrix_naive.crypt(ctx, &request);
	memcpy(p->iv_out, request.iv, 16);
	if (is(p, "ctr")) {
		uint64_t blocks = (p->len + 15) / 16, carry = 0;
		int i;

		for (i = 15; i >= 0; i--, blocks >>= 8) {
			carry += p->iv[i] + (blocks & 0xff);
			p->iv_out[i] = (uint8_t)carry;
			carry >>= 8;
		}
	}
	if (p->len <= SHORT) {
		request = (struct matrix_request) {
			.decrypt = true, .dst = target, .src = result,
			.len = p->len, .first = p->first,
		};
		memcpy(request.iv, p->iv, 16);
		matrix_naive.crypt(ctx, &request);
		ok = !memcmp(target, plain, p->len);
	}
	matrix_naive.close(ctx);
	return ok;
}

/* Whether @engine can go on where it has stopped. */
static bool can_in_two(const struct matrix_engine *engine,
		       const struct payload *p)
{
	if (p->len < 48)
		return false;
	if (matrix_is_xts(p->key.mode))
		return engine->can & MATRIX_FIRST;
	return is(p, "ecb") || engine->can & MATRIX_IV_OUT;
}

/* A part of @p, @at bytes from its start; @iv goes on. */
static int part(const struct matrix_engine *engine, void *ctx,
		const struct payload *p, bool decrypt, uint8_t iv[16],
		uint8_t *dst, const uint8_t *src, size_t at, size_t len)
{
	struct matrix_request r = {
		.decrypt = decrypt, .first = p->first + at / 16,
		.dst = dst + at, .src = src + at, .len = len,
	};
	int ret;

	memcpy(r.iv, iv, 16);
	ret = engine->crypt(ctx, &r);
	/* The data unit's number stays. */
	if (!matrix_is_xts(p->key.mode))
		memcpy(iv, r.iv, 16);
	return ret;
}

static bool untouched(const uint8_t *from, const uint8_t *to)
{
	for (; from < to; from++)
		if (*from != GUARD_BYTE)
			return false;
	return true;
}

/* What run() returns when an engine did not try, and need not. */
static const char refused[] = "refused";

/* What is wrong with what @engine makes of @p, or NULL. */
static const char *run(const struct matrix_engine *engine, void *ctx,
		       const struct payload *p, bool decrypt,
		       enum placement placement, struct test_rand *r)
{
	const uint8_t *from = decrypt ? result : plain;
	const uint8_t *to = decrypt ? plain : result;
	bool aligned = placement == APART, in_place = placement == IN_PLACE;
	uint8_t *src = source + GUARD + (aligned ? 0 : rand_below(r, 16));
	uint8_t *dst = in_place ? src : target + GUARD +
				       (aligned ? 0 : rand_below(r, 16));
	uint8_t *end = dst + p->len, iv[16];
	size_t cut = 0;
	int ret = 0;

	if (placement == IN_TWO)
		cut = 16 + 16 * rand_below(r, (uint32_t)(p->len - 32) / 16);
	memset(dst - GUARD, GUARD_BYTE, GUARD);
	memset(end, GUARD_BYTE, GUARD);
	memcpy(src, from, p->len);
	memcpy(iv, p->iv, 16);
	if (cut)
		ret = part(engine, ctx, p, decrypt, iv, dst, src, 0, cut);
	if (!ret)
		ret = part(engine, ctx, p, decrypt, iv, dst, src, cut,
			   p->len - cut);
	if (ret == -ENOTSUP && engine->can & MATRIX_PARTIAL)
		return refused;
	if (ret)
		return strerror(-ret);
	if (memcmp(dst, to, p->len))
		return "wrong result";
	if (!in_place && memcmp(src, from, p->len))
		return "the source has changed";
	if (!untouched(dst - GUARD, dst) || !untouched(end, end + GUARD))
		return "bytes around the result have changed";
	if (engine->can & MATRIX_IV_OUT && (is(p, "ctr") || is(p, "cbc")) &&
	    memcmp(iv, p->iv_out, 16))
		return "wrong IV at the end";
	return NULL;
}

static void both_ways(const struct matrix_engine *engine, void *ctx,
		      const struct payload *p, unsigned int turn,
		      struct test_rand *r, struct tally *t)
{
	unsigned int ways = can_in_two(engine, p) ? PLACEMENTS : IN_TWO;
	unsigned int placement, decrypt;
	const char *wrong;

	if ((p->first && !(engine->can & MATRIX_FIRST)) ||
	    (!p->len && !(engine->can & MATRIX_EMPTY)))
		return;
	for (decrypt = 0; decrypt < 2; decrypt++)
		for (placement = 0; placement < ways; placement++) {
			if (is(p, "cbc") && !decrypt && p->len > LONG_CHAIN)
				continue;
			/* Long ones in one of the ways, in turn. */
			if (p->len > SHORT && (turn + decrypt) % ways != placement)
				continue;
			wrong = run(engine, ctx, p, decrypt, placement, r);
			if (wrong == refused)
				continue;
			t->done++;
			if (wrong)
				ktap_wrong(t, "%s: %s of %s with %zu bytes of key, %scrypt, %zu bytes, %s: %s",
					   engine->name, p->key.mode,
					   p->key.cipher, p->key.len,
					   decrypt ? "de" : "en", p->len,
					   placements[placement], wrong);
		}
}

static void report_missing(struct tally *t, const struct matrix_engine *engine,
			   const struct matrix_key *key)
{
	t->done++;
	ktap_wrong(t, "%s: not one request of %s of %s with %zu bytes of key",
		   engine->name, key->mode, key->cipher, key->len);
}

/* All lengths with one key on all engines. */
static void one_key(const struct matrix_engine *const *engines,
		    const struct matrix_key *key, size_t longest,
		    unsigned int turn, struct test_rand *r, struct tally *t)
{
	struct payload p = { .key = *key };
	void *ctx[ENGINES] = { NULL };
	unsigned int before[ENGINES];
	size_t i, e;
	int ret;

	for (e = 0; engines[e]; e++) {
		before[e] = t[e].done;
		ret = engines[e]->open(engines[e], key, &ctx[e]);
		if (!ret)
			continue;
		ctx[e] = NULL;
		if (ret == -ENOTSUP && !matrix_does(engines[e], key))
			continue;
		t[e].done++;
		ktap_wrong(&t[e], "%s: %zu bytes of key for %s of %s: %s",
			   engines[e]->name, key->len, key->mode,
			   key->cipher, strerror(-ret));
	}
	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++, turn++) {
		p.len = lengths[i];
		if (p.len > longest || !length_fits(&p))
			continue;
		if (!draw(&p, turn, r)) {
			t[0].done++;
			ktap_wrong(&t[0], "naive: %s of %s, %zu bytes: decryption does not undo encryption",
				   key->mode, key->cipher, p.len);
		}
		for (e = 0; engines[e]; e++)
			if (ctx[e])
				both_ways(engines[e], ctx[e], &p, turn, r,
					  &t[e]);
	}
	for (e = 0; engines[e]; e++) {
		if (!ctx[e])
			continue;
		engines[e]->close(ctx[e]);
		if (t[e].done == before[e])
			report_missing(&t[e], engines[e], key);
	}
}

static void one_mode(const struct matrix_engine *const *engines,
		     const struct reference_cipher *cipher, const char *mode,
		     size_t longest, struct test_rand *r)
{
	struct tally t[ENGINES] = { { 0 } };
	uint8_t bytes[96];
	size_t i, e;

	for (i = 0; cipher->lengths[i]; i++) {
		struct matrix_key key = {
			.cipher = cipher->name, .mode = mode, .bytes = bytes,
			.len = cipher->lengths[i] << matrix_is_xts(mode),
		};
		/* The longest payloads with one size of keys only. */
		bool all = !cipher->lengths[i + 1];

		rand_fill(r, bytes, sizeof(bytes));
		one_key(engines, &key, all || longest < 65536 ? longest : 65536,
			(unsigned int)i, r, t);
	}
	for (e = 0; engines[e]; e++)
		ktap_tally(&t[e], "%s: %s of %s, random", engines[e]->name,
			   mode, cipher->name);
}

/*
 * Payloads of at most @longest bytes, up to MATRIX_LONGEST, against tests/reference; no more than 8
 * engines, and NULL.
 */
void matrix_random(const struct matrix_engine *const *engines, size_t longest)
{
	struct test_rand r = { 41 };
	size_t c, m;

	for (c = 0; reference_ciphers[c]; c++)
		for (m = 0; m < sizeof(modes) / sizeof(modes[0]); m++)
			if (!modes[m].cipher || !strcmp(modes[m].cipher, reference_ciphers[c]->name))
				one_mode(engines, reference_ciphers[c], modes[m].name, longest, &r);
}
