// SPDX-License-Identifier: GPL-2.0-only
/* Stands in for lib_rates_cuda.c and papers_cuda.c in a build without nvcc. */
#include "tools/bench/lib_rates.h"
#include "tools/bench/papers_device.h"
#include "tools/bench/util.h"

struct rates_gpus *rates_gpus_open(const char *names, unsigned int gpu,
				   uint32_t units)
{
	(void)names;
	(void)gpu;
	(void)units;
	die("built without CUDA");
}

unsigned int rates_gpus_count(const struct rates_gpus *g)
{
	(void)g;
	return 0;
}

double rates_gpus_copy(struct rates_gpus *g, unsigned int count, uint8_t *dst,
		       const uint8_t *src, size_t bytes, uint64_t ns)
{
	(void)g;
	(void)count;
	(void)dst;
	(void)src;
	(void)bytes;
	(void)ns;
	return 0;
}

double rates_gpus_curve(struct rates_gpus *g, enum rates_curve curve,
			uint64_t ns)
{
	(void)g;
	(void)curve;
	(void)ns;
	return 0;
}

void papers_open_cuda(const char *images)
{
	(void)images;
	die("built without nvcc, so there is no GPU; --cpu emulates one");
}
