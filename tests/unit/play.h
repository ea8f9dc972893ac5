/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The GPU's part, played by the CPU: every thread of every launch, one after
 * the other, with the code that the GPU runs.
 */
#ifndef WARPCRYPT_TESTS_UNIT_PLAY_H
#define WARPCRYPT_TESTS_UNIT_PLAY_H

#include "helper/aes_batch.h"

/**
 * struct player - what a worker of the CUDA backend has on the device
 * @batch: the launches
 * @slots: expanded keys
 * @loaded: bit 32 and the generation of each
 * @out: results
 * @expansions: how many keys were expanded
 */
struct player {
	struct wc_aes_batch batch;
	struct wc_aes_slot *slots;
	uint64_t *loaded;
	uint8_t *out;
	unsigned int expansions;
};

void player_init(struct player *p, const struct wc_geometry *geo);
void player_free(struct player *p);
int player_process(struct player *p, const struct wc_frame *frame);

#endif /* WARPCRYPT_TESTS_UNIT_PLAY_H */
