/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A worker of the CUDA engine: a stream, and what a frame needs on the device.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CUDA_WORKER_H
#define WARPCRYPT_HELPER_ENGINE_CUDA_WORKER_H

#include "helper/engine/backend.h"
#include "helper/engine/cuda_memory.h"

int wc_cuda_worker_start(struct wc_backend *backend,
			 struct wc_cuda_device *dev,
			 const struct wc_cuda_frames *frames,
			 struct wc_worker **worker, struct wc_error *err);
int wc_cuda_worker_process(struct wc_worker *worker,
			   const struct wc_view *frame);
bool wc_cuda_worker_begin(struct wc_worker *worker,
			  const struct wc_view *frame);
int wc_cuda_worker_finish(struct wc_worker *worker);
int wc_cuda_worker_forget(struct wc_worker *worker);
void wc_cuda_worker_stop(struct wc_worker *worker);

#endif /* WARPCRYPT_HELPER_ENGINE_CUDA_WORKER_H */
