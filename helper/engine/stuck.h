/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Does a GPU's driver still answer? A thread that is in a call of its engine for too
 * long hangs there: it computes a frame, wipes keys, starts or stops.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_STUCK_H
#define WARPCRYPT_HELPER_ENGINE_STUCK_H

#include "helper/engine/scheduler.h"

/**
 * struct wc_stuck - what was seen of an engine's threads when they were looked at last
 * @asked: of each, &wc_sched_worker.asked
 * @still: how often it was in one and the same call, in a row
 */
struct wc_stuck {
	unsigned int asked[WC_THREADS_MAX];
	unsigned int still[WC_THREADS_MAX];
};

bool wc_stuck_look(struct wc_stuck *s, const struct wc_sched *sched,
		   unsigned int most);

#endif /* WARPCRYPT_HELPER_ENGINE_STUCK_H */
