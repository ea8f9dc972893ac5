// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernels/cpu/x25519.h: the engines and the tables they share.
 */
#include "kernels/cpu/x25519.h"

#include <pthread.h>

#include "kernels/cpu/25519_engine.h"
#include "kernels/curve/25519_sizes.h"

extern const struct wc25519_engine wc25519_i51;
#ifdef __x86_64__
extern const struct wc25519_engine wc25519_i51_bmi2, wc25519_dpf_fma,
	wc25519_dpf_avx2, wc25519_dpf_avx512;
#endif

const struct wc_curve_engine *const wc25519_engines[] = {
#ifdef __x86_64__
	&wc25519_dpf_avx512.engine,
	&wc25519_dpf_avx2.engine,
	&wc25519_i51_bmi2.engine,
	&wc25519_dpf_fma.engine,
#endif
	&wc25519_i51.engine,
	NULL
};

static pthread_once_t tables_once = PTHREAD_ONCE_INIT;
static uint64_t base_table[ED_TABLE_WORDS(ED_BASE_W)];
static uint64_t vartime_table[ED_TABLE_WORDS(ED_BASE_VARTIME_W)];

static void make_tables(void)
{
	wc25519_make_table(base_table, ED_BASE_W);
	wc25519_make_table(vartime_table, ED_BASE_VARTIME_W);
}

static const struct wc25519_engine *chosen(const struct wc_curve_engine *engine)
{
	if (!engine)
		engine = wc_curve_engine(wc25519_engines, NULL);
	return (const struct wc25519_engine *)engine;
}

size_t wc25519_shared(const struct wc_curve_engine *engine, uint8_t *out,
		      const uint8_t *scalars, const uint8_t *points, size_t n,
		      uint8_t *status)
{
	return chosen(engine)->shared(out, scalars, points, n, status);
}

void wc25519_public(const struct wc_curve_engine *engine, uint8_t *out,
		    const uint8_t *scalars, size_t n)
{
	pthread_once(&tables_once, make_tables);
	chosen(engine)->base(out, scalars, n, WC25519_MONTGOMERY, base_table);
}

void wc25519_base(const struct wc_curve_engine *engine, uint8_t *out,
		  const uint8_t *scalars, size_t n)
{
	pthread_once(&tables_once, make_tables);
	chosen(engine)->base(out, scalars, n, WC25519_EDWARDS, base_table);
}

size_t wc25519_mult(const struct wc_curve_engine *engine, uint8_t *out,
		    const uint8_t *scalars, const uint8_t *points, size_t n,
		    uint8_t *status)
{
	return chosen(engine)->mult(out, scalars, points, n, status);
}

size_t wc25519_check_vartime(const struct wc_curve_engine *engine,
			     const uint8_t *keys, const uint8_t *signatures,
			     const uint8_t *ks, size_t n, int cofactor,
			     uint8_t *status)
{
	pthread_once(&tables_once, make_tables);
	return chosen(engine)->check_vartime(keys, signatures, ks, n, cofactor,
					     status, vartime_table);
}
