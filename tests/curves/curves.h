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

/* Scalars or points where something may go wrong. */
struct edges {
	size_t count;
	uint8_t at[EDGES_MOST][POINT_MAX];
};

struct check;

/* A row: a group, its oracle and its edge cases. */
struct group {
	const char *name;
	int curve;	/* the library's number; -1: the library does not have it */
	const struct wcwei_curve *wei;	/* its curve, or NULL: 25519 */
	int nid;	/* OpenSSL's number of @wei */
	size_t point;	/* bytes of a point */
	size_t slow;	/* of its points the oracle gets one in so many of the random cases */
	/*
	 * By the oracle: @out, zeros if there is none, and its enum wc25519_status or wcwei_status;
	 * without a point [k]B.
	 */
	uint8_t (*expect)(const struct group *g, uint8_t *out, const row scalar,
			  const uint8_t *point);
	const struct edges *(*scalars)(const struct group *g);	/* the edges, always the same */
	/* The edges, always the same; some are none. */
	const struct edges *(*points)(const struct group *g);
	/* A random point; unless it has to be @good it may be none. */
	void (*draw_point)(const struct group *g, struct test_rand *r, uint8_t *point,
			   bool good);
	void (*published)(struct check *c);	/* checks published results, or NULL */
	void (*special)(struct check *c);	/* checks what other groups do not have, or NULL */
};

/* What multiplies. */
struct engine {
	const char *name;	/* for messages */
	struct warpcrypt *w;	/* the library, or NULL: the next */
	const struct wc_curve_engine *e;	/* an arithmetic of the group's curve */
	struct {
		size_t count;
		double seconds;
	} work[OPERATIONS];	/* what it has done in full batches, and how long it took */
};

/* All there is. */
struct check {
	const struct group *g;	/* the row's group */
	struct warpcrypt *w;	/* the library, or NULL: each arithmetic of the CPU */
	struct engine engines[ENGINES_MOST];	/* those of the row */
	size_t engine_count;
	struct test_rand rand;	/* where cases come from */
	uint64_t seed;		/* of @rand */
	size_t count;		/* how many random cases */
	size_t longest;		/* they come in batches of so many */
	size_t iterations;	/* steps of the iterated test */
	size_t one_by_one;	/* so many of them are batches of one */
	size_t spoil_each;	/* of signatures each so-many-th is changed */
};

/* Multiplications. */
struct batch {
	const struct group *g;
	enum operation op;	/* of this kind */
	unsigned int flags;	/* for the library */
	size_t count;
	size_t room;	/* for how many there is memory */
	uint8_t *memory;	/* all of the memory */
	size_t len;	/* bytes of it */
	size_t guard;	/* bytes before and behind each array that an engine must not touch */
	uint8_t *scalars;	/* of each */
	uint8_t *points;	/* of each; not used but by MULT */
	uint8_t *got;
	uint8_t *status;	/* the engine's word */
	uint8_t *want;	/* the results that there should be */
	uint8_t *want_status;	/* what an arithmetic should say; if it is not 0, @want is zeros */
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
