/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The matrix: every (cipher, key size, mode, direction) on any engine. Each
 * function prints a KTAP result for each engine and cipher.
 */
#ifndef WARPCRYPT_TESTS_MATRIX_MATRIX_H
#define WARPCRYPT_TESTS_MATRIX_MATRIX_H

#include "tests/hex.h"
#include "tests/matrix/engine.h"

/* The longest payload there is. */
#define MATRIX_LONGEST	(1024u * 1024u)

/* vectors.c: tests/vectors */
void matrix_vectors(const struct matrix_engine *engine);
void matrix_monte_carlo(const struct matrix_engine *engine, size_t step,
			bool million);
/* random.c: against tests/reference */
void matrix_random(const struct matrix_engine *const *engines, size_t longest);

/* one.c: shared by the others */
bool matrix_does(const struct matrix_engine *engine,
		 const struct matrix_key *key);
extern const char matrix_not_supported[];
bool matrix_may_refuse(const struct matrix_engine *engine,
		       const struct matrix_key *key, const char *wrong);
const char *matrix_known_answer(const struct matrix_engine *engine,
				const struct matrix_key *key,
				const uint8_t *iv, const uint8_t *plain,
				const uint8_t *result, size_t len);

#endif /* WARPCRYPT_TESTS_MATRIX_MATRIX_H */
