// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/matrix/matrix.h"

/* Copies of a block: more than fill words of any width. */
#define COPIES	600u

/* What matrix_known_answer() returns when the engine has not even tried. */
const char matrix_not_supported[] = "not supported";

/* Whether an engine has to do a cipher, a mode and a length of keys. */
bool matrix_does(const struct matrix_engine *engine,
		 const struct matrix_key *key)
{
	return !engine->does || engine->does(engine, key);
}

/*
 * Whether an example may be left out, of which matrix_known_answer() returned @wrong: the engine
 * did not try, and need not.
 */
bool matrix_may_refuse(const struct matrix_engine *engine,
		       const struct matrix_key *key, const char *wrong)
{
	return wrong == matrix_not_supported &&
	       (engine->can & MATRIX_PARTIAL || !matrix_does(engine, key));
}

/* Encrypt or decrypt @from to what must be @to. */
static const char *one_way(const struct matrix_engine *engine, void *ctx,
			   bool decrypt, const uint8_t *iv, const uint8_t *from,
			   const uint8_t *to, size_t len, bool in_place)
{
	struct matrix_request r = { .decrypt = decrypt, .len = len };
	uint8_t *src = malloc(len), *dst = in_place ? src : malloc(len);
	const char *wrong = NULL;
	int ret;

	(void)engine;
	if (!src || !dst)
		abort();
	memcpy(src, from, len);
	if (iv)
		memcpy(r.iv, iv, 16);
	r.src = src;
	r.dst = dst;
	ret = engine->crypt(ctx, &r);
	if (ret == -ENOTSUP)
		wrong = matrix_not_supported;
	else if (ret)
		wrong = strerror(-ret);
	else if (memcmp(dst, to, len))
		wrong = decrypt ? "decrypts wrongly" : "encrypts wrongly";
	if (!in_place)
		free(dst);
	free(src);
	return wrong;
}

/* Many copies of an ECB example at a time. */
static const char *copies(const struct matrix_engine *engine, void *ctx,
			  const uint8_t *plain, const uint8_t *result,
			  size_t len)
{
	size_t n = 16 * COPIES / len, i;
	uint8_t *p = malloc(n * len), *c = malloc(n * len);
	const char *wrong;

	if (!p || !c)
		abort();
	for (i = 0; i < n; i++) {
		memcpy(p + i * len, plain, len);
		memcpy(c + i * len, result, len);
	}
	wrong = one_way(engine, ctx, false, NULL, p, c, n * len, true);
	if (!wrong)
		wrong = one_way(engine, ctx, true, NULL, c, p, n * len, false);
	free(p);
	free(c);
	return wrong;
}

/*
 * An example, in both directions; no @iv in ECB. NULL, or what is wrong; %matrix_not_supported: see
 * matrix_may_refuse().
 */
const char *matrix_known_answer(const struct matrix_engine *engine,
				const struct matrix_key *key,
				const uint8_t *iv, const uint8_t *plain,
				const uint8_t *result, size_t len)
{
	const char *wrong;
	void *ctx;
	int ret = engine->open(engine, key, &ctx);

	if (ret == -ENOTSUP)
		return matrix_not_supported;
	if (ret)
		return strerror(-ret);
	wrong = one_way(engine, ctx, false, iv, plain, result, len, false);
	if (!wrong)
		wrong = one_way(engine, ctx, true, iv, result, plain, len,
				true);
	if (!wrong && !strcmp(key->mode, "ecb"))
		wrong = copies(engine, ctx, plain, result, len);
	engine->close(ctx);
	return wrong;
}
