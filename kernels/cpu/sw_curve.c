// SPDX-License-Identifier: GPL-2.0-only
/*
 * A curve of kernels/cpu/sw.h: its engines, and its tables (kernels/curve/segments.h),
 * made by the arithmetic that any CPU can run. All of it is public. Compiled once for
 * each curve, see sw_engine.h.
 */
#include <string.h>

#include "kernels/cpu/sw.h"
#include "kernels/cpu/sw_engine.h"
#include "kernels/curve/sw.h"

#define SW_PASTE(curve, name)	wcsw_##curve##_##name
#define SW_NAME(curve, name)	SW_PASTE(curve, name)
#define SW_PASTE_CURVE(curve)	wcsw_##curve
#define SW_CURVE_NAME(curve)	SW_PASTE_CURVE(curve)

#define FE(name)		i64_##name
#include "kernels/curve/fe256_i64.h"
#include "kernels/curve/sw_all.h"

#define CHUNK 128	/* entries that share an inversion */

extern const struct wcsw_engine SW_NAME(SW_CURVE, i64);
#ifdef __x86_64__
extern const struct wcsw_engine SW_NAME(SW_CURVE, i64_bmi2),
	SW_NAME(SW_CURVE, l52_avx2), SW_NAME(SW_CURVE, l52_avx512),
	SW_NAME(SW_CURVE, l52_ifma);
#endif

/* The fastest first, as p256-bench has them. */
static const struct wcsw_engine *const engines[] = {
#ifdef __x86_64__
	&SW_NAME(SW_CURVE, l52_ifma),
	&SW_NAME(SW_CURVE, l52_avx512),
	&SW_NAME(SW_CURVE, l52_avx2),
	&SW_NAME(SW_CURVE, i64_bmi2),
#endif
	&SW_NAME(SW_CURVE, i64),
	NULL,
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint64_t base_table[SW_TABLE_WORDS(SW_BASE_W)];
static uint64_t vartime_table[SW_TABLE_WORDS(SW_BASE_VARTIME_W)];

/* The next @n multiples of @step, from @p on, as entries; @p moves on. */
static void make_entries(uint64_t *entry, sw_point *p, const sw_point *step,
			 int n)
{
	fe den[CHUNK], work[CHUNK], x[CHUNK], y[CHUNK], b;
	fe_u64 zero[CHUNK];

	sw_load_b(&b);
	for (int i = 0; i < n; i++) {
		x[i] = p->X;
		y[i] = p->Y;
		den[i] = p->Z;
		sw_add(p, p, step, &b);
	}
	fe_invert_many(den, zero, work, n);
	for (int i = 0; i < n; i++) {
		fe_mul(&x[i], &x[i], &den[i]);
		fe_mul(&y[i], &y[i], &den[i]);
		FE(to_raw)(entry + i * SW_ENTRY_WORDS, &x[i]);
		FE(to_raw)(entry + i * SW_ENTRY_WORDS + 4, &y[i]);
	}
}

static void make_table(uint64_t *table, int w)
{
	sw_point segment, p;
	fe b;

	sw_load_b(&b);
	fe_constant(&segment.X, SW(X0), SW(X1), SW(X2), SW(X3));
	fe_constant(&segment.Y, SW(Y0), SW(Y1), SW(Y2), SW(Y3));
	fe_one(&segment.Z);
	for (int i = 0; i < SEGMENTS(w); i++) {
		int entries = ENTRIES_OF(w, i);

		p = segment;
		for (int j = 0; j < entries; j += CHUNK) {
			int left = entries - j < CHUNK ? entries - j : CHUNK;

			make_entries(table, &p, &segment, left);
			table += left * SW_ENTRY_WORDS;
		}
		for (int j = 0; j < w; j++)
			sw_double(&segment, &segment, &b);
	}
}

static void make(void)
{
	make_table(base_table, SW_BASE_W);
	make_table(vartime_table, SW_BASE_VARTIME_W);
}

const struct wcsw_curve SW_CURVE_NAME(SW_CURVE) = {
	.engines = engines,
	.make_table = make_table,
	.table = base_table,
	.vartime_table = vartime_table,
	.once = &once,
	.make = make,
};
