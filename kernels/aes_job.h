/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one GPU thread does of AES, four blocks of it, in plain C, so that a
 * test without a GPU can play all the threads of a launch one after the other.
 */
#ifndef WARPCRYPT_KERNELS_AES_JOB_H
#define WARPCRYPT_KERNELS_AES_JOB_H

#include "kernels/aes_slot.h"

#define AES_JOB_BYTES	(AES_LANES * WC_BLOCK_BYTES)

/* Threads of a job of which so many blocks are done together. */
WC_FN uint32_t aes_job_threads(uint32_t blocks)
{
	return (blocks + AES_LANES - 1) / AES_LANES;
}

/* Copy up to four blocks; missing ones read as zero and are not written. */
WC_FN void aes_job_load(struct wc_block lane[AES_LANES],
			const struct wc_block *src, uint32_t count)
{
	const struct wc_block zero = { { 0, 0, 0, 0 } };
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < AES_LANES; i++)
		lane[i] = i < count ? src[i] : zero;
}

WC_FN void aes_job_store(struct wc_block *dst,
			 const struct wc_block lane[AES_LANES], uint32_t count)
{
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < AES_LANES; i++)
		if (i < count)
			dst[i] = lane[i];
}

/* What a thread's share of a job is: its first block and how many follow. */
WC_FN uint32_t aes_job_share(uint32_t blocks, uint32_t share)
{
	return blocks - share * AES_LANES;
}

/**
 * aes_job_ecb() - a thread of ECB
 * @job: its job
 * @slot: the keys of that job's slot
 * @in: the frame
 * @out: the result
 * @share: the thread, counted through the job
 * @decrypt: the direction
 */
WC_FN void aes_job_ecb(const struct wc_job *job, const struct aes_slot *slot,
		       const uint8_t *in, uint8_t *out, uint32_t share,
		       int decrypt)
{
	uint32_t at = job->offset + share * AES_JOB_BYTES;
	uint32_t count = aes_job_share(job->len / WC_BLOCK_BYTES, share);
	struct wc_block lane[AES_LANES];

	aes_job_load(lane, wc_blocks_in(in, at), count);
	if (decrypt)
		aes_decrypt(&slot->data, lane);
	else
		aes_encrypt(&slot->data, lane);
	aes_job_store(wc_blocks_out(out, at), lane, count);
}

/**
 * aes_job_ctr() - a thread of CTR: keystream
 * @job: its job
 * @slot: the keys of that job's slot
 * @out: the result; written to the end of the last block, which is within the
 *	64 bytes that the payload's end lies in
 * @share: the thread, counted through the job
 */
WC_FN void aes_job_ctr(const struct wc_job *job, const struct aes_slot *slot,
		       uint8_t *out, uint32_t share)
{
	uint32_t blocks = job->len / WC_BLOCK_BYTES +
			  (job->len % WC_BLOCK_BYTES != 0);
	uint32_t at = job->offset + share * AES_JOB_BYTES, i;
	struct wc_block lane[AES_LANES];

	WC_UNROLL
	for (i = 0; i < AES_LANES; i++)
		lane[i] = wc_counter(job->iv, share * AES_LANES + i);
	aes_encrypt(&slot->data, lane);
	aes_job_store(wc_blocks_out(out, at), lane, aes_job_share(blocks, share));
}

/**
 * aes_job_cbc_decrypt() - a thread of CBC decryption
 * @job: its job
 * @slot: the keys of that job's slot
 * @in: the frame
 * @out: the result
 * @share: the thread, counted through the job
 */
WC_FN void aes_job_cbc_decrypt(const struct wc_job *job,
			       const struct aes_slot *slot,
			       const uint8_t *in, uint8_t *out, uint32_t share)
{
	uint32_t at = job->offset + share * AES_JOB_BYTES, i;
	const struct wc_block *src = wc_blocks_in(in, at);
	uint32_t count = aes_job_share(job->len / WC_BLOCK_BYTES, share);
	struct wc_block lane[AES_LANES];

	aes_job_load(lane, src, count);
	aes_decrypt(&slot->data, lane);
	WC_UNROLL
	for (i = 0; i < AES_LANES; i++) {
		if (i < count) {
			struct wc_block before = i || share ? src[(int)i - 1] :
							      job->iv;

			wc_xor(&lane[i], &before);
		}
	}
	aes_job_store(wc_blocks_out(out, at), lane, count);
}

WC_FN void aes_xex(const struct aes_key *key, struct wc_block lane[AES_LANES],
		   struct gf128 tweak, int decrypt)
{
	struct gf128 t = tweak;
	int i;

	WC_UNROLL
	for (i = 0; i < AES_LANES; i++) {
		wc_xor_gf(&lane[i], t);
		t = gf128_xtime(t);
	}
	if (decrypt)
		aes_decrypt(key, lane);
	else
		aes_encrypt(key, lane);
	/* Once more, rather than sixteen registers held for so long. */
	t = tweak;
	WC_UNROLL
	for (i = 0; i < AES_LANES; i++) {
		wc_xor_gf(&lane[i], t);
		t = gf128_xtime(t);
	}
}

/**
 * aes_job_xts() - a thread of XTS, but for stealing
 * @job: its job, after one_tweak_aes()
 * @slot: the keys of that job's slot
 * @in: the frame
 * @out: the result
 * @share: the thread, counted through the job
 * @decrypt: the direction
 */
WC_FN void aes_job_xts(const struct wc_job *job, const struct aes_slot *slot,
		       const uint8_t *in, uint8_t *out, uint32_t share,
		       int decrypt)
{
	uint32_t at = job->offset + share * AES_JOB_BYTES;
	uint32_t count = aes_job_share(wc_xts_whole(job->len), share);
	struct gf128 tweak = gf128_mul_xn(wc_to_gf(&job->iv),
					  share * AES_LANES);
	struct wc_block lane[AES_LANES];

	aes_job_load(lane, wc_blocks_in(in, at), count);
	aes_xex(&slot->data, lane, tweak, decrypt);
	aes_job_store(wc_blocks_out(out, at), lane, count);
}

#endif /* WARPCRYPT_KERNELS_AES_JOB_H */
