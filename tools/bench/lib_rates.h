/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `warpcrypt-bench lib` compares with: how fast memory is copied, and what the
 * kernels of 25519 do without any copies.
 */
#ifndef WARPCRYPT_BENCH_LIB_RATES_H
#define WARPCRYPT_BENCH_LIB_RATES_H

#include <stddef.h>
#include <stdint.h>

/* 25519 of kernels/gpu/launch.h, in the order of enum wc_group_kind. */
enum rates_curve {
	RATES_X25519_BASE,
	RATES_X25519,
	RATES_EDWARDS_BASE,
	RATES_EDWARDS,
	RATES_CURVES,
};

struct rates_gpus;

double rates_memcpy(uint8_t *dst, const uint8_t *src, size_t bytes,
		    unsigned int threads, uint64_t ns);

/* lib_rates_cuda.c, or cuda_none.c in a build without nvcc. */
struct rates_gpus *rates_gpus_open(const char *names, unsigned int gpu,
				   uint32_t units);
unsigned int rates_gpus_count(const struct rates_gpus *g);
double rates_gpus_copy(struct rates_gpus *g, unsigned int count, uint8_t *dst,
		       const uint8_t *src, size_t bytes, uint64_t ns);
double rates_gpus_curve(struct rates_gpus *g, enum rates_curve curve,
			uint64_t ns);

#endif /* WARPCRYPT_BENCH_LIB_RATES_H */
