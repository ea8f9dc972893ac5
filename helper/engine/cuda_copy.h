/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A frame's payloads to the device and its results back: to and from the arena, or,
 * what is elsewhere (&wc_view.runs), to and from there, a copy for each run.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CUDA_COPY_H
#define WARPCRYPT_HELPER_ENGINE_CUDA_COPY_H

#include "helper/engine/cuda_memory.h"

/**
 * struct wc_cuda_copy - what is copied to where
 * @dev: the GPU
 * @stream: orders all that is done
 * @frame: the frame
 * @batch: its jobs
 * @place: where they find what they need, on the device
 */
struct wc_cuda_copy {
	const struct wc_cuda_device *dev;
	CUstream stream;
	const struct wc_view *frame;
	const struct wc_batch *batch;
	const struct wc_cuda_place *place;
};

CUresult wc_cuda_copy(const struct wc_cuda_copy *c, bool in);

#endif /* WARPCRYPT_HELPER_ENGINE_CUDA_COPY_H */
