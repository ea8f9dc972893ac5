/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads of a helper that wait for frames and commit them. */
#ifndef WARPCRYPT_TESTS_CORE_DESK_THREADS_H
#define WARPCRYPT_TESTS_CORE_DESK_THREADS_H

#include "tests/core/desk.h"

#define DESK_THREADS	3u

/**
 * struct desk_thread - a thread
 * @desk: its attachment
 * @task: itself, NULL when it has ended
 * @waits: it is in ENTER
 * @fill: of ENTER
 * @queue: of ENTER
 */
struct desk_thread {
	struct desk *desk;
	struct sim_task *task;
	bool waits;
	u32 fill;
	u32 queue;
};

/* Its @fill and @queue are what the caller has set. */
void desk_thread_start(struct desk *d, struct desk_thread *t);
/* By a signal; it may have ended. */
void desk_thread_kill(struct desk_thread *t);

/* The first @n, for one queue after the other; they wait for frames then. */
void desk_threads_start(struct desk *d, struct desk_thread threads[DESK_THREADS], u32 n);
void desk_threads_end(struct desk_thread threads[DESK_THREADS]);

#endif /* WARPCRYPT_TESTS_CORE_DESK_THREADS_H */
