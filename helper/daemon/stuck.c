// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/stuck.h"

/**
 * wc_stuck_look() - look at the threads of an engine, WC_STUCK_LOOKS times in a deadline
 * @s: zeroes at first
 * @sched: the threads; they are running
 *
 * Return: is one of them stuck?
 */
bool wc_stuck_look(struct wc_stuck *s, const struct wc_sched *sched)
{
	bool stuck = false;
	unsigned int i;

	for (i = 0; i < sched->threads; i++) {
		uint64_t steps = atomic_load(&sched->job.counts[i].steps);
		bool still = steps == s->steps[i] &&
			     wc_sched_is_computing(sched, i);

		s->steps[i] = steps;
		s->still[i] = still ? s->still[i] + 1 : 0;
		stuck |= s->still[i] > WC_STUCK_STILL;
	}
	return stuck;
}
