/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is done block by block, a thread to a job, by the slow functions for a
 * block that comes alone: CBC encryption, where every block needs the one
 * before it and the parallelism is in having many jobs; the tweaks of XTS; and
 * the two blocks that ciphertext stealing takes. And the schedules of fresh keys.
 *
 * Templates over what a thread has of a key slot: Keys::one(keys, block, back)
 * does one block with the data key, Keys::tweak(keys, block) with the tweak key;
 * Keys::GB: XTS is that of GB/T 17964-2021.
 */
#ifndef WARPCRYPT_KERNELS_GPU_ONE_JOB_H
#define WARPCRYPT_KERNELS_GPU_ONE_JOB_H

#include "kernels/gpu/entry.h"

/* All of a job's CBC encryption. */
template <class Keys>
WC_FN void one_cbc(const struct wc_args *a, const struct wc_job *job,
		   const Keys *keys)
{
	const struct wc_block *src = wc_blocks_in(a->in, job->offset);
	struct wc_block *dst = wc_blocks_out(a->out, job->offset);
	uint32_t blocks = job->len / WC_BLOCK_BYTES, i;
	struct wc_block chain = job->iv, next = src[0];

	for (i = 0; i < blocks; i++) {
		struct wc_block text = next;

		/* Loaded while this one is worked on. */
		if (i + 1 < blocks)
			next = src[i + 1];
		wc_xor(&chain, &text);
		Keys::one(keys, &chain, 0);
		dst[i] = chain;
	}
}

/* The tweak of the job's first block, of GB/T mirrored. */
template <class Keys>
WC_FN struct wc_block one_first_tweak(const struct wc_job *job,
				      const Keys *keys)
{
	struct wc_block b = job->iv;

	Keys::tweak(keys, &b);
	b = wc_mirror_if(Keys::GB, b);
	/* Most payloads begin their data unit. Exponents are public. */
	if (job->power.lo != 1 || job->power.hi)
		b = wc_from_gf(gf128_mul(wc_to_gf(&b), job->power));
	return b;
}

template <class Keys>
WC_FN void one_xex(const Keys *keys, struct wc_block *b, struct gf128 t,
		   int back)
{
	struct wc_block tweak = wc_mirror_if(Keys::GB, wc_from_gf(t));

	wc_xor(b, &tweak);
	Keys::one(keys, b, back);
	wc_xor(b, &tweak);
}

/* The end of a job whose length needs it (IEEE 1619-2018, 5.3.2 and 5.4.2). */
template <class Keys>
WC_FN void one_steal(const struct wc_args *a, const struct wc_job *job,
		     const Keys *keys, int back)
{
	uint32_t whole = wc_xts_whole(job->len);
	uint32_t rest = job->len % WC_BLOCK_BYTES;
	uint32_t at = job->offset + whole * WC_BLOCK_BYTES, i;
	const uint8_t *rest_in = a->in + at + WC_BLOCK_BYTES;
	uint8_t *rest_out = a->out + at + WC_BLOCK_BYTES;
	struct wc_block tail = { { 0, 0, 0, 0 } }, b;
	struct gf128 t, next;

	if (!rest)
		return;
	t = gf128_mul_xn(wc_to_gf(&job->iv), whole);
	next = gf128_xtime(t);
	b = *wc_blocks_in(a->in, at);
	one_xex(keys, &b, back ? next : t, back);
	WC_UNROLL
	for (i = 0; i < WC_BLOCK_BYTES; i++) {
		uint32_t byte = wc_byte(&b, i);

		if (i < rest) {
			rest_out[i] = (uint8_t)byte;
			byte = rest_in[i];
		}
		tail.w[i / 4] |= byte << (8 * (i % 4));
	}
	one_xex(keys, &tail, back ? t : next, back);
	*wc_blocks_out(a->out, at) = tail;
}

/* ONE_TWEAK comes before all other of XTS: @iv becomes the tweak. */
enum one_kind { ONE_CBC, ONE_TWEAK, ONE_STEAL_ENC, ONE_STEAL_DEC };

/* @kind, of a job. */
template <int kind, class Keys>
WC_FN void one_job(const struct wc_args *a, struct wc_job *job, const Keys *keys)
{
	if (kind == ONE_CBC)
		one_cbc(a, job, keys);
	else if (kind == ONE_TWEAK)
		job->iv = one_first_tweak(job, keys);
	else
		one_steal(a, job, keys, kind == ONE_STEAL_DEC);
}

/* Expand a fresh key: a thread to each. */
template <class C>
WC_FN void one_schedule(const struct wc_args *a, uint32_t thread)
{
	const struct wc_fresh *fresh = wc_fresh_at(a, thread);
	typename C::slot *slot;

	if (fresh->cipher != C::number)
		return;
	slot = wc_slot<typename C::slot>(a, fresh->slot);
	C::expand(&slot->data, fresh->key, fresh->len);
	if (fresh->xts)
		C::expand(&slot->tweak, fresh->key + fresh->len, fresh->len);
}

#endif /* WARPCRYPT_KERNELS_GPU_ONE_JOB_H */
