/* SPDX-License-Identifier: GPL-2.0-only */
/* A batch of multiplications: what goes in, what came out, what should have. */
#ifndef WARPCRYPT_TESTS_P256_BATCH_H
#define WARPCRYPT_TESTS_P256_BATCH_H

#include "tests/p256/check.h"

/**
 * struct batch - multiplications
 * @base: of the base point; then @points are not used
 * @flags: for the library
 * @count: how many
 * @room: for how many there is memory
 * @memory: all of the memory
 * @len: bytes of it
 * @scalars: of each
 * @points: of each
 * @got: the results
 * @got_none: the engine's word
 * @want: the results that there should be
 * @want_none: not 0: there should be none, and @want is zeros
 *
 * Before and behind each of the engine's arrays are bytes that it must not touch.
 */
struct batch {
	bool base;
	unsigned int flags;
	size_t count;
	size_t room;
	uint8_t *memory;
	size_t len;
	row *scalars;
	point *points;
	point *got;
	uint8_t *got_none;
	point *want;
	uint8_t *want_none;
};

void batch_alloc(struct batch *b, size_t room);
void batch_free(struct batch *b);
void batch_expect(struct batch *b);
void batch_run(struct check *c, struct batch *b, bool in_place);
void batch_compare(const struct batch *b, struct tally *t);
void batch_check(struct check *c, struct batch *b, struct tally *t);
void batch_rates(void);

#endif /* WARPCRYPT_TESTS_P256_BATCH_H */
