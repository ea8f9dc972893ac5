// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GPU's side of tools/bench/lib_rates.h, in a context of its own beside the
 * engine's, with the engine's kernels.
 */
#include <stdlib.h>
#include <string.h>

#include "helper/engine/cuda_device.h"
#include "helper/engine/gpus.h"
#include "kernels/cpu/25519_engine.h"
#include "tools/bench/lib_rates.h"
#include "tools/bench/util.h"

/* Of a copy, as the library's. */
#define PIECE	(8u << 20)
/* Copies or launches that are begun before one waits. */
#define DEPTH	4u

struct rates_gpu {
	struct wc_cuda_device dev;
	CUstream stream[2];	/* one for each direction */
	CUdeviceptr piece[2];	/* device memory for each */
	uint32_t units;		/* for how many multiplications @scratch has room */
	CUdeviceptr scratch;	/* of 25519 */
	CUdeviceptr in;		/* units of 25519 */
	CUdeviceptr out;
	CUdeviceptr job;
};

struct rates_gpus {
	/* The first is the one whose kernels are measured. */
	struct rates_gpu gpu[WC_GPUS_MAX];
	unsigned int count;
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
	const uint64_t *tables = wc25519_gpu_tables();
	uint8_t *units = malloc(job.len);

	if (!tables || !units)
		die("out of memory");
	fill_random(units, job.len);
	MUST(g, cuMemcpyHtoDAsync, g->scratch, tables, WC_TABLE_BYTES,
	     g->stream[0]);
	MUST(g, cuMemcpyHtoDAsync, g->in, units, job.len, g->stream[0]);
	MUST(g, cuMemcpyHtoDAsync, g->job, &job, sizeof(job), g->stream[0]);
	MUST(g, cuStreamSynchronize, g->stream[0]);
	free(units);
}

static void open_one(struct rates_gpu *g, unsigned int gpu, uint32_t units)
{
	struct wc_error err;
	int i;

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
}

/*
 * Open the GPUs of these names, as libwarpcrypt has them, until the process ends; NULL: @gpu alone.
 * Exits if that fails. rates_gpus_curve() does @units multiplications at a time.
 */
struct rates_gpus *rates_gpus_open(const char *names, unsigned int gpu,
				   uint32_t units)
{
	struct rates_gpus *g = get_zeroed(1, sizeof(*g));
	struct wc_gpu list[WC_GPUS_MAX];
	struct wc_error err;
	unsigned int i;

	list[0].number = gpu;
	g->count = 1;
	if (names && (wc_gpus_list(list, &g->count, &err) ||
		      wc_gpus_choose(list, &g->count, names, true, &err)))
		die("%s", err.text);
	for (i = 0; i < g->count; i++)
		open_one(&g->gpu[i], list[i].number, units);
	return g;
}

/* How many there are. */
unsigned int rates_gpus_count(const struct rates_gpus *g)
{
	return g->count;
}

static void copy_both(struct rates_gpu *g, uint8_t *dst, const uint8_t *src,
		      size_t part)
{
	MUST(g, cuMemcpyHtoDAsync, g->piece[0], src, part, g->stream[0]);
	MUST(g, cuMemcpyDtoHAsync, dst, g->piece[1], part, g->stream[1]);
}

/* Begins DEPTH copies on each of @count GPUs, from @at on. Returns how many bytes that is. */
static uint64_t copy_round(struct rates_gpus *g, unsigned int count,
			   uint8_t *dst, const uint8_t *src, size_t bytes,
			   size_t *at)
{
	uint64_t copied = 0;
	unsigned int i;
	size_t part;

	for (i = 0; i < DEPTH * count; i++) {
		struct rates_gpu *one = &g->gpu[i % count];

		part = bytes - *at < PIECE ? bytes - *at : PIECE;
		must(one, wc_cuda_enter(&one->dev), "entering the context");
		copy_both(one, dst + *at, src + *at, part);
		wc_cuda_leave(&one->dev);
		copied += part;
		*at = (*at + part) % bytes;
	}
	return copied;
}

static void copy_wait(struct rates_gpu *g)
{
	must(g, wc_cuda_enter(&g->dev), "entering the context");
	MUST(g, cuStreamSynchronize, g->stream[0]);
	MUST(g, cuStreamSynchronize, g->stream[1]);
	wc_cuda_leave(&g->dev);
}

/* Copies until @ns are over. Returns bytes per second. */
static double copy_until(struct rates_gpus *g, unsigned int count, uint8_t *dst,
			 const uint8_t *src, size_t bytes, uint64_t ns)
{
	uint64_t start = now_ns(), copied = 0, end;
	unsigned int i;
	size_t at = 0;

	do {
		copied += copy_round(g, count, dst, src, bytes, &at);
		for (i = 0; i < count; i++)
			copy_wait(&g->gpu[i]);
		end = now_ns();
	} while (end - start < ns);
	return (double)copied * 1e9 / (double)(end - start);
}

/*
 * How fast memory is copied to @count GPUs and back at the same time. @dst, which is zero
 * afterwards, and @src are page aligned. Returns bytes per second in each direction, of all
 * together, with memory that is registered.
 */
double rates_gpus_copy(struct rates_gpus *g, unsigned int count, uint8_t *dst,
		       const uint8_t *src, size_t bytes, uint64_t ns)
{
	struct rates_gpu *first = &g->gpu[0];
	double rate;

	must(first, wc_cuda_enter(&first->dev), "entering the context");
	MUST(first, cuMemHostRegister, dst, bytes, CU_MEMHOSTREGISTER_PORTABLE);
	MUST(first, cuMemHostRegister, (void *)(uintptr_t)src, bytes,
	     CU_MEMHOSTREGISTER_PORTABLE);
	wc_cuda_leave(&first->dev);
	rate = copy_until(g, count, dst, src, bytes, ns);
	must(first, wc_cuda_enter(&first->dev), "entering the context");
	MUST(first, cuMemHostUnregister, dst);
	MUST(first, cuMemHostUnregister, (void *)(uintptr_t)src);
	wc_cuda_leave(&first->dev);
	return rate;
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

/*
 * How fast the kernels of the first GPU multiply for @ns: multiplications per second, without any
 * copies.
 */
double rates_gpus_curve(struct rates_gpus *g, enum rates_curve curve,
			uint64_t ns)
{
	struct rates_gpu *first = &g->gpu[0];
	uint64_t start, done = 0, end;
	unsigned int i;

	must(first, wc_cuda_enter(&first->dev), "entering the context");
	start = now_ns();
	do {
		for (i = 0; i < DEPTH; i++) {
			launch(first, curve, 1, first->units);
			launch(first, curve + WC_FINISH, first->units,
			       wc_finish_threads(curve, first->units));
			launch(first, WC_PUT, 1, first->units);
			done += first->units;
		}
		MUST(first, cuStreamSynchronize, first->stream[0]);
		end = now_ns();
	} while (end - start < ns);
	wc_cuda_leave(&first->dev);
	return (double)done * 1e9 / (double)(end - start);
}
