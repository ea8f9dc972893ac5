/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The functions of the CUDA driver API that are used, looked up at run time, so
 * that the program runs with and without NVIDIA's driver. Types are those of
 * cuda.h, which only the build needs. Macros of cuda.h add version suffixes to
 * some names; they do so in the members here as well as in the calls.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CUDA_API_H
#define WARPCRYPT_HELPER_ENGINE_CUDA_API_H

#include <cuda.h>

#include "helper/transport/error.h"

/*
 * cuda.h's cuCtxCreate is another function in every second release. This one is in
 * all drivers since CUDA 4.
 */
CUresult CUDAAPI cuCtxCreate_v2(CUcontext *ctx, unsigned int flags,
				CUdevice device);

#define WC_CUDA_FUNCTIONS(F)						\
	F(cuInit) F(cuGetErrorString) F(cuDriverGetVersion)		\
	F(cuDeviceGetCount) F(cuDeviceGet) F(cuDeviceGetName)		\
	F(cuDeviceGetUuid) F(cuDeviceGetAttribute) F(cuCtxCreate_v2)	\
	F(cuCtxDestroy)							\
	F(cuCtxPushCurrent) F(cuCtxPopCurrent) F(cuModuleLoadData)	\
	F(cuModuleGetFunction) F(cuFuncSetAttribute) F(cuMemAlloc)	\
	F(cuMemFree) F(cuMemHostAlloc) F(cuMemFreeHost)			\
	F(cuMemHostRegister) F(cuMemHostGetDevicePointer)		\
	F(cuMemHostUnregister) F(cuMemsetD8Async) F(cuMemcpyHtoDAsync)	\
	F(cuMemcpyDtoHAsync) F(cuStreamCreate) F(cuStreamDestroy)	\
	F(cuStreamQuery) F(cuStreamSynchronize) F(cuLaunchKernel)

#define WC_CUDA_MEMBER(name)	__typeof__(name) *name;

/* The driver library, loaded: dlopen()'s handle, and functions by their names. */
struct wc_cuda {
	void *library;
	WC_CUDA_FUNCTIONS(WC_CUDA_MEMBER)
};

int wc_cuda_load(struct wc_cuda *cuda, struct wc_error *err);
void wc_cuda_unload(struct wc_cuda *cuda);
const char *wc_cuda_text(const struct wc_cuda *cuda, CUresult result);

#endif /* WARPCRYPT_HELPER_ENGINE_CUDA_API_H */
