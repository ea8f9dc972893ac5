/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Does an engine's process make progress? Every worker takes a step when ENTER
 * returns, which waits for a second at most, and with every frame. A process
 * without steps is hung: its GPU does not answer, say.
 *
 * Time is counted in ticks of the supervisor's own, so that a supervisor which
 * was stopped, too, does not take that for a fault of the engine.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_WATCH_H
#define WARPCRYPT_HELPER_DAEMON_WATCH_H

#include "helper/daemon/shared.h"
#include "helper/engine/scheduler.h"

/**
 * enum wc_watch_result - what a tick says
 * @WC_WATCH_MOVES: the engine made progress, or may take its time
 * @WC_WATCH_WAITS: a worker has taken no step for a while
 * @WC_WATCH_HUNG: for too long
 */
enum wc_watch_result {
	WC_WATCH_MOVES,
	WC_WATCH_WAITS,
	WC_WATCH_HUNG,
};

/**
 * struct wc_watch - what was seen at the last tick
 * @phase: the phase
 * @ticks: since the phase began
 * @steps: of each worker
 * @still: ticks since each worker's last step
 * @hung: engines with a worker that is hung, a bit for each place
 */
struct wc_watch {
	uint32_t phase;
	unsigned int ticks;
	uint64_t steps[WARPCRYPT_ENGINES_MAX * WC_THREADS_MAX];
	unsigned int still[WARPCRYPT_ENGINES_MAX * WC_THREADS_MAX];
	uint32_t hung;
};

/**
 * struct wc_watch_limits - how long is too long, ticks
 * @start: for opening an engine and attaching
 * @step: between two steps of a worker
 * @end: for ending
 */
struct wc_watch_limits {
	unsigned int start;
	unsigned int step;
	unsigned int end;
};

enum wc_watch_result wc_watch_tick(struct wc_watch *w,
				   const struct wc_shared *shared,
				   unsigned int workers_max,
				   const struct wc_watch_limits *limits);

#endif /* WARPCRYPT_HELPER_DAEMON_WATCH_H */
