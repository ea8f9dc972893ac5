/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entry points for the GPU. They are all of one shape, so that the helper
 * launches them from one table (kernels/gpu/launch.h):
 *
 *	jobs, count	the jobs of this launch; or the fresh keys
 *	threads		how many threads have work
 *	slots		expanded keys, WC_SLOT_BYTES each
 *	in, out		the frame's payloads before and after, not the same
 *
 * For the CPU an entry is a function that plays one of the threads: the .cu
 * files compile as C too, and tests/unit/play.c has them do whole frames.
 */
#ifndef WARPCRYPT_KERNELS_GPU_ENTRY_H
#define WARPCRYPT_KERNELS_GPU_ENTRY_H

#include "kernels/gpu/job.h"

/* Threads of a block, where nothing else is said. */
#define WC_THREADS		128
/* Threads that make the masks of a key: one for each round there can be. */
#define WC_MASK_THREADS		64u

/*
 * An entry of which so many blocks fit a multiprocessor beside each other, which
 * bounds its registers.
 */
#ifdef __CUDACC__
#define WC_BOUND_ENTRY(name, blocks, work)				\
extern "C" __global__ void __launch_bounds__(WC_THREADS, blocks)	\
name(void *jobs, uint32_t count, uint32_t threads, uint8_t *slots,	\
     const uint8_t *in, uint8_t *out)					\
{									\
	uint32_t thread = blockIdx.x * WC_THREADS + threadIdx.x;	\
									\
	(void)jobs;							\
	(void)count;							\
	(void)in;							\
	(void)out;							\
	if (thread < threads) {						\
		work;							\
	}								\
}
#else
#define WC_BOUND_ENTRY(name, blocks, work)				\
static void name(void *jobs, uint32_t count, uint32_t threads,		\
		 uint8_t *slots, const uint8_t *in, uint8_t *out,	\
		 uint32_t thread)					\
{									\
	(void)jobs;							\
	(void)count;							\
	(void)in;							\
	(void)out;							\
	if (thread < threads) {						\
		work;							\
	}								\
}
#endif

#define WC_ENTRY(name, work)	WC_BOUND_ENTRY(name, 1, work)

#define WC_SLOT(type, n)						\
	((struct type##_slot *)(void *)(slots +				\
					(uint64_t)(n) * WC_SLOT_BYTES))

/*
 * Many threads to a job: @work with @job, the job's @slot and @share, the
 * thread counted through the job.
 */
#define WC_SHARE_ENTRY(name, type, blocks, work)			\
WC_BOUND_ENTRY(name, blocks,						\
	const struct wc_job *job = wc_job_find((const struct wc_job *)jobs, \
					       count, thread);		\
	const struct type##_slot *slot = WC_SLOT(type, job->slot);	\
	uint32_t share = thread - job->first;				\
									\
	work)

/* One thread to a job: @work with @job and the job's @slot. */
#define WC_JOB_ENTRY(name, type, work)					\
WC_ENTRY(name,								\
	struct wc_job *job = (struct wc_job *)jobs + thread;		\
	const struct type##_slot *slot = WC_SLOT(type, job->slot);	\
									\
	work)

/* The key schedule, one thread to a fresh key. */
#define WC_SCHEDULE_ENTRY(type, id)				\
WC_ENTRY(wc_##type##_schedule,						\
	const struct wc_fresh *fresh = (const struct wc_fresh *)jobs + thread; \
									\
	if (fresh->cipher == (id))				\
		type##_slot_schedule(WC_SLOT(type, fresh->slot), fresh))

/* The masks, WC_MASK_THREADS threads to a fresh key. */
#define WC_MASKS_ENTRY(type, id)					\
WC_ENTRY(wc_##type##_masks,						\
	const struct wc_fresh *fresh = (const struct wc_fresh *)jobs +	\
				       thread / WC_MASK_THREADS;	\
									\
	if (fresh->cipher == (id))				\
		type##_slot_masks(WC_SLOT(type, fresh->slot),		\
				  thread % WC_MASK_THREADS))

/* What every cipher does block by block: see kernels/gpu/one_job.h. */
#define WC_ONE_ENTRIES(type)						\
WC_JOB_ENTRY(wc_##type##_cbc_encrypt, type,				\
	     one_cbc_##type(job, slot, in, out))			\
WC_JOB_ENTRY(wc_##type##_xts_tweak, type, one_tweak_##type(job, slot))	\
WC_JOB_ENTRY(wc_##type##_xts_steal_encrypt, type,			\
	     if (job->len % WC_BLOCK_BYTES)				\
			one_steal_##type(job, slot, in, out, 0))	\
WC_JOB_ENTRY(wc_##type##_xts_steal_decrypt, type,			\
	     if (job->len % WC_BLOCK_BYTES)				\
			one_steal_##type(job, slot, in, out, 1))

/* Every entry of a cipher but wc_<type>_masks, for tables of them. */
#define WC_ENTRY_LIST(DO, type)						\
	DO(wc_##type##_ecb_encrypt) DO(wc_##type##_ecb_decrypt)		\
	DO(wc_##type##_ctr)						\
	DO(wc_##type##_cbc_encrypt) DO(wc_##type##_cbc_decrypt)		\
	DO(wc_##type##_xts_encrypt) DO(wc_##type##_xts_decrypt)		\
	DO(wc_##type##_xts_tweak)					\
	DO(wc_##type##_xts_steal_encrypt)				\
	DO(wc_##type##_xts_steal_decrypt)				\
	DO(wc_##type##_schedule)

/*
 * A bitsliced cipher: see kernels/gpu/wide_job.h. @blocks are to fit a
 * multiprocessor.
 */
#define WC_WIDE_ENTRIES(type, id, blocks)				\
WC_SCHEDULE_ENTRY(type, id)					\
WC_MASKS_ENTRY(type, id)						\
WC_ONE_ENTRIES(type)							\
WC_SHARE_ENTRY(wc_##type##_ecb_encrypt, type, blocks,			\
	       wide_ecb_##type(job, slot, in, out, share, 0))		\
WC_SHARE_ENTRY(wc_##type##_ecb_decrypt, type, blocks,			\
	       wide_ecb_##type(job, slot, in, out, share, 1))		\
WC_SHARE_ENTRY(wc_##type##_ctr, type, blocks,				\
	       wide_ctr_##type(job, slot, out, share))			\
WC_SHARE_ENTRY(wc_##type##_cbc_decrypt, type, blocks,			\
	       wide_cbc_##type(job, slot, in, out, share))		\
WC_SHARE_ENTRY(wc_##type##_xts_encrypt, type, blocks,			\
	       wide_xts_##type(job, slot, in, out, share, 0))		\
WC_SHARE_ENTRY(wc_##type##_xts_decrypt, type, blocks,			\
	       wide_xts_##type(job, slot, in, out, share, 1))

#endif /* WARPCRYPT_KERNELS_GPU_ENTRY_H */
