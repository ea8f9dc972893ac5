/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The engines that serve an attachment together: the CPUs, one or several GPUs. Each
 * has queues of the module's, the frames of these queues, and threads of its own.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_ENGINES_H
#define WARPCRYPT_HELPER_ENGINE_ENGINES_H

#include "helper/engine/backend.h"
#include "helper/engine/gpus.h"

/**
 * struct wc_open_engine - one of them, open
 * @backend: open
 * @name: "cpu", "null", or "cuda" and the GPU's number
 * @id: the GPU's UUID; of another engine its name
 * @modes: its WARPCRYPT_MODE_BIT()s
 * @threads: how many threads serve it
 * @queues: how many queues it has
 * @first_queue: the first of them
 * @frames: how many frames its queues have
 * @first_frame: the first of them
 */
struct wc_open_engine {
	struct wc_backend *backend;
	char name[WARPCRYPT_ENGINE_NAME];
	char id[WC_GPU_ID_MAX];
	uint16_t modes[WARPCRYPT_CIPHER_COUNT];
	unsigned int threads;
	uint32_t queues;
	uint32_t first_queue;
	uint32_t frames;
	uint32_t first_frame;
};

struct wc_engines {
	struct wc_open_engine engine[WARPCRYPT_ENGINES_MAX];
	unsigned int count;
};

/**
 * struct wc_engines_limits - what wc_engines_divide() keeps to
 * @threads: threads of each engine; 0: its default
 * @threads_max: of all engines together
 * @queues: queues of each engine; 0: as many as it has threads, but no more than
 *	there are CPUs
 * @frames: frames of all queues together
 */
struct wc_engines_limits {
	unsigned int threads;
	unsigned int threads_max;
	uint32_t queues;
	uint32_t frames;
};

int wc_engines_add(struct wc_engines *set, const struct wc_backend_ops *ops,
		   const struct wc_gpu *gpu, struct wc_error *err);
int wc_engines_divide(struct wc_engines *set,
		      const struct wc_engines_limits *limits,
		      struct wc_error *err);
void wc_engine_describe(const struct wc_open_engine *e, struct warpcrypt_engine *to);
unsigned int wc_engines_threads(const struct wc_engines *set);
int wc_engines_arena_add(struct wc_engines *set, const struct wc_mapping *arena,
			 unsigned int *failed, struct wc_error *err);
void wc_engines_arena_remove(struct wc_engines *set);
void wc_engines_close(struct wc_engines *set);

#endif /* WARPCRYPT_HELPER_ENGINE_ENGINES_H */
