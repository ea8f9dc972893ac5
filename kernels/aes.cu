// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entry points of AES: what a thread does is in kernels/aes_job.h. All of one
 * shape, so that the helper launches them from one table:
 *
 *	jobs, count	the jobs of this launch
 *	threads		how many threads have work
 *	slots		expanded keys, indexed by key slot
 *	in, out		the frame's payloads before and after
 */
#include "kernels/aes_job.h"

#define THREADS_PER_BLOCK	128

#define ENTRY(name, work)						\
extern "C" __global__ void __launch_bounds__(THREADS_PER_BLOCK)		\
name(const struct wc_job *jobs, uint32_t count, uint32_t threads,	\
     const struct wc_aes_slot *slots, const uint8_t *in, uint8_t *out)	\
{									\
	uint32_t thread = blockIdx.x * THREADS_PER_BLOCK + threadIdx.x;	\
	const struct wc_job *job;					\
	const struct wc_aes_slot *slot;					\
	uint32_t share;							\
									\
	if (thread >= threads)						\
		return;							\
	job = wc_job_find(jobs, count, thread);				\
	slot = &slots[job->slot];					\
	share = thread - job->first;					\
	work;								\
}

ENTRY(wc_aes_ecb_encrypt, aes_job_ecb(job, slot, in, out, share, 0))
ENTRY(wc_aes_ecb_decrypt, aes_job_ecb(job, slot, in, out, share, 1))
ENTRY(wc_aes_ctr, aes_job_ctr(job, slot, out, share))
/* Jobs of this kind have one thread each. */
ENTRY(wc_aes_cbc_encrypt, if (!share) aes_job_cbc_encrypt(job, slot, in, out))
ENTRY(wc_aes_cbc_decrypt, aes_job_cbc_decrypt(job, slot, in, out, share))
ENTRY(wc_aes_xts_encrypt, aes_job_xts(job, slot, in, out, share, 0))
ENTRY(wc_aes_xts_decrypt, aes_job_xts(job, slot, in, out, share, 1))

/* Before either of the XTS launches: one thread to a job makes its tweak. */
extern "C" __global__ void __launch_bounds__(THREADS_PER_BLOCK)
wc_aes_xts_tweak(struct wc_job *jobs, uint32_t count, uint32_t threads,
		 const struct wc_aes_slot *slots, const uint8_t *in,
		 uint8_t *out)
{
	uint32_t thread = blockIdx.x * THREADS_PER_BLOCK + threadIdx.x;

	(void)count;
	(void)in;
	(void)out;
	if (thread < threads)
		aes_job_tweak(&jobs[thread], &slots[jobs[thread].slot]);
}
