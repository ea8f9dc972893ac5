// SPDX-License-Identifier: GPL-2.0-only
#include "helper/aes_batch.h"

#include <errno.h>
#include <string.h>

_Static_assert(sizeof(struct wc_job) == 48, "the GPU's layout of a job");
_Static_assert(sizeof(struct wc_aes_slot) == 1952, "the GPU's layout of keys");

/**
 * wc_aes_batch_max() - the most jobs that a frame can make
 * @frame_size: bytes
 *
 * A payload takes at least 64 bytes and its descriptor 64 more; cutting adds
 * at most one job for each full piece.
 *
 * Return: jobs
 */
uint32_t wc_aes_batch_max(uint32_t frame_size)
{
	return frame_size / (WARPCRYPT_PAYLOAD_ALIGN +
			     sizeof(struct warpcrypt_desc)) +
	       frame_size / WC_XTS_JOB_BYTES;
}

static enum wc_aes_group group_of(const struct warpcrypt_desc *desc)
{
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;

	switch (desc->mode) {
	case WARPCRYPT_MODE_ECB:
		return decrypt ? WC_AES_ECB_DEC : WC_AES_ECB_ENC;
	case WARPCRYPT_MODE_CTR:
		return WC_AES_CTR;
	case WARPCRYPT_MODE_CBC:
		return decrypt ? WC_AES_CBC_DEC : WC_AES_CBC_ENC;
	default:
		return decrypt ? WC_AES_XTS_DEC : WC_AES_XTS_ENC;
	}
}

/*
 * A piece ends only where a whole block more follows: ciphertext stealing
 * needs one before the partial block.
 */
static uint32_t piece_len(const struct warpcrypt_desc *desc, uint32_t left)
{
	if (desc->mode == WARPCRYPT_MODE_XTS &&
	    left >= WC_XTS_JOB_BYTES + WC_BLOCK)
		return WC_XTS_JOB_BYTES;
	return left;
}

static uint32_t count_pieces(const struct warpcrypt_desc *desc)
{
	uint32_t left, n = 0;

	for (left = desc->len; left; left -= piece_len(desc, left))
		n++;
	return n;
}

static uint32_t threads_of(enum wc_aes_group group, uint32_t len)
{
	switch (group) {
	case WC_AES_CBC_ENC:
		return 1;
	case WC_AES_XTS_ENC:
	case WC_AES_XTS_DEC:
		return wc_xts_threads(len);
	default:
		return wc_job_threads(len);
	}
}

static int load(const struct wc_frame *frame, uint32_t i,
		struct warpcrypt_desc *desc)
{
	int ret = wc_frame_desc(frame, i, desc);

	if (!ret && desc->cipher != WARPCRYPT_CIPHER_AES)
		ret = -EINVAL;
	return ret;
}

/* How many jobs each group has, hence where each begins. */
static int count_jobs(struct wc_aes_batch *batch, const struct wc_frame *frame,
		      uint32_t room[WC_AES_GROUPS])
{
	uint64_t bytes = 0, jobs = 0;
	struct warpcrypt_desc desc;
	uint32_t i;
	int ret, g;

	memset(room, 0, WC_AES_GROUPS * sizeof(room[0]));
	for (i = 0; i < frame->requests; i++) {
		ret = load(frame, i, &desc);
		if (ret)
			return ret;
		/* Payloads that do not overlap have no more bytes than this. */
		bytes += (desc.len + 63ull) & ~63ull;
		if (bytes > frame->arena->geo.frame_size)
			return -EINVAL;
		room[group_of(&desc)] += count_pieces(&desc);
	}
	for (g = 0; g < WC_AES_GROUPS; g++) {
		batch->launch[g].first = (uint32_t)jobs;
		jobs += room[g];
	}
	batch->count = (uint32_t)jobs;
	return jobs > batch->max ? -EINVAL : 0;
}

static void add_piece(struct wc_aes_batch *batch, enum wc_aes_group group,
		      const struct warpcrypt_desc *desc, uint32_t done,
		      uint32_t len, struct gf128 power)
{
	struct wc_aes_launch *l = &batch->launch[group];
	struct wc_job *job = &batch->jobs[l->first + l->count];

	job->first = l->threads;
	job->offset = desc->offset + done;
	job->len = len;
	job->slot = desc->key_slot;
	memcpy(&job->iv, desc->iv, sizeof(job->iv));
	job->power = power;
	l->count++;
	l->threads += threads_of(group, len);
}

static int add_jobs(struct wc_aes_batch *batch,
		    const struct warpcrypt_desc *desc,
		    const uint32_t room[WC_AES_GROUPS])
{
	enum wc_aes_group group = group_of(desc);
	struct gf128 power = { 1, 0 };
	uint32_t done, len;

	if (desc->block)
		power = gf128_xpow(desc->block);
	for (done = 0; done < desc->len; done += len) {
		/* The arena changed under us: it must not. */
		if (batch->launch[group].count == room[group])
			return -EINVAL;
		len = piece_len(desc, desc->len - done);
		add_piece(batch, group, desc, done, len, power);
		if (done + len < desc->len)
			power = gf128_mul_xn(power, len / WC_BLOCK);
	}
	if (group != WC_AES_CTR)
		batch->reads_input = true;
	return 0;
}

/**
 * wc_aes_batch_build() - make the jobs of a frame
 * @batch: @jobs and @max are set, the rest is filled in
 * @frame: an open frame
 * @key: called for every descriptor
 * @ctx: for @key
 *
 * Return: 0, -EINVAL if a descriptor makes no sense, or what @key returned
 */
int wc_aes_batch_build(struct wc_aes_batch *batch, const struct wc_frame *frame,
		       wc_aes_key_fn key, void *ctx)
{
	uint32_t room[WC_AES_GROUPS], i;
	struct warpcrypt_desc desc;
	int ret;

	memset(batch->launch, 0, sizeof(batch->launch));
	batch->reads_input = false;
	ret = count_jobs(batch, frame, room);
	for (i = 0; i < frame->requests && !ret; i++) {
		ret = load(frame, i, &desc);
		if (!ret)
			ret = key(ctx, frame, &desc);
		if (!ret)
			ret = add_jobs(batch, &desc, room);
	}
	return ret;
}

/**
 * wc_aes_slot_expand() - expand the key or the two keys of a slot
 * @slot: the result
 * @key: a key that passed wc_frame_key()
 *
 * In constant time.
 *
 * Return: 0, or -EINVAL if AES has no keys of this length
 */
int wc_aes_slot_expand(struct wc_aes_slot *slot,
		       const struct warpcrypt_key *key)
{
	bool xts = key->mode == WARPCRYPT_MODE_XTS;
	uint32_t len = xts ? key->len / 2 : key->len;

	if (len != 16 && len != 24 && len != 32)
		return -EINVAL;
	aes_expand(&slot->data, key->key, len);
	if (xts)
		aes_expand(&slot->tweak, key->key + len, len);
	else
		memset(&slot->tweak, 0, sizeof(slot->tweak));
	return 0;
}
