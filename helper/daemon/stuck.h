/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Does a GPU still answer? A thread that has a frame and takes no step for half of the
 * module's deadline is stuck in its driver: there is time to retire the GPU before the
 * module ends the attachment with all engines.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_STUCK_H
#define WARPCRYPT_HELPER_DAEMON_STUCK_H

#include "helper/engine/scheduler.h"

/* How often to look, in a deadline; and how often without a step is too often. */
#define WC_STUCK_LOOKS	8
#define WC_STUCK_STILL	4

/**
 * struct wc_stuck - what was seen of an engine's threads when they were looked at last
 * @steps: of each
 * @still: how often it had a frame and no new step, in a row
 */
struct wc_stuck {
	uint64_t steps[WC_THREADS_MAX];
	unsigned int still[WC_THREADS_MAX];
};

bool wc_stuck_look(struct wc_stuck *s, const struct wc_sched *sched);

#endif /* WARPCRYPT_HELPER_DAEMON_STUCK_H */
