/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entry points of a bitsliced cipher: what a thread does is in
 * kernels/wide_job.h. All of one shape, so that they are launched from one
 * table:
 *
 *	jobs, count	the jobs of this launch
 *	threads		how many threads have work: WIDE_TEAM for each team;
 *			for _steal one for each job, for _tweak one for 32
 *	keys		expanded keys, indexed by &wide_job.key
 *	in, out		the payloads before and after, not the same
 *
 * _expand has a shape of its own: one thread to a key, which lies at
 * @bytes + 64 * (its number).
 */
#ifndef WARPCRYPT_KERNELS_WIDE_CUH
#define WARPCRYPT_KERNELS_WIDE_CUH

#include "kernels/wide_job.h"

#ifndef WIDE_THREADS
#define WIDE_THREADS	128
#endif

#define WIDE_ENTRY(name, key_type, work)				\
extern "C" __global__ void __launch_bounds__(WIDE_THREADS)		\
name(struct wide_job *jobs, uint32_t count, uint32_t threads,		\
     const key_type *keys, const uint8_t *in, uint8_t *out)		\
{									\
	uint32_t thread = blockIdx.x * WIDE_THREADS + threadIdx.x;	\
	const struct wide_job *job;					\
	const key_type *key;						\
									\
	if (thread >= threads)						\
		return;							\
	job = wide_job_find(jobs, count, thread / WIDE_TEAM);		\
	key = &keys[job->key];						\
	thread -= WIDE_TEAM * job->first;				\
	work;								\
}

/* One thread to a job. */
#define WIDE_JOB_ENTRY(name, key_type, work)				\
extern "C" __global__ void __launch_bounds__(WIDE_THREADS)		\
name(struct wide_job *jobs, uint32_t count, uint32_t threads,		\
     const key_type *keys, const uint8_t *in, uint8_t *out)		\
{									\
	uint32_t thread = blockIdx.x * WIDE_THREADS + threadIdx.x;	\
	struct wide_job *job = &jobs[thread];				\
	const key_type *key;						\
									\
	if (thread >= threads)						\
		return;							\
	key = &keys[job->key];						\
	work;								\
}

/* One thread to 32 jobs; @keys are the tweak keys. */
#define WIDE_TWEAK_ENTRY(name, key_type, work)				\
extern "C" __global__ void __launch_bounds__(WIDE_THREADS)		\
name(struct wide_job *jobs, uint32_t count, uint32_t threads,		\
     const key_type *keys, const uint8_t *in, uint8_t *out)		\
{									\
	uint32_t thread = blockIdx.x * WIDE_THREADS + threadIdx.x;	\
									\
	(void)in;							\
	(void)out;							\
	if (thread < threads)						\
		work(jobs + 32 * thread,				\
		     count - 32 * thread < 32 ? count - 32 * thread : 32, \
		     keys);						\
}

#define WIDE_ENTRIES(name, key_type, encrypt, decrypt)			\
WIDE_CIPHER(name, key_type, encrypt, decrypt)				\
WIDE_ENTRY(wc_##name##_ecb_encrypt, key_type,				\
	   wide_ecb_##name(job, key, in, out, thread, 0))		\
WIDE_ENTRY(wc_##name##_ecb_decrypt, key_type,				\
	   wide_ecb_##name(job, key, in, out, thread, 1))		\
WIDE_ENTRY(wc_##name##_ctr, key_type,					\
	   wide_ctr_##name(job, key, out, thread))			\
WIDE_ENTRY(wc_##name##_cbc_decrypt, key_type,				\
	   wide_cbc_##name(job, key, in, out, thread))			\
WIDE_ENTRY(wc_##name##_xts_encrypt, key_type,				\
	   wide_xts_##name(job, key, in, out, thread, 0))		\
WIDE_ENTRY(wc_##name##_xts_decrypt, key_type,				\
	   wide_xts_##name(job, key, in, out, thread, 1))		\
WIDE_TWEAK_ENTRY(wc_##name##_xts_tweak, key_type, wide_tweak_##name)	\
WIDE_JOB_ENTRY(wc_##name##_xts_steal_encrypt, key_type,			\
	       if (job->len % WIDE_BLOCK)				\
			wide_steal_##name(job, key, in, out, 0))	\
WIDE_JOB_ENTRY(wc_##name##_xts_steal_decrypt, key_type,			\
	       if (job->len % WIDE_BLOCK)				\
			wide_steal_##name(job, key, in, out, 1))

#endif /* WARPCRYPT_KERNELS_WIDE_CUH */
