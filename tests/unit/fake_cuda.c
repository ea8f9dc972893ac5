// SPDX-License-Identifier: GPL-2.0-only
/*
 * A libcuda.so.1 for machines without a GPU: device memory is memory of this
 * process, and a launch runs all threads of the kernel one after the other
 * (tests/unit/play_kernels.c). test-backend-cuda, with this on its
 * LD_LIBRARY_PATH, tests the CUDA engine without a GPU.
 *
 * It is stricter than a GPU. Asynchronous operations are done at the last moment,
 * when the stream is synchronized: reusing or reading host memory too early gives
 * wrong results. And memory must be wiped before it is freed.
 */
#include <cuda.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/play.h"

#define OPS_MAX	512

/**
 * struct op - an operation in a stream
 * @fn: a kernel; NULL: copy, or, if @src is NULL, clear @len bytes
 * @dst: destination of a copy
 * @src: source of a copy
 * @len: bytes of a copy
 * @all_threads: threads of a launch, with those without work
 * @jobs: argument of the kernel, like those below (kernels/gpu/entry.h)
 * @count: entries of @jobs
 * @threads: the number of threads with work
 * @slots: expanded keys
 * @in: payloads
 * @out: results
 */
struct op {
	play_fn fn;
	void *dst;
	const void *src;
	size_t len;
	uint32_t all_threads;
	void *jobs;
	uint32_t count;
	uint32_t threads;
	uint8_t *slots;
	const uint8_t *in;
	uint8_t *out;
};

struct CUstream_st {
	struct op ops[OPS_MAX];
	unsigned int count;
};

/* A header before the memory that cuMemAlloc() returns; all are in a list. */
struct header {
	size_t len;
	struct header *next;
	char pad[112];
};

static struct header *memory;
static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;

static void die(const char *what)
{
	fprintf(stderr, "fake libcuda: %s\n", what);
	abort();
}

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
			       op->in, op->out, i);
	else if (op->src)
		memcpy(op->dst, op->src, op->len);
	else
		memset(op->dst, 0, op->len);
}

static struct op *next_op(CUstream stream)
{
	if (stream->count == OPS_MAX)
		die("more at a time than this can keep");
	memset(&stream->ops[stream->count], 0, sizeof(stream->ops[0]));
	return &stream->ops[stream->count++];
}

CUresult CUDAAPI cuInit(unsigned int flags)
{
	return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult CUDAAPI cuGetErrorString(CUresult error, const char **text)
{
	(void)error;
	*text = "an error of the GPU that is played";
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDriverGetVersion(int *version)
{
	*version = CUDA_VERSION;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetCount(int *count)
{
	*count = 1;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGet(CUdevice *device, int ordinal)
{
	*device = ordinal;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetName(char *name, int len, CUdevice device)
{
	(void)device;
	snprintf(name, (size_t)len, "a GPU played by this machine");
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
				      CUdevice device)
{
	(void)device;
	switch (attribute) {
	case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
		*value = 2;
		break;
	case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
		*value = 227 << 10;
		break;
	default:
		*value = 0;
	}
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags)
{
	(void)device;
	(void)flags;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device)
{
	static char context;

	(void)device;
	*ctx = (CUcontext)(void *)&context;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice device)
{
	(void)device;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxSetCurrent(CUcontext ctx)
{
	return ctx ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

/* The magic number of a fatbin, as nvcc writes it. */
CUresult CUDAAPI cuModuleLoadData(CUmodule *module, const void *image)
{
	static const unsigned char magic[] = { 0x50, 0xed, 0x55, 0xba };

	if (memcmp(image, magic, sizeof(magic)))
		return CUDA_ERROR_INVALID_IMAGE;
	*module = (CUmodule)(uintptr_t)image;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuModuleUnload(CUmodule module)
{
	(void)module;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction *fn, CUmodule module,
				     const char *name)
{
	(void)module;
	*fn = (CUfunction)(uintptr_t)play_kernel(name);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuFuncSetAttribute(CUfunction fn, CUfunction_attribute what,
				    int value)
{
	(void)fn;
	(void)what;
	(void)value;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemAlloc(CUdeviceptr *at, size_t len)
{
	struct header *h = aligned_alloc(128, (sizeof(*h) + len + 127) &
					      ~(size_t)127);

	if (!h)
		return CUDA_ERROR_OUT_OF_MEMORY;
	h->len = len;
	pthread_mutex_lock(&memory_lock);
	h->next = memory;
	memory = h;
	pthread_mutex_unlock(&memory_lock);
	memset(h + 1, 0xa5, len);
	*at = (uintptr_t)(h + 1);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemFree(CUdeviceptr at)
{
	struct header *h = (struct header *)to_host(at) - 1;
	const uint8_t *bytes = to_host(at);
	struct header **link;
	size_t i;

	pthread_mutex_lock(&memory_lock);
	for (link = &memory; *link != h; link = &(*link)->next)
		;
	*link = h->next;
	pthread_mutex_unlock(&memory_lock);
	for (i = 0; i < h->len; i++)
		if (bytes[i])
			die("device memory was freed and not wiped");
	free(h);
	return CUDA_SUCCESS;
}

/**
 * fake_cuda_bytes() - for test-backend-cuda: look into the device's memory
 * @len: the length of the allocations that are meant, bytes
 *
 * Return: how many of their bytes are not 0
 */
size_t fake_cuda_bytes(size_t len);
size_t fake_cuda_bytes(size_t len)
{
	const struct header *h;
	size_t n = 0, i;

	pthread_mutex_lock(&memory_lock);
	for (h = memory; h; h = h->next)
		for (i = 0; h->len == len && i < len; i++)
			n += ((const uint8_t *)(h + 1))[i] != 0;
	pthread_mutex_unlock(&memory_lock);
	return n;
}

CUresult CUDAAPI cuMemHostAlloc(void **at, size_t len, unsigned int flags)
{
	(void)flags;
	*at = aligned_alloc(128, (len + 127) & ~(size_t)127);
	return *at ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuMemFreeHost(void *at)
{
	free(at);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemHostRegister(void *at, size_t len, unsigned int flags)
{
	(void)len;
	(void)flags;
	return at ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuMemHostUnregister(void *at)
{
	return at ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr at, unsigned char value,
				 size_t len, CUstream stream)
{
	struct op *op = next_op(stream);

	if (value)
		die("only zeroes are written here");
	op->dst = to_host(at);
	op->len = len;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t len,
				   CUstream stream)
{
	struct op *op = next_op(stream);

	op->dst = to_host(dst);
	op->src = src;
	op->len = len;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t len,
				   CUstream stream)
{
	struct op *op = next_op(stream);

	op->dst = dst;
	op->src = to_host(src);
	op->len = len;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamCreate(CUstream *stream, unsigned int flags)
{
	(void)flags;
	*stream = calloc(1, sizeof(**stream));
	return *stream ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuStreamDestroy(CUstream stream)
{
	free(stream);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamSynchronize(CUstream stream)
{
	unsigned int i;

	for (i = 0; i < stream->count; i++)
		run(&stream->ops[i]);
	stream->count = 0;
	return CUDA_SUCCESS;
}

/* The arguments are those of kernels/gpu/entry.h; the driver copies them now. */
CUresult CUDAAPI cuLaunchKernel(CUfunction fn, unsigned int grid_x,
				unsigned int grid_y, unsigned int grid_z,
				unsigned int block_x, unsigned int block_y,
				unsigned int block_z, unsigned int shared,
				CUstream stream, void **args, void **extra)
{
	struct op *op = next_op(stream);

	if (grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1 || extra)
		return CUDA_ERROR_INVALID_VALUE;
	op->fn = (play_fn)(uintptr_t)fn;
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
	return CUDA_SUCCESS;
}
