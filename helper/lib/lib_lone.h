/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A short batch that nothing precedes, done by the thread that waits for it: waking a thread
 * of the engine, and being woken by it, would take longer than the work. With the CPU engine
 * only, which has one more worker for this, used by one thread at a time.
 */
#ifndef WARPCRYPT_HELPER_LIB_LONE_H
#define WARPCRYPT_HELPER_LIB_LONE_H

#include "helper/lib/lib_types.h"

/**
 * lib_lone_frames() - how many frames the worker has
 * @w: its engines are open
 */
static inline unsigned int lib_lone_frames(const struct warpcrypt *w)
{
	return lib_ops(w) == &wc_backend_cpu;
}

int lib_lone_start(struct warpcrypt *w, struct wc_error *err);
void lib_lone_stop(struct warpcrypt *w);
bool lib_lone_run(struct warpcrypt *w, struct warpcrypt_batch *b, uint64_t bytes);
void lib_lone_forget(struct warpcrypt *w);

#endif /* WARPCRYPT_HELPER_LIB_LONE_H */
