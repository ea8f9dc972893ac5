// SPDX-License-Identifier: GPL-2.0-only
/*
 * A libcuda.so.1 for machines without a GPU: it plays one or several. Device memory is
 * memory of this process, and a launch runs all threads of the kernel one after the
 * other (tests/unit/play_kernels.c). test-backend-cuda, with this on its
 * LD_LIBRARY_PATH, tests the CUDA engine without a GPU.
 *
 * It is stricter than a GPU. Asynchronous operations are done at the last moment,
 * when the stream is synchronized: reusing or reading host memory too early gives
 * wrong results. Memory must be wiped before it is freed. And what belongs to a
 * context needs that context to be the thread's current one. Memory that one GPU has
 * registered, and not for all of them, is ordinary memory for the others.
 *
 * Any call can be made to fail, in several ways: fake_cuda.h.
 */
#include <cuda.h>
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/unit/fake_cuda.h"
#include "tests/unit/play.h"

#define OPS_MAX	2048

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

/**
 * struct header - before the memory that cuMemAlloc() returns
 * @len: its length
 * @owner: its context
 * @next: the next piece of the same context
 * @other: the next piece of any context
 */
struct header {
	size_t len;
	CUcontext owner;
	struct header *next;
	struct header *other;
	char pad[96];
};

/**
 * struct CUctx_st - a context
 * @memory: its device memory
 * @gpu: the number of its GPU
 */
struct CUctx_st {
	struct header *memory;
	int gpu;
};

/* A thread's stack of contexts; its topmost one is the current one. */
#define STACK_MAX	16
static __thread CUcontext stack[STACK_MAX];
static __thread int depth;

static struct CUctx_st primary;
static int primary_users;
static unsigned int primary_flags;

/* All contexts' memory. */
static struct header *memory;
/* Contexts' lists of memory, and that. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void die(const char *what)
{
	fprintf(stderr, "fake libcuda: %s\n", what);
	abort();
}

/* --- calls that fail */

static struct fake_cuda nobody;
static struct fake_cuda *control = &nobody;
/* The error that every call to a GPU returns from now on, in this process. */
static _Atomic CUresult broken[FAKE_CUDA_GPUS];
/* A call to no GPU in particular. */
#define NO_GPU	(-1)

__attribute__((constructor)) static void find_control(void)
{
	const char *path = getenv(FAKE_CUDA_ENV);
	void *at;
	int fd;

	if (!path || !*path)
		return;
	fd = open(path, O_RDWR | O_CLOEXEC);
	at = fd < 0 ? MAP_FAILED :
		      mmap(NULL, sizeof(*control), PROT_READ | PROT_WRITE,
			   MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		die(FAKE_CUDA_ENV " names no file");
	close(fd);
	control = at;
}

/* Every later call to a GPU fails; to all if it was to none in particular. */
static CUresult break_gpu(int gpu, CUresult error)
{
	int i;

	for (i = 0; i < (int)FAKE_CUDA_GPUS; i++)
		if (i == gpu || gpu == NO_GPU || control->wide)
			broken[i] = error;
	return error;
}

static CUresult inject(const char *name, int gpu)
{
	snprintf(control->failed, sizeof(control->failed), "%s", name);
	atomic_fetch_add(&control->injected, 1);
	switch (control->fault) {
	case FAKE_CUDA_MEMORY:
		return CUDA_ERROR_OUT_OF_MEMORY;
	case FAKE_CUDA_RESOURCES:
		return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
	case FAKE_CUDA_LAUNCH:
		return break_gpu(gpu, CUDA_ERROR_LAUNCH_FAILED);
	case FAKE_CUDA_LOST:
		control->lost = gpu == NO_GPU ? 1 : (uint32_t)gpu + 1;
		return break_gpu(gpu, CUDA_ERROR_ECC_UNCORRECTABLE);
	default:
		for (;;)
			pause();
	}
}

static bool is_chosen(int gpu, uint32_t n)
{
	uint32_t at = control->fail_at, on = control->fail_on;

	return at && n >= at && (!on || gpu == (int)on - 1) &&
	       atomic_compare_exchange_strong(&control->fail_at, &at, 0);
}

/* A call to no GPU in particular fails if the only one is broken. */
static CUresult state_of(int gpu)
{
	if (gpu == NO_GPU)
		return control->gpus > 1 ? CUDA_SUCCESS : broken[0];
	return broken[gpu];
}

/* Every call but those for an error's text: does it fail? */
static CUresult fault(const char *name, void *caller, int gpu)
{
	uint32_t n = atomic_fetch_add(&control->calls, 1) + 1;

	if (n <= FAKE_CUDA_RECORDS) {
		struct fake_cuda_record *r = &control->records[n - 1];

		snprintf(r->name, sizeof(r->name), "%s", name);
		r->caller = (uintptr_t)caller;
	}
	if (is_chosen(gpu, n))
		return inject(name, gpu);
	if (control->lost)
		broken[control->lost - 1] = CUDA_ERROR_ECC_UNCORRECTABLE;
	return state_of(gpu);
}

static CUcontext current(void)
{
	return depth ? stack[depth - 1] : NULL;
}

static int current_gpu(void)
{
	return depth ? stack[depth - 1]->gpu : NO_GPU;
}

#define MAY_FAIL_ON(gpu) do {						\
	CUresult r_ = fault(__func__, __builtin_return_address(0), gpu); \
	if (r_)								\
		return r_;						\
} while (0)

#define MAY_FAIL()	MAY_FAIL_ON(NO_GPU)

/* And those that need a context. */
#define IN_CONTEXT() do {						\
	MAY_FAIL_ON(current_gpu());					\
	if (!depth)							\
		return CUDA_ERROR_INVALID_CONTEXT;			\
} while (0)

static CUresult push(CUcontext ctx)
{
	if (!ctx || depth == STACK_MAX)
		return CUDA_ERROR_INVALID_CONTEXT;
	stack[depth++] = ctx;
	return CUDA_SUCCESS;
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

static int gpu_count(void)
{
	uint32_t n = control->gpus;

	return n ? (int)n : 1;
}

CUresult CUDAAPI cuInit(unsigned int flags)
{
	atomic_fetch_add(&control->loads[getpid() % FAKE_CUDA_PIDS], 1);
	MAY_FAIL();
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
	MAY_FAIL();
	*version = CUDA_VERSION;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetCount(int *count)
{
	MAY_FAIL();
	*count = control->none ? 0 : gpu_count();
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGet(CUdevice *device, int ordinal)
{
	if (ordinal < 0 || ordinal >= gpu_count())
		return CUDA_ERROR_INVALID_DEVICE;
	MAY_FAIL_ON(ordinal);
	*device = ordinal;
	return CUDA_SUCCESS;
}

/* FAKE_CUDA_UUID */
CUresult CUDAAPI cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
	MAY_FAIL_ON(device);
	memset(uuid, 0, sizeof(*uuid));
	uuid->bytes[sizeof(uuid->bytes) - 1] = (char)device;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetName(char *name, int len, CUdevice device)
{
	MAY_FAIL_ON(device);
	snprintf(name, (size_t)len, "a GPU played by this machine");
	return CUDA_SUCCESS;
}

/* Of a block of threads, at most, bytes. A test can have less than an H100 has. */
static int shared_memory(void)
{
	const char *kib = getenv(FAKE_CUDA_SHARED);

	return (kib ? atoi(kib) : 227) << 10;
}

CUresult CUDAAPI cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
				      CUdevice device)
{
	MAY_FAIL_ON(device);
	switch (attribute) {
	case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
		*value = 2;
		break;
	case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
		*value = shared_memory();
		break;
	case CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID:
	default:
		*value = 0;
	}
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags)
{
	(void)device;
	primary_flags = flags;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice device,
					    unsigned int *flags, int *active)
{
	(void)device;
	*flags = primary_flags;
	*active = primary_users > 0;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device)
{
	(void)device;
	primary_users++;
	*ctx = &primary;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice device)
{
	(void)device;
	primary_users--;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxCreate_v2(CUcontext *ctx, unsigned int flags,
				CUdevice device);
CUresult CUDAAPI cuCtxCreate_v2(CUcontext *ctx, unsigned int flags,
				CUdevice device)
{
	MAY_FAIL_ON(device);
	(void)flags;
	*ctx = calloc(1, sizeof(**ctx));
	if (!*ctx)
		return CUDA_ERROR_OUT_OF_MEMORY;
	(*ctx)->gpu = device;
	return push(*ctx);
}

static bool is_wiped(const struct header *h)
{
	const uint8_t *bytes = (const uint8_t *)(h + 1);
	size_t i;

	for (i = 0; i < h->len; i++)
		if (bytes[i])
			return false;
	return true;
}

/* Only what a context has that cannot be used any more may not have been wiped. */
/* Takes it out of the list of all. Locked. */
static void forget(const struct header *h)
{
	struct header **at = &memory;

	while (*at != h)
		at = &(*at)->other;
	*at = h->other;
}

CUresult CUDAAPI cuCtxDestroy(CUcontext ctx)
{
	CUresult r = fault(__func__, __builtin_return_address(0), ctx->gpu);
	struct header *h;

	if (current() == ctx)
		depth--;
	pthread_mutex_lock(&lock);
	while ((h = ctx->memory)) {
		ctx->memory = h->next;
		forget(h);
		atomic_fetch_add(&control->left,
				 !broken[ctx->gpu] && !is_wiped(h));
		free(h);
	}
	pthread_mutex_unlock(&lock);
	free(ctx);
	return r;
}

CUresult CUDAAPI cuCtxPushCurrent(CUcontext ctx)
{
	MAY_FAIL_ON(ctx ? ctx->gpu : NO_GPU);
	return push(ctx);
}

/* Works in any state: it concerns the thread only. */
CUresult CUDAAPI cuCtxPopCurrent(CUcontext *ctx)
{
	if (!depth)
		return CUDA_ERROR_INVALID_CONTEXT;
	*ctx = stack[--depth];
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxGetCurrent(CUcontext *ctx)
{
	*ctx = current();
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxSetCurrent(CUcontext ctx)
{
	if (depth)
		depth--;
	return ctx ? push(ctx) : CUDA_SUCCESS;
}

/* The magic number of a fatbin, as nvcc writes it. */
CUresult CUDAAPI cuModuleLoadData(CUmodule *module, const void *image)
{
	static const unsigned char magic[] = { 0x50, 0xed, 0x55, 0xba };

	IN_CONTEXT();
	if (getenv(FAKE_CUDA_UNKNOWN))
		return CUDA_ERROR_NO_BINARY_FOR_GPU;
	if (memcmp(image, magic, sizeof(magic)))
		return CUDA_ERROR_INVALID_IMAGE;
	*module = (CUmodule)(uintptr_t)image;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction *fn, CUmodule module,
				     const char *name)
{
	IN_CONTEXT();
	(void)module;
	*fn = (CUfunction)(uintptr_t)play_kernel(name);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuFuncSetAttribute(CUfunction fn, CUfunction_attribute what,
				    int value)
{
	IN_CONTEXT();
	(void)fn;
	if (what == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES &&
	    value > shared_memory())
		return CUDA_ERROR_INVALID_VALUE;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemAlloc(CUdeviceptr *at, size_t len)
{
	struct header *h;

	IN_CONTEXT();
	h = aligned_alloc(128, (sizeof(*h) + len + 127) & ~(size_t)127);
	if (!h)
		return CUDA_ERROR_OUT_OF_MEMORY;
	h->len = len;
	h->owner = current();
	memset(h + 1, 0xa5, len);
	pthread_mutex_lock(&lock);
	h->next = h->owner->memory;
	h->owner->memory = h;
	h->other = memory;
	memory = h;
	pthread_mutex_unlock(&lock);
	*at = (uintptr_t)(h + 1);
	return CUDA_SUCCESS;
}

static void unlist(const struct header *h)
{
	struct header **at;

	pthread_mutex_lock(&lock);
	for (at = &h->owner->memory; *at && *at != h; at = &(*at)->next)
		;
	if (!*at)
		die("freed what is not there");
	*at = h->next;
	forget(h);
	pthread_mutex_unlock(&lock);
}

CUresult CUDAAPI cuMemFree(CUdeviceptr at)
{
	struct header *h = (struct header *)to_host(at) - 1;

	IN_CONTEXT();
	unlist(h);
	if (!is_wiped(h)) {
		atomic_fetch_add(&control->unwiped, 1);
		die("device memory was freed and not wiped");
	}
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

	pthread_mutex_lock(&lock);
	for (h = memory; h; h = h->other)
		for (i = 0; h->len == len && i < len; i++)
			n += ((const uint8_t *)(h + 1))[i] != 0;
	pthread_mutex_unlock(&lock);
	return n;
}

/* --- memory of the host that the device can use */

#define PINNED_MAX	512

/**
 * struct pinned - memory of the host
 * @at: its address; NULL: none
 * @len: bytes
 * @gpu: the GPU that it is pinned for, or NO_GPU: all of them
 */
static struct pinned {
	uint8_t *at;
	size_t len;
	int gpu;
} pinned[PINNED_MAX];

static struct fake_cuda_seen seen;
static const uint8_t *watched;
static size_t watched_len;

/**
 * fake_cuda_watch() - see fake_cuda_watch_fn
 * @base: address
 * @len: bytes
 *
 * Return: the counts
 */
const struct fake_cuda_seen *fake_cuda_watch(const void *base, size_t len);
const struct fake_cuda_seen *fake_cuda_watch(const void *base, size_t len)
{
	pthread_mutex_lock(&lock);
	watched = base;
	watched_len = len;
	memset(&seen, 0, sizeof(seen));
	pthread_mutex_unlock(&lock);
	return &seen;
}

/* What is pinned of some memory, or NULL. Locked. */
static struct pinned *find_pinned(const void *at, size_t len)
{
	const uint8_t *first = at;
	int i;

	for (i = 0; i < PINNED_MAX; i++)
		if (pinned[i].at && first < pinned[i].at + pinned[i].len &&
		    pinned[i].at < first + len)
			return &pinned[i];
	return NULL;
}

static CUresult pin(void *at, size_t len, bool for_all)
{
	CUresult r = CUDA_SUCCESS;
	int i;

	pthread_mutex_lock(&lock);
	for (i = 0; i < PINNED_MAX && pinned[i].at; i++)
		;
	if (find_pinned(at, len))
		r = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
	else if (i == PINNED_MAX)
		die("more pinned memory than this can keep");
	else
		pinned[i] = (struct pinned){
			at, len, for_all ? NO_GPU : current_gpu()
		};
	pthread_mutex_unlock(&lock);
	return r;
}

static CUresult unpin(const void *at)
{
	CUresult r = CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
	struct pinned *p;

	pthread_mutex_lock(&lock);
	p = find_pinned(at, 1);
	if (p && p->at == at) {
		p->at = NULL;
		r = CUDA_SUCCESS;
	}
	pthread_mutex_unlock(&lock);
	return r;
}

/* Count a copy. It cannot begin in one piece of pinned memory and end in another. */
static CUresult see(const void *at, size_t len, bool in)
{
	const uint8_t *first = at;
	const struct pinned *p;
	CUresult r = CUDA_SUCCESS;

	pthread_mutex_lock(&lock);
	p = find_pinned(at, len);
	if (p && p->gpu != NO_GPU && p->gpu != current_gpu())
		p = NULL;
	seen.pageable += !p;
	if (p && (first < p->at || first + len > p->at + p->len))
		r = CUDA_ERROR_INVALID_VALUE;
	if (watched && first >= watched && first + len <= watched + watched_len) {
		*(in ? &seen.in : &seen.out) += 1;
		*(in ? &seen.in_bytes : &seen.out_bytes) += len;
	} else {
		*(in ? &seen.other_in : &seen.other_out) += len;
	}
	pthread_mutex_unlock(&lock);
	return r;
}

CUresult CUDAAPI cuMemHostAlloc(void **at, size_t len, unsigned int flags)
{
	IN_CONTEXT();
	*at = aligned_alloc(128, (len + 127) & ~(size_t)127);
	return *at ? pin(*at, len, flags & CU_MEMHOSTALLOC_PORTABLE) :
		     CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuMemFreeHost(void *at)
{
	CUresult r;

	IN_CONTEXT();
	r = unpin(at);
	if (!r)
		free(at);
	return r;
}

/* Is memory wanted on the GPU's node? Every machine has node 0. */
static void count_near(void *at)
{
	int mode;

	if (!syscall(SYS_get_mempolicy, &mode, NULL, 0, at, MPOL_F_ADDR) &&
	    mode == MPOL_PREFERRED)
		control->near++;
}

CUresult CUDAAPI cuMemHostRegister(void *at, size_t len, unsigned int flags)
{
	IN_CONTEXT();
	if (!(flags & CU_MEMHOSTREGISTER_PORTABLE))
		count_near(at);
	return at && len ? pin(at, len, flags & CU_MEMHOSTREGISTER_PORTABLE) :
			   CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuMemHostUnregister(void *at)
{
	IN_CONTEXT();
	return unpin(at);
}

CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr at, unsigned char value,
				 size_t len, CUstream stream)
{
	struct op *op;

	IN_CONTEXT();
	op = next_op(stream);
	if (value)
		die("only zeroes are written here");
	op->dst = to_host(at);
	op->len = len;
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
	return see(src, len, true);
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
	return see(dst, len, false);
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

CUresult CUDAAPI cuStreamSynchronize(CUstream stream)
{
	unsigned int i;

	IN_CONTEXT();
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
	struct op *op;

	IN_CONTEXT();
	atomic_fetch_add(&control->launches[current_gpu()], 1);
	op = next_op(stream);
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
