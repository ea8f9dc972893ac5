/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The worker threads of one attachment. Each fetches a frame, does it, and
 * commits it with the ENTER that fetches the next one.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_SCHEDULER_H
#define WARPCRYPT_HELPER_ENGINE_SCHEDULER_H

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "helper/engine/backend.h"
#include "helper/transport/channel.h"
#include "helper/engine/stats.h"

#define WC_THREADS_MAX	256u

struct wc_sched;

/**
 * struct wc_sched_worker - one thread
 * @sched: whose
 * @counts: where it counts
 * @thread: its id
 * @worker: its worker of the engine; the thread's own
 * @pending: the frame in hand: done, and to be committed next
 * @have_pending: there is one
 * @tally: what that frame holds
 * @start_result: 0, or why the engine gave no worker
 * @start_error: goes with it
 */
struct wc_sched_worker {
	struct wc_sched *sched;
	struct wc_counts *counts;
	pthread_t thread;
	struct wc_worker *worker;
	struct warpcrypt_commit pending;
	bool have_pending;
	struct wc_tally tally;
	int start_result;
	struct wc_error start_error;
};

/**
 * struct wc_sched - the threads of one attachment
 * @channel: an attached channel; the caller's
 * @arena: the arena that was attached and added to @backend; the caller's
 * @backend: the engine; the caller's
 * @wake: an eventfd of the caller's, written once when the threads stop by
 *	themselves, or -1
 * @threads: entries of @workers
 * @workers: the threads
 * @started: posted by each thread when its worker is ready, or is not
 * @stop: threads shall commit what they hold and return
 * @busy: how many threads are at work on a frame
 * @result: why the threads stopped by themselves, 0 if they did not
 * @error: goes with @result; written by the thread that set it
 */
struct wc_sched {
	struct wc_channel *channel;
	const struct wc_mapping *arena;
	struct wc_backend *backend;
	int wake;
	unsigned int threads;
	struct wc_sched_worker *workers;
	sem_t started;
	atomic_bool stop;
	atomic_uint busy;
	atomic_int result;
	struct wc_error error;
};

int wc_sched_start(struct wc_sched *sched, struct wc_channel *channel,
		   const struct wc_mapping *arena, struct wc_backend *backend,
		   struct wc_totals *stats, int wake, struct wc_error *err);
void wc_sched_stop(struct wc_sched *sched);
int wc_sched_join(struct wc_sched *sched, struct wc_error *err);

#endif /* WARPCRYPT_HELPER_ENGINE_SCHEDULER_H */
