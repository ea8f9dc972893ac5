// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/play.h"

#include <stdlib.h>
#include <string.h>

/**
 * player_init() - allocate what a worker has
 * @p: filled in
 * @geo: of the arena
 */
void player_init(struct player *p, const struct wc_geometry *geo)
{
	memset(p, 0, sizeof(*p));
	p->batch.max = wc_aes_batch_max(geo->frame_size);
	p->batch.jobs = aligned_alloc(16, p->batch.max * sizeof(struct wc_job));
	p->slots = aligned_alloc(16, geo->key_slots * sizeof(p->slots[0]));
	p->loaded = calloc(geo->key_slots, sizeof(p->loaded[0]));
	p->out = aligned_alloc(64, geo->frame_size + 64);
	if (!p->batch.jobs || !p->slots || !p->loaded || !p->out)
		abort();
}

/**
 * player_free() - free it again
 * @p: initialised
 */
void player_free(struct player *p)
{
	free(p->batch.jobs);
	free(p->slots);
	free(p->loaded);
	free(p->out);
}

static int load_key(void *ctx, const struct wc_frame *frame,
		    const struct warpcrypt_desc *desc)
{
	uint64_t want = 1ull << 32 | desc->key_generation;
	struct player *p = ctx;
	struct warpcrypt_key key;
	int ret;

	if (p->loaded[desc->key_slot] == want)
		return 0;
	ret = wc_frame_key(frame, desc, &key);
	if (!ret)
		ret = wc_aes_slot_expand(&p->slots[desc->key_slot], &key);
	if (ret)
		return ret;
	p->loaded[desc->key_slot] = want;
	p->expansions++;
	return 0;
}

static void play_thread(struct player *p, int group, const struct wc_job *jobs,
			uint32_t count, uint32_t thread, const uint8_t *in)
{
	const struct wc_job *job = wc_job_find(jobs, count, thread);
	const struct wc_aes_slot *slot = &p->slots[job->slot];
	uint32_t share = thread - job->first;

	switch (group) {
	case WC_AES_ECB_ENC:
	case WC_AES_ECB_DEC:
		aes_job_ecb(job, slot, in, p->out, share,
			    group == WC_AES_ECB_DEC);
		break;
	case WC_AES_CTR:
		aes_job_ctr(job, slot, p->out, share);
		break;
	case WC_AES_CBC_ENC:
		aes_job_cbc_encrypt(job, slot, in, p->out);
		break;
	case WC_AES_CBC_DEC:
		aes_job_cbc_decrypt(job, slot, in, p->out, share);
		break;
	default:
		aes_job_xts(job, slot, in, p->out, share,
			    group == WC_AES_XTS_DEC);
	}
}

/**
 * player_process() - do one frame
 * @p: initialised
 * @frame: an open frame
 *
 * Return: 0 or -EINVAL
 */
int player_process(struct player *p, const struct wc_frame *frame)
{
	int ret = wc_aes_batch_build(&p->batch, frame, load_key, p), g;
	uint32_t i;

	if (ret)
		return ret;
	for (g = 0; g < WC_AES_GROUPS; g++) {
		const struct wc_aes_launch *l = &p->batch.launch[g];
		struct wc_job *jobs = p->batch.jobs + l->first;

		if (g == WC_AES_XTS_ENC || g == WC_AES_XTS_DEC)
			for (i = 0; i < l->count; i++)
				aes_job_tweak(&jobs[i], &p->slots[jobs[i].slot]);
		/* Backwards: no thread may rely on another. */
		for (i = l->threads; i-- > 0;)
			play_thread(p, g, jobs, l->count, i, frame->base);
	}
	memcpy(frame->base, p->out, frame->payload);
	return 0;
}
