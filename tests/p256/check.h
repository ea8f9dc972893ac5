/* SPDX-License-Identifier: GPL-2.0-only */
/* check-p256: what its parts share. */
#ifndef WARPCRYPT_TESTS_P256_CHECK_H
#define WARPCRYPT_TESTS_P256_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/check_program.h"
#include "tests/report.h"
#include "tests/unit/rand.h"

/* A scalar, or a coordinate, big-endian. */
typedef uint8_t row[32];
/* x and y */
typedef uint8_t point[64];

/**
 * struct check - all there is
 * @w: the engine
 * @rand: where cases come from
 * @count: how many random cases
 * @longest: they come in batches of so many
 */
struct check {
	struct warpcrypt *w;
	struct test_rand rand;
	size_t count;
	size_t longest;
};

/* checks.c */
void check_published(struct check *c);
void check_edges(struct check *c);
void check_sizes(struct check *c);
void check_random(struct check *c);
void check_registered(struct check *c);

#endif /* WARPCRYPT_TESTS_P256_CHECK_H */
