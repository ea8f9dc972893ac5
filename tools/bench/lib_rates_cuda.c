// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GPU's side of tools/bench/lib_rates.h, in a context of its own beside the
 * engine's, with the engine's kernels.
 */
#include <stdlib.h>
#include <string.h>

#include "helper/engine/cuda_device.h"
#include "kernels/cpu/25519_engine.h"
#include "tools/bench/lib_rates.h"
#include "tools/bench/util.h"

/* Of a copy, as the library's. */
#define PIECE	(8u << 20)
/* Copies or launches that are begun before one waits. */
#define DEPTH	4u

/**
 * struct rates_gpu - a GPU
 * @dev: it
 * @stream: one for each direction
 * @piece: device memory for each
 * @units: for how many multiplications @scratch has room
 * @scratch: of 25519
 * @in: units of 25519
 * @out: results
 * @job: their job
 */
struct rates_gpu {
	struct wc_cuda_device dev;
	CUstream stream[2];
	CUdeviceptr piece[2];
	uint32_t units;
	CUdeviceptr scratch;
	CUdeviceptr in;
	CUdeviceptr out;
	CUdeviceptr job;
};

static void must(const struct rates_gpu *g, CUresult r, const char *what)
{
	if (r)
		die("CUDA: %s: %s", what, wc_cuda_text(&g->dev.api, r));
}

#define MUST(g, fn, ...)	must(g, (g)->dev.api.fn(__VA_ARGS__), #fn)

/* Scalars and points are random: half of the points of edwards25519 decode. */
static void fill_units(struct rates_gpu *g)
{
	const struct wc_job job = { .len = g->units * WC_UNIT_BYTES };
	uint64_t *table = malloc(WC_TABLE_BYTES);
	uint8_t *units = malloc(job.len);

	if (!table || !units)
		die("out of memory");
	wc25519_make_table(table, ED_GPU_BASE_W);
	fill_random(units, job.len);
	MUST(g, cuMemcpyHtoDAsync, g->scratch, table, WC_TABLE_BYTES,
	     g->stream[0]);
	MUST(g, cuMemcpyHtoDAsync, g->in, units, job.len, g->stream[0]);
	MUST(g, cuMemcpyHtoDAsync, g->job, &job, sizeof(job), g->stream[0]);
	MUST(g, cuStreamSynchronize, g->stream[0]);
	free(table);
	free(units);
}

/**
 * rates_gpu_open() - open a GPU; exits if that fails
 * @gpu: its number
 * @units: how many multiplications rates_gpu_curve() does at a time
 *
 * Return: the GPU
 */
struct rates_gpu *rates_gpu_open(unsigned int gpu, uint32_t units)
{
	struct rates_gpu *g = calloc(1, sizeof(*g));
	struct wc_error err;
	int i;

	if (!g)
		die("out of memory");
	if (wc_cuda_device_open(&g->dev, gpu, &err))
		die("%s", err.text);
	must(g, wc_cuda_enter(&g->dev), "entering the context");
	g->units = units;
	for (i = 0; i < 2; i++) {
		MUST(g, cuStreamCreate, &g->stream[i], CU_STREAM_NON_BLOCKING);
		MUST(g, cuMemAlloc, &g->piece[i], PIECE);
		MUST(g, cuMemsetD8Async, g->piece[i], 0, PIECE, g->stream[i]);
	}
	MUST(g, cuMemAlloc, &g->scratch,
	     WC_TABLE_BYTES + (size_t)units * WC_UNIT_SCRATCH);
	MUST(g, cuMemAlloc, &g->in, (size_t)units * WC_UNIT_BYTES);
	MUST(g, cuMemAlloc, &g->out, (size_t)units * WC_UNIT_BYTES);
	MUST(g, cuMemAlloc, &g->job, sizeof(struct wc_job));
	fill_units(g);
	wc_cuda_leave(&g->dev);
	return g;
}

static void copy_both(struct rates_gpu *g, uint8_t *dst, const uint8_t *src,
		      size_t part)
{
	MUST(g, cuMemcpyHtoDAsync, g->piece[0], src, part, g->stream[0]);
	MUST(g, cuMemcpyDtoHAsync, dst, g->piece[1], part, g->stream[1]);
}

/**
 * rates_gpu_copy() - how fast memory is copied to the GPU and back at the same time
 * @g: the GPU
 * @dst: what is written; page aligned. It is zero afterwards
 * @src: what is read; page aligned
 * @bytes: of each
 * @ns: how long
 *
 * Return: bytes per second in each direction, with memory that is registered
 */
double rates_gpu_copy(struct rates_gpu *g, uint8_t *dst, const uint8_t *src,
		      size_t bytes, uint64_t ns)
{
	uint64_t start, copied = 0, end;
	size_t at = 0, part;
	unsigned int i;

	must(g, wc_cuda_enter(&g->dev), "entering the context");
	MUST(g, cuMemHostRegister, dst, bytes, CU_MEMHOSTREGISTER_PORTABLE);
	MUST(g, cuMemHostRegister, (void *)(uintptr_t)src, bytes,
	     CU_MEMHOSTREGISTER_PORTABLE);
	start = now_ns();
	do {
		for (i = 0; i < DEPTH; i++) {
			part = bytes - at < PIECE ? bytes - at : PIECE;
			copy_both(g, dst + at, src + at, part);
			copied += part;
			at = (at + part) % bytes;
		}
		MUST(g, cuStreamSynchronize, g->stream[0]);
		MUST(g, cuStreamSynchronize, g->stream[1]);
		end = now_ns();
	} while (end - start < ns);
	MUST(g, cuMemHostUnregister, dst);
	MUST(g, cuMemHostUnregister, (void *)(uintptr_t)src);
	wc_cuda_leave(&g->dev);
	return (double)copied * 1e9 / (double)(end - start);
}

static void launch(struct rates_gpu *g, unsigned int kind, uint32_t count,
		   uint32_t threads)
{
	const struct wc_cuda_args args = {
		.jobs = g->job, .count = count, .threads = threads,
		.slots = g->scratch, .in = g->in, .out = g->out,
	};

	must(g, wc_cuda_launch(&g->dev, g->stream[0], WC_GPU_25519, kind, &args),
	     "a launch");
}

/**
 * rates_gpu_curve() - how fast the kernels multiply
 * @g: the GPU
 * @curve: what
 * @ns: how long
 *
 * Return: multiplications per second, without any copies
 */
double rates_gpu_curve(struct rates_gpu *g, enum rates_curve curve, uint64_t ns)
{
	uint64_t start, done = 0, end;
	unsigned int i;

	must(g, wc_cuda_enter(&g->dev), "entering the context");
	start = now_ns();
	do {
		for (i = 0; i < DEPTH; i++) {
			launch(g, curve, 1, g->units);
			launch(g, curve + WC_FINISH, g->units,
			       wc_finish_threads(curve, g->units));
			launch(g, WC_PUT, 1, g->units);
			done += g->units;
		}
		MUST(g, cuStreamSynchronize, g->stream[0]);
		end = now_ns();
	} while (end - start < ns);
	wc_cuda_leave(&g->dev);
	return (double)done * 1e9 / (double)(end - start);
}

/**
 * rates_gpu_close() - close a GPU
 * @g: the GPU; all that it has is freed with its context
 */
void rates_gpu_close(struct rates_gpu *g)
{
	must(g, wc_cuda_enter(&g->dev), "entering the context");
	MUST(g, cuMemsetD8Async, g->in, 0, (size_t)g->units * WC_UNIT_BYTES,
	     g->stream[0]);
	MUST(g, cuMemsetD8Async, g->out, 0, (size_t)g->units * WC_UNIT_BYTES,
	     g->stream[0]);
	MUST(g, cuMemsetD8Async, g->scratch, 0, WC_TABLE_BYTES +
	     (size_t)g->units * WC_UNIT_SCRATCH, g->stream[0]);
	MUST(g, cuMemsetD8Async, g->job, 0, sizeof(struct wc_job),
	     g->stream[0]);
	MUST(g, cuStreamSynchronize, g->stream[0]);
	MUST(g, cuMemsetD8Async, g->piece[0], 0, PIECE, g->stream[1]);
	MUST(g, cuMemsetD8Async, g->piece[1], 0, PIECE, g->stream[1]);
	MUST(g, cuStreamSynchronize, g->stream[1]);
	wc_cuda_leave(&g->dev);
	wc_cuda_device_close(&g->dev);
	free(g);
}
