/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From a frame's descriptors to the jobs of GPU launches: sorted by mode and
 * direction, numbered by threads, long XTS payloads cut. Knows nothing of GPUs.
 */
#ifndef WARPCRYPT_HELPER_AES_BATCH_H
#define WARPCRYPT_HELPER_AES_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "helper/frame.h"
#include "kernels/aes_job.h"

/**
 * enum wc_aes_group - launches: one for each mode and direction
 * @WC_AES_ECB_ENC: and so on
 */
enum wc_aes_group {
	WC_AES_ECB_ENC,
	WC_AES_ECB_DEC,
	WC_AES_CTR,
	WC_AES_CBC_ENC,
	WC_AES_CBC_DEC,
	WC_AES_XTS_ENC,
	WC_AES_XTS_DEC,
	WC_AES_GROUPS,
};

/**
 * struct wc_aes_launch - the jobs of one group
 * @first: index of its first job in &wc_aes_batch.jobs
 * @count: how many, 0: nothing to launch
 * @threads: how many threads they need
 */
struct wc_aes_launch {
	uint32_t first;
	uint32_t count;
	uint32_t threads;
};

/**
 * struct wc_aes_batch - one frame as launches
 * @jobs: room for @max jobs; the caller's
 * @max: wc_aes_batch_max() of the frame size
 * @count: jobs in use
 * @launch: each group's part of them
 * @reads_input: some launch reads the frame, not only CTR
 */
struct wc_aes_batch {
	struct wc_job *jobs;
	uint32_t max;
	uint32_t count;
	struct wc_aes_launch launch[WC_AES_GROUPS];
	bool reads_input;
};

/**
 * typedef wc_aes_key_fn - see to it that a key is where the launches find it
 * @ctx: the caller's
 * @frame: the frame
 * @desc: names the key
 *
 * Return: 0 or a negative errno, which ends wc_aes_batch_build()
 */
typedef int (*wc_aes_key_fn)(void *ctx, const struct wc_frame *frame,
			     const struct warpcrypt_desc *desc);

uint32_t wc_aes_batch_max(uint32_t frame_size);
int wc_aes_batch_build(struct wc_aes_batch *batch, const struct wc_frame *frame,
		       wc_aes_key_fn key, void *ctx);
int wc_aes_slot_expand(struct wc_aes_slot *slot,
		       const struct warpcrypt_key *key);

#endif /* WARPCRYPT_HELPER_AES_BATCH_H */
