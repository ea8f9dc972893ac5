/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes the jobs of GPU launches from a frame's descriptors: sorted by cipher or
 * group, mode and direction, with the number of threads of each; long XTS
 * payloads are cut. Does not call the GPU.
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
 * @count: its number of jobs, 0: nothing to launch
 * @threads: the number of threads that the jobs need; may be 0 in XTS
 * @steals: XTS: some of the jobs need ciphertext stealing
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
 * @launch: the launches, by cipher or group, and mode and direction
 * @reads_input: a launch reads payloads that are in the frame: not all of them are CTR
 * @has_units: the frame has units of a group, which may be secrets
 * @apart: results must not be written over payloads, which other threads, or a second
 *	launch, still read: CBC decryption, ciphertext stealing
 */
struct wc_batch {
	struct wc_job *jobs;
	uint32_t max;
	uint32_t count;
	struct wc_launch launch[WC_GPU_CIPHERS][WC_MODES];
	bool reads_input;
	bool has_units;
	bool apart;
};

/* Load a key that the launches will need. A negative errno ends wc_batch_build(). */
typedef int (*wc_batch_key_fn)(void *ctx, const struct wc_view *frame,
			       const struct warpcrypt_desc *desc);

/*
 * A number for the expanded key in a slot, not 0, and different for different keys: it has
 * the cipher and whether it is for XTS besides the generation, so that a key is never used
 * as one of another cipher.
 */
static inline uint64_t wc_batch_key_id(const struct warpcrypt_desc *desc)
{
	bool xts = WARPCRYPT_IS_XTS(desc->mode);

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
