/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inside the CPU implementation of kernels/cpu/x25519.h: what an engine is, and the
 * tables that engines share.
 */
#ifndef WARPCRYPT_KERNELS_CPU_25519_ENGINE_H
#define WARPCRYPT_KERNELS_CPU_25519_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/cpu/curve_engine.h"

/* The form of the result [k]B. */
enum wc25519_form {
	WC25519_EDWARDS,	/* the point's encoding */
	WC25519_MONTGOMERY,	/* its u; scalars are clamped */
};

/*
 * One build of 25519_batch.c: @base is [k]B by the tables for secret scalars, the others
 * are the functions of x25519.h; @check_vartime has the tables for public scalars.
 */
struct wc25519_engine {
	struct wc_curve_engine engine;
	size_t (*shared)(uint8_t *out, const uint8_t *scalars,
			 const uint8_t *points, size_t n, uint8_t *status);
	void (*base)(uint8_t *out, const uint8_t *scalars, size_t n,
		     enum wc25519_form form, const uint64_t *table);
	size_t (*mult)(uint8_t *out, const uint8_t *scalars,
		       const uint8_t *points, size_t n, uint8_t *status);
	size_t (*check_vartime)(const uint8_t *keys, const uint8_t *signatures,
				const uint8_t *ks, size_t n, int cofactor,
				uint8_t *status, const uint64_t *table);
};

/*
 * The tables of ed25519_base.h for segments of @w bits, 2 to 20: ED_TABLE_WORDS(@w) words.
 * Takes the time of one multiplication for every two entries.
 */
void wc25519_make_table(uint64_t *table, int w);

/*
 * What GPUs have at the start of their scratch memory, WC_TABLE_BYTES
 * (kernels/gpu/25519_units.h); NULL: out of memory. Made by the first call, to stay.
 */
const uint64_t *wc25519_gpu_tables(void);

#endif /* WARPCRYPT_KERNELS_CPU_25519_ENGINE_H */
