/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entry points for the GPU. They are all of one shape, so that the helper
 * launches them from one table (kernels/gpu/launch.h).
 *
 * For the CPU an entry is a function that emulates one of the threads: the .cu
 * files compile as C++ too, and tests/unit/emulated_gpu.c has them do whole frames.
 */
#ifndef WARPCRYPT_KERNELS_GPU_ENTRY_H
#define WARPCRYPT_KERNELS_GPU_ENTRY_H

#include "kernels/gpu/ciphers.h"
#include "kernels/gpu/job.h"

/**
 * struct wc_args - the arguments of every entry, and its thread
 * @jobs: the jobs of this launch, or the fresh keys
 * @count: how many
 * @threads: how many threads have work
 * @slots: expanded keys, WC_SLOT_BYTES each; for groups scratch memory
 * @in: the frame's payloads
 * @out: the results: in the same place where no kernel reads a payload after another thread's
 *	results are there (struct wc_batch says so by @apart), else not
 * @thread: which thread of the launch this is
 * @by_value: the same as @jobs, if they came with the launch. Only entries made by
 *	WC_LATENCY_ENTRY_POINT() get them
 */
struct wc_args {
	void *jobs;
	uint32_t count;
	uint32_t threads;
	uint8_t *slots;
	const uint8_t *in;
	uint8_t *out;
	uint32_t thread;
	struct wc_latency_jobs by_value;
};

/* A thread's part of a launch; @thread is less than @a->threads. */
typedef void wc_thread_fn(const struct wc_args *a, uint32_t thread);

/*
 * Programs that find entries by their names, as the driver does, define
 * WC_ENTRIES_BY_NAME and this function.
 */
#ifdef WC_ENTRIES_BY_NAME
extern "C" int wc_entry_add(const char *name, const void *entry);
#define WC_ENTRY_NAMED(name)						\
static const int name##_added __attribute__((unused)) =			\
	wc_entry_add(#name, (const void *)name);
#else
#define WC_ENTRY_NAMED(name)
#endif

WC_FN struct wc_latency_jobs wc_no_jobs(void)
{
	struct wc_latency_jobs none;

	none.job[0].len = 0;
	return none;
}

/**
 * WC_ENTRY_POINT() - an entry
 * @name: its name
 * @block: threads of a block, at most
 * @blocks: this many blocks must fit a multiprocessor beside each other, which
 *	bounds the entry's registers
 * @...: the function that does it: void (const struct wc_args *)
 */
#define WC_ENTRY_POINT(name, block, blocks, ...)			\
WC_ENTRY_WITH(name, block, blocks, wc_no_jobs(), (WC_ENTRY_PARAMETERS),	\
	      __VA_ARGS__)

/* An entry that gets &wc_args.by_value. */
#define WC_LATENCY_ENTRY_POINT(name, block, blocks, ...)		\
WC_ENTRY_WITH(name, block, blocks, by_value,				\
	      (WC_ENTRY_PARAMETERS, struct wc_latency_jobs by_value), __VA_ARGS__)

#define WC_ENTRY_PARAMETERS						\
	void *jobs, uint32_t count, uint32_t threads, uint8_t *slots,	\
	const uint8_t *in, uint8_t *out

#ifdef __CUDACC__
#define WC_ENTRY_WITH(name, block, blocks, jobs_here, parameters, ...)	\
extern "C" __global__ void __launch_bounds__(block, blocks)		\
name parameters								\
{									\
	const struct wc_args args = {					\
		jobs, count, threads, slots, in, out,			\
		blockIdx.x * blockDim.x + threadIdx.x, jobs_here	\
	};								\
									\
	__VA_ARGS__(&args);						\
}									\
WC_ENTRY_NAMED(name)
#else
/* There, all have the same parameters. */
#define WC_ENTRY_WITH(name, block, blocks, jobs_here, parameters, ...)	\
extern "C" void name(WC_ENTRY_PARAMETERS, uint32_t thread,		\
		     struct wc_latency_jobs by_value);			\
extern "C" void name(WC_ENTRY_PARAMETERS, uint32_t thread,		\
		     struct wc_latency_jobs by_value)			\
{									\
	const struct wc_args args = {					\
		jobs, count, threads, slots, in, out, thread, jobs_here	\
	};								\
									\
	(void)by_value;							\
	__VA_ARGS__(&args);						\
}									\
WC_ENTRY_NAMED(name)
#endif

/* For functions that only a GPU, or what emulates one, can call. */
#ifdef __CUDACC__
#define WC_GPU_FN	static __device__ __forceinline__
#else
#define WC_GPU_FN	static inline __attribute__((unused))
#endif

/* @work for the threads that have any: there may be more in the last block. */
template <wc_thread_fn *work>
WC_GPU_FN void wc_each(const struct wc_args *a)
{
	if (a->thread < a->threads)
		work(a, a->thread);
}

/*
 * The same where the lanes of a warp exchange values: a lane without a part does the last one
 * as well, and writes the same results to the same places.
 */
template <wc_thread_fn *work>
WC_GPU_FN void wc_each_warp(const struct wc_args *a)
{
	if (a->thread / 32 * 32 < a->threads)
		work(a, a->thread < a->threads ? a->thread : a->threads - 1);
}

/* An entry of which each thread does its own part: @... is a wc_thread_fn. */
#define WC_ENTRY(name, blocks, ...)					\
	WC_ENTRY_POINT(name, WC_THREADS, blocks, wc_each<__VA_ARGS__>)

/* The same with wc_each_warp(). Its results must not be written where it reads input. */
#define WC_WARP_ENTRY(name, blocks, ...)				\
	WC_ENTRY_POINT(name, WC_THREADS, blocks, wc_each_warp<__VA_ARGS__>)

template <class Slot>
WC_FN Slot *wc_slot(const struct wc_args *a, uint32_t slot)
{
	return (Slot *)(void *)(a->slots + (uint64_t)slot * WC_SLOT_BYTES);
}

WC_FN const struct wc_fresh *wc_fresh_at(const struct wc_args *a, uint32_t i)
{
	return (const struct wc_fresh *)a->jobs + i;
}

WC_FN struct wc_job *wc_job_at(const struct wc_args *a, uint32_t i)
{
	return (struct wc_job *)a->jobs + i;
}

/* The job that @thread shares with others. */
WC_FN const struct wc_job *wc_job_of(const struct wc_args *a, uint32_t thread)
{
	return wc_job_find((const struct wc_job *)a->jobs, a->count, thread);
}

#endif /* WARPCRYPT_KERNELS_GPU_ENTRY_H */
