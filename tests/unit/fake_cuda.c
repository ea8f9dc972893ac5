// SPDX-License-Identifier: GPL-2.0-only
/*
 * A libcuda.so.1 for machines without a GPU: it emulates one or several. Device memory is
 * memory of this process, and a launch runs all threads of the kernel one after the
 * other (tests/unit/emulated_kernels.c). test-backend-cuda, with this on its
 * LD_LIBRARY_PATH, tests the CUDA engine without a GPU.
 *
 * It is stricter than a GPU. Asynchronous operations are done at the last moment,
 * when the stream is synchronized: reusing or reading host memory too early gives
 * wrong results. Memory must be wiped before it is freed. And what belongs to a
 * context needs that context to be the thread's current one. Memory that one GPU has
 * registered, and not for all of them, is ordinary memory for the others. Kernels may
 * use the device's memory, and of the host's what is mapped for their GPU.
 *
 * Any call can be made to fail, in several ways: fake_cuda.h.
 *
 * Only this finds, without a GPU, memory that is not wiped and contexts that are not current.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/fake_cuda_calls.h"
#include "tests/unit/emulated_gpu.h"

/* Before the memory that cuMemAlloc() returns. */
struct header {
	size_t len;
	CUcontext owner;	/* its context */
	struct header *next;	/* the next piece of any context */
	char pad[104];
};

/* A context. */
struct CUctx_st {
	int gpu;	/* the number of its GPU */
};

/* A thread's stack of contexts; its topmost one is the current one. */
#define STACK_MAX	16
static __thread CUcontext stack[STACK_MAX];
static __thread int depth;

static struct CUctx_st primary;
static int primary_users;
static unsigned int primary_flags;

/* All contexts' memory, and that of the host (fake_cuda_host.c), have this lock. */
static struct header *memory;
pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;

void fake_die(const char *what)
{
	fprintf(stderr, "fake libcuda: %s\n", what);
	abort();
}

/* --- calls that fail */

struct fake_cuda_seen fake_seen;
static struct fake_cuda no_control;
struct fake_cuda *fake_control = &no_control;
/* The error that every call to a GPU returns from now on, in this process. */
static _Atomic CUresult broken[FAKE_CUDA_GPUS];
__attribute__((constructor)) static void find_control(void)
{
	const char *path = getenv(FAKE_CUDA_ENV);
	void *at;
	int fd;

	if (!path || !*path)
		return;
	fd = open(path, O_RDWR | O_CLOEXEC);
	at = fd < 0 ? MAP_FAILED :
		      mmap(NULL, sizeof(*fake_control), PROT_READ | PROT_WRITE,
			   MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		fake_die(FAKE_CUDA_ENV " names no file");
	close(fd);
	fake_control = at;
}

/* Every later call to a GPU fails; to all if it was to none in particular. */
static CUresult break_gpu(int gpu, CUresult error)
{
	int i;

	for (i = 0; i < (int)FAKE_CUDA_GPUS; i++)
		if (i == gpu || gpu == NO_GPU || fake_control->wide)
			broken[i] = error;
	return error;
}

static CUresult inject(const char *name, int gpu)
{
	snprintf(fake_control->failed, sizeof(fake_control->failed), "%s", name);
	atomic_fetch_add(&fake_control->injected, 1);
	switch (fake_control->fault) {
	case FAKE_CUDA_MEMORY:
		return CUDA_ERROR_OUT_OF_MEMORY;
	case FAKE_CUDA_RESOURCES:
		return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
	case FAKE_CUDA_LAUNCH:
		return break_gpu(gpu, CUDA_ERROR_LAUNCH_FAILED);
	case FAKE_CUDA_LOST:
		fake_control->lost = gpu == NO_GPU ? 1 : (uint32_t)gpu + 1;
		return break_gpu(gpu, CUDA_ERROR_ECC_UNCORRECTABLE);
	default:
		fake_control->hung = getpid();
		for (;;)
			pause();
	}
}

static bool is_chosen(int gpu, uint32_t n)
{
	uint32_t at = fake_control->fail_at, on = fake_control->fail_on;

	return at && n >= at && (!on || gpu == (int)on - 1) &&
	       atomic_compare_exchange_strong(&fake_control->fail_at, &at, 0);
}

/* A call to no GPU in particular fails if the only one is broken. */
static CUresult state_of(int gpu)
{
	if (gpu == NO_GPU)
		return fake_control->gpus > 1 ? CUDA_SUCCESS : broken[0];
	return broken[gpu];
}

/* Every call but those for an error's text: does it fail? */
CUresult fake_fault(const char *name, void *caller, int gpu)
{
	uint32_t n = atomic_fetch_add(&fake_control->calls, 1) + 1;

	fake_seen.calls++;
	if (n <= FAKE_CUDA_RECORDS) {
		struct fake_cuda_record *r = &fake_control->records[n - 1];

		snprintf(r->name, sizeof(r->name), "%s", name);
		r->caller = (uintptr_t)caller;
	}
	if (is_chosen(gpu, n))
		return inject(name, gpu);
	if (fake_control->lost)
		broken[fake_control->lost - 1] = CUDA_ERROR_ECC_UNCORRECTABLE;
	return state_of(gpu);
}

CUcontext fake_current(void)
{
	return depth ? stack[depth - 1] : NULL;
}

int fake_current_gpu(void)
{
	return depth ? stack[depth - 1]->gpu : NO_GPU;
}

static CUresult push(CUcontext ctx)
{
	if (!ctx || depth == STACK_MAX)
		return CUDA_ERROR_INVALID_CONTEXT;
	stack[depth++] = ctx;
	return CUDA_SUCCESS;
}

static int gpu_count(void)
{
	uint32_t n = fake_control->gpus;

	return n ? (int)n : 1;
}

CUresult CUDAAPI cuInit(unsigned int flags)
{
	atomic_fetch_add(&fake_control->loads[getpid() % FAKE_CUDA_PIDS], 1);
	MAY_FAIL();
	return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult CUDAAPI cuGetErrorString(CUresult error, const char **text)
{
	(void)error;
	*text = "an error of the emulated GPU";
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
	*count = fake_control->none ? 0 : gpu_count();
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
	snprintf(name, (size_t)len, "a GPU emulated by this machine");
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
	case CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED:
		*value = 1;
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
CUresult CUDAAPI cuCtxDestroy(CUcontext ctx)
{
	CUresult r = fake_fault(__func__, __builtin_return_address(0), ctx->gpu);
	struct header **at = &memory, *h;

	if (fake_current() == ctx)
		depth--;
	pthread_mutex_lock(&fake_lock);
	while ((h = *at)) {
		if (h->owner != ctx) {
			at = &h->next;
			continue;
		}
		*at = h->next;
		atomic_fetch_add(&fake_control->left,
				 !broken[ctx->gpu] && !is_wiped(h));
		free(h);
	}
	pthread_mutex_unlock(&fake_lock);
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
	*ctx = fake_current();
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

/* Latency kernels. */
#define LATENCY_MAX	64
static CUfunction latency[LATENCY_MAX];

bool fake_is_latency(CUfunction fn)
{
	int i;

	for (i = 0; i < LATENCY_MAX && latency[i] && latency[i] != fn; i++)
		;
	return i < LATENCY_MAX && latency[i];
}

static void note_latency(CUfunction fn)
{
	int i;

	pthread_mutex_lock(&fake_lock);
	for (i = 0; i < LATENCY_MAX && latency[i] && latency[i] != fn; i++)
		;
	if (i == LATENCY_MAX)
		fake_die("more latency kernels than this can keep");
	latency[i] = fn;
	pthread_mutex_unlock(&fake_lock);
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction *fn, CUmodule module,
				     const char *name)
{
	IN_CONTEXT();
	(void)module;
	*fn = (CUfunction)(uintptr_t)emulated_kernel(name);
	if (strstr(name, "_latency_"))
		note_latency(*fn);
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
	h->owner = fake_current();
	memset(h + 1, 0xa5, len);
	pthread_mutex_lock(&fake_lock);
	h->next = memory;
	memory = h;
	pthread_mutex_unlock(&fake_lock);
	*at = (uintptr_t)(h + 1);
	return CUDA_SUCCESS;
}

static void unlist(const struct header *h)
{
	struct header **at;

	pthread_mutex_lock(&fake_lock);
	for (at = &memory; *at && *at != h; at = &(*at)->next)
		;
	if (!*at)
		fake_die("freed what is not there");
	*at = h->next;
	pthread_mutex_unlock(&fake_lock);
}

CUresult CUDAAPI cuMemFree(CUdeviceptr at)
{
	struct header *h = (struct header *)(void *)(uintptr_t)at - 1;

	IN_CONTEXT();
	unlist(h);
	if (!is_wiped(h)) {
		atomic_fetch_add(&fake_control->unwiped, 1);
		fake_die("device memory was freed and not wiped");
	}
	free(h);
	return CUDA_SUCCESS;
}

/* How many bytes of the device's memory are not 0, in allocations of this length; 0: in all. */
size_t fake_cuda_bytes(size_t len)
{
	const struct header *h;
	size_t n = 0, i;

	pthread_mutex_lock(&fake_lock);
	for (h = memory; h; h = h->next)
		for (i = 0; (!len || h->len == len) && i < h->len; i++)
			n += ((const uint8_t *)(h + 1))[i] != 0;
	pthread_mutex_unlock(&fake_lock);
	return n;
}

/* Is it device memory of the current GPU? */
bool fake_is_on_device(const void *at)
{
	const uint8_t *byte = at;
	const struct header *h;

	pthread_mutex_lock(&fake_lock);
	for (h = memory; h; h = h->next)
		if (h->owner == fake_current() && byte >= (const uint8_t *)(h + 1) &&
		    byte < (const uint8_t *)(h + 1) + h->len)
			break;
	pthread_mutex_unlock(&fake_lock);
	return h;
}
