// SPDX-License-Identifier: GPL-2.0-only
/*
 * A curve of kernels/cpu/wei.h: its engines, and its tables (kernels/curve/segments.h),
 * made by the arithmetic that any CPU can run. All of it is public. Compiled once for
 * each curve, see wei_engine.h.
 */
#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/wei.h"
#include "kernels/cpu/wei_engine.h"
#include "kernels/curve/wei.h"

#define WEI_PASTE(curve, name)	wcwei_##curve##_##name
#define WEI_NAME(curve, name)	WEI_PASTE(curve, name)
#define WEI_PASTE_CURVE(curve)	wcwei_##curve
#define WEI_CURVE_NAME(curve)	WEI_PASTE_CURVE(curve)

#define FE(name)		i64_##name
#include "kernels/curve/fe256_i64.h"
#include "kernels/curve/wei_all.h"

#define CHUNK 128	/* entries that share an inversion */

extern const struct wcwei_engine WEI_NAME(WEI_CURVE, i64);
#ifdef __x86_64__
extern const struct wcwei_engine WEI_NAME(WEI_CURVE, i64_bmi2),
	WEI_NAME(WEI_CURVE, l52_avx2), WEI_NAME(WEI_CURVE, l52_avx512),
	WEI_NAME(WEI_CURVE, l52_ifma);
#endif

/* The fastest first, as curve-bench has them. */
static const struct wc_curve_engine *const engines[] = {
#ifdef __x86_64__
	&WEI_NAME(WEI_CURVE, l52_ifma).engine,
	&WEI_NAME(WEI_CURVE, l52_avx512).engine,
	&WEI_NAME(WEI_CURVE, l52_avx2).engine,
	&WEI_NAME(WEI_CURVE, i64_bmi2).engine,
#endif
	&WEI_NAME(WEI_CURVE, i64).engine,
	NULL,
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint64_t base_table[WEI_TABLE_WORDS(WEI_BASE_W)];
static uint64_t vartime_table[WEI_TABLE_WORDS(WEI_BASE_VARTIME_W)];

/* The next @n multiples of @step, from @p on, as entries; @p moves on. */
static void make_entries(uint64_t *entry, wei_point *p, const wei_point *step,
			 int n)
{
	fe den[CHUNK], work[CHUNK], x[CHUNK], y[CHUNK], b;
	fe_u64 zero[CHUNK];

	wei_load_b(&b);
	for (int i = 0; i < n; i++) {
		x[i] = p->X;
		y[i] = p->Y;
		den[i] = p->Z;
		wei_add(p, p, step, &b);
	}
	fe_invert_many(den, zero, work, n);
	for (int i = 0; i < n; i++) {
		fe_mul(&x[i], &x[i], &den[i]);
		fe_mul(&y[i], &y[i], &den[i]);
		FE(to_raw)(entry + i * WEI_ENTRY_WORDS, &x[i]);
		FE(to_raw)(entry + i * WEI_ENTRY_WORDS + 4, &y[i]);
	}
}

static void make_table(uint64_t *table, int w)
{
	wei_point segment, p;
	fe b;

	wei_load_b(&b);
	fe_constant(&segment.X, WEI(X0), WEI(X1), WEI(X2), WEI(X3));
	fe_constant(&segment.Y, WEI(Y0), WEI(Y1), WEI(Y2), WEI(Y3));
	fe_one(&segment.Z);
	for (int i = 0; i < SEGMENTS(w); i++) {
		int entries = ENTRIES_OF(w, i);

		p = segment;
		for (int j = 0; j < entries; j += CHUNK) {
			int left = entries - j < CHUNK ? entries - j : CHUNK;

			make_entries(table, &p, &segment, left);
			table += left * WEI_ENTRY_WORDS;
		}
		for (int j = 0; j < w; j++)
			wei_double(&segment, &segment, &b);
	}
}

static void make(void)
{
	make_table(base_table, WEI_BASE_W);
	make_table(vartime_table, WEI_BASE_VARTIME_W);
}

static uint64_t *made_for_gpus;

static void make_for_gpus(void)
{
	const size_t secret = WEI_TABLE_WORDS(WEI_GPU_BASE_W);

	made_for_gpus = malloc(8 * (secret + WEI_TABLE_WORDS(WEI_GPU_CHECK_W)));
	if (!made_for_gpus)
		return;
	make_table(made_for_gpus, WEI_GPU_BASE_W);
	make_table(made_for_gpus + secret, WEI_GPU_CHECK_W);
}

static const uint64_t *gpu_tables(void)
{
	static pthread_once_t made = PTHREAD_ONCE_INIT;

	pthread_once(&made, make_for_gpus);
	return made_for_gpus;
}

const struct wcwei_curve WEI_CURVE_NAME(WEI_CURVE) = {
	.engines = engines,
	.make_table = make_table,
	.gpu_tables = gpu_tables,
	.table = base_table,
	.vartime_table = vartime_table,
	.once = &once,
	.make = make,
};
