/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `warpcrypt-bench lib` compares with: how fast memory is copied, and what the
 * kernels of 25519 do without any copies.
 */
#ifndef WARPCRYPT_BENCH_LIB_RATES_H
#define WARPCRYPT_BENCH_LIB_RATES_H

#include <stdbool.h>
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

struct rates_gpu;

double rates_memcpy(uint8_t *dst, const uint8_t *src, size_t bytes,
		    unsigned int threads, uint64_t ns);

/* lib_rates_cuda.c, or lib_rates_none.c in a build without nvcc. */
struct rates_gpu *rates_gpu_open(unsigned int gpu, uint32_t units);
double rates_gpu_copy(struct rates_gpu *g, uint8_t *dst, const uint8_t *src,
		      size_t bytes, uint64_t ns);
double rates_gpu_curve(struct rates_gpu *g, enum rates_curve curve, uint64_t ns);
void rates_gpu_close(struct rates_gpu *g);

#endif /* WARPCRYPT_BENCH_LIB_RATES_H */
