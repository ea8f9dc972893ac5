/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The CPU emulates the GPU: every thread of every launch, one after the other, with the
 * code that the GPU runs.
 */
#ifndef WARPCRYPT_TESTS_UNIT_EMULATED_GPU_H
#define WARPCRYPT_TESTS_UNIT_EMULATED_GPU_H

#include "helper/engine/batch.h"

/* One thread of a kernel: kernels/gpu/entry.h. */
typedef void (*emulated_fn)(void *jobs, uint32_t count, uint32_t threads,
			    uint8_t *slots, const uint8_t *in, uint8_t *out,
			    uint32_t thread, struct wc_latency_jobs by_value);

/* What a worker of the CUDA backend has on the device. */
struct emulated_gpu {
	/* How much shared memory a block of threads can have; a test may change it. */
	uint32_t shared;
	struct wc_batch batch;		/* the launches */
	uint8_t *slots;			/* expanded keys */
	uint8_t *units;			/* scratch memory of 25519 */
	uint8_t *units_p256;		/* scratch memory of P-256 */
	uint64_t *loaded;		/* wc_batch_key_id() of each */
	uint8_t *room;			/* for results */
	/*
	 * Where the frame's results go: @room, or, every other time if they can be there, the
	 * frame.
	 */
	uint8_t *out;
	unsigned int frames;		/* how many were done */
	bool latency;			/* use latency kernels: half of the frames */
	unsigned int expansions;	/* how many keys were expanded */
};

void emulated_gpu_init(struct emulated_gpu *p, const struct wc_geometry *geo);
void emulated_gpu_free(struct emulated_gpu *p);
int emulated_gpu_process(struct emulated_gpu *p, const struct wc_view *frame);

/* tests/unit/emulated_kernels.c */
emulated_fn emulated_kernel(const char *name);

#endif /* WARPCRYPT_TESTS_UNIT_EMULATED_GPU_H */
