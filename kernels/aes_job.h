/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one GPU thread does with its part of a frame, in plain C, so that a
 * test without a GPU can play all the threads of a launch one after the other.
 *
 * A job is a payload, or a piece of one, under one key. The jobs of a launch
 * share mode and direction and are numbered through by threads: a thread finds
 * its job by bisection and its share of it by the difference. Most threads do
 * AES_LANES blocks. Results go to a buffer of their own, because CBC reads the
 * ciphertext before it.
 */
#ifndef WARPCRYPT_KERNELS_AES_JOB_H
#define WARPCRYPT_KERNELS_AES_JOB_H

#include "kernels/aes.h"
#include "kernels/gf128.h"

#define WC_BLOCK_BYTES		16u
#define WC_LANE_BYTES		(AES_LANES * WC_BLOCK_BYTES)
/*
 * XTS payloads are cut into jobs of this many bytes (the last may have up to
 * 15 more), which bounds how far a thread must step its tweak.
 */
#define WC_XTS_JOB_BYTES	16384u

/**
 * struct wc_job - a payload or a piece of one
 * @first: threads of the launch before the first of this job
 * @offset: where it starts in both buffers, bytes, a multiple of 64
 * @len: bytes
 * @slot: whose key, an index of the launch's keys
 * @iv: CTR: the first counter; CBC: the IV; XTS: the IV, which
 *	aes_job_tweak() replaces by the tweak of the first block
 * @power: XTS: x to the number of blocks before this job in the data unit
 */
struct wc_job {
	uint32_t first;
	uint32_t offset;
	uint32_t len;
	uint32_t slot;
	struct wc_block iv;
	struct gf128 power;
};

/**
 * struct wc_aes_slot - the expanded keys of one key slot
 * @data: the key, in XTS its first half
 * @tweak: XTS only: the second half
 */
struct wc_aes_slot {
	struct aes_key data;
	struct aes_key tweak;
};

/**
 * wc_job_find() - which job a thread works on
 * @jobs: the jobs of a launch, by rising @first
 * @count: how many, at least 1
 * @thread: the thread, counted through the launch
 *
 * Return: the last job that begins at @thread or before it
 */
WC_FN const struct wc_job *wc_job_find(const struct wc_job *jobs,
				       uint32_t count, uint32_t thread)
{
	uint32_t low = 0, high = count;

	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (jobs[mid].first <= thread)
			low = mid;
		else
			high = mid;
	}
	return &jobs[low];
}

/* Threads for ECB, CTR and CBC decryption. */
WC_FN uint32_t wc_job_threads(uint32_t len)
{
	return len / WC_LANE_BYTES + (len % WC_LANE_BYTES != 0);
}

/* Whole blocks of an XTS job before those that ciphertext stealing takes. */
WC_FN uint32_t wc_xts_whole(uint32_t len)
{
	return len / WC_BLOCK_BYTES - (len % WC_BLOCK_BYTES != 0);
}

/* Threads for XTS: with stealing, one more for the last two blocks. */
WC_FN uint32_t wc_xts_threads(uint32_t len)
{
	return wc_job_threads(wc_xts_whole(len) * WC_BLOCK_BYTES) +
	       (len % WC_BLOCK_BYTES != 0);
}

WC_FN const struct wc_block *wc_blocks_in(const uint8_t *buf, uint32_t offset)
{
	return (const struct wc_block *)(const void *)(buf + offset);
}

WC_FN struct wc_block *wc_blocks_out(uint8_t *buf, uint32_t offset)
{
	return (struct wc_block *)(void *)(buf + offset);
}

/* Copy up to four blocks; missing ones read as zero and are not written. */
WC_FN void wc_load(struct wc_block lane[AES_LANES], const struct wc_block *src,
		   uint32_t count)
{
	const struct wc_block zero = { { 0, 0, 0, 0 } };
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < AES_LANES; i++)
		lane[i] = i < count ? src[i] : zero;
}

WC_FN void wc_store(struct wc_block *dst, const struct wc_block lane[AES_LANES],
		    uint32_t count)
{
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < AES_LANES; i++)
		if (i < count)
			dst[i] = lane[i];
}

WC_FN void wc_xor(struct wc_block *a, const struct wc_block *b)
{
	int i;

	WC_UNROLL
	for (i = 0; i < 4; i++)
		a->w[i] ^= b->w[i];
}

WC_FN void wc_xor_gf(struct wc_block *a, struct gf128 t)
{
	a->w[0] ^= (uint32_t)t.lo;
	a->w[1] ^= (uint32_t)(t.lo >> 32);
	a->w[2] ^= (uint32_t)t.hi;
	a->w[3] ^= (uint32_t)(t.hi >> 32);
}

WC_FN struct gf128 wc_to_gf(const struct wc_block *b)
{
	struct gf128 t;

	t.lo = b->w[0] | (uint64_t)b->w[1] << 32;
	t.hi = b->w[2] | (uint64_t)b->w[3] << 32;
	return t;
}

WC_FN uint32_t wc_swap32(uint32_t x)
{
	return (x >> 24) | ((x >> 8) & 0xff00u) | ((x & 0xff00u) << 8) |
	       (x << 24);
}

/* The 128-bit big-endian counter @n steps after @iv, which wraps. */
WC_FN struct wc_block wc_counter(struct wc_block iv, uint32_t n)
{
	uint64_t sum = n;
	int i;

	WC_UNROLL
	for (i = 3; i >= 0; i--) {
		sum += wc_swap32(iv.w[i]);
		iv.w[i] = wc_swap32((uint32_t)sum);
		sum >>= 32;
	}
	return iv;
}

/* What a thread's share of a job is: its first block and how many follow. */
WC_FN uint32_t wc_share(uint32_t blocks, uint32_t share)
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
WC_FN void aes_job_ecb(const struct wc_job *job, const struct wc_aes_slot *slot,
		       const uint8_t *in, uint8_t *out, uint32_t share,
		       int decrypt)
{
	uint32_t at = job->offset + share * WC_LANE_BYTES;
	uint32_t count = wc_share(job->len / WC_BLOCK_BYTES, share);
	struct wc_block lane[AES_LANES];

	wc_load(lane, wc_blocks_in(in, at), count);
	if (decrypt)
		aes_decrypt(&slot->data, lane);
	else
		aes_encrypt(&slot->data, lane);
	wc_store(wc_blocks_out(out, at), lane, count);
}

/**
 * aes_job_ctr() - a thread of CTR: keystream
 * @job: its job
 * @slot: the keys of that job's slot
 * @out: the result; written to the end of the last block, which is within the
 *	64 bytes that the payload's end lies in
 * @share: the thread, counted through the job
 */
WC_FN void aes_job_ctr(const struct wc_job *job, const struct wc_aes_slot *slot,
		       uint8_t *out, uint32_t share)
{
	uint32_t blocks = job->len / WC_BLOCK_BYTES +
			  (job->len % WC_BLOCK_BYTES != 0);
	uint32_t at = job->offset + share * WC_LANE_BYTES, i;
	struct wc_block lane[AES_LANES];

	WC_UNROLL
	for (i = 0; i < AES_LANES; i++)
		lane[i] = wc_counter(job->iv, share * AES_LANES + i);
	aes_encrypt(&slot->data, lane);
	wc_store(wc_blocks_out(out, at), lane, wc_share(blocks, share));
}

/**
 * aes_job_cbc_encrypt() - the one thread of a CBC encryption
 * @job: its job
 * @slot: the keys of that job's slot
 * @in: the frame
 * @out: the result
 *
 * Every block needs the one before it: the parallelism is in having many jobs.
 */
WC_FN void aes_job_cbc_encrypt(const struct wc_job *job,
			       const struct wc_aes_slot *slot,
			       const uint8_t *in, uint8_t *out)
{
	const struct wc_block *src = wc_blocks_in(in, job->offset);
	struct wc_block *dst = wc_blocks_out(out, job->offset);
	uint32_t blocks = job->len / WC_BLOCK_BYTES, i;
	struct wc_block lane[AES_LANES];

	wc_load(lane, &job->iv, 1);
	for (i = 0; i < blocks; i++) {
		struct wc_block plain = src[i];

		wc_xor(&lane[0], &plain);
		aes_encrypt(&slot->data, lane);
		dst[i] = lane[0];
	}
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
			       const struct wc_aes_slot *slot,
			       const uint8_t *in, uint8_t *out, uint32_t share)
{
	uint32_t at = job->offset + share * WC_LANE_BYTES, i;
	const struct wc_block *src = wc_blocks_in(in, at);
	uint32_t count = wc_share(job->len / WC_BLOCK_BYTES, share);
	struct wc_block lane[AES_LANES];

	wc_load(lane, src, count);
	aes_decrypt(&slot->data, lane);
	WC_UNROLL
	for (i = 0; i < AES_LANES; i++) {
		if (i < count) {
			struct wc_block before = i || share ? src[(int)i - 1] :
							      job->iv;

			wc_xor(&lane[i], &before);
		}
	}
	wc_store(wc_blocks_out(out, at), lane, count);
}

/**
 * aes_job_tweak() - make the tweak of an XTS job's first block
 * @job: the job; its @iv becomes the tweak
 * @slot: the keys of that job's slot
 */
WC_FN void aes_job_tweak(struct wc_job *job, const struct wc_aes_slot *slot)
{
	struct wc_block lane[AES_LANES];
	struct gf128 t;

	wc_load(lane, &job->iv, 1);
	aes_encrypt(&slot->tweak, lane);
	t = wc_to_gf(&lane[0]);
	/* Most payloads begin their data unit. Exponents are public. */
	if (job->power.lo != 1 || job->power.hi)
		t = gf128_mul(t, job->power);
	job->iv.w[0] = (uint32_t)t.lo;
	job->iv.w[1] = (uint32_t)(t.lo >> 32);
	job->iv.w[2] = (uint32_t)t.hi;
	job->iv.w[3] = (uint32_t)(t.hi >> 32);
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

/* Byte @i of a block, whose place is known when this is compiled. */
WC_FN uint32_t wc_byte(const struct wc_block *b, uint32_t i)
{
	return (b->w[i / 4] >> (8 * (i % 4))) & 0xff;
}

/*
 * IEEE 1619-2018, 5.3.2 and 5.4.2: the last whole block, at @in, and the @rest
 * bytes behind it. @tweak belongs to the whole block; decrypting, the next one
 * is used first.
 */
WC_FN void aes_steal(const struct aes_key *key, const uint8_t *in, uint8_t *out,
		     uint32_t rest, struct gf128 tweak, int decrypt)
{
	struct gf128 next = gf128_xtime(tweak);
	struct wc_block lane[AES_LANES], tail = { { 0, 0, 0, 0 } };
	uint32_t i;

	wc_load(lane, wc_blocks_in(in, 0), 1);
	aes_xex(key, lane, decrypt ? next : tweak, decrypt);
	WC_UNROLL
	for (i = 0; i < WC_BLOCK_BYTES; i++) {
		uint32_t byte = wc_byte(&lane[0], i);

		if (i < rest) {
			out[WC_BLOCK_BYTES + i] = (uint8_t)byte;
			byte = in[WC_BLOCK_BYTES + i];
		}
		tail.w[i / 4] |= byte << (8 * (i % 4));
	}
	wc_load(lane, &tail, 1);
	aes_xex(key, lane, decrypt ? tweak : next, decrypt);
	wc_store(wc_blocks_out(out, 0), lane, 1);
}

/**
 * aes_job_xts() - a thread of XTS
 * @job: its job, after aes_job_tweak()
 * @slot: the keys of that job's slot
 * @in: the frame
 * @out: the result
 * @share: the thread, counted through the job
 * @decrypt: the direction
 */
WC_FN void aes_job_xts(const struct wc_job *job, const struct wc_aes_slot *slot,
		       const uint8_t *in, uint8_t *out, uint32_t share,
		       int decrypt)
{
	uint32_t whole = wc_xts_whole(job->len);
	uint32_t block = share * AES_LANES;
	struct wc_block lane[AES_LANES];
	struct gf128 tweak = wc_to_gf(&job->iv);
	uint32_t at;

	if (block >= whole) {
		at = job->offset + whole * WC_BLOCK_BYTES;
		aes_steal(&slot->data, in + at, out + at,
			  job->len % WC_BLOCK_BYTES,
			  gf128_mul_xn(tweak, whole), decrypt);
		return;
	}
	at = job->offset + block * WC_BLOCK_BYTES;
	wc_load(lane, wc_blocks_in(in, at), whole - block);
	aes_xex(&slot->data, lane, gf128_mul_xn(tweak, block), decrypt);
	wc_store(wc_blocks_out(out, at), lane, whole - block);
}

#endif /* WARPCRYPT_KERNELS_AES_JOB_H */
