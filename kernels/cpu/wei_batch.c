// SPDX-License-Identifier: GPL-2.0-only
/*
 * An engine of kernels/cpu/wei.h. Compiled once for each curve (wei_engine.h) and engine:
 * ENGINE is its name as C has it, ENGINE_NAME as text, ENGINE_FIELD the arithmetic,
 * ENGINE_CPU what the CPU must have, as a condition.
 *
 * A batch is done in groups of vectors, each vector FE(lanes) elements, so that a group
 * needs one inversion.
 */
#define _DEFAULT_SOURCE
#include <string.h>

#include "kernels/curve/wei.h"

#define FIELD_I64	1
#define FIELD_L52	2

#define FE(name)	field_##name
#if ENGINE_FIELD == FIELD_I64
#include "kernels/curve/fe256_i64.h"
#else
#include "kernels/curve/fe256_l52.h"
#endif
#include "kernels/curve/wei_all.h"

#define ENGINE_DOUBLES	(ENGINE_FIELD == FIELD_L52 && L52_DOUBLES)
#include "kernels/cpu/groups.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/wei_engine.h"

/* All secrets of a group in one place, to be wiped. */
struct work {
	fe X[GROUP], Y[GROUP], Z[GROUP];
	fe products[GROUP];
	fe_u64 zero[GROUP];
	fe_u64 bad[GROUP];
	fe_u64 k[4], w[8];
	wei_affine p;
	wei_point r;
};

/* Point @w->r is the result of vector @v. */
static void keep(struct work *w, size_t v)
{
	w->X[v] = w->r.X;
	w->Y[v] = w->r.Y;
	w->Z[v] = w->r.Z;
}

/* The results' bytes, zeros where bad. */
static void encode_group(struct work *w, uint8_t *out, size_t n)
{
	fe_invert_many(w->Z, w->zero, w->products, lanes_vectors(n));
	for (size_t v = 0; v < lanes_vectors(n); v++) {
		w->r.X = w->X[v];
		w->r.Y = w->Y[v];
		wei_encode(w->w, &w->r, &w->Z[v]);
		for (int j = 0; j < 8; j++)
			w->w[j] &= ~w->bad[v];
		lanes_put(out, v, n, 8, w->w);
	}
}

static __attribute__((noinline)) size_t
base_group(struct work *w, uint8_t *out, const uint8_t *scalars, size_t n,
	   uint8_t *status, const uint64_t *table)
{
	size_t count = 0;

	for (size_t v = 0; v < lanes_vectors(n); v++) {
		lanes_get(w->w, 4, scalars, v, n);
		w->bad[v] = wei_scalar(w->k, w->w);
		wei_base(&w->r, w->k, table, WEI_BASE_W);
		keep(w, v);
		count += lanes_report(status, v, n,
				      w->bad[v] & WCWEI_BAD_SCALAR);
	}
	encode_group(w, out, n);
	return count;
}

static __attribute__((noinline)) size_t
mult_group(struct work *w, uint8_t *out, const uint8_t *scalars,
	   const uint8_t *points, size_t n, uint8_t *status)
{
	size_t count = 0;

	for (size_t v = 0; v < lanes_vectors(n); v++) {
		fe_u64 bad_scalar, bad_point;

		lanes_get(w->w, 4, scalars, v, n);
		bad_scalar = wei_scalar(w->k, w->w);
		lanes_get(w->w, 8, points, v, n);
		bad_point = wei_decode(&w->p, w->w);
		w->bad[v] = bad_scalar | bad_point;
		wei_mult(&w->r, w->k, &w->p);
		keep(w, v);
		count += lanes_report(status, v, n,
				      (bad_point & WCWEI_BAD_POINT) |
				      (bad_scalar & ~bad_point &
				       WCWEI_BAD_SCALAR));
	}
	encode_group(w, out, n);
	return count;
}

/* Nothing in it is secret. */
static size_t check_vartime(const uint8_t *checks, size_t n, uint8_t *status,
			    const uint64_t *table)
{
	unsigned int mode = engine_enter();
	size_t count = 0;
	fe_u64 c[WCWEI_CHECK_BYTES / 8], bad;

	for (size_t v = 0; v < lanes_vectors(n); v++) {
		lanes_get(c, WCWEI_CHECK_BYTES / 8, checks, v, n);
		bad = wei_check_vartime(c, c + 8, c + 12, c + 16, table,
					WEI_BASE_VARTIME_W);
		count += lanes_report(status, v, n, bad & WCWEI_NOT_VALID);
	}
	engine_leave(mode);
	return count;
}

static size_t base(uint8_t *out, const uint8_t *scalars, size_t n,
		   uint8_t *status, const uint64_t *table)
{
	unsigned int mode = engine_enter();
	size_t bad = 0;
	struct work w;

	for_each_group(i, m, n)
		bad += base_group(&w, out + WCWEI_POINT_BYTES * i,
				  scalars + WCWEI_SCALAR_BYTES * i, m,
				  status ? status + i : NULL, table);
	explicit_bzero(&w, sizeof(w));
	engine_leave(mode);
	return bad;
}

static size_t mult(uint8_t *out, const uint8_t *scalars, const uint8_t *points,
		   size_t n, uint8_t *status)
{
	unsigned int mode = engine_enter();
	size_t bad = 0;
	struct work w;

	for_each_group(i, m, n)
		bad += mult_group(&w, out + WCWEI_POINT_BYTES * i,
				  scalars + WCWEI_SCALAR_BYTES * i,
				  points + WCWEI_POINT_BYTES * i, m,
				  status ? status + i : NULL);
	explicit_bzero(&w, sizeof(w));
	engine_leave(mode);
	return bad;
}

const struct wcwei_engine ENGINE = {
	.engine = { ENGINE_NAME, FE(lanes), usable },
	.base = base,
	.mult = mult,
	.check_vartime = check_vartime,
};
