// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/stuck.h"

/**
 * wc_stuck_look() - look at the threads of an engine, at regular times
 * @s: zeroes at first
 * @sched: the threads; they have not been joined
 * @most: how often a thread may be seen in one call, in a row
 *
 * Time is counted in calls, so that a process which was stopped takes nothing for a
 * fault of its engine.
 *
 * Return: does one of them hang?
 */
bool wc_stuck_look(struct wc_stuck *s, const struct wc_sched *sched,
		   unsigned int most)
{
	bool stuck = false;
	unsigned int i;

	for (i = 0; i < sched->threads; i++) {
		unsigned int asked = atomic_load(&sched->workers[i].asked);
		bool still = asked % 2 && asked == s->asked[i];

		s->asked[i] = asked;
		s->still[i] = still ? s->still[i] + 1 : 0;
		stuck |= s->still[i] > most;
	}
	return stuck;
}
