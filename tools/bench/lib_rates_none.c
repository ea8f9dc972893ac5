// SPDX-License-Identifier: GPL-2.0-only
/* Stands in for lib_rates_cuda.c in a build without nvcc. */
#include "tools/bench/lib_rates.h"

#include "tools/bench/util.h"

struct rates_gpu *rates_gpu_open(unsigned int gpu, uint32_t units)
{
	(void)gpu;
	(void)units;
	die("built without CUDA");
}

double rates_gpu_copy(struct rates_gpu *g, uint8_t *dst, const uint8_t *src,
		      size_t bytes, uint64_t ns)
{
	(void)g;
	(void)dst;
	(void)src;
	(void)bytes;
	(void)ns;
	return 0;
}

double rates_gpu_curve(struct rates_gpu *g, enum rates_curve curve, uint64_t ns)
{
	(void)g;
	(void)curve;
	(void)ns;
	return 0;
}

void rates_gpu_close(struct rates_gpu *g)
{
	(void)g;
}
