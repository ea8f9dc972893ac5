// SPDX-License-Identifier: GPL-2.0-only
/*
 * Engines that fail or hang: their work goes to others, if there are any. CPUs may
 * stand by for the GPUs.
 */
#include "helper/lib/lib_parts.h"

#include <errno.h>

/* Do some engines go on, those that stand by, or others? Locked. */
static bool goes_on(const struct warpcrypt *w, bool spare)
{
	unsigned int i;

	for (i = 0; i < w->engines.count; i++)
		if (!w->port[i].failed && w->port[i].spare == spare)
			return true;
	return false;
}

/**
 * lib_fail_is_resting() - must an engine take nothing?
 * @port: the engine; the queue is locked
 *
 * It has failed, or stands by while others go on.
 */
bool lib_fail_is_resting(const struct lib_port *port)
{
	return port->failed || (port->spare && goes_on(port->w, false));
}

/* An engine takes nothing any more. Without another, all that waits fails. Locked. */
static void fail_engine(struct lib_port *port, bool hangs)
{
	struct warpcrypt *w = port->w;
	struct lib_queue *q = &w->queue;

	lib_memory_fail(&w->memory, port->engine, hangs);
	if (port->failed)
		return;
	port->failed = true;
	if (!goes_on(w, false) && !goes_on(w, true)) {
		lib_queue_fail(q);
	} else if (!goes_on(w, false)) {
		/* The CPUs' turn has come. */
		q->shared = false;
		q->threads = w->spare_threads;
	}
	lib_queue_wake_all(q);
	pthread_cond_broadcast(&q->change);
}

/* Others do a frame again, if there are any. Locked. */
static void hand_over(struct lib_port *port, struct lib_frame *frame, bool hangs)
{
	struct lib_queue *q = &port->w->queue;

	if (q->broken)
		lib_queue_back(q, frame, -EIO);
	else
		lib_queue_again(q, frame, hangs);
}

/**
 * lib_fail_frame() - an engine has failed with a frame
 * @port: the engine; the queue is locked
 * @frame: the frame, LIB_FRAME_HERE
 */
void lib_fail_frame(struct lib_port *port, struct lib_frame *frame)
{
	fail_engine(port, false);
	hand_over(port, frame, false);
}

/* Its threads, one of which hangs, get nothing more, and what they have goes to others. */
static void take_all(struct lib_port *port)
{
	struct warpcrypt *w = port->w;
	uint32_t i;

	for (i = 0; i < port->engine->frames; i++) {
		struct lib_frame *f = &w->frames[port->engine->first_frame + i];
		int at = LIB_FRAME_ENGINE;

		if (atomic_compare_exchange_strong(&f->at, &at, LIB_FRAME_LOST))
			hand_over(port, f, true);
	}
}

/* The CPUs are not watched: how long they take depends on what else they do. */
static void watch_port(struct lib_port *port)
{
	struct warpcrypt *w = port->w;

	if (!port->started || !port->engine->backend->ops->shared_engine)
		return;
	/* Its threads have given up between two frames. */
	if (!w->queue.closing && wc_sched_stopped(&port->sched, NULL))
		fail_engine(port, false);
	if (!wc_stuck_look(&port->seen, &port->sched, w->pace.looks) &&
	    !lib_memory_hangs(&w->memory, port->engine))
		return;
	port->hangs = true;
	fail_engine(port, true);
	take_all(port);
}

/* Until the next look, or the end. Without a GPU there is nothing to look at. Locked. */
static void rest(struct warpcrypt *w)
{
	const struct timespec end = lib_later(w->pace.period_ns);
	struct lib_queue *q = &w->queue;
	int ret = 0;

	while (!q->over && !ret)
		ret = lib_ops(w)->shared_engine ?
		      pthread_cond_timedwait(&q->watch, &q->lock, &end) :
		      pthread_cond_wait(&q->watch, &q->lock);
}

/* The thread that looks for engines that hang. */
void *lib_fail_watch(void *engines)
{
	struct warpcrypt *w = engines;
	unsigned int i;

	pthread_mutex_lock(&w->queue.lock);
	while (!w->queue.over) {
		rest(w);
		for (i = 0; i < w->engines.count && !w->queue.over; i++)
			watch_port(&w->port[i]);
	}
	pthread_mutex_unlock(&w->queue.lock);
	return NULL;
}

/**
 * lib_fail_end_threads() - wait for the end of an engine's threads
 * @port: the engine, whose threads have been asked to stop
 *
 * Return: whether they have ended, and no other call of the driver is in progress;
 * otherwise one of them hangs
 */
bool lib_fail_end_threads(struct lib_port *port)
{
	struct warpcrypt *w = port->w;
	struct timespec end;
	bool hangs = false;

	do {
		end = lib_later(w->pace.period_ns);
		if (wc_sched_await(&port->sched, &end)) {
			pthread_mutex_lock(&w->queue.lock);
			port->started = false;
			pthread_mutex_unlock(&w->queue.lock);
			wc_sched_join(&port->sched, NULL);
			return !lib_memory_hangs(&w->memory, port->engine);
		}
		pthread_mutex_lock(&w->queue.lock);
		hangs = port->hangs;
		pthread_mutex_unlock(&w->queue.lock);
	} while (!hangs);
	wc_sched_abandon(&port->sched);
	return false;
}
