/* SPDX-License-Identifier: GPL-2.0-only */
/* check-curves: its rows (groups and schemes), engines, and batches of multiplications. */
#ifndef WARPCRYPT_TESTS_CURVES_CURVES_H
#define WARPCRYPT_TESTS_CURVES_CURVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/x25519.h"
#include "tests/check_program.h"
#include "tests/hex.h"
#include "tests/ktap.h"
#include "tests/unit/rand.h"

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))
#define ENGINES_MOST	8
#define EDGES_MOST	1800
#define POINT_MAX	64

/* A scalar, or a coordinate. */
typedef uint8_t row[32];

/* [k]P; the base point's multiples. */
enum operation { MULT, BASE, OPERATIONS };

/* Where results go, and whether statuses are asked for. */
enum placement { APART, OVER_SCALARS, OVER_POINTS, NO_STATUS, PLACEMENTS };

/**
 * struct edges - scalars or points where something may go wrong
 * @count: how many
 * @at: they
 */
struct edges {
	size_t count;
	uint8_t at[EDGES_MOST][POINT_MAX];
};

struct check;

/**
 * struct group - a row: a group, its oracle and its edge cases
 * @name: its name
 * @curve: the library's number; -1: the library does not have it
 * @wei: its curve, or NULL: 25519
 * @nid: OpenSSL's number of @wei
 * @point: bytes of a point
 * @slow: of its points the oracle gets one in so many of the random cases
 * @expect: by the oracle: @out, zeros if there is none, and its enum wc25519_status or
 *	wcwei_status; without a point [k]B
 * @scalars: the edges, always the same
 * @points: the edges, always the same; some are none
 * @draw_point: a random point; unless it has to be @good it may be none
 * @published: checks published results, or NULL
 * @special: checks what other groups do not have, or NULL
 */
struct group {
	const char *name;
	int curve;
	const struct wcwei_curve *wei;
	int nid;
	size_t point;
	size_t slow;
	uint8_t (*expect)(const struct group *g, uint8_t *out, const row scalar,
			  const uint8_t *point);
	const struct edges *(*scalars)(const struct group *g);
	const struct edges *(*points)(const struct group *g);
	void (*draw_point)(const struct group *g, struct test_rand *r, uint8_t *point,
			   bool good);
	void (*published)(struct check *c);
	void (*special)(struct check *c);
};

/**
 * struct engine - what multiplies
 * @name: for messages
 * @w: the library, or NULL: the next
 * @e: an arithmetic of the group's curve
 * @work: what it has done in full batches, and how long it took
 */
struct engine {
	const char *name;
	struct warpcrypt *w;
	const struct wc_curve_engine *e;
	struct {
		size_t count;
		double seconds;
	} work[OPERATIONS];
};

/**
 * struct check - all there is
 * @g: the row's group
 * @w: the library, or NULL: each arithmetic of the CPU
 * @engines: those of the row
 * @engine_count: how many
 * @rand: where cases come from
 * @seed: of @rand
 * @count: how many random cases
 * @longest: they come in batches of so many
 * @iterations: steps of the iterated test
 * @one_by_one: so many of them are batches of one
 * @spoil_each: of signatures each so-many-th is changed
 */
struct check {
	const struct group *g;
	struct warpcrypt *w;
	struct engine engines[ENGINES_MOST];
	size_t engine_count;
	struct test_rand rand;
	uint64_t seed;
	size_t count;
	size_t longest;
	size_t iterations;
	size_t one_by_one;
	size_t spoil_each;
};

/**
 * struct batch - multiplications
 * @g: the group
 * @op: of this kind
 * @flags: for the library
 * @count: how many
 * @room: for how many there is memory
 * @memory: all of the memory
 * @len: bytes of it
 * @guard: bytes before and behind each array that an engine must not touch
 * @scalars: of each
 * @points: of each; not used but by MULT
 * @got: the results
 * @status: the engine's word
 * @want: the results that there should be
 * @want_status: what an arithmetic should say; if it is not 0, @want is zeros
 */
struct batch {
	const struct group *g;
	enum operation op;
	unsigned int flags;
	size_t count;
	size_t room;
	uint8_t *memory;
	size_t len;
	size_t guard;
	uint8_t *scalars;
	uint8_t *points;
	uint8_t *got;
	uint8_t *status;
	uint8_t *want;
	uint8_t *want_status;
};

/* batch.c */
void batch_alloc(const struct check *c, struct batch *b, size_t room);
void batch_free(struct batch *b);
void batch_expect(struct batch *b);
void batch_copy(struct batch *to, size_t i, const struct batch *from, size_t j);
void batch_run(struct engine *e, struct batch *b, enum placement where);
void batch_compare(const struct engine *e, const struct batch *b, struct tally *t);
void batch_engines(struct check *c, struct batch *b, struct tally *t);
uint8_t *scalar_of(const struct batch *b, size_t i);
uint8_t *point_of(const struct batch *b, size_t i);
uint8_t *want_of(const struct batch *b, size_t i);

/* engines.c */
void engines_find(struct check *c);
bool engine_may(const struct engine *e, const struct group *g, enum placement where);
size_t engine_run(struct engine *e, const struct batch *b, const uint8_t *scalars,
		  const uint8_t *points, uint8_t *status);
void engines_rates(const struct check *c);

/* groups.c */
extern const struct group groups[4];

void draw_row(struct test_rand *r, row to);
void draw_points(struct check *c, struct batch *b, bool good);

/* The edges: edges_25519.c, edges_wei.c */
const struct edges *edge_scalars_25519(const struct group *g);
const struct edges *edge_points_25519(const struct group *g);
void edge_corner(row r, unsigned int which);
const struct edges *edge_scalars_wei(const struct group *g);
const struct edges *edge_points_wei(const struct group *g);

/* checks.c */
void check_group(struct check *c);
void check_published_x25519(struct check *c);
void check_published_edwards(struct check *c);
void check_published_p256(struct check *c);

/* edwards.c, iterated.c */
void check_edwards(struct check *c);
void check_iterated(struct check *c);

/* ed25519.c, ecdsa.c, random_signatures.c */
void check_ed25519(struct check *c, enum warpcrypt_scheme scheme);
void check_ecdsa(struct check *c, enum warpcrypt_scheme scheme);
void check_random_signatures(struct check *c, enum warpcrypt_scheme scheme);

#endif /* WARPCRYPT_TESTS_CURVES_CURVES_H */
