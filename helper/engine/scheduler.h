/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The worker threads of one engine of an attachment. Each fetches a frame, processes it, and
 * commits it with the ENTER that fetches the next one.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_SCHEDULER_H
#define WARPCRYPT_HELPER_ENGINE_SCHEDULER_H

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "helper/engine/backend.h"
#include "helper/transport/channel.h"
#include "helper/engine/stats.h"

#define WC_THREADS_MAX	256u

struct wc_sched;

/**
 * struct wc_sched_lane - a worker of the engine
 * @worker: the worker; only its thread uses it
 * @id: the frame that it has begun
 * @status: 0, or why that frame could not begin
 * @begun: finish() is to be called
 * @soon: at once, as begin() has said
 * @tally: requests and bytes of the frame
 */
struct wc_sched_lane {
	struct wc_worker *worker;
	uint64_t id;
	int status;
	bool begun;
	bool soon;
	struct wc_tally tally;
};

/**
 * struct wc_sched_worker - one thread
 * @sched: its scheduler
 * @counts: its counts
 * @thread: its id
 * @queue: the module's queue that it serves
 * @lane: its workers of the engine, &wc_sched_job.depth of them, used in turn
 * @first: the one with the oldest frame
 * @flying: how many have a frame
 * @asked: counts calls of the engine's functions and their returns: odd during a call
 * @pending: the commit of a frame that has been processed
 * @have_pending: @pending is valid
 * @tally: requests and bytes of that frame
 * @releases: &warpcrypt_enter.releases, up to which it has wiped keys
 * @unusable: what forget() returned when the engine failed, or 0
 * @failed: what process() returned when the engine failed, or 0
 * @error: the error line of @failed or @start_result
 * @start_result: 0, or the errno of worker_start()
 */
struct wc_sched_worker {
	struct wc_sched *sched;
	struct wc_counts *counts;
	pthread_t thread;
	uint32_t queue;
	struct wc_sched_lane lane[WC_DEPTH_MAX];
	unsigned int first;
	unsigned int flying;
	atomic_uint asked;
	struct warpcrypt_commit pending;
	bool have_pending;
	struct wc_tally tally;
	uint32_t releases;
	int unusable;
	int failed;
	struct wc_error error;
	int start_result;
};

/**
 * struct wc_sched_job - what the threads of an engine do. All pointers are to what
 * is the caller's
 * @channel: attached
 * @arena: the arena that was attached
 * @backend: the engine, to which @arena was added
 * @first_queue: the first of the module's queues that the engine has
 * @queues: how many it has, at least 1
 * @depth: how many frames each thread has in progress at a time: wc_backend_depth(), or
 *	less. If it is more than 1, the thread fetches one, without waiting, while
 *	another is being processed
 * @counts: the counts of each thread
 * @threads: how many threads
 * @wake: an eventfd, written once when the threads stop without being asked, or -1
 */
struct wc_sched_job {
	struct wc_channel *channel;
	const struct wc_mapping *arena;
	struct wc_backend *backend;
	uint32_t first_queue;
	uint32_t queues;
	unsigned int depth;
	struct wc_counts *counts;
	unsigned int threads;
	int wake;
};

/**
 * struct wc_sched - the threads of one engine
 * @job: what they do
 * @threads: entries of @workers
 * @workers: the threads
 * @started: posted by each thread when its worker_start() has returned
 * @stop: asks the threads to commit their frames and return
 * @ended: posted by each thread at its end
 * @result: why the threads stopped without being asked; 0: they did not
 * @error: the error line of @result; the thread that set @result writes it
 */
struct wc_sched {
	struct wc_sched_job job;
	unsigned int threads;
	struct wc_sched_worker *workers;
	sem_t started;
	sem_t ended;
	atomic_bool stop;
	atomic_int result;
	struct wc_error error;
};

void wc_sched_mask(sigset_t *block);
int wc_sched_start(struct wc_sched *sched, const struct wc_sched_job *job,
		   struct wc_error *err);
void wc_sched_stop(struct wc_sched *sched);
int wc_sched_stopped(const struct wc_sched *sched, struct wc_error *err);
bool wc_sched_is_failure(int code);
void wc_sched_abandon(struct wc_sched *sched);
bool wc_sched_await(struct wc_sched *sched, const struct timespec *end);
int wc_sched_join(struct wc_sched *sched, struct wc_error *err);

/**
 * struct wc_stuck - what was seen of an engine's threads when they were looked at last
 * @asked: of each, &wc_sched_worker.asked
 * @still: how often it was in one and the same call, in a row
 *
 * Does a GPU's driver still answer? A thread that is in a call of its engine for too
 * long hangs there: it computes a frame, wipes keys, starts or stops.
 */
struct wc_stuck {
	unsigned int asked[WC_THREADS_MAX];
	unsigned int still[WC_THREADS_MAX];
};

bool wc_stuck_look(struct wc_stuck *s, const struct wc_sched *sched,
		   unsigned int most);

#endif /* WARPCRYPT_HELPER_ENGINE_SCHEDULER_H */
