/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From a frame's descriptors to the jobs of GPU launches: sorted by cipher (or
 * group), mode and direction, numbered by threads, long XTS payloads cut. Knows nothing of
 * GPUs.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_BATCH_H
#define WARPCRYPT_HELPER_ENGINE_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "helper/transport/view.h"
#include "kernels/gpu/launch.h"

/**
 * struct wc_launch - the jobs of one cipher or group, mode and direction
 * @first: index of its first job in &wc_batch.jobs
 * @count: how many, 0: nothing to launch
 * @threads: how many threads they need; XTS jobs may need none
 * @steals: XTS: some of them need ciphertext stealing
 */
struct wc_launch {
	uint32_t first;
	uint32_t count;
	uint32_t threads;
	bool steals;
};

/**
 * struct wc_batch - one frame as launches
 * @jobs: room for @max jobs; the caller's
 * @max: wc_batch_max() of the frame size
 * @count: jobs in use
 * @launch: each group's part of them
 * @reads_input: some launch reads the frame, not only CTR
 * @has_units: there are secrets of 25519 in it
 */
struct wc_batch {
	struct wc_job *jobs;
	uint32_t max;
	uint32_t count;
	struct wc_launch launch[WC_GPU_CIPHERS][WC_MODES];
	bool reads_input;
	bool has_units;
};

/**
 * typedef wc_batch_key_fn - see to it that a key is where the launches find it
 * @ctx: the caller's
 * @frame: the frame
 * @desc: names the key
 *
 * Return: 0 or a negative errno, which ends wc_batch_build()
 */
typedef int (*wc_batch_key_fn)(void *ctx, const struct wc_view *frame,
			       const struct warpcrypt_desc *desc);

/**
 * wc_batch_key_id() - what an expanded key is remembered by
 * @desc: a descriptor that names it, for wc_batch_build()
 *
 * More than the generation: a slot is never read as another cipher's.
 *
 * Return: a number that is not 0, the same for the same key only
 */
static inline uint64_t wc_batch_key_id(const struct warpcrypt_desc *desc)
{
	bool xts = desc->mode == WARPCRYPT_MODE_XTS;

	return desc->key_generation | (uint64_t)desc->cipher << 32 |
	       (uint64_t)xts << 40;
}

uint32_t wc_batch_max(uint32_t frame_size);
int wc_batch_build(struct wc_batch *batch, const struct wc_view *frame,
		   wc_batch_key_fn key, void *ctx);
void wc_batch_modes(uint16_t modes[WARPCRYPT_CIPHER_COUNT]);
int wc_batch_fresh(struct wc_fresh *fresh, const struct wc_view *frame,
		   const struct warpcrypt_desc *desc);

#endif /* WARPCRYPT_HELPER_ENGINE_BATCH_H */
