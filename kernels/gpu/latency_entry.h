/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entry points of the latency kernels: what a lane does is in kernels/gpu/latency_job.h.
 * Launches are as in kernels/gpu/table_entry.h, but with a block of threads for each
 * multiprocessor as soon as there are as many warps of work: lookups of one warp do
 * not wait for those of another, and the other warps help with the tables.
 *
 * A lane has one block, a warp those of one thread as others are counted. So such a launch
 * has no more threads than LATENCY_THREADS for each multiprocessor.
 *
 * XTS makes its tweaks itself (_own): that is a block more for each lane, and a launch
 * less. They need the tables for encryption, in both directions.
 */
#ifndef WARPCRYPT_KERNELS_GPU_LATENCY_ENTRY_H
#define WARPCRYPT_KERNELS_GPU_LATENCY_ENTRY_H

#include "kernels/gpu/latency_job.h"
#include "kernels/gpu/table_entry.h"

/* wc_job_find() in the jobs that came with the launch. */
WC_FN struct wc_job latency_choose(const struct wc_args *a, uint32_t thread)
{
	struct wc_job job = a->by_value.job[0];
	uint32_t i;

	WC_UNROLL
	for (i = 1; i < WC_LATENCY_JOBS; i++)
		if (i < a->count && a->by_value.job[i].first <= thread)
			job = a->by_value.job[i];
	return job;
}

#ifdef __CUDACC__

/* wc_job_find() by a warp: with jobs in the host's memory every look takes long. */
static __device__ __forceinline__ struct wc_job
latency_find(const struct wc_args *a, uint32_t thread)
{
	const struct wc_job *jobs = (const struct wc_job *)a->jobs;
	uint32_t lane = threadIdx.x % 32, n = 0, i;

	if (a->by_value.job[0].len)
		return latency_choose(a, thread);
	for (i = 0; i < a->count; i += 32)
		n += __popc(__ballot_sync(0xffffffffu, i + lane < a->count &&
					  jobs[i + lane].first <= thread));
	return jobs[n - 1];
}

/* Bring lines of @bytes from @at on into the cache, without waiting. */
static __device__ __forceinline__ void
latency_touch(const void *at, uint32_t bytes)
{
	uint32_t at_lane = threadIdx.x % 32 * 128;

	if (at_lane < bytes + 128)
		asm volatile("{ .reg .u32 word; ld.global.u32 word, [%0]; }" : :
			     "l"((const uint8_t *)at +
				 (at_lane < bytes ? at_lane : bytes - 4)));
}

template <class C, int mode, int back>
static __device__ __forceinline__ void latency_run(const struct wc_args *a)
{
	extern __shared__ __align__(16) uint8_t base[];
	const struct tables t = { base, threadIdx.x % 32 * 4 };
	const uint32_t number = table_number();
	struct wc_block tweak = { { 0, 0, 0, 0 } };
	struct latency_work<C> w;

	w.any = 0;
	if (!a->threads)
		return;
	if (number / LATENCY_PARTS < a->threads) {
		w = latency_begin<C, mode>(a,
					   latency_find(a, number / LATENCY_PARTS),
					   number / LATENCY_PARTS,
					   number % LATENCY_PARTS);
		latency_touch(C::keys(w.slot), C::KEYS);
		if (mode == LATENCY_XTS)
			latency_touch(&w.slot->tweak, sizeof(w.slot->tweak));
	}
	table_make<C>(base, mode == LATENCY_XTS ? 0 : back);
	if (mode == LATENCY_XTS && w.any)
		tweak = latency_tweak<C>(&w, &t);
	if (mode == LATENCY_XTS && back) {
		/* All threads are done with the tables for encryption. */
		__syncthreads();
		table_make<C>(base, 1);
	}
	latency_end<C, mode, back>(&w, &t, &tweak);
}

#else

static struct wc_job latency_find(const struct wc_args *a, uint32_t thread)
{
	return a->by_value.job[0].len ? latency_choose(a, thread) :
					*wc_job_of(a, thread);
}

/* The tables of some bank. */
template <class C>
static struct tables latency_tables(uint32_t bank, int back)
{
	const struct tables t = { table_emulated<C>(back), bank % TABLE_BANKS * 4 };

	return t;
}

/* All lanes of a thread. */
template <class C, int mode, int back>
static void latency_run(const struct wc_args *a)
{
	uint32_t part;

	for (part = 0; part < LATENCY_PARTS && a->thread < a->threads; part++) {
		struct latency_work<C> w = latency_begin<C, mode>
			(a, latency_find(a, a->thread), a->thread, part);
		struct tables t = latency_tables<C>(a->thread + part, 0);
		struct wc_block tweak = { { 0, 0, 0, 0 } };

		if (mode == LATENCY_XTS && w.any)
			tweak = latency_tweak<C>(&w, &t);
		t = latency_tables<C>(a->thread + part, back);
		latency_end<C, mode, back>(&w, &t, &tweak);
	}
}

#endif

#define LATENCY_ENTRY(entry, name, mode, back)				\
WC_LATENCY_ENTRY_POINT(wc_##name##_latency_##entry, TABLE_THREADS, 1,	\
		       latency_run<name##_latency, mode, back>)

/* The entry points in which many lanes do a job; struct NAME_latency is there. */
#define LATENCY_SHARED(name)						\
LATENCY_ENTRY(ecb_encrypt, name, LATENCY_ECB, 0)			\
LATENCY_ENTRY(ecb_decrypt, name, LATENCY_ECB, 1)			\
LATENCY_ENTRY(ctr, name, LATENCY_CTR, 0)				\
LATENCY_ENTRY(cbc_decrypt, name, LATENCY_CBC, 1)			\
LATENCY_XTS_OWN(name)

/* Those of XTS. */
#define LATENCY_XTS_OWN(name)						\
LATENCY_ENTRY(xts_encrypt_own, name, LATENCY_XTS, 0)			\
LATENCY_ENTRY(xts_decrypt_own, name, LATENCY_XTS, 1)

/* Those in which one lane does a job: faster than bitsliced ones for any number of jobs. */
#define LATENCY_SINGLE(name)						\
TABLE_JOB_ENTRY(wc_##name##_latency_cbc_encrypt, name##_latency, 0,	\
		table_one<name##_latency, ONE_CBC>)			\
TABLE_JOB_ENTRY(wc_##name##_latency_xts_tweak, name##_latency, 0,	\
		table_one<name##_latency, ONE_TWEAK>)			\
TABLE_JOB_ENTRY(wc_##name##_latency_xts_steal_encrypt, name##_latency, 0, \
		table_one<name##_latency, ONE_STEAL_ENC>)		\
TABLE_JOB_ENTRY(wc_##name##_latency_xts_steal_decrypt, name##_latency, 1, \
		table_one<name##_latency, ONE_STEAL_DEC>)

#endif /* WARPCRYPT_KERNELS_GPU_LATENCY_ENTRY_H */
