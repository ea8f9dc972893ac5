// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_fail.h"

#include <errno.h>

#define SECOND	1000000000ll

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * SECOND + t.tv_nsec;
}

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
	pthread_cond_broadcast(&q->work);
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
 * lib_fail_begin() - an engine gets a frame
 * @frame: the frame, filled
 */
void lib_fail_begin(struct lib_frame *frame)
{
	frame->since = now_ns();
	atomic_store(&frame->at, LIB_FRAME_ENGINE);
}

/**
 * lib_fail_end() - an engine has given a frame back
 * @frame: the frame
 *
 * Return: false if it was late, and others have got what was in it
 */
bool lib_fail_end(struct lib_frame *frame)
{
	return atomic_exchange(&frame->at, LIB_FRAME_HERE) == LIB_FRAME_ENGINE;
}

/**
 * lib_fail_frame() - an engine has failed with a frame
 * @port: the engine; the queue is locked
 * @frame: the frame, after lib_fail_end()
 */
void lib_fail_frame(struct lib_port *port, struct lib_frame *frame)
{
	fail_engine(port, false);
	hand_over(port, frame, false);
}

/* Is a frame an engine's for so long that it hangs? Then it is not the engine's any more. */
static bool is_overdue(struct lib_frame *frame, int64_t deadline)
{
	int at = LIB_FRAME_ENGINE;

	return atomic_load(&frame->at) == LIB_FRAME_ENGINE &&
	       frame->since < deadline &&
	       atomic_compare_exchange_strong(&frame->at, &at, LIB_FRAME_LOST);
}

/* The CPUs are not watched: how long they take depends on what else they do. */
static void watch_port(struct lib_port *port, int64_t deadline)
{
	struct warpcrypt *w = port->w;
	uint32_t i;

	if (!port->started || !port->engine->backend->ops->shared_engine)
		return;
	/* Its threads have given up between two frames. */
	if (!w->queue.closing && wc_sched_stopped(&port->sched, NULL))
		fail_engine(port, false);
	for (i = 0; i < port->engine->frames; i++) {
		struct lib_frame *f = &w->frames[port->engine->first_frame + i];

		if (!is_overdue(f, deadline))
			continue;
		fail_engine(port, true);
		hand_over(port, f, true);
	}
}

/**
 * lib_fail_period() - how often lib_fail_watch() looks
 * @w: the engines
 *
 * Return: ns
 */
int64_t lib_fail_period(const struct warpcrypt *w)
{
	return w->deadline_ns / 4 < SECOND ? w->deadline_ns / 4 : SECOND;
}

/**
 * lib_fail_watch() - look for engines that hang, now and then
 * @w: the engines; the queue is locked. lib_done_tell() is to be called
 *
 * Called by threads of engines, and by threads that wait for a batch.
 */
void lib_fail_watch(struct warpcrypt *w)
{
	int64_t now = now_ns();
	unsigned int i;

	if (now - w->queue.watched < lib_fail_period(w))
		return;
	w->queue.watched = now;
	for (i = 0; i < w->engines.count; i++)
		watch_port(&w->port[i], now - w->deadline_ns);
}

static bool has_lost(const struct lib_port *port)
{
	uint32_t i;

	for (i = 0; i < port->engine->frames; i++)
		if (atomic_load(&port->w->frames[port->engine->first_frame + i].at) ==
		    LIB_FRAME_LOST)
			return true;
	return false;
}

/**
 * lib_fail_is_stuck() - does a thread of an engine hang?
 * @port: the engine, which gets nothing any more
 * @patience: how long it may take to come back, ns
 */
bool lib_fail_is_stuck(const struct lib_port *port, int64_t patience)
{
	const struct timespec moment = { 0, 1000000 };
	int64_t end = now_ns() + patience;

	while (has_lost(port)) {
		if (now_ns() >= end)
			return true;
		nanosleep(&moment, NULL);
	}
	return false;
}
