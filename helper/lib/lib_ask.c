// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/lib/lib_ask.h"

#include <stdlib.h>

#include "helper/engine/scheduler.h"

#define SECOND	1000000000ll

/**
 * struct question - what a thread does for lib_ask(), until the last of both has let go
 * @lock: protects @done and @left
 * @change: signalled when @done is set
 * @done: @work has returned
 * @left: the caller does not wait any more
 * @work: what to do
 * @late: what to do if it was not waited for, or NULL
 * @data: their argument
 */
struct question {
	pthread_mutex_t lock;
	pthread_cond_t change;
	bool done;
	bool left;
	void (*work)(void *data);
	void (*late)(void *data);
	void *data;
};

/* A moment, @ns from now on, which is at least 0, by CLOCK_MONOTONIC. */
struct timespec lib_later(int64_t ns)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_sec += ns / SECOND;
	t.tv_nsec += ns % SECOND;
	if (t.tv_nsec >= SECOND) {
		t.tv_nsec -= SECOND;
		t.tv_sec++;
	}
	return t;
}

/* Make a condition variable whose timeouts are of CLOCK_MONOTONIC. */
void lib_cond_init(pthread_cond_t *cond)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(cond, &attr);
	pthread_condattr_destroy(&attr);
}

/**
 * lib_thread() - start a thread, with the signals of a worker and the usual stack
 * @thread: the result
 * @name: at most 15 characters
 * @run: what it does
 * @data: its argument
 *
 * Return: 0 or a negative errno
 */
int lib_thread(pthread_t *thread, const char *name, void *(*run)(void *data),
	       void *data)
{
	sigset_t block, old;
	int ret;

	wc_sched_mask(&block);
	pthread_sigmask(SIG_SETMASK, &block, &old);
	ret = pthread_create(thread, NULL, run, data);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (!ret)
		pthread_setname_np(*thread, name);
	return -ret;
}

static void question_free(struct question *q)
{
	pthread_cond_destroy(&q->change);
	pthread_mutex_destroy(&q->lock);
	free(q);
}

static void *answer(void *data)
{
	struct question *q = data;
	bool left;

	q->work(q->data);
	pthread_mutex_lock(&q->lock);
	q->done = true;
	left = q->left;
	pthread_cond_signal(&q->change);
	pthread_mutex_unlock(&q->lock);
	if (left) {
		if (q->late)
			q->late(q->data);
		question_free(q);
	}
	return NULL;
}

/* Returns whether it is done; otherwise the thread has got all of @q. */
static bool await(struct question *q, const struct lib_pace *pace)
{
	unsigned int looks = 0;

	pthread_mutex_lock(&q->lock);
	while (!q->done && looks <= pace->looks) {
		struct timespec end = lib_later(pace->period_ns);

		if (pthread_cond_timedwait(&q->change, &q->lock, &end))
			looks++;
	}
	q->left = !q->done;
	pthread_mutex_unlock(&q->lock);
	return !q->left;
}

/**
 * lib_ask() - have a thread do what may never come back, and wait for it
 * @pace: how long
 * @work: what to do
 * @late: undoes it, if it comes back when it is not waited for any more; or NULL
 * @data: their argument; the thread's if this returns false
 *
 * Without memory for a thread the caller does it, and waits as long as it takes.
 *
 * Return: whether @work has returned
 */
bool lib_ask(const struct lib_pace *pace, void (*work)(void *data),
	     void (*late)(void *data), void *data)
{
	struct question *q = calloc(1, sizeof(*q));
	pthread_t thread;

	if (!q) {
		work(data);
		return true;
	}
	pthread_mutex_init(&q->lock, NULL);
	lib_cond_init(&q->change);
	q->work = work;
	q->late = late;
	q->data = data;
	if (lib_thread(&thread, "warpcrypt/ask", answer, q)) {
		work(data);
	} else if (await(q, pace)) {
		pthread_join(thread, NULL);
	} else {
		pthread_detach(thread);
		return false;
	}
	question_free(q);
	return true;
}
