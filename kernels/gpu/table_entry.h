/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entry points of a cipher by tables: what a lane does is in
 * kernels/gpu/table_job.h. They have the arguments of kernels/gpu/entry.h, but a launch
 * has one block of TABLE_THREADS lanes for each multiprocessor (fewer if there
 * is less to do) and dynamic shared memory as kernels/gpu/launch.h says: making the
 * tables takes a microsecond, so it is done once, and lanes loop.
 *
 * For the CPU an entry plays one thread, with all the parts that it can have.
 */
#ifndef WARPCRYPT_KERNELS_GPU_TABLE_ENTRY_H
#define WARPCRYPT_KERNELS_GPU_TABLE_ENTRY_H

#include "kernels/gpu/entry.h"
#include "kernels/gpu/table_job.h"

#ifdef __CUDACC__

#define TABLE_WARPS	(TABLE_THREADS / 32)

/*
 * The number of this lane, so that consecutive warps are on different
 * multiprocessors: however few warps have one piece more than others, they do
 * not share one.
 */
static __device__ inline uint32_t table_lane(void)
{
	return 32 * (threadIdx.x / 32 * gridDim.x + blockIdx.x) +
	       threadIdx.x % 32;
}

/*
 * Make the tables. A warp makes the entries of 256 / TABLE_WARPS rows, one in
 * each lane, and then puts each into all 32 banks.
 */
#define TABLE_MAKE(name)						\
static __device__ void name##_table_make(uint8_t *base, int back)	\
{									\
	const uint32_t rows = 256 / TABLE_WARPS;			\
	uint32_t first = threadIdx.x / 32 * rows, i;			\
	uint32_t lane = threadIdx.x % 32, mine;				\
									\
	mine = name##_table_entry(first + lane % rows, back);		\
	for (i = 0; i < rows; i++)					\
		name##_table_fill(base, first + i, lane,		\
				  __shfl_sync(0xffffffffu, mine, i),	\
				  back);				\
	__syncthreads();						\
}

/* @max is how many lanes at most to deal a thread's work out to. */
#define TABLE_ENTRY(name, type, max, back, work)			\
extern "C" __global__ void __launch_bounds__(TABLE_THREADS, 1)		\
name(void *jobs, uint32_t count, uint32_t threads, uint8_t *slots,	\
     const uint8_t *in, uint8_t *out)					\
{									\
	extern __shared__ __align__(16) uint8_t base[];			\
	const struct tables t = { base, threadIdx.x % 32 * 4 };		\
	const uint32_t lanes = gridDim.x * TABLE_THREADS;		\
	const uint32_t parts = max > 1 ? table_parts(threads, lanes) : 1; \
	uint32_t lane = table_lane(), thread;				\
	const uint32_t part = lane % parts;				\
									\
	(void)count;							\
	(void)in;							\
	(void)out;							\
	(void)part;							\
	if (!threads)							\
		return;							\
	type##_table_make(base, back);					\
	for (thread = lane / parts; thread < threads;			\
	     thread += lanes / parts) {					\
		work;							\
	}								\
}

#else

/* Tables for one launch after another, of either direction. */
#define TABLE_MAKE(name)						\
static const uint8_t *name##_table_play(int back)			\
{									\
	static uint8_t base[2][TABLE_FOUR + TABLE_NARROW]		\
		__attribute__((aligned(16)));				\
	static int made[2];						\
	uint32_t i, bank;						\
									\
	if (__atomic_load_n(&made[back], __ATOMIC_ACQUIRE))		\
		return base[back];					\
	/* Threads that come together write the same. */		\
	for (i = 0; i < 256; i++)					\
		for (bank = 0; bank < TABLE_BANKS; bank++)		\
			name##_table_fill(base[back], i, bank,		\
					  name##_table_entry(i, back),	\
					  back);			\
	__atomic_store_n(&made[back], 1, __ATOMIC_RELEASE);		\
	return base[back];						\
}

#define TABLE_ENTRY(name, type, max, back, work)			\
static void name(void *jobs, uint32_t count, uint32_t threads,		\
		 uint8_t *slots, const uint8_t *in, uint8_t *out,	\
		 uint32_t thread)					\
{									\
	const uint32_t parts = 1u << thread % 3 < (max) ?		\
			       1u << thread % 3 : (max);		\
	uint32_t part;							\
									\
	(void)count;							\
	(void)in;							\
	(void)out;							\
	for (part = 0; part < parts && thread < threads; part++) {	\
		const struct tables t = {				\
			type##_table_play(back),			\
			(thread + part) % TABLE_BANKS * 4		\
		};							\
									\
		work;							\
	}								\
}

#endif

/* Many threads to a job: @work with @job, the job's @slot and @share. */
#define TABLE_SHARE_ENTRY(name, type, xts, back, work)			\
TABLE_ENTRY(name, type, TABLE_PARTS, back,				\
	const struct wc_job *job = wc_job_find((const struct wc_job *)jobs, \
					       count, thread);		\
	const struct type##_slot *slot = WC_SLOT(type, job->slot);	\
	struct table_share share = table_share(				\
		(xts) ? wc_xts_whole(job->len) :			\
			(job->len + WC_BLOCK_BYTES - 1) / WC_BLOCK_BYTES, \
		thread - job->first, part, parts);			\
									\
	work)

/* One thread to a job: @work with @job and the lane's view of the @slot. */
#define TABLE_JOB_ENTRY(name, type, back, work)				\
TABLE_ENTRY(name, type, 1, back,					\
	struct wc_job *job = (struct wc_job *)jobs + thread;		\
	struct type##_lane_slot view;					\
	const struct type##_lane_slot *slot = &view;			\
									\
	view.t = t;							\
	view.keys = WC_SLOT(type, job->slot);				\
	work)

#define TABLE_ENTRIES(type, id)						\
TABLE_CIPHER(type)							\
TABLE_MAKE(type)							\
WC_SCHEDULE_ENTRY(type, id)						\
TABLE_SHARE_ENTRY(wc_##type##_ecb_encrypt, type, 0, 0,			\
		  table_ecb_##type(&t, job, slot, in, out, share, 0))	\
TABLE_SHARE_ENTRY(wc_##type##_ecb_decrypt, type, 0, 1,			\
		  table_ecb_##type(&t, job, slot, in, out, share, 1))	\
TABLE_SHARE_ENTRY(wc_##type##_ctr, type, 0, 0,				\
		  table_ctr_##type(&t, job, slot, out, share))		\
TABLE_SHARE_ENTRY(wc_##type##_cbc_decrypt, type, 0, 1,			\
		  table_cbc_##type(&t, job, slot, in, out, share))	\
TABLE_SHARE_ENTRY(wc_##type##_xts_encrypt, type, 1, 0,			\
		  table_xts_##type(&t, job, slot, in, out, share, 0))	\
TABLE_SHARE_ENTRY(wc_##type##_xts_decrypt, type, 1, 1,			\
		  table_xts_##type(&t, job, slot, in, out, share, 1))	\
TABLE_JOB_ENTRY(wc_##type##_cbc_encrypt, type, 0,			\
		one_cbc_##type##_lane(job, slot, in, out))		\
TABLE_JOB_ENTRY(wc_##type##_xts_tweak, type, 0,				\
		one_tweak_##type##_lane(job, slot))			\
TABLE_JOB_ENTRY(wc_##type##_xts_steal_encrypt, type, 0,			\
		if (job->len % WC_BLOCK_BYTES)				\
			one_steal_##type##_lane(job, slot, in, out, 0))	\
TABLE_JOB_ENTRY(wc_##type##_xts_steal_decrypt, type, 1,			\
		if (job->len % WC_BLOCK_BYTES)				\
			one_steal_##type##_lane(job, slot, in, out, 1))

#endif /* WARPCRYPT_KERNELS_GPU_TABLE_ENTRY_H */
