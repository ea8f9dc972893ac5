// SPDX-License-Identifier: GPL-2.0-only
/*
 * An engine of kernels/cpu/x25519.h. Compiled once for each: ENGINE is its name as
 * C has it, ENGINE_NAME as text, ENGINE_FIELD the arithmetic, ENGINE_CPU what
 * the CPU must have, as a condition.
 *
 * A batch is done in groups of vectors, each vector FE_LANES elements, so that
 * a group needs one inversion.
 */
#define _DEFAULT_SOURCE
#include <string.h>

#define FIELD_DPF	1
#define FIELD_I51	2

#if ENGINE_FIELD == FIELD_DPF
#include "kernels/curve/fe25519_dpf.h"
#define FE(name)	dpf_##name
#elif ENGINE_FIELD == FIELD_I51
#include "kernels/curve/fe25519_i51.h"
#define FE(name)	i51_##name
#endif

#include "kernels/cpu/25519_engine.h"
#include "kernels/curve/25519_all.h"
#define ENGINE_DOUBLES	(ENGINE_FIELD == FIELD_DPF)
#include "kernels/cpu/groups.h"
#include "kernels/cpu/x25519.h"

/* All secrets of a group in one place, to be wiped. */
struct work {
	fe num[GROUP];		/* x25519: X; edwards25519: X */
	fe num2[GROUP];		/* edwards25519: Y */
	fe den[GROUP];
	fe products[GROUP];
	fe_u64 zero[GROUP];
	fe_u64 bad[GROUP];
	fe_u64 k[4], u[4], out[4];
	fe_u64 rs[8];		/* signatures */
	ed_point p;
};

static __attribute__((noinline)) size_t
shared_group(struct work *w, uint8_t *out, const uint8_t *scalars,
	     const uint8_t *points, size_t n, uint8_t *status)
{
	size_t count = 0;

	for (size_t v = 0; v < lanes_vectors(n); v++) {
		lanes_get(w->k, 4, scalars, v, n);
		lanes_get(w->u, 4, points, v, n);
		x25519_clamp(w->k);
		x25519_ladder(&w->num[v], &w->den[v], w->k, w->u);
	}
	fe_invert_many(w->den, w->zero, w->products, lanes_vectors(n));
	for (size_t v = 0; v < lanes_vectors(n); v++) {
		fe zero;

		fe_zero(&zero);
		fe_mul(&w->num[v], &w->num[v], &w->den[v]);
		fe_cmov(&w->num[v], &zero, w->zero[v]);
		fe_store(w->out, &w->num[v]);
		lanes_put(out, v, n, 4, w->out);
		count += lanes_report(status, v, n, WC25519_ZERO &
				      mask_zero(w->out[0] | w->out[1] |
						w->out[2] | w->out[3]));
	}
	return count;
}

/* The encodings of the points (num : num2 : den), zeros where bad. */
static void encode_group(struct work *w, uint8_t *out, size_t n)
{
	fe_invert_many(w->den, w->zero, w->products, lanes_vectors(n));
	for (size_t v = 0; v < lanes_vectors(n); v++) {
		w->p.X = w->num[v];
		w->p.Y = w->num2[v];
		ed_encode(w->out, &w->p, &w->den[v]);
		for (int j = 0; j < 4; j++)
			w->out[j] &= ~w->bad[v];
		lanes_put(out, v, n, 4, w->out);
	}
}

static __attribute__((noinline)) void
base_group(struct work *w, uint8_t *out, const uint8_t *scalars, size_t n,
	   enum wc25519_form form, const uint64_t *table)
{
	for (size_t v = 0; v < lanes_vectors(n); v++) {
		lanes_get(w->k, 4, scalars, v, n);
		if (form == WC25519_MONTGOMERY)
			x25519_clamp(w->k);
		ed_base(&w->p, w->k, table, ED_BASE_W);
		if (form == WC25519_MONTGOMERY) {
			ed_to_montgomery(&w->num[v], &w->den[v], &w->p);
		} else {
			w->num[v] = w->p.X;
			w->num2[v] = w->p.Y;
			w->den[v] = w->p.Z;
		}
		w->bad[v] = fe_set1(0);
	}
	if (form == WC25519_EDWARDS) {
		encode_group(w, out, n);
		return;
	}
	fe_invert_many(w->den, w->zero, w->products, lanes_vectors(n));
	for (size_t v = 0; v < lanes_vectors(n); v++) {
		fe_mul(&w->num[v], &w->num[v], &w->den[v]);
		fe_store(w->out, &w->num[v]);
		lanes_put(out, v, n, 4, w->out);
	}
}

static __attribute__((noinline)) size_t
mult_group(struct work *w, uint8_t *out, const uint8_t *scalars,
	   const uint8_t *points, size_t n, uint8_t *status)
{
	size_t count = 0;

	for (size_t v = 0; v < lanes_vectors(n); v++) {
		lanes_get(w->k, 4, scalars, v, n);
		lanes_get(w->u, 4, points, v, n);
		w->bad[v] = ed_decode(&w->p, w->u);
		ed_mult(&w->p, w->k, &w->p);
		w->num[v] = w->p.X;
		w->num2[v] = w->p.Y;
		w->den[v] = w->p.Z;
		count += lanes_report(status, v, n,
				      w->bad[v] & WC25519_BAD_POINT);
	}
	encode_group(w, out, n);
	return count;
}

static inline void get_signatures(struct work *w, const uint8_t *keys,
				  const uint8_t *signatures, const uint8_t *ks,
				  size_t v, size_t n)
{
	lanes_get(w->u, 4, keys, v, n);
	lanes_get(w->rs, 8, signatures, v, n);
	lanes_get(w->k, 4, ks, v, n);
}

/* Nothing in it is secret. */
static __attribute__((noinline)) size_t
check_cofactor_group(struct work *w, const uint8_t *keys,
		     const uint8_t *signatures, const uint8_t *ks, size_t n,
		     uint8_t *status, const uint64_t *table)
{
	size_t count = 0;

	for (size_t v = 0; v < lanes_vectors(n); v++) {
		get_signatures(w, keys, signatures, ks, v, n);
		w->bad[v] = ed_check_cofactor_vartime(w->u, w->rs, w->rs + 4,
						      w->k, table,
						      ED_BASE_VARTIME_W, 1);
		count += lanes_report(status, v, n,
				      w->bad[v] & WC25519_NOT_VALID);
	}
	return count;
}

/* Nor in this. */
static __attribute__((noinline)) size_t
check_group(struct work *w, const uint8_t *keys, const uint8_t *signatures,
	    const uint8_t *ks, size_t n, uint8_t *status, const uint64_t *table)
{
	size_t count = 0;

	for (size_t v = 0; v < lanes_vectors(n); v++) {
		get_signatures(w, keys, signatures, ks, v, n);
		w->bad[v] = ed_check_vartime(&w->p, w->u, w->rs + 4, w->k,
					     table, ED_BASE_VARTIME_W, 1);
		w->num[v] = w->p.X;
		w->num2[v] = w->p.Y;
		w->den[v] = w->p.Z;
	}
	fe_invert_many(w->den, w->zero, w->products, lanes_vectors(n));
	for (size_t v = 0; v < lanes_vectors(n); v++) {
		w->p.X = w->num[v];
		w->p.Y = w->num2[v];
		lanes_get(w->rs, 8, signatures, v, n);
		w->bad[v] |= ed_differs(&w->p, &w->den[v], w->rs);
		count += lanes_report(status, v, n,
				      w->bad[v] & WC25519_NOT_VALID);
	}
	return count;
}

static size_t shared(uint8_t *out, const uint8_t *scalars,
		     const uint8_t *points, size_t n, uint8_t *status)
{
	unsigned int mode = engine_enter();
	size_t bad = 0;
	struct work w;

	for_each_group(i, m, n)
		bad += shared_group(&w, out + WC25519_BYTES * i,
				    scalars + WC25519_BYTES * i,
				    points + WC25519_BYTES * i, m,
				    status ? status + i : NULL);
	explicit_bzero(&w, sizeof(w));
	engine_leave(mode);
	return bad;
}

static void base(uint8_t *out, const uint8_t *scalars, size_t n,
		 enum wc25519_form form, const uint64_t *table)
{
	unsigned int mode = engine_enter();
	struct work w;

	for_each_group(i, m, n)
		base_group(&w, out + WC25519_BYTES * i,
			   scalars + WC25519_BYTES * i, m, form, table);
	explicit_bzero(&w, sizeof(w));
	engine_leave(mode);
}

static size_t mult(uint8_t *out, const uint8_t *scalars, const uint8_t *points,
		   size_t n, uint8_t *status)
{
	unsigned int mode = engine_enter();
	size_t bad = 0;
	struct work w;

	for_each_group(i, m, n)
		bad += mult_group(&w, out + WC25519_BYTES * i,
				  scalars + WC25519_BYTES * i,
				  points + WC25519_BYTES * i, m,
				  status ? status + i : NULL);
	explicit_bzero(&w, sizeof(w));
	engine_leave(mode);
	return bad;
}

static size_t check_vartime(const uint8_t *keys, const uint8_t *signatures,
			    const uint8_t *ks, size_t n, int cofactor,
			    uint8_t *status, const uint64_t *table)
{
	size_t (*const group)(struct work *, const uint8_t *, const uint8_t *,
			      const uint8_t *, size_t, uint8_t *,
			      const uint64_t *) =
		cofactor ? check_cofactor_group : check_group;
	unsigned int mode = engine_enter();
	size_t bad = 0;
	struct work w;

	for_each_group(i, m, n)
		bad += group(&w, keys + WC25519_BYTES * i,
			     signatures + 2 * WC25519_BYTES * i,
			     ks + WC25519_BYTES * i, m,
			     status ? status + i : NULL, table);
	engine_leave(mode);
	return bad;
}

const struct wc25519_engine ENGINE = {
	.engine = { ENGINE_NAME, FE(lanes), usable },
	.shared = shared,
	.base = base,
	.mult = mult,
	.check_vartime = check_vartime,
};
