// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each worker has a stream, two buffers of a frame's size on the device, and
 * there an expanded key for every key slot. Processing a frame: copy new keys in
 * and expand them; copy jobs and payloads in; launch what kernels/gpu/launch.h
 * describes; copy payloads out; wait. If all requests are CTR, no payloads are
 * copied in, because the results are keystream. After a frame with units of groups the
 * device's buffers are wiped at once.
 *
 * Workers share only constant data, so there are no locks. Copies of one stream
 * overlap with launches of another.
 */
#include "helper/engine/cuda_worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "helper/engine/batch.h"
#include "helper/engine/cuda_copy.h"
#include "kernels/cpu/25519_engine.h"
#include "kernels/cpu/sw.h"
#include "kernels/cpu/sw_engine.h"

/* New keys that are copied together; a frame with more needs several copies. */
#define FRESH_MAX		16384u
/* GPU threads store whole blocks: up to 15 bytes past a payload's end. */
#define BUFFER_SLACK		64u

/**
 * enum buffer - a worker's buffers on the device
 * @IN: the frame's payloads
 * @OUT: the results
 * @JOBS: the batch's jobs
 * @FRESH: new keys
 * @SLOTS: expanded keys, WC_SLOT_BYTES for each key slot
 * @UNITS: scratch memory of 25519 (kernels/gpu/25519_units.h)
 * @UNITS_P256: scratch memory of P-256 (kernels/gpu/sw_units.h)
 * @BUFFERS: the number of buffers
 */
enum buffer {
	IN,
	OUT,
	JOBS,
	FRESH,
	SLOTS,
	UNITS,
	UNITS_P256,
	BUFFERS,
};

/**
 * struct cuda_worker - one stream
 * @base: the part that all engines' workers have
 * @dev: the GPU
 * @stream: orders all copies and launches of this worker
 * @buffer: its memory on the device
 * @len: length of each buffer, bytes
 * @batch: the frame as launches; its jobs are in pinned memory
 * @fresh: room for @fresh_max new keys, in pinned memory
 * @fresh_len: its length, bytes
 * @fresh_used: the number of new keys in it
 * @loaded: for each key slot wc_batch_key_id() of the key in @SLOTS, 0: none
 * @status: why the frame that was begun is invalid, or 0
 * @result: the first error of this worker
 */
struct cuda_worker {
	struct wc_worker base;
	const struct wc_cuda_device *dev;
	CUstream stream;
	CUdeviceptr buffer[BUFFERS];
	size_t len[BUFFERS];
	struct wc_batch batch;
	struct wc_fresh *fresh;
	size_t fresh_len;
	uint32_t fresh_max;
	uint32_t fresh_used;
	uint64_t *loaded;
	int status;
	CUresult result;
};

/*
 * Call the driver, unless an earlier call has failed: errors are checked once,
 * at the end of a frame.
 */
#define CALL(w, fn, ...) do {						\
	if (!(w)->result)						\
		(w)->result = (w)->dev->api.fn(__VA_ARGS__);		\
} while (0)

/* Expanded keys, or a group's scratch memory. */
static enum buffer slots_of(uint32_t cipher)
{
	switch (cipher) {
	case WC_GPU_25519:
		return UNITS;
	case WC_GPU_P256:
		return UNITS_P256;
	default:
		return SLOTS;
	}
}

static void launch(struct cuda_worker *w, uint32_t cipher, unsigned int kind,
		   CUdeviceptr jobs, uint32_t count, uint32_t threads)
{
	const struct wc_cuda_args args = {
		.jobs = jobs,
		.count = count,
		.threads = threads,
		.slots = w->buffer[slots_of(cipher)],
		.in = w->buffer[IN],
		.out = w->buffer[OUT],
	};

	if (!w->result)
		w->result = wc_cuda_launch(w->dev, w->stream, cipher, kind,
					   &args);
}

/*
 * Leave no secrets on the device. Also after an error, which may be one that the
 * context survives. Returns whether the device has done it.
 */
static bool wipe_device(struct cuda_worker *w)
{
	int i;

	w->result = CUDA_SUCCESS;
	if (!w->stream)
		return true;
	for (i = 0; i < BUFFERS; i++)
		if (w->buffer[i])
			CALL(w, cuMemsetD8Async, w->buffer[i], 0, w->len[i],
			     w->stream);
	CALL(w, cuStreamSynchronize, w->stream);
	return !w->result;
}

/* What could not be wiped is freed with the context, not for others before. */
static void free_device(struct cuda_worker *w)
{
	const struct wc_cuda *api = &w->dev->api;
	/* Once more, if it was only the first call that failed. */
	bool wiped = wipe_device(w) || wipe_device(w);
	int i;

	for (i = 0; i < BUFFERS && wiped; i++)
		if (w->buffer[i])
			api->cuMemFree(w->buffer[i]);
	if (w->stream)
		api->cuStreamDestroy(w->stream);
}

/* In pinned memory are keys, and in jobs XTS's tweaks. */
static void free_host(struct cuda_worker *w)
{
	const struct wc_cuda *api = &w->dev->api;

	if (w->batch.jobs) {
		explicit_bzero(w->batch.jobs, w->len[JOBS]);
		api->cuMemFreeHost(w->batch.jobs);
	}
	if (w->fresh) {
		api->cuMemHostUnregister(w->fresh);
		explicit_bzero(w->fresh, w->fresh_len);
		munmap(w->fresh, w->fresh_len);
	}
	free(w->loaded);
	free(w);
}

/**
 * wc_cuda_worker_stop() - wipe and free a worker
 * @worker: from wc_cuda_worker_start(), in the same thread
 *
 * If the device does not do it, because the GPU has failed, the rest is freed by
 * wc_cuda_device_close().
 */
void wc_cuda_worker_stop(struct wc_worker *worker)
{
	struct cuda_worker *w = (struct cuda_worker *)worker;
	const struct wc_cuda_device *dev = w->dev;

	free_device(w);
	free_host(w);
	wc_cuda_leave(dev);
}

/* Like the arena: pinned, and not in core dumps or children. */
static void alloc_fresh(struct cuda_worker *w)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t len = (w->len[FRESH] + page - 1) & ~(page - 1);
	void *at;

	at = mmap(NULL, len, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED) {
		w->result = CUDA_ERROR_OUT_OF_MEMORY;
		return;
	}
	madvise(at, len, MADV_DONTDUMP);
	madvise(at, len, MADV_DONTFORK);
	CALL(w, cuMemHostRegister, at, len, 0);
	if (w->result) {
		munmap(at, len);
		return;
	}
	w->fresh = at;
	w->fresh_len = len;
}

static void alloc_buffers(struct cuda_worker *w)
{
	const struct wc_geometry *geo = &w->base.backend->arena->geo;
	void *jobs = NULL;
	int i;

	w->batch.max = wc_batch_max(geo->frame_size);
	w->fresh_max = geo->key_slots < FRESH_MAX ? geo->key_slots : FRESH_MAX;
	w->len[IN] = geo->frame_size + BUFFER_SLACK;
	w->len[OUT] = geo->frame_size + BUFFER_SLACK;
	w->len[JOBS] = w->batch.max * sizeof(struct wc_job);
	w->len[FRESH] = w->fresh_max * sizeof(struct wc_fresh);
	w->len[SLOTS] = (size_t)geo->key_slots * WC_SLOT_BYTES;
	for (i = WC_GPU_25519; i < WC_GPU_CIPHERS; i++)
		w->len[slots_of(i)] = wc_unit_tables(i) +
				      wc_unit_scratch(i, wc_units_in(i, geo->frame_size));
	w->loaded = calloc(geo->key_slots, sizeof(w->loaded[0]));
	if (!w->loaded)
		w->result = CUDA_ERROR_OUT_OF_MEMORY;
	CALL(w, cuStreamCreate, &w->stream, CU_STREAM_NON_BLOCKING);
	for (i = 0; i < BUFFERS; i++)
		CALL(w, cuMemAlloc, &w->buffer[i], w->len[i]);
	CALL(w, cuMemHostAlloc, &jobs, w->len[JOBS], 0);
	w->batch.jobs = jobs;
	alloc_fresh(w);
}

/* The multiples of a group's base point, which are public. */
static void load_table(struct cuda_worker *w, enum wc_gpu_cipher group)
{
	size_t len = wc_unit_tables(group);
	uint64_t *table = malloc(len);

	if (!table) {
		w->result = CUDA_ERROR_OUT_OF_MEMORY;
		return;
	}
	if (group == WC_GPU_P256)
		wcsw_p256.make_table(table, SW_GPU_BASE_W);
	else
		wc25519_make_table(table, ED_GPU_BASE_W);
	CALL(w, cuMemcpyHtoDAsync, w->buffer[slots_of(group)], table, len,
	     w->stream);
	CALL(w, cuStreamSynchronize, w->stream);
	free(table);
}

/* Launch each kernel without work: first launches are slow. */
static void warm_up(struct cuda_worker *w)
{
	int cipher, kind;

	for (cipher = 0; cipher < WC_GPU_CIPHERS; cipher++)
		for (kind = 0; kind < WC_KERNELS; kind++)
			if (!wc_kernel_is_direct(cipher, kind))
				launch(w, cipher, kind, w->buffer[JOBS], 0,
				       0);
}

/**
 * wc_cuda_worker_start() - allocate and warm up
 * @backend: the engine, with an arena
 * @dev: its GPU
 * @worker: the result
 * @err: why it failed
 *
 * To be called in the worker's thread.
 *
 * Return: 0, -ENOMEM or -EIO
 */
int wc_cuda_worker_start(struct wc_backend *backend,
			 const struct wc_cuda_device *dev,
			 struct wc_worker **worker, struct wc_error *err)
{
	struct cuda_worker *w = calloc(1, sizeof(*w));
	int ret;

	if (!w)
		return wc_fail(err, -ENOMEM, "out of memory");
	w->base.backend = backend;
	w->dev = dev;
	w->result = wc_cuda_enter(dev);
	if (w->result) {
		ret = wc_cuda_fail(dev, w->result, -EIO, "entering the context",
				   err);
		free(w);
		return ret;
	}
	alloc_buffers(w);
	if (!w->result && wipe_device(w)) {
		load_table(w, WC_GPU_25519);
		load_table(w, WC_GPU_P256);
		warm_up(w);
		CALL(w, cuStreamSynchronize, w->stream);
	}
	if (w->result) {
		ret = wc_cuda_fail(dev, w->result, -ENOMEM,
				   "a worker's buffers (give smaller frames, fewer key slots or fewer threads)",
				   err);
		wc_cuda_worker_stop(&w->base);
		return ret;
	}
	*worker = &w->base;
	return 0;
}

/* Expand the new keys on the device. The stream reads them until settle(). */
static void send_keys(struct cuda_worker *w)
{
	uint32_t ciphers = 0, n = w->fresh_used, i;

	if (!n)
		return;
	for (i = 0; i < n; i++)
		ciphers |= 1u << w->fresh[i].cipher;
	CALL(w, cuMemcpyHtoDAsync, w->buffer[FRESH], w->fresh,
	     n * sizeof(w->fresh[0]), w->stream);
	for (i = 0; i < WC_GPU_CIPHERS; i++) {
		if (!(ciphers >> i & 1))
			continue;
		launch(w, i, WC_SCHEDULE, w->buffer[FRESH], n, n);
		launch(w, i, WC_MASKS, w->buffer[FRESH], n,
		       n * WC_MASK_THREADS);
	}
	CALL(w, cuMemsetD8Async, w->buffer[FRESH], 0,
	     n * sizeof(w->fresh[0]), w->stream);
}

/*
 * Wait for the stream, and wipe the new keys, which it does not read any more. Also
 * after an error: what was begun before may be using memory that the caller gets back.
 */
static void settle(struct cuda_worker *w)
{
	CUresult r = w->dev->api.cuStreamSynchronize(w->stream);

	/* Once more, if it was only this call that failed. */
	if (r)
		w->dev->api.cuStreamSynchronize(w->stream);
	if (!w->result)
		w->result = r;
	explicit_bzero(w->fresh, w->fresh_used * sizeof(w->fresh[0]));
	w->fresh_used = 0;
}

/* wc_batch_key_fn: the key will be expanded into @SLOTS before the launch. */
static int load_key(void *ctx, const struct wc_view *frame,
		    const struct warpcrypt_desc *desc)
{
	uint64_t want = wc_batch_key_id(desc);
	struct cuda_worker *w = ctx;
	int ret;

	if (w->loaded[desc->key_slot] == want)
		return 0;
	if (w->fresh_used == w->fresh_max) {
		send_keys(w);
		settle(w);
	}
	ret = wc_batch_fresh(&w->fresh[w->fresh_used], frame, desc);
	if (ret) {
		explicit_bzero(&w->fresh[w->fresh_used], sizeof(w->fresh[0]));
		return ret;
	}
	w->fresh_used++;
	w->loaded[desc->key_slot] = want;
	return w->result ? -EIO : 0;
}

static void run_mode(struct cuda_worker *w, int cipher, enum wc_kernel_kind mode)
{
	const struct wc_launch *l = &w->batch.launch[cipher][mode];
	CUdeviceptr jobs = w->buffer[JOBS] +
			   (size_t)l->first * sizeof(struct wc_job);

	if (!l->count)
		return;
	if (mode == WC_XTS_ENC || mode == WC_XTS_DEC)
		launch(w, cipher, WC_TWEAK, jobs, l->count, l->count);
	if (l->threads)
		launch(w, cipher, mode, jobs, l->count, l->threads);
	if (l->steals)
		launch(w, cipher,
		       mode == WC_XTS_ENC ? WC_STEAL_ENC : WC_STEAL_DEC, jobs,
		       l->count, l->count);
}

static void run_units(struct cuda_worker *w, uint32_t group, unsigned int kind)
{
	const struct wc_launch *l = &w->batch.launch[group][kind];
	CUdeviceptr jobs = w->buffer[JOBS] +
			   (size_t)l->first * sizeof(struct wc_job);

	if (!l->count)
		return;
	launch(w, group, kind, jobs, l->count, l->threads);
	launch(w, group, kind + WC_FINISH, jobs, l->threads,
	       wc_finish_threads(l->threads));
	launch(w, group, wc_put_kind(kind), jobs, l->count, l->threads);
}

/* The most units of a group that a launch of the batch has. */
static uint32_t most_units(const struct wc_batch *batch, uint32_t group)
{
	unsigned int kind;
	uint32_t n = 0;

	for (kind = 0; kind < WC_FINISH; kind++)
		if (batch->launch[group][kind].threads > n)
			n = batch->launch[group][kind].threads;
	return n;
}

/* Wipe scalars, shared secrets and intermediate values. */
static void wipe_units(struct cuda_worker *w, const struct wc_view *frame)
{
	uint32_t group, n;

	CALL(w, cuMemsetD8Async, w->buffer[IN], 0, frame->payload, w->stream);
	CALL(w, cuMemsetD8Async, w->buffer[OUT], 0, frame->payload, w->stream);
	for (group = WC_GPU_25519; group < WC_GPU_CIPHERS; group++) {
		n = most_units(&w->batch, group);
		if (n)
			CALL(w, cuMemsetD8Async, w->buffer[slots_of(group)] +
			     wc_unit_tables(group), 0,
			     wc_unit_scratch(group, n), w->stream);
	}
}

static void run_batch(struct cuda_worker *w, const struct wc_view *frame)
{
	const struct wc_cuda_copy copy = {
		.dev = w->dev,
		.stream = w->stream,
		.frame = frame,
		.batch = &w->batch,
		.jobs = w->buffer[JOBS],
		.in = w->buffer[IN],
		.out = w->buffer[OUT],
	};
	unsigned int kind;
	int cipher, mode;

	CALL(w, cuMemcpyHtoDAsync, w->buffer[JOBS], w->batch.jobs,
	     w->batch.count * sizeof(struct wc_job), w->stream);
	if (!w->result)
		w->result = wc_cuda_copy_in(&copy);
	for (cipher = 0; cipher < WC_GPU_25519; cipher++)
		for (mode = 0; mode < WC_MODES; mode++)
			run_mode(w, cipher, mode);
	for (; cipher < WC_GPU_CIPHERS; cipher++)
		for (kind = 0; kind < WC_FINISH; kind++)
			run_units(w, cipher, kind);
	if (!w->result)
		w->result = wc_cuda_copy_out(&copy);
	if (w->batch.has_units)
		wipe_units(w, frame);
}

/**
 * wc_cuda_worker_begin() - begin to process one frame in place
 * @worker: the worker
 * @frame: an open frame; it is not changed until wc_cuda_worker_finish() returns
 */
void wc_cuda_worker_begin(struct wc_worker *worker, const struct wc_view *frame)
{
	struct cuda_worker *w = (struct cuda_worker *)worker;

	w->status = wc_batch_build(&w->batch, frame, load_key, w);
	/* Also after an error: @loaded has these keys already. */
	send_keys(w);
	if (!w->status)
		run_batch(w, frame);
}

/**
 * wc_cuda_worker_finish() - wait until a frame has been processed
 * @worker: the worker; wc_cuda_worker_begin() came before
 *
 * Return: 0, -EINVAL if the frame is invalid, or -EIO if the GPU has failed
 */
int wc_cuda_worker_finish(struct wc_worker *worker)
{
	struct cuda_worker *w = (struct cuda_worker *)worker;

	settle(w);
	/* Errors of the driver are permanent: the context cannot be used again. */
	if (w->result)
		return wc_cuda_fail(w->dev, w->result, -EIO, "processing a frame",
				    &worker->error);
	return w->status;
}

/**
 * wc_cuda_worker_process() - process one frame in place
 * @worker: the worker
 * @frame: an open frame
 *
 * Return: as wc_cuda_worker_finish()
 */
int wc_cuda_worker_process(struct wc_worker *worker,
			   const struct wc_view *frame)
{
	wc_cuda_worker_begin(worker, frame);
	return wc_cuda_worker_finish(worker);
}

/* Has the worker an expanded key in @slot that must be wiped? */
static bool is_stale(const struct cuda_worker *w, uint32_t slot)
{
	return w->loaded[slot] &&
	       !wc_mapping_has_key(w->base.backend->arena, slot,
				   (uint32_t)w->loaded[slot]);
}

/* How many slots from @first on are stale. */
static uint32_t count_stale(const struct cuda_worker *w, uint32_t first)
{
	uint32_t end = w->base.backend->arena->geo.key_slots, i;

	for (i = first; i < end && is_stale(w, i); i++)
		;
	return i - first;
}

/**
 * wc_cuda_worker_forget() - wipe expanded keys that are in their slots no longer
 * @worker: the worker
 *
 * They are gone from the device when this returns.
 *
 * Return: how many keys were wiped, or -EIO if the GPU has failed
 */
int wc_cuda_worker_forget(struct wc_worker *worker)
{
	struct cuda_worker *w = (struct cuda_worker *)worker;
	uint32_t slots = worker->backend->arena->geo.key_slots, wiped = 0, i, n;

	for (i = 0; i < slots; i += n ? n : 1) {
		n = count_stale(w, i);
		if (!n)
			continue;
		CALL(w, cuMemsetD8Async,
		     w->buffer[SLOTS] + (size_t)i * WC_SLOT_BYTES, 0,
		     (size_t)n * WC_SLOT_BYTES, w->stream);
		memset(&w->loaded[i], 0, n * sizeof(w->loaded[0]));
		wiped += n;
	}
	if (wiped)
		CALL(w, cuStreamSynchronize, w->stream);
	if (w->result)
		return wc_cuda_fail(w->dev, w->result, -EIO,
				    "wiping keys that are in use no longer",
				    &worker->error);
	return (int)wiped;
}
