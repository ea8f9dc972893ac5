/* SPDX-License-Identifier: GPL-2.0-only */
/* check-25519: what its parts share. */
#ifndef WARPCRYPT_TESTS_25519_CHECK_H
#define WARPCRYPT_TESTS_25519_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/check_program.h"
#include "tests/unit/rand.h"

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

/* A scalar, a point or a result, as libwarpcrypt has them. */
typedef uint8_t row[32];

/**
 * struct check - all there is
 * @w: the engine
 * @rand: where cases come from
 * @count: how many random cases
 * @longest: they come in batches of so many
 * @one_by_one: so many steps of the iterated test are batches of one
 */
struct check {
	struct warpcrypt *w;
	struct test_rand rand;
	size_t count;
	size_t longest;
	size_t one_by_one;
};

/* One file each. */
void check_published(struct check *c);
void check_edges(struct check *c);
void check_group(struct check *c);
void check_sizes(struct check *c);
void check_random(struct check *c);

/* main.c */
void row_from_hex(row r, const char *hex);
void rand_rows(struct check *c, row *rows, size_t count);

#endif /* WARPCRYPT_TESTS_25519_CHECK_H */
