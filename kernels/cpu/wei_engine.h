/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inside the CPU implementation of kernels/cpu/wei.h: what curves and engines are.
 *
 * wei_curve.c is compiled once for each curve, wei_batch.c once for each engine of it:
 * with WEI_CURVE, its name in C (p256), WEI(name), the names of its constants
 * (P256_##name), and their header included on the compiler's command line.
 */
#ifndef WARPCRYPT_KERNELS_CPU_WEI_ENGINE_H
#define WARPCRYPT_KERNELS_CPU_WEI_ENGINE_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/cpu/curve_engine.h"

/*
 * One build of wei_batch.c: wcwei_base() with the curve's tables, wcwei_mult(), and
 * wcwei_check_vartime() with the tables for public scalars.
 */
struct wcwei_engine {
	struct wc_curve_engine engine;
	size_t (*base)(uint8_t *out, const uint8_t *scalars, size_t n,
		       uint8_t *status, const uint64_t *table);
	size_t (*mult)(uint8_t *out, const uint8_t *scalars,
		       const uint8_t *points, size_t n, uint8_t *status);
	size_t (*check_vartime)(const uint8_t *checks, size_t n,
				uint8_t *status, const uint64_t *table);
};

/**
 * struct wcwei_curve - one build of wei_curve.c
 * @engines: the fastest first, NULL after the last
 * @make_table: makes the tables of segments of @w bits, WEI_TABLE_WORDS(@w) words
 * @gpu_tables: what GPUs have at the start of their scratch memory, WEI_TABLE_BYTES
 *	(kernels/gpu/wei_units.h), or NULL: out of memory. Made by the first call, to stay
 * @table: those for WEI_BASE_W, once @once has been done
 * @vartime_table: those for WEI_BASE_VARTIME_W, once @once has been done
 * @once: of @make
 * @make: makes the tables
 */
struct wcwei_curve {
	const struct wc_curve_engine *const *engines;
	void (*make_table)(uint64_t *table, int w);
	const uint64_t *(*gpu_tables)(void);
	const uint64_t *table;
	const uint64_t *vartime_table;
	pthread_once_t *once;
	void (*make)(void);
};

#endif /* WARPCRYPT_KERNELS_CPU_WEI_ENGINE_H */
