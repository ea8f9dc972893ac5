/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One GPU: its context, the kernels loaded into it, and how to launch them.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CUDA_DEVICE_H
#define WARPCRYPT_HELPER_ENGINE_CUDA_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "helper/engine/cuda_api.h"
#include "kernels/gpu/launch.h"

/**
 * struct wc_cuda_device - a GPU, open
 * @api: the driver library
 * @device: its handle
 * @ctx: a context of our own
 * @has_direct: wc_cuda_device_load_direct() has loaded its kernels
 * @kernel: the kernels; NULL if kernels/gpu/launch.h has no such kernel
 * @latency: the latency kernels
 * @latency_threads: they do launches of so many threads or less
 * @sms: its number of multiprocessors
 * @shared: how much shared memory a block can have, bytes
 * @small: frames with payloads of this many bytes or less are not copied
 * @in_flight: frames that have begun and not ended, of all workers
 * @node: the NUMA node next to it; less than 0: there is none
 * @row: the kernels of each cipher, by wc_kernels_of()
 * @latency_row: the latency kernels of each, by wc_latency_kernels_of()
 * @about: a line that describes it
 */
struct wc_cuda_device {
	struct wc_cuda api;
	CUdevice device;
	CUcontext ctx;
	bool has_direct;
	CUfunction kernel[WC_GPU_CIPHERS][WC_KERNELS];
	CUfunction latency[WC_GPU_CIPHERS][WC_KERNELS];
	uint32_t latency_threads;
	int sms;
	int shared;
	uint32_t small;
	atomic_uint in_flight;
	int node;
	const struct wc_kernel *row[WC_GPU_CIPHERS];
	const struct wc_kernel *latency_row[WC_GPU_CIPHERS];
	char about[160];
};

/**
 * struct wc_cuda_args - the arguments of every kernel (kernels/gpu/entry.h)
 * @jobs: device array of struct wc_job or struct wc_fresh
 * @count: its entries
 * @threads: the number of threads with work
 * @slots: device array of expanded keys; for groups scratch memory
 * @in: device buffer, the frame's payloads
 * @out: device buffer, the results
 * @host_jobs: the same as @jobs: if they are not more than WC_LATENCY_JOBS, latency kernels
 *	get them with the launch. NULL: kernels read @jobs
 * @throughput: no latency kernel
 */
struct wc_cuda_args {
	CUdeviceptr jobs;
	uint32_t count;
	uint32_t threads;
	CUdeviceptr slots;
	CUdeviceptr in;
	CUdeviceptr out;
	const struct wc_job *host_jobs;
	bool throughput;
};

int wc_cuda_device_open(struct wc_cuda_device *dev, unsigned int gpu,
			struct wc_error *err);
int wc_cuda_device_load_direct(struct wc_cuda_device *dev,
			       struct wc_error *err);
void wc_cuda_device_close(struct wc_cuda_device *dev);
CUresult wc_cuda_enter(const struct wc_cuda_device *dev);
CUresult wc_cuda_wait(const struct wc_cuda_device *dev, CUstream stream,
		      bool soon);
void wc_cuda_leave(const struct wc_cuda_device *dev);
bool wc_cuda_is_latency(const struct wc_cuda_device *dev,
			enum wc_gpu_cipher cipher, unsigned int kind,
			uint32_t threads);
CUresult wc_cuda_launch(const struct wc_cuda_device *dev, CUstream stream,
			enum wc_gpu_cipher cipher, unsigned int kind,
			const struct wc_cuda_args *args);
int wc_cuda_fail(const struct wc_cuda_device *dev, CUresult result, int code,
		 const char *what, struct wc_error *err);

#endif /* WARPCRYPT_HELPER_ENGINE_CUDA_DEVICE_H */
