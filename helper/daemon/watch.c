// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/watch.h"

#include <string.h>

/* An idle worker steps once a second: two ticks, and one for being late. */
#define STILL_TICKS	3

/* Returns the ticks since the last step of the engine's worker that has waited longest. */
static unsigned int look_at_engine(struct wc_watch *w,
				   const struct wc_shared *shared,
				   unsigned int place, unsigned int workers_max)
{
	unsigned int n = atomic_load(&shared->engine[place].workers);
	unsigned int longest = 0, i;

	/* What is out of service may stay where it is. */
	if (atomic_load(&shared->engine[place].state) != WC_ENGINE_OPEN)
		return 0;
	if (n > workers_max)
		n = workers_max;
	for (i = place * workers_max; n; n--, i++) {
		uint64_t steps = atomic_load(&shared->counts[i].steps);

		w->still[i] = steps == w->steps[i] ? w->still[i] + 1 : 0;
		w->steps[i] = steps;
		if (w->still[i] > longest)
			longest = w->still[i];
	}
	return longest;
}

static unsigned int look_at_workers(struct wc_watch *w,
				    const struct wc_shared *shared,
				    unsigned int workers_max, unsigned int most)
{
	unsigned int longest = 0, place;

	w->hung = 0;
	for (place = 0; place < WARPCRYPT_ENGINES_MAX; place++) {
		unsigned int still = look_at_engine(w, shared, place,
						    workers_max);

		if (still > most)
			w->hung |= 1u << place;
		if (still > longest)
			longest = still;
	}
	return longest;
}

/**
 * wc_watch_tick() - look at a process, once a tick
 * @w: zeroes when the process began
 * @shared: what the process shows
 * @workers_max: entries of @shared->counts for each engine, at most WC_THREADS_MAX
 * @limits: the limits, ticks
 *
 * Return: whether it makes progress
 */
enum wc_watch_result wc_watch_tick(struct wc_watch *w,
				   const struct wc_shared *shared,
				   unsigned int workers_max,
				   const struct wc_watch_limits *limits)
{
	uint32_t phase = atomic_load(&shared->phase);
	unsigned int still;

	if (phase != w->phase) {
		w->phase = phase;
		w->ticks = 0;
		memset(w->still, 0, sizeof(w->still));
	}
	w->ticks++;
	if (phase == WC_PHASE_STARTING)
		return w->ticks > limits->start ? WC_WATCH_HUNG : WC_WATCH_MOVES;
	if (phase != WC_PHASE_SERVING)
		return w->ticks > limits->end ? WC_WATCH_HUNG : WC_WATCH_MOVES;
	still = look_at_workers(w, shared, workers_max, limits->step);
	if (still > limits->step)
		return WC_WATCH_HUNG;
	return still > STILL_TICKS ? WC_WATCH_WAITS : WC_WATCH_MOVES;
}
