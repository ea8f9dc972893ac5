/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of the libcuda.so.1 that emulates GPUs share: fake_cuda.c has calls that
 * fail, contexts, kernels and the device's memory, fake_cuda_host.c memory of the host,
 * fake_cuda_stream.c what is done in streams.
 */
#ifndef WARPCRYPT_TESTS_UNIT_FAKE_CUDA_CALLS_H
#define WARPCRYPT_TESTS_UNIT_FAKE_CUDA_CALLS_H

#include <cuda.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "tests/unit/fake_cuda.h"

/* A call to no GPU in particular. */
#define NO_GPU	(-1)

/* What a test sees, and what it tells. */
extern struct fake_cuda_seen fake_seen;
extern struct fake_cuda *fake_control;
/* Lists of memory. */
extern pthread_mutex_t fake_lock;

void fake_die(const char *what);
CUresult fake_fault(const char *name, void *caller, int gpu);
CUcontext fake_current(void);
int fake_current_gpu(void);
bool fake_is_latency(CUfunction fn);
bool fake_is_on_device(const void *at);
bool fake_is_mapped(const void *at);
CUresult fake_see_copy(const void *at, size_t len, bool in);

/* In each function: a test may have it fail. */
#define MAY_FAIL_ON(gpu) do {						\
	CUresult r_ = fake_fault(__func__, __builtin_return_address(0), gpu); \
	if (r_)								\
		return r_;						\
} while (0)

#define MAY_FAIL()	MAY_FAIL_ON(NO_GPU)

/* And those that need a context. */
#define IN_CONTEXT() do {						\
	MAY_FAIL_ON(fake_current_gpu());				\
	if (!fake_current())						\
		return CUDA_ERROR_INVALID_CONTEXT;			\
} while (0)

#endif /* WARPCRYPT_TESTS_UNIT_FAKE_CUDA_CALLS_H */
