/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The memory of a worker of the CUDA engine: buffers on the device, and jobs and new
 * keys in pinned memory of the host; and where the launches of a frame find what they
 * need.
 *
 * What a frame with units of groups must have wiped lies together: behind 25519's tables
 * come its scratch memory, as much as the frame needs, the payloads and the results.
 *
 * Small frames have no payloads on the device: the GPU reads the arena, and mostly writes there, too.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CUDA_MEMORY_H
#define WARPCRYPT_HELPER_ENGINE_CUDA_MEMORY_H

#include "helper/engine/batch.h"
#include "helper/engine/cuda_device.h"

/**
 * enum wc_cuda_buffer - a worker's buffers on the device
 * @WC_CUDA_JOBS: the batch's jobs
 * @WC_CUDA_FRESH: new keys
 * @WC_CUDA_SLOTS: expanded keys, WC_SLOT_BYTES for each key slot
 * @WC_CUDA_FRAME: 25519's tables and scratch memory (kernels/gpu/25519_units.h), the
 *	frame's payloads, the results
 * @WC_CUDA_P256: tables and scratch memory of P-256 (kernels/gpu/wei_units.h)
 * @WC_CUDA_BUFFERS: the number of buffers
 */
enum wc_cuda_buffer {
	WC_CUDA_JOBS,
	WC_CUDA_FRESH,
	WC_CUDA_SLOTS,
	WC_CUDA_FRAME,
	WC_CUDA_P256,
	WC_CUDA_BUFFERS,
};

/* The frames of an arena that are a GPU's. @device: of the first; 0: not registered yet. */
struct wc_cuda_frames {
	uint8_t *host;
	size_t len;
	CUdeviceptr device;
};

/**
 * struct wc_cuda_memory - a worker's memory
 * @dev: the GPU
 * @frames: the arena's
 * @buffer: on the device
 * @len: length of each buffer, bytes
 * @jobs: room for @jobs_max jobs, in pinned memory
 * @jobs_max: how many
 * @mapped_jobs: the address of @jobs on the device
 * @fresh: room for @fresh_max new keys, in pinned memory
 * @fresh_max: how many
 * @fresh_len: length of @fresh, bytes
 */
struct wc_cuda_memory {
	const struct wc_cuda_device *dev;
	const struct wc_cuda_frames *frames;
	CUdeviceptr buffer[WC_CUDA_BUFFERS];
	size_t len[WC_CUDA_BUFFERS];
	struct wc_job *jobs;
	uint32_t jobs_max;
	CUdeviceptr mapped_jobs;
	struct wc_fresh *fresh;
	uint32_t fresh_max;
	size_t fresh_len;
};

/**
 * struct wc_cuda_place - where the launches of a frame find what they need
 * @jobs: jobs
 * @in: payloads
 * @out: results
 * @end: the end of what the frame has of WC_CUDA_FRAME
 * @mapped: @jobs and @in are in the host's memory: nothing is copied in
 * @in_place: so is @out, at @in: nothing is copied out
 */
struct wc_cuda_place {
	CUdeviceptr jobs;
	CUdeviceptr in;
	CUdeviceptr out;
	CUdeviceptr end;
	bool mapped;
	bool in_place;
};

CUresult wc_cuda_memory_alloc(struct wc_cuda_memory *m,
			      const struct wc_cuda_device *dev,
			      const struct wc_cuda_frames *frames,
			      const struct wc_geometry *geo);
CUresult wc_cuda_memory_wipe(const struct wc_cuda_memory *m, CUstream stream);
void wc_cuda_memory_free(struct wc_cuda_memory *m, bool wiped);
CUdeviceptr wc_cuda_memory_slots(const struct wc_cuda_memory *m,
				 uint32_t cipher);
void wc_cuda_memory_place(const struct wc_cuda_memory *m,
			  const struct wc_view *frame,
			  const struct wc_batch *batch,
			  struct wc_cuda_place *place);
CUresult wc_cuda_memory_wipe_units(const struct wc_cuda_memory *m,
				   const struct wc_cuda_place *place,
				   const struct wc_batch *batch, CUstream stream);

/**
 * struct wc_cuda_copy - what is copied to where
 * @dev: the GPU
 * @stream: orders all that is done
 * @frame: the frame
 * @batch: its jobs
 * @place: where they find what they need, on the device
 *
 * A frame's payloads go to the device and its results back: to and from the arena, or,
 * what is elsewhere (&wc_view.runs), to and from there, a copy for each run.
 */
struct wc_cuda_copy {
	const struct wc_cuda_device *dev;
	CUstream stream;
	const struct wc_view *frame;
	const struct wc_batch *batch;
	const struct wc_cuda_place *place;
};

CUresult wc_cuda_copy(const struct wc_cuda_copy *c, bool in);

#endif /* WARPCRYPT_HELPER_ENGINE_CUDA_MEMORY_H */
