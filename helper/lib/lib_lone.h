/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A short batch that nothing precedes, done by the thread that waits for it: waking a thread
 * of the engine, and being woken by it, would take longer than the work. It is done by the
 * CPUs' engine, which has more workers for this, as many as threads; and one if it stands by for
 * GPUs. Each is used by one thread at a time. Not by a GPU: its driver may not return, and the
 * caller would not.
 */
#ifndef WARPCRYPT_HELPER_LIB_LONE_H
#define WARPCRYPT_HELPER_LIB_LONE_H

#include "helper/lib/lib_types.h"

/**
 * lib_lone_count() - how many workers there are to be, each with a frame
 * @w: its engines are open, and have threads
 */
static inline unsigned int lib_lone_count(const struct warpcrypt *w)
{
	if (lib_ops(w) == &wc_backend_cpu)
		return w->threads;
	return w->spare_threads ? 1 : 0;
}

int lib_lone_start(struct warpcrypt *w, struct wc_error *err);
void lib_lone_stop(struct warpcrypt *w);
bool lib_lone_run(struct warpcrypt *w, struct warpcrypt_batch *b, uint64_t bytes);
void lib_lone_forget(struct warpcrypt *w);

#endif /* WARPCRYPT_HELPER_LIB_LONE_H */
