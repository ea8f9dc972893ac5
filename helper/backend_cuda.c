// SPDX-License-Identifier: GPL-2.0-only
/*
 * The engine that is a GPU, by the CUDA driver API.
 *
 * Each worker has a stream, two buffers of a frame's size on the device and a
 * copy of every key that it has met, expanded, by key slot. A frame goes: jobs
 * and payloads in, one launch for each mode and direction in it (for XTS one
 * before it that makes the tweaks), payloads out, wait. Payloads of frames
 * that are all CTR are not copied in: only keystream comes back.
 *
 * Workers share nothing that changes, so they need no locks; their streams
 * overlap one's copies with another's launches.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "helper/aes_batch.h"
#include "helper/backend.h"
#include "helper/cuda_api.h"

#define THREADS_PER_BLOCK	128u
/* Expanded keys on their way to the device; more in one frame take turns. */
#define STAGED_KEYS		64u
/* GPU threads store whole blocks: up to 15 bytes behind a payload's end. */
#define BUFFER_SLACK		64u
/* With fewer processors a wait sleeps rather than spins. */
#define CPUS_TO_SPIN		4

extern const unsigned char wc_kernels_image[];

static const char *const launch_name[WC_AES_GROUPS] = {
	[WC_AES_ECB_ENC] = "wc_aes_ecb_encrypt",
	[WC_AES_ECB_DEC] = "wc_aes_ecb_decrypt",
	[WC_AES_CTR] = "wc_aes_ctr",
	[WC_AES_CBC_ENC] = "wc_aes_cbc_encrypt",
	[WC_AES_CBC_DEC] = "wc_aes_cbc_decrypt",
	[WC_AES_XTS_ENC] = "wc_aes_xts_encrypt",
	[WC_AES_XTS_DEC] = "wc_aes_xts_decrypt",
};

struct cuda_backend {
	struct wc_backend base;
	struct wc_cuda api;
	CUdevice device;
	CUcontext ctx;
	CUmodule module;
	CUfunction launch[WC_AES_GROUPS];
	CUfunction tweak;
	char about[128];
};

/**
 * struct cuda_worker - one stream
 * @base: what the scheduler knows
 * @stream: everything of this worker's is ordered by it
 * @in: device buffer, the frame's payloads
 * @out: device buffer, the results
 * @jobs: device copy of @batch.jobs
 * @slots: device array of struct wc_aes_slot, by key slot
 * @batch: the frame as launches; its jobs are in pinned memory
 * @staged: STAGED_KEYS expanded keys in pinned memory
 * @staged_len: bytes mapped there
 * @staged_used: how many of them hold a key
 * @loaded: by key slot: bit 32 set and the generation whose key is in @slots
 * @result: the first error of this worker
 */
struct cuda_worker {
	struct wc_worker base;
	CUstream stream;
	CUdeviceptr in;
	CUdeviceptr out;
	CUdeviceptr jobs;
	CUdeviceptr slots;
	struct wc_aes_batch batch;
	struct wc_aes_slot *staged;
	size_t staged_len;
	uint32_t staged_used;
	uint64_t *loaded;
	CUresult result;
};

static struct cuda_backend *to_cuda(struct wc_backend *backend)
{
	return (struct cuda_backend *)backend;
}

static const struct wc_cuda *api_of(struct cuda_worker *w)
{
	return &to_cuda(w->base.backend)->api;
}

static unsigned int cuda_default_threads(unsigned int cpus)
{
	(void)cpus;
	/* One copies in, one computes, one copies out. */
	return 3;
}

static int fail(const struct cuda_backend *c, CUresult result, int code,
		const char *what, struct wc_error *err)
{
	return wc_fail(err, code, "CUDA: %s: %s", what,
		       wc_cuda_text(&c->api, result));
}

static int find_device(struct cuda_backend *c, struct wc_error *err)
{
	int count = 0;
	CUresult r;

	r = c->api.cuInit(0);
	if (r == CUDA_SUCCESS)
		r = c->api.cuDeviceGetCount(&count);
	if (r != CUDA_SUCCESS && r != CUDA_ERROR_NO_DEVICE)
		return wc_fail(err, -ENODEV,
			       "no usable GPU: %s; mend the NVIDIA driver or use --backend=cpu",
			       wc_cuda_text(&c->api, r));
	if (!count)
		return wc_fail(err, -ENODEV,
			       "no GPU in this machine; use --backend=cpu");
	r = c->api.cuDeviceGet(&c->device, 0);
	return r ? fail(c, r, -ENODEV, "first GPU", err) : 0;
}

static void describe(struct cuda_backend *c)
{
	char name[64] = "GPU";
	int major = 0, minor = 0, sms = 0;

	c->api.cuDeviceGetName(name, sizeof(name), c->device);
	c->api.cuDeviceGetAttribute(&major,
		CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, c->device);
	c->api.cuDeviceGetAttribute(&minor,
		CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, c->device);
	c->api.cuDeviceGetAttribute(&sms,
		CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, c->device);
	snprintf(c->about, sizeof(c->about), "%s, sm_%d%d, %d multiprocessors",
		 name, major, minor, sms);
}

static int load_kernels(struct cuda_backend *c, struct wc_error *err)
{
	CUresult r;
	int g;

	r = c->api.cuModuleLoadData(&c->module, wc_kernels_image);
	if (r)
		return fail(c, r, -EIO, "loading the kernels", err);
	for (g = 0; g < WC_AES_GROUPS; g++) {
		r = c->api.cuModuleGetFunction(&c->launch[g], c->module,
					       launch_name[g]);
		if (r)
			return fail(c, r, -EIO, launch_name[g], err);
	}
	r = c->api.cuModuleGetFunction(&c->tweak, c->module,
				       "wc_aes_xts_tweak");
	return r ? fail(c, r, -EIO, "wc_aes_xts_tweak", err) : 0;
}

static int make_context(struct cuda_backend *c, struct wc_error *err)
{
	unsigned int flags = CU_CTX_SCHED_BLOCKING_SYNC;
	CUresult r;

	if (sysconf(_SC_NPROCESSORS_ONLN) >= CPUS_TO_SPIN)
		flags = CU_CTX_SCHED_SPIN;
	r = c->api.cuDevicePrimaryCtxSetFlags(c->device, flags);
	if (!r)
		r = c->api.cuDevicePrimaryCtxRetain(&c->ctx, c->device);
	if (!r)
		r = c->api.cuCtxSetCurrent(c->ctx);
	return r ? fail(c, r, -EIO, "making a context", err) : 0;
}

static void cuda_close(struct wc_backend *backend)
{
	struct cuda_backend *c = to_cuda(backend);

	if (c->module)
		c->api.cuModuleUnload(c->module);
	if (c->ctx)
		c->api.cuDevicePrimaryCtxRelease(c->device);
	wc_cuda_unload(&c->api);
	free(c);
}

static int cuda_open(struct wc_backend **backend, struct wc_error *err)
{
	struct cuda_backend *c = calloc(1, sizeof(*c));
	int ret;

	if (!c)
		return wc_fail(err, -ENOMEM, "out of memory");
	c->base.ops = &wc_backend_cuda;
	/* All code goes to the device now, none at some first launch. */
	setenv("CUDA_MODULE_LOADING", "EAGER", 0);
	ret = wc_cuda_load(&c->api, err);
	if (ret) {
		free(c);
		return ret;
	}
	ret = find_device(c, err);
	if (!ret)
		ret = make_context(c, err);
	if (!ret)
		ret = load_kernels(c, err);
	if (ret) {
		cuda_close(&c->base);
		return ret;
	}
	describe(c);
	*backend = &c->base;
	return 0;
}

static const char *cuda_describe(const struct wc_backend *backend)
{
	return ((const struct cuda_backend *)backend)->about;
}

static void cuda_modes(const struct wc_backend *backend,
		       uint16_t modes[WARPCRYPT_CIPHER_COUNT])
{
	(void)backend;
	memset(modes, 0, sizeof(modes[0]) * WARPCRYPT_CIPHER_COUNT);
	modes[WARPCRYPT_CIPHER_AES] = WC_ALL_MODES;
}

static int cuda_arena_add(struct wc_backend *backend,
			  const struct wc_arena *arena, struct wc_error *err)
{
	struct cuda_backend *c = to_cuda(backend);
	CUresult r;

	r = c->api.cuMemHostRegister(arena->base, arena->len,
				     CU_MEMHOSTREGISTER_PORTABLE);
	if (r)
		return fail(c, r, -ENOMEM, "registering the arena", err);
	backend->arena = arena;
	return 0;
}

static void cuda_arena_remove(struct wc_backend *backend)
{
	struct cuda_backend *c = to_cuda(backend);

	c->api.cuMemHostUnregister(backend->arena->base);
	backend->arena = NULL;
}

/*
 * After the first error every later call of this frame is skipped, so that
 * the path that works reads as if nothing could fail.
 */
#define CALL(w, fn, ...) do {						\
	if (!(w)->result)						\
		(w)->result = api_of(w)->fn(__VA_ARGS__);		\
} while (0)

static void launch(struct cuda_worker *w, CUfunction fn,
		   const struct wc_aes_launch *l, uint32_t threads)
{
	CUdeviceptr jobs = w->jobs + (size_t)l->first * sizeof(struct wc_job);
	uint32_t count = l->count;
	void *args[] = { &jobs, &count, &threads, &w->slots, &w->in, &w->out };
	uint32_t blocks = (threads + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK;

	CALL(w, cuLaunchKernel, fn, blocks ? blocks : 1, 1, 1,
	     THREADS_PER_BLOCK, 1, 1, 0, w->stream, args, NULL);
}

static void free_buffers(struct cuda_worker *w)
{
	const struct wc_cuda *api = api_of(w);
	const CUdeviceptr device[] = { w->in, w->out, w->jobs, w->slots };
	size_t i;

	for (i = 0; i < sizeof(device) / sizeof(device[0]); i++)
		if (device[i])
			api->cuMemFree(device[i]);
	if (w->batch.jobs)
		api->cuMemFreeHost(w->batch.jobs);
	if (w->staged) {
		api->cuMemHostUnregister(w->staged);
		explicit_bzero(w->staged, w->staged_len);
		munmap(w->staged, w->staged_len);
	}
	free(w->loaded);
	if (w->stream)
		api->cuStreamDestroy(w->stream);
	free(w);
}

/* Nothing secret stays on the device. */
static void wipe_device(struct cuda_worker *w)
{
	const struct wc_geometry *geo = &w->base.backend->arena->geo;

	CALL(w, cuMemsetD8Async, w->slots, 0,
	     (size_t)geo->key_slots * sizeof(struct wc_aes_slot), w->stream);
	CALL(w, cuMemsetD8Async, w->in, 0, geo->frame_size + BUFFER_SLACK,
	     w->stream);
	CALL(w, cuMemsetD8Async, w->out, 0, geo->frame_size + BUFFER_SLACK,
	     w->stream);
	CALL(w, cuMemsetD8Async, w->jobs, 0,
	     w->batch.max * sizeof(struct wc_job), w->stream);
	CALL(w, cuStreamSynchronize, w->stream);
}

static void cuda_worker_stop(struct wc_worker *worker)
{
	struct cuda_worker *w = (struct cuda_worker *)worker;

	wipe_device(w);
	free_buffers(w);
}

/* Pinned like the arena, and like it not in core dumps. */
static void alloc_staged(struct cuda_worker *w)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t len = STAGED_KEYS * sizeof(struct wc_aes_slot);
	void *at;

	len = (len + page - 1) & ~(page - 1);
	at = mmap(NULL, len, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED) {
		w->result = CUDA_ERROR_OUT_OF_MEMORY;
		return;
	}
	madvise(at, len, MADV_DONTDUMP);
	CALL(w, cuMemHostRegister, at, len, 0);
	if (w->result) {
		munmap(at, len);
		return;
	}
	w->staged = at;
	w->staged_len = len;
}

static void alloc_buffers(struct cuda_worker *w)
{
	const struct wc_geometry *geo = &w->base.backend->arena->geo;
	void *jobs = NULL;

	w->batch.max = wc_aes_batch_max(geo->frame_size);
	w->loaded = calloc(geo->key_slots, sizeof(w->loaded[0]));
	if (!w->loaded)
		w->result = CUDA_ERROR_OUT_OF_MEMORY;
	CALL(w, cuStreamCreate, &w->stream, CU_STREAM_NON_BLOCKING);
	CALL(w, cuMemAlloc, &w->in, geo->frame_size + BUFFER_SLACK);
	CALL(w, cuMemAlloc, &w->out, geo->frame_size + BUFFER_SLACK);
	CALL(w, cuMemAlloc, &w->jobs, w->batch.max * sizeof(struct wc_job));
	CALL(w, cuMemAlloc, &w->slots,
	     (size_t)geo->key_slots * sizeof(struct wc_aes_slot));
	CALL(w, cuMemHostAlloc, &jobs, w->batch.max * sizeof(struct wc_job), 0);
	w->batch.jobs = jobs;
	alloc_staged(w);
}

/* A launch of each kernel with nothing to do, so that none is the first. */
static void warm_up(struct cuda_worker *w)
{
	const struct cuda_backend *c = to_cuda(w->base.backend);
	const struct wc_aes_launch none = { 0, 0, 0 };
	int g;

	for (g = 0; g < WC_AES_GROUPS; g++)
		launch(w, c->launch[g], &none, 0);
	launch(w, c->tweak, &none, 0);
}

static int cuda_worker_start(struct wc_backend *backend,
			     struct wc_worker **worker, struct wc_error *err)
{
	struct cuda_backend *c = to_cuda(backend);
	struct cuda_worker *w = calloc(1, sizeof(*w));
	int ret;

	if (!w)
		return wc_fail(err, -ENOMEM, "out of memory");
	w->base.backend = backend;
	CALL(w, cuCtxSetCurrent, c->ctx);
	alloc_buffers(w);
	if (!w->result) {
		wipe_device(w);
		warm_up(w);
		CALL(w, cuStreamSynchronize, w->stream);
	}
	if (w->result) {
		ret = fail(c, w->result, -ENOMEM,
			   "a worker's buffers (give smaller frames, fewer key slots or fewer threads)",
			   err);
		free_buffers(w);
		return ret;
	}
	*worker = &w->base;
	return 0;
}

/* Wait for the stream; then nothing reads the staged keys any more. */
static void settle(struct cuda_worker *w)
{
	CALL(w, cuStreamSynchronize, w->stream);
	explicit_bzero(w->staged, w->staged_used * sizeof(w->staged[0]));
	w->staged_used = 0;
}

/* wc_aes_key_fn: have the expanded key in @slots by the time of the launch. */
static int load_key(void *ctx, const struct wc_frame *frame,
		    const struct warpcrypt_desc *desc)
{
	uint64_t want = 1ull << 32 | desc->key_generation;
	struct cuda_worker *w = ctx;
	struct wc_aes_slot *staged;
	struct warpcrypt_key key;
	int ret;

	if (w->loaded[desc->key_slot] == want)
		return 0;
	if (w->staged_used == STAGED_KEYS)
		settle(w);
	staged = &w->staged[w->staged_used];
	ret = wc_frame_key(frame, desc, &key);
	if (!ret)
		ret = wc_aes_slot_expand(staged, &key);
	explicit_bzero(&key, sizeof(key));
	if (ret)
		return ret;
	w->staged_used++;
	CALL(w, cuMemcpyHtoDAsync,
	     w->slots + (size_t)desc->key_slot * sizeof(*staged), staged,
	     sizeof(*staged), w->stream);
	w->loaded[desc->key_slot] = want;
	return w->result ? -EIO : 0;
}

static void run_launches(struct cuda_worker *w)
{
	const struct cuda_backend *c = to_cuda(w->base.backend);
	int g;

	for (g = 0; g < WC_AES_GROUPS; g++) {
		const struct wc_aes_launch *l = &w->batch.launch[g];

		if (!l->count)
			continue;
		if (g == WC_AES_XTS_ENC || g == WC_AES_XTS_DEC)
			launch(w, c->tweak, l, l->count);
		launch(w, c->launch[g], l, l->threads);
	}
}

static int cuda_process(struct wc_worker *worker, const struct wc_frame *frame)
{
	struct cuda_worker *w = (struct cuda_worker *)worker;
	int ret;

	ret = wc_aes_batch_build(&w->batch, frame, load_key, w);
	if (!ret) {
		CALL(w, cuMemcpyHtoDAsync, w->jobs, w->batch.jobs,
		     w->batch.count * sizeof(struct wc_job), w->stream);
		if (w->batch.reads_input)
			CALL(w, cuMemcpyHtoDAsync, w->in, frame->base,
			     frame->payload, w->stream);
		run_launches(w);
		CALL(w, cuMemcpyDtoHAsync, frame->base, w->out, frame->payload,
		     w->stream);
	}
	settle(w);
	/* The driver's errors stay: the context is of no more use. */
	if (w->result)
		return fail(to_cuda(worker->backend), w->result, -EIO,
			    "doing a frame", &worker->error);
	return ret;
}

const struct wc_backend_ops wc_backend_cuda = {
	.name = "cuda",
	.about = "the first GPU, by the CUDA driver API",
	.shared_engine = true,
	.default_threads = cuda_default_threads,
	.open = cuda_open,
	.describe = cuda_describe,
	.modes = cuda_modes,
	.arena_add = cuda_arena_add,
	.arena_remove = cuda_arena_remove,
	.worker_start = cuda_worker_start,
	.process = cuda_process,
	.worker_stop = cuda_worker_stop,
	.close = cuda_close,
};
