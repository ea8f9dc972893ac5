// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernels/cpu/x25519.h: picks engines and keeps the tables they share.
 */
#include "kernels/cpu/x25519.h"

#include <pthread.h>
#include <string.h>

#include "kernels/cpu/25519_engine.h"
#include "kernels/curve/25519_sizes.h"

extern const struct wc25519_engine wc25519_i51;
#ifdef __x86_64__
extern const struct wc25519_engine wc25519_i51_bmi2, wc25519_dpf_fma,
	wc25519_dpf_avx2, wc25519_dpf_avx512;
#endif

/* The fastest first, as curve-bench has them. */
static const struct wc25519_engine *const engines[] = {
#ifdef __x86_64__
	&wc25519_dpf_avx512,
	&wc25519_dpf_avx2,
	&wc25519_i51_bmi2,
	&wc25519_dpf_fma,
#endif
	&wc25519_i51,
};

#define ENGINES (sizeof(engines) / sizeof(engines[0]))

static pthread_once_t tables_once = PTHREAD_ONCE_INIT;
static uint64_t base_table[ED_TABLE_WORDS(ED_BASE_W)];
static uint64_t vartime_table[ED_TABLE_WORDS(ED_BASE_VARTIME_W)];

static void make_tables(void)
{
	wc25519_make_table(base_table, ED_BASE_W);
	wc25519_make_table(vartime_table, ED_BASE_VARTIME_W);
}

const struct wc25519_engine *
wc25519_engine_next(const struct wc25519_engine *prev)
{
	int seen = !prev;

	for (size_t i = 0; i < ENGINES; i++) {
		if (seen && engines[i]->usable())
			return engines[i];
		if (engines[i] == prev)
			seen = 1;
	}
	return NULL;
}

const struct wc25519_engine *wc25519_engine(const char *name)
{
	const struct wc25519_engine *e = NULL;

	while ((e = wc25519_engine_next(e)))
		if (!name || !strcmp(e->name, name))
			break;
	return e;
}

const char *wc25519_engine_name(const struct wc25519_engine *engine)
{
	return engine->name;
}

unsigned int wc25519_engine_lanes(const struct wc25519_engine *engine)
{
	return engine->lanes;
}

static const struct wc25519_engine *chosen(const struct wc25519_engine *engine)
{
	return engine ? engine : wc25519_engine(NULL);
}

size_t wc25519_shared(const struct wc25519_engine *engine, uint8_t *out,
		      const uint8_t *scalars, const uint8_t *points, size_t n,
		      uint8_t *status)
{
	return chosen(engine)->shared(out, scalars, points, n, status);
}

void wc25519_public(const struct wc25519_engine *engine, uint8_t *out,
		    const uint8_t *scalars, size_t n)
{
	pthread_once(&tables_once, make_tables);
	chosen(engine)->base(out, scalars, n, WC25519_MONTGOMERY, base_table);
}

void wc25519_base(const struct wc25519_engine *engine, uint8_t *out,
		  const uint8_t *scalars, size_t n)
{
	pthread_once(&tables_once, make_tables);
	chosen(engine)->base(out, scalars, n, WC25519_EDWARDS, base_table);
}

size_t wc25519_mult(const struct wc25519_engine *engine, uint8_t *out,
		    const uint8_t *scalars, const uint8_t *points, size_t n,
		    uint8_t *status)
{
	return chosen(engine)->mult(out, scalars, points, n, status);
}

size_t wc25519_check_vartime(const struct wc25519_engine *engine,
			     const uint8_t *keys, const uint8_t *signatures,
			     const uint8_t *ks, size_t n, int cofactor,
			     uint8_t *status)
{
	pthread_once(&tables_once, make_tables);
	return chosen(engine)->check_vartime(keys, signatures, ks, n, cofactor,
					     status, vartime_table);
}
