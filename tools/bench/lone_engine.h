/* SPDX-License-Identifier: GPL-2.0-only */
/* An engine that gets one frame after the other: an arena and a worker, no module. */
#ifndef WARPCRYPT_BENCH_LONE_ENGINE_H
#define WARPCRYPT_BENCH_LONE_ENGINE_H

#include "helper/engine/backend.h"
#include "helper/engine/rate_frame.h"

/* Payloads of a frame together are at most this long. */
#define LONE_MOST	(512u << 10)

/**
 * struct lone_engine - an engine
 * @backend: it, open
 * @arena: its frames
 * @worker: its only worker, of the calling thread
 * @frame: that is processed
 */
struct lone_engine {
	struct wc_backend *backend;
	struct wc_mapping arena;
	struct wc_worker *worker;
	struct wc_view frame;
};

int lone_engine_open(struct lone_engine *e, const struct wc_backend_ops *ops,
		     unsigned int gpu, struct wc_error *err);
void lone_engine_set(struct lone_engine *e, const struct wc_rate_kind *kind,
		     uint32_t count, uint32_t len);
uint64_t lone_engine_run(struct lone_engine *e);
void lone_engine_close(struct lone_engine *e);

#endif /* WARPCRYPT_BENCH_LONE_ENGINE_H */
