// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each worker has a stream, a frame's payloads and results on the device, and
 * there an expanded key for every key slot. Processing a frame: copy new keys in
 * and expand them; copy jobs and payloads in; launch what kernels/gpu/launch.h
 * describes; copy payloads out; wait. If all requests are CTR, no payloads are
 * copied in, because the results are keystream. Of a small frame nothing is copied in, and
 * mostly nothing out: the kernels work in the arena. After a frame with units of groups the device's
 * memory is wiped at once.
 *
 * Workers share only constant data, so there are no locks. Copies of one stream
 * overlap with launches of another.
 */
#include "helper/engine/cuda_worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "helper/engine/batch.h"
#include "kernels/cpu/25519_engine.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/wei_engine.h"

/* By so much may the kernel end a sleep of a worker's thread too late. */
#define SLACK_NS	1000ul

/**
 * struct cuda_worker - one stream
 * @base: the part that all engines' workers have
 * @dev: the GPU
 * @stream: orders all copies and launches of this worker
 * @memory: its memory
 * @batch: the frame as launches
 * @place: where they find what they need
 * @fresh_used: the number of new keys in &wc_cuda_memory.fresh
 * @loaded: for each key slot wc_batch_key_id() of the key that is expanded, 0: none
 * @status: why the frame that was begun is invalid, or 0
 * @result: the first error of this worker
 */
struct cuda_worker {
	struct wc_worker base;
	struct wc_cuda_device *dev;
	CUstream stream;
	struct wc_cuda_memory memory;
	struct wc_batch batch;
	struct wc_cuda_place place;
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

/* The same with a function of ours. */
#define THEN(w, call) do {						\
	if (!(w)->result)						\
		(w)->result = (call);					\
} while (0)

/* Adds to @args what is the same for all launches of the frame. */
static void launch_with(struct cuda_worker *w, uint32_t cipher,
			unsigned int kind, struct wc_cuda_args *args)
{
	args->slots = wc_cuda_memory_slots(&w->memory, cipher);
	args->in = w->place.in;
	args->out = w->place.out;
	THEN(w, wc_cuda_launch(w->dev, w->stream, cipher, kind, args));
}

static void launch(struct cuda_worker *w, uint32_t cipher, unsigned int kind,
		   CUdeviceptr jobs, uint32_t count, uint32_t threads)
{
	struct wc_cuda_args args = {
		.jobs = jobs, .count = count, .threads = threads,
	};

	launch_with(w, cipher, kind, &args);
}

/*
 * Leave no secrets on the device. Also after an error, which may be one that the
 * context survives. Returns whether the device has done it.
 */
static bool wipe_device(struct cuda_worker *w)
{
	w->result = CUDA_SUCCESS;
	if (!w->stream)
		return true;
	THEN(w, wc_cuda_memory_wipe(&w->memory, w->stream));
	CALL(w, cuStreamSynchronize, w->stream);
	return !w->result;
}

/*
 * Wipe and free a worker, in its thread. If the device does not do it, because the GPU has
 * failed, the rest is freed by wc_cuda_device_close().
 */
void wc_cuda_worker_stop(struct wc_worker *worker)
{
	struct cuda_worker *w = (struct cuda_worker *)worker;
	const struct wc_cuda_device *dev = w->dev;
	/* Once more, if it was only the first call that failed. */
	bool wiped = wipe_device(w) || wipe_device(w);

	wc_cuda_memory_free(&w->memory, wiped);
	if (w->stream)
		dev->api.cuStreamDestroy(w->stream);
	free(w->loaded);
	free(w);
	wc_cuda_leave(dev);
}

static void alloc_all(struct cuda_worker *w, const struct wc_cuda_frames *frames)
{
	const struct wc_geometry *geo = &w->base.backend->arena->geo;

	w->memory.dev = w->dev;
	w->loaded = calloc(geo->key_slots, sizeof(w->loaded[0]));
	if (!w->loaded)
		w->result = CUDA_ERROR_OUT_OF_MEMORY;
	CALL(w, cuStreamCreate, &w->stream, CU_STREAM_NON_BLOCKING);
	THEN(w, wc_cuda_memory_alloc(&w->memory, w->dev, frames, geo));
	w->batch.jobs = w->memory.jobs;
	w->batch.max = w->memory.jobs_max;
	/* Launches that have no payloads get some address, too. */
	w->place.in = w->memory.buffer[WC_CUDA_FRAME];
	w->place.out = w->place.in;
}

/* The multiples of a group's base point, which are public. */
static void load_tables(struct cuda_worker *w, enum wc_gpu_cipher group)
{
	const uint64_t *tables = group == WC_GPU_P256 ? wcwei_p256.gpu_tables() :
							wc25519_gpu_tables();

	if (!tables) {
		w->result = CUDA_ERROR_OUT_OF_MEMORY;
		return;
	}
	CALL(w, cuMemcpyHtoDAsync, wc_cuda_memory_slots(&w->memory, group),
	     tables, wc_unit_tables(group), w->stream);
	CALL(w, cuStreamSynchronize, w->stream);
}

/*
 * Launch each kernel without work: first launches are slow. Where a kind has a latency
 * kernel, that is launched first.
 */
static void warm_up(struct cuda_worker *w)
{
	struct wc_cuda_args none = { .jobs = w->memory.buffer[WC_CUDA_JOBS] };
	int cipher, kind;

	for (cipher = 0; cipher < WC_GPU_CIPHERS; cipher++)
		for (kind = 0; kind < WC_KERNELS; kind++) {
			if (wc_kernel_is_direct(cipher, kind))
				continue;
			none.throughput = false;
			launch_with(w, cipher, kind, &none);
			none.throughput = true;
			if (wc_cuda_is_latency(w->dev, cipher, kind, 0))
				launch_with(w, cipher, kind, &none);
		}
}

/*
 * Allocate and warm up, and set the timer slack of the calling thread, which is the
 * worker's. Returns 0, -ENOMEM or -EIO.
 */
int wc_cuda_worker_start(struct wc_backend *backend,
			 struct wc_cuda_device *dev,
			 const struct wc_cuda_frames *frames,
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
	alloc_all(w, frames);
	if (!w->result && wipe_device(w)) {
		load_tables(w, WC_GPU_25519);
		load_tables(w, WC_GPU_P256);
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
	/* It is 50 us, more than wc_cuda_wait() sleeps at first. Not before CUDA has its threads. */
	prctl(PR_SET_TIMERSLACK, SLACK_NS);
	*worker = &w->base;
	return 0;
}

/* Expand the new keys on the device. The stream reads them until wait_and_wipe(). */
static void send_keys(struct cuda_worker *w)
{
	const struct wc_fresh *fresh = w->memory.fresh;
	CUdeviceptr at = w->memory.buffer[WC_CUDA_FRESH];
	uint32_t ciphers = 0, n = w->fresh_used, i;

	if (!n)
		return;
	for (i = 0; i < n; i++)
		ciphers |= 1u << fresh[i].cipher;
	CALL(w, cuMemcpyHtoDAsync, at, fresh, n * sizeof(*fresh), w->stream);
	for (i = 0; i < WC_GPU_CIPHERS; i++) {
		if (!(ciphers >> i & 1))
			continue;
		launch(w, i, WC_SCHEDULE, at, n, n);
		launch(w, i, WC_MASKS, at, n, n * WC_MASK_THREADS);
	}
	CALL(w, cuMemsetD8Async, at, 0, n * sizeof(*fresh), w->stream);
}

/*
 * Wait for the stream, and wipe the new keys, which it does not read any more. Also
 * after an error: what was begun before may be using memory that the caller gets back.
 * While other frames are in flight, only their latency matters that are small.
 */
static void wait_and_wipe(struct cuda_worker *w)
{
	bool soon = w->place.mapped || atomic_load(&w->dev->in_flight) == 1;
	CUresult r = wc_cuda_wait(w->dev, w->stream, soon);

	/* Once more, if it was only this call that failed. */
	if (r)
		w->dev->api.cuStreamSynchronize(w->stream);
	if (!w->result)
		w->result = r;
	explicit_bzero(w->memory.fresh,
		       w->fresh_used * sizeof(w->memory.fresh[0]));
	w->fresh_used = 0;
}

/* wc_batch_key_fn: the key will be expanded into @SLOTS before the launch. */
static int load_key(void *ctx, const struct wc_view *frame,
		    const struct warpcrypt_desc *desc)
{
	uint64_t want = wc_batch_key_id(desc);
	struct cuda_worker *w = ctx;
	struct wc_fresh *fresh;
	int ret;

	if (w->loaded[desc->key_slot] == want)
		return 0;
	if (w->fresh_used == w->memory.fresh_max) {
		send_keys(w);
		wait_and_wipe(w);
	}
	fresh = &w->memory.fresh[w->fresh_used];
	ret = wc_batch_fresh(fresh, frame, desc);
	if (ret) {
		explicit_bzero(fresh, sizeof(*fresh));
		return ret;
	}
	w->fresh_used++;
	w->loaded[desc->key_slot] = want;
	return w->result ? -EIO : 0;
}

static void run_mode(struct cuda_worker *w, int cipher, enum wc_kernel_kind mode)
{
	bool xts = mode == WC_XTS_ENC || mode == WC_XTS_DEC;
	unsigned int own = mode == WC_XTS_ENC ? WC_XTS_ENC_OWN : WC_XTS_DEC_OWN;
	const struct wc_launch *l = &w->batch.launch[cipher][mode];
	CUdeviceptr jobs = w->place.jobs +
			   (size_t)l->first * sizeof(struct wc_job);

	if (!l->count)
		return;
	/*
	 * The only launch of these jobs. So none before it has changed them on the GPU, as
	 * WC_TWEAK does, and the host's are the same.
	 */
	if (!xts || (!l->steals &&
		     wc_cuda_is_latency(w->dev, cipher, own, l->threads))) {
		struct wc_cuda_args args = {
			.jobs = jobs, .count = l->count, .threads = l->threads,
			.host_jobs = &w->batch.jobs[l->first],
		};

		launch_with(w, cipher, xts ? own : mode, &args);
		return;
	}
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
	struct wc_group_launch launches[WC_GROUP_LAUNCHES];
	CUdeviceptr jobs = w->place.jobs +
			   (size_t)l->first * sizeof(struct wc_job);
	unsigned int n, i;

	if (!l->count)
		return;
	n = wc_group_launches(launches, kind, l->threads);
	for (i = 0; i < n; i++)
		launch(w, group, launches[i].kind, jobs,
		       launches[i].units ? l->threads : l->count,
		       launches[i].threads);
}

/* Jobs and payloads, if the kernels do not read them where they are. */
static void copy_in(struct cuda_worker *w, const struct wc_cuda_copy *copy)
{
	if (w->place.mapped)
		return;
	CALL(w, cuMemcpyHtoDAsync, w->place.jobs, w->batch.jobs,
	     w->batch.count * sizeof(struct wc_job), w->stream);
	THEN(w, wc_cuda_copy(copy, true));
}

static void run_batch(struct cuda_worker *w, const struct wc_view *frame)
{
	const struct wc_cuda_copy copy = {
		.dev = w->dev,
		.stream = w->stream,
		.frame = frame,
		.batch = &w->batch,
		.place = &w->place,
	};
	unsigned int kind;
	int cipher, mode;

	wc_cuda_memory_place(&w->memory, frame, &w->batch, &w->place);
	copy_in(w, &copy);
	for (cipher = 0; cipher < WC_GPU_25519; cipher++)
		for (mode = 0; mode < WC_MODES; mode++)
			run_mode(w, cipher, mode);
	for (; cipher < WC_GPU_CIPHERS; cipher++)
		for (kind = 0; kind < WC_FINISH; kind++)
			run_units(w, cipher, kind);
	if (!w->place.in_place)
		THEN(w, wc_cuda_copy(&copy, false));
	if (w->batch.has_units)
		THEN(w, wc_cuda_memory_wipe_units(&w->memory, &w->place,
						  &w->batch, w->stream));
}

/* Begin to process a frame, which is not changed until wc_cuda_worker_finish() returns. */
bool wc_cuda_worker_begin(struct wc_worker *worker, const struct wc_view *frame)
{
	struct cuda_worker *w = (struct cuda_worker *)worker;

	atomic_fetch_add(&w->dev->in_flight, 1);
	w->status = wc_batch_build(&w->batch, frame, load_key, w);
	/* Also after an error: @loaded has these keys already. */
	send_keys(w);
	if (!w->status)
		run_batch(w, frame);
	return w->status || w->place.mapped;
}

/*
 * Returns 0, -EINVAL if the frame is invalid, or -EIO if the GPU, or getrandom(), has
 * failed.
 */
int wc_cuda_worker_finish(struct wc_worker *worker)
{
	struct cuda_worker *w = (struct cuda_worker *)worker;

	wait_and_wipe(w);
	atomic_fetch_sub(&w->dev->in_flight, 1);
	/* There the GPU has made XTS's tweaks of the IVs. */
	if (w->place.mapped)
		explicit_bzero(w->memory.jobs,
			       w->batch.count * sizeof(w->memory.jobs[0]));
	/* Errors of the driver are permanent: the context cannot be used again. */
	if (w->result)
		return wc_cuda_fail(w->dev, w->result, -EIO, "processing a frame",
				    &worker->error);
	if (w->status == -EIO)
		return wc_fail(&worker->error, -EIO, "getrandom() failed");
	return w->status;
}

/* Process one frame in place. Returns as wc_cuda_worker_finish(). */
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

/*
 * Wipe expanded keys that are in their slots no longer: they are gone from the device when
 * this returns. Returns how many, or -EIO if the GPU has failed.
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
		     w->memory.buffer[WC_CUDA_SLOTS] + (size_t)i * WC_SLOT_BYTES, 0,
		     (size_t)n * WC_SLOT_BYTES, w->stream);
		memset(&w->loaded[i], 0, n * sizeof(w->loaded[0]));
		wiped += n;
	}
	/* And tweaks that were made with them. */
	if (wiped)
		CALL(w, cuMemsetD8Async, w->memory.buffer[WC_CUDA_JOBS], 0,
		     w->memory.len[WC_CUDA_JOBS], w->stream);
	if (wiped)
		CALL(w, cuStreamSynchronize, w->stream);
	if (w->result)
		return wc_cuda_fail(w->dev, w->result, -EIO,
				    "wiping keys that are in use no longer",
				    &worker->error);
	return (int)wiped;
}
