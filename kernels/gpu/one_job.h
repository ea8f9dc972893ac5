/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is done block by block, a thread to a job, by the slow functions for
 * blocks that come alone: CBC encryption, where every block needs the one
 * before it and the parallelism is in having many jobs; the tweaks of XTS; and
 * the two blocks that ciphertext stealing takes.
 */
#ifndef WARPCRYPT_KERNELS_GPU_ONE_JOB_H
#define WARPCRYPT_KERNELS_GPU_ONE_JOB_H

#include "kernels/gpu/job.h"

/*
 * For a cipher with <name>_slot_one(slot, block, back), one block under the
 * data key, and <name>_slot_tweak(slot, block), one under the tweak key:
 *
 *	one_cbc_<name>()	all of a job's CBC encryption
 *	one_tweak_<name>()	the job's @iv becomes the tweak of its first
 *				block; before all other XTS launches
 *	one_steal_<name>()	the end of an XTS job whose length needs it
 */
#define ONE_CIPHER(name)						\
WC_FN void one_cbc_##name(const struct wc_job *job,			\
			  const struct name##_slot *slot,		\
			  const uint8_t *in, uint8_t *out)		\
{									\
	const struct wc_block *src = wc_blocks_in(in, job->offset);	\
	struct wc_block *dst = wc_blocks_out(out, job->offset);		\
	uint32_t blocks = job->len / WC_BLOCK_BYTES, i;			\
	struct wc_block chain = job->iv, next = src[0];			\
									\
	for (i = 0; i < blocks; i++) {					\
		struct wc_block text = next;				\
									\
		/* On its way while this one is worked on. */		\
		if (i + 1 < blocks)					\
			next = src[i + 1];				\
		wc_xor(&chain, &text);					\
		name##_slot_one(slot, &chain, 0);			\
		dst[i] = chain;						\
	}								\
}									\
									\
WC_FN void one_tweak_##name(struct wc_job *job,				\
			    const struct name##_slot *slot)		\
{									\
	struct wc_block b = job->iv;					\
									\
	name##_slot_tweak(slot, &b);					\
	/* Most payloads begin their data unit. Exponents are public. */ \
	if (job->power.lo != 1 || job->power.hi)			\
		b = wc_from_gf(gf128_mul(wc_to_gf(&b), job->power));	\
	job->iv = b;							\
}									\
									\
WC_FN void one_xex_##name(const struct name##_slot *slot,		\
			  struct wc_block *b, struct gf128 t, int back)	\
{									\
	wc_xor_gf(b, t);						\
	name##_slot_one(slot, b, back);					\
	wc_xor_gf(b, t);						\
}									\
									\
/* IEEE 1619-2018, 5.3.2 and 5.4.2 */					\
WC_FN void one_steal_##name(const struct wc_job *job,			\
			    const struct name##_slot *slot,		\
			    const uint8_t *in, uint8_t *out, int back)	\
{									\
	uint32_t whole = wc_xts_whole(job->len);			\
	uint32_t rest = job->len % WC_BLOCK_BYTES;			\
	uint32_t at = job->offset + whole * WC_BLOCK_BYTES, i;		\
	struct gf128 t = gf128_mul_xn(wc_to_gf(&job->iv), whole);	\
	struct gf128 next = gf128_xtime(t);				\
	struct wc_block b = *wc_blocks_in(in, at);			\
	struct wc_block tail = { { 0, 0, 0, 0 } };			\
									\
	one_xex_##name(slot, &b, back ? next : t, back);		\
	WC_UNROLL							\
	for (i = 0; i < WC_BLOCK_BYTES; i++) {				\
		uint32_t byte = wc_byte(&b, i);				\
									\
		if (i < rest) {						\
			out[at + WC_BLOCK_BYTES + i] = (uint8_t)byte;	\
			byte = in[at + WC_BLOCK_BYTES + i];		\
		}							\
		tail.w[i / 4] |= byte << (8 * (i % 4));			\
	}								\
	one_xex_##name(slot, &tail, back ? t : next, back);		\
	*wc_blocks_out(out, at) = tail;					\
}

#endif /* WARPCRYPT_KERNELS_GPU_ONE_JOB_H */
