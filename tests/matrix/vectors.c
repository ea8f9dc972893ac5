// SPDX-License-Identifier: GPL-2.0-only
/*
 * The published examples of tests/vectors. NAME.h of each cipher of
 * WARPCRYPT_CIPHERS() has NAME_vectors[]; the Makefile has it included.
 */
#include <string.h>

#include "tests/ktap.h"
#include "tests/matrix/matrix.h"
#include "kmod/uapi/warpcrypt_ciphers.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static void one_vector(const struct matrix_engine *engine,
		       const struct cipher_vector *v, struct tally *t)
{
	uint8_t bytes[96], iv[16], plain[512], result[512];
	struct matrix_key key = {
		.cipher = v->cipher, .mode = v->mode, .bytes = bytes,
		.len = hex_bytes(bytes, sizeof(bytes), v->key),
	};
	size_t len = hex_bytes(plain, sizeof(plain), v->plain);
	const char *wrong;

	if (v->iv)
		hex_bytes(iv, sizeof(iv), v->iv);
	if (hex_bytes(result, sizeof(result), v->result) != len)
		wrong = "the example is not as long as its result";
	else
		wrong = matrix_known_answer(engine, &key, v->iv ? iv : NULL,
					    plain, result, len);
	if (matrix_may_refuse(engine, &key, wrong))
		return;
	t->done++;
	if (wrong)
		ktap_wrong(t, "%s: %s, %s: %s", engine->name, v->source,
			   v->mode, wrong);
}

static void some(const struct matrix_engine *engine,
		 const struct cipher_vector *v, size_t count)
{
	struct tally t = { 0 };
	size_t i;

	for (i = 0; i < count; i++)
		one_vector(engine, &v[i], &t);
	ktap_tally(&t, "%s: published examples of %s", engine->name,
		   v->cipher);
}

/* What tests/vectors has for an engine. */
void matrix_vectors(const struct matrix_engine *engine)
{
#define CIPHER(NAME, name, ...) \
	some(engine, name##_vectors, ARRAY_SIZE(name##_vectors));
	WARPCRYPT_CIPHERS(CIPHER)
}

/* A block in place; false: the engine failed. */
static bool block(const struct matrix_engine *engine, void *ctx, bool decrypt,
		  const uint8_t *iv, uint8_t *block)
{
	struct matrix_request r = {
		.decrypt = decrypt, .dst = block, .src = block, .len = 16,
	};

	if (iv)
		memcpy(r.iv, iv, 16);
	return !engine->crypt(ctx, &r);
}

/*
 * AESAVS 6.4.1 and 6.4.2: a thousand blocks, each made of those before it.
 * Leaves the last in @last and the one before in @before; @text and @iv are
 * then what the next thousand start from.
 */
static bool thousand(const struct matrix_engine *engine, void *ctx,
		     bool decrypt, bool cbc, uint8_t iv[16], uint8_t text[16],
		     uint8_t before[16], uint8_t last[16])
{
	uint8_t chain[16], in[16];
	int j;

	memcpy(chain, iv, 16);
	memcpy(in, text, 16);
	for (j = 0; j < 1000; j++) {
		memcpy(before, last, 16);
		memcpy(last, in, 16);
		if (!block(engine, ctx, decrypt, cbc ? chain : NULL, last))
			return false;
		if (!cbc) {
			memcpy(in, last, 16);
			continue;
		}
		memcpy(chain, decrypt ? in : last, 16);
		memcpy(in, j ? before : iv, 16);
	}
	memcpy(iv, last, 16);
	memcpy(text, cbc ? before : last, 16);
	return true;
}

static const char *monte_carlo(const struct matrix_engine *engine,
			       const struct monte_carlo_vector *v)
{
	bool cbc = !strcmp(v->mode, "cbc");
	uint8_t bytes[32], iv[16] = { 0 }, text[16], result[16];
	/* The last two blocks, in order. */
	uint8_t two[32] = { 0 };
	struct matrix_key key = {
		.cipher = v->cipher, .mode = v->mode, .bytes = bytes,
		.len = hex_bytes(bytes, sizeof(bytes), v->key),
	};
	size_t i, k;
	void *ctx;
	bool ok;

	if (!matrix_does(engine, &key))
		return matrix_not_supported;
	if (cbc)
		hex_bytes(iv, sizeof(iv), v->iv);
	hex_bytes(text, sizeof(text), v->seed);
	hex_bytes(result, sizeof(result), v->result);
	for (i = 0; i < 100; i++) {
		if (engine->open(engine, &key, &ctx))
			return "takes no key";
		ok = thousand(engine, ctx, v->decrypt, cbc, iv, text, two,
			      two + 16);
		engine->close(ctx);
		if (!ok)
			return "fails";
		for (k = 0; k < key.len; k++)
			bytes[k] ^= two[32 - key.len + k];
	}
	return memcmp(two + 16, result, 16) ? "ends wrongly" : NULL;
}

/* GB/T 32907-2016, A.2 */
static const char *sm4_million(const struct matrix_engine *engine)
{
	uint8_t text[16], result[16], bytes[16];
	struct matrix_key key = {
		.cipher = "sm4", .mode = "ecb", .bytes = bytes, .len = 16,
	};
	void *ctx;
	int i;

	hex_bytes(bytes, sizeof(bytes), SM4_EXAMPLE);
	hex_bytes(text, sizeof(text), SM4_EXAMPLE);
	hex_bytes(result, sizeof(result), SM4_MILLION);
	if (!matrix_does(engine, &key))
		return matrix_not_supported;
	if (engine->open(engine, &key, &ctx))
		return "takes no key";
	for (i = 0; i < 1000000; i++)
		if (!block(engine, ctx, false, NULL, text))
			break;
	engine->close(ctx);
	return memcmp(text, result, 16) ? "ends wrongly" : NULL;
}

static void count(const struct matrix_engine *engine, const char *source,
		  const char *wrong, struct tally *t)
{
	if (wrong == matrix_not_supported)
		return;
	t->done++;
	if (wrong)
		ktap_wrong(t, "%s: %s %s", engine->name, source, wrong);
}

/*
 * The Monte Carlo tests of AES, of whose twelve each @step-th is run (1: all, 3: one of each
 * mode and direction); and of SM4 the @million. The engine gets the blocks one by one.
 */
void matrix_monte_carlo(const struct matrix_engine *engine, size_t step,
			bool million)
{
	struct tally aes = { 0 }, sm4 = { 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(aes_monte_carlo); i += step)
		count(engine, aes_monte_carlo[i].source,
		      monte_carlo(engine, &aes_monte_carlo[i]), &aes);
	ktap_tally(&aes, "%s: Monte Carlo tests of aes", engine->name);
	if (!million)
		return;
	count(engine, "GB/T 32907-2016, A.2", sm4_million(engine), &sm4);
	ktap_tally(&sm4, "%s: a million encryptions by sm4", engine->name);
}
