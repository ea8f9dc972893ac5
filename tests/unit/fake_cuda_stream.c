// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the emulated GPU does in streams: copies and launches, at the last moment, when
 * the stream is waited for. The rest is in fake_cuda_calls.h.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/fake_cuda_calls.h"
#include "tests/unit/emulated_gpu.h"

#define OPS_MAX	2048

/* An operation in a stream. */
struct op {
	emulated_fn fn;		/* a kernel; NULL: copy, or, if @src is NULL, clear @len bytes */
	void *dst;		/* destination of a copy */
	const void *src;	/* source of a copy */
	size_t len;		/* bytes of a copy */
	uint32_t all_threads;	/* threads of a launch, with those without work */
	void *jobs;		/* argument of the kernel, like those below (kernels/gpu/entry.h) */
	uint32_t count;		/* entries of @jobs */
	uint32_t threads;	/* the number of threads with work */
	uint8_t *slots;		/* expanded keys */
	const uint8_t *in;	/* payloads */
	uint8_t *out;		/* results */
	struct wc_latency_jobs by_value;	/* jobs that came with the launch */
};

struct CUstream_st {
	struct op ops[OPS_MAX];
	unsigned int count;
	unsigned int asked;
};

static void *to_host(CUdeviceptr at)
{
	return (void *)(uintptr_t)at;
}

static void run(const struct op *op)
{
	uint32_t i;

	if (op->fn)
		for (i = 0; i < op->all_threads; i++)
			op->fn(op->jobs, op->count, op->threads, op->slots,
			       op->in, op->out, i, op->by_value);
	else if (op->src)
		memcpy(op->dst, op->src, op->len);
	else
		memset(op->dst, 0, op->len);
}

static struct op *next_op(CUstream stream)
{
	if (stream->count == OPS_MAX)
		fake_die("more at a time than this can keep");
	memset(&stream->ops[stream->count], 0, sizeof(stream->ops[0]));
	return &stream->ops[stream->count++];
}

CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr at, unsigned char value,
				 size_t len, CUstream stream)
{
	struct op *op;

	IN_CONTEXT();
	op = next_op(stream);
	if (value)
		fake_die("only zeroes are written here");
	op->dst = to_host(at);
	op->len = len;
	fake_seen.clears++;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t len,
				   CUstream stream)
{
	struct op *op;

	IN_CONTEXT();
	op = next_op(stream);
	op->dst = to_host(dst);
	op->src = src;
	op->len = len;
	return fake_see_copy(src, len, true);
}

CUresult CUDAAPI cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t len,
				   CUstream stream)
{
	struct op *op;

	IN_CONTEXT();
	op = next_op(stream);
	op->dst = dst;
	op->src = to_host(src);
	op->len = len;
	return fake_see_copy(dst, len, false);
}

CUresult CUDAAPI cuStreamCreate(CUstream *stream, unsigned int flags)
{
	IN_CONTEXT();
	(void)flags;
	*stream = calloc(1, sizeof(**stream));
	return *stream ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuStreamDestroy(CUstream stream)
{
	IN_CONTEXT();
	free(stream);
	return CUDA_SUCCESS;
}

static void run_all(CUstream stream)
{
	unsigned int i;

	for (i = 0; i < stream->count; i++)
		run(&stream->ops[i]);
	stream->count = 0;
	stream->asked = 0;
}

/* How often a stream that is asked is not done. */
static _Atomic unsigned int asks = 1;

/* How often a stream that is asked is not done; 1 unless said otherwise. */
void fake_cuda_asks(unsigned int n)
{
	asks = n;
}

CUresult CUDAAPI cuStreamQuery(CUstream stream)
{
	IN_CONTEXT();
	fake_seen.queries++;
	if (stream->asked++ < asks)
		return CUDA_ERROR_NOT_READY;
	run_all(stream);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamSynchronize(CUstream stream)
{
	IN_CONTEXT();
	fake_seen.waits++;
	run_all(stream);
	return CUDA_SUCCESS;
}

/* A launch with work: is its memory the GPU's, or mapped? */
static void check_launch(const struct op *op)
{
	const void *const at[] = { op->jobs, op->slots, op->in, op->out };
	size_t i;

	for (i = 0; i < sizeof(at) / sizeof(at[0]); i++)
		if (!fake_is_on_device(at[i]) && !fake_is_mapped(at[i]))
			fake_die("a kernel with memory that the GPU cannot use");
	fake_seen.launches++;
	fake_seen.mapped += fake_is_mapped(op->in) || fake_is_mapped(op->out);
}

/* The arguments are those of kernels/gpu/entry.h; the driver copies them now. */
CUresult CUDAAPI cuLaunchKernel(CUfunction fn, unsigned int grid_x,
				unsigned int grid_y, unsigned int grid_z,
				unsigned int block_x, unsigned int block_y,
				unsigned int block_z, unsigned int shared,
				CUstream stream, void **args, void **extra)
{
	struct op *op;

	IN_CONTEXT();
	atomic_fetch_add(&fake_control->launches[fake_current_gpu()], 1);
	op = next_op(stream);
	if (grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1 || extra)
		return CUDA_ERROR_INVALID_VALUE;
	op->fn = (emulated_fn)(uintptr_t)fn;
	op->all_threads = grid_x * block_x;
	op->jobs = to_host(*(CUdeviceptr *)args[0]);
	op->count = *(uint32_t *)args[1];
	op->threads = *(uint32_t *)args[2];
	/* Kernels with tables in shared memory loop over the work. */
	if (shared && op->threads > op->all_threads)
		op->all_threads = op->threads;
	op->slots = to_host(*(CUdeviceptr *)args[3]);
	op->in = to_host(*(CUdeviceptr *)args[4]);
	op->out = to_host(*(CUdeviceptr *)args[5]);
	op->by_value = *(struct wc_latency_jobs *)args[6];
	if (op->threads)
		check_launch(op);
	fake_seen.latency += op->threads && fake_is_latency(fn);
	fake_seen.with_jobs += op->by_value.job[0].len && fake_is_latency(fn);
	return CUDA_SUCCESS;
}
