/* SPDX-License-Identifier: GPL-2.0-only */
/* A batch of multiplications: what goes in, what came out, what should have. */
#ifndef WARPCRYPT_TESTS_25519_BATCH_H
#define WARPCRYPT_TESTS_25519_BATCH_H

#include "tests/25519/check.h"
#include "tests/report.h"

enum operation {
	X25519_SHARED,
	X25519_PUBLIC,
	EDWARDS_POINT,
	EDWARDS_BASE,
	OPERATIONS
};

/* Where results go. */
enum placement { APART, OVER_SCALARS, OVER_POINTS, PLACEMENTS };

/**
 * struct batch - multiplications
 * @op: of this kind
 * @count: how many
 * @room: for how many there is memory
 * @scalars: of each
 * @points: of each; not used by X25519_PUBLIC and EDWARDS_BASE
 * @want: the results that there should be
 * @want_none: not 0: there should be none, and @want is zeros
 * @got: the results
 * @got_none: the engine's word
 */
struct batch {
	enum operation op;
	size_t count;
	size_t room;
	row *scalars;
	row *points;
	row *want;
	uint8_t *want_none;
	row *got;
	uint8_t *got_none;
};

void batch_alloc(struct batch *b, size_t room);
void batch_free(struct batch *b);
const char *operation_name(enum operation op);
void batch_expect(struct batch *b);
void batch_run(struct check *c, struct batch *b, enum placement where);
void batch_compare(const struct batch *b, struct tally *t);
void batch_check(struct check *c, struct batch *b, struct tally *t);
void batch_rates(void);

#endif /* WARPCRYPT_TESTS_25519_BATCH_H */
