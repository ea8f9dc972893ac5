/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inside the CPU implementation of kernels/cpu/sw.h: what curves and engines are.
 *
 * sw_curve.c is compiled once for each curve, sw_batch.c once for each engine of it:
 * with SW_CURVE, its name in C (p256), SW(name), the names of its constants
 * (P256_##name), and their header included on the compiler's command line.
 */
#ifndef WARPCRYPT_KERNELS_CPU_SW_ENGINE_H
#define WARPCRYPT_KERNELS_CPU_SW_ENGINE_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct wcsw_engine - one build of sw_batch.c
 * @name: an arithmetic and the instructions it was compiled for
 * @lanes: elements side by side
 * @usable: nonzero if this CPU has those instructions
 * @base: see wcsw_base(); with the curve's tables
 * @mult: see wcsw_mult()
 * @check_vartime: see wcsw_check_vartime(); with the tables for public scalars
 */
struct wcsw_engine {
	const char *name;
	unsigned int lanes;
	int (*usable)(void);
	size_t (*base)(uint8_t *out, const uint8_t *scalars, size_t n,
		       uint8_t *status, const uint64_t *table);
	size_t (*mult)(uint8_t *out, const uint8_t *scalars,
		       const uint8_t *points, size_t n, uint8_t *status);
	size_t (*check_vartime)(const uint8_t *checks, size_t n,
				uint8_t *status, const uint64_t *table);
};

/**
 * struct wcsw_curve - one build of sw_curve.c
 * @engines: the fastest first, NULL after the last
 * @make_table: makes the tables of segments of @w bits, SW_TABLE_WORDS(@w) words
 * @table: those for SW_BASE_W, once @once has been done
 * @vartime_table: those for SW_BASE_VARTIME_W, once @once has been done
 * @once: of @make
 * @make: makes the tables
 */
struct wcsw_curve {
	const struct wcsw_engine *const *engines;
	void (*make_table)(uint64_t *table, int w);
	const uint64_t *table;
	const uint64_t *vartime_table;
	pthread_once_t *once;
	void (*make)(void);
};

#endif /* WARPCRYPT_KERNELS_CPU_SW_ENGINE_H */
