// SPDX-License-Identifier: GPL-2.0-only
/*
 * The library in the kernel module's place: a channel by which the threads of
 * the helper's scheduler fetch frames and commit them.
 */
#include "helper/lib/lib_parts.h"

#include <errno.h>

static void commit(struct lib_port *port, const struct warpcrypt_commit *c)
{
	struct warpcrypt *w = port->w;
	struct lib_frame *frame = &w->frames[c->id - 1];
	int status = c->status ? c->status : frame->status;

	/* It comes late: others have got what was in it. What the engine has written is wiped. */
	if (atomic_exchange(&frame->at, LIB_FRAME_HERE) != LIB_FRAME_ENGINE) {
		pthread_mutex_lock(&w->queue.lock);
		lib_frame_wipe(frame);
		pthread_mutex_unlock(&w->queue.lock);
		return;
	}
	if (!status)
		lib_frame_empty(frame);
	pthread_mutex_lock(&w->queue.lock);
	port->load.frames--;
	port->load.little -= frame->little;
	/* A frame of an engine that has failed stays as it is. */
	if (c->status && c->status != -EINVAL) {
		lib_fail_frame(port, frame);
	} else {
		lib_queue_back(&w->queue, frame, status);
		frame->busy = false;
	}
	pthread_mutex_unlock(&w->queue.lock);
}

/* Is there something to take for the engine? Waits until @end for that, if it is given. */
static bool await(struct lib_port *port, const struct warpcrypt_enter *e,
		  const struct timespec *end)
{
	struct lib_queue *q = &port->w->queue;

	if (lib_fail_is_resting(port)) {
		if (end && !q->closing)
			pthread_cond_timedwait(&q->change, &q->lock, end);
		return false;
	}
	if (!lib_queue_await(q, &port->load, e->releases, end))
		return false;
	if (!lib_fail_is_resting(port))
		return true;
	/* Others were not woken for it. */
	lib_queue_wake_all(q);
	return false;
}

/* An engine has as many frames as all its threads can have. */
static struct lib_frame *free_frame(struct lib_port *port)
{
	struct lib_frame *frame = &port->w->frames[port->engine->first_frame];

	while (frame->busy)
		frame++;
	frame->busy = true;
	frame->used = 0;
	frame->count = 0;
	return frame;
}

/*
 * Returns NULL if the queue was empty until the timeout, or until keys were freed
 * that the thread has not wiped. Sets @e->releases.
 */
static struct lib_frame *fetch(struct lib_port *port, struct warpcrypt_enter *e)
{
	struct warpcrypt *w = port->w;
	struct timespec end = lib_later(e->timeout_ns);
	struct lib_frame *frame = NULL;

	pthread_mutex_lock(&w->queue.lock);
	if (await(port, e, e->timeout_ns ? &end : NULL)) {
		frame = free_frame(port);
		lib_queue_take(&w->queue, frame, port->load.frames + 1, port->engine->threads);
		frame->busy = frame->count;
		port->load.frames += frame->busy;
		port->load.little += frame->busy && frame->little;
	}
	e->releases = w->queue.releases;
	pthread_mutex_unlock(&w->queue.lock);
	return frame && frame->count ? frame : NULL;
}

static int channel_enter(void *remote, struct warpcrypt_enter *e)
{
	const struct warpcrypt_commit *c = (void *)(uintptr_t)e->commit_addr;
	struct warpcrypt_frame *to = (void *)(uintptr_t)e->fetch_addr;
	struct lib_port *port = remote;
	struct lib_frame *frame;

	if (e->commit_count)
		commit(port, c);
	e->committed = e->commit_count;
	e->fetched = 0;
	if (!e->fetch_max)
		return 0;
	frame = fetch(port, e);
	if (!frame)
		return 0;
	*to = lib_direct_fill(frame, port->engine->backend->ops);
	atomic_store(&frame->at, LIB_FRAME_ENGINE);
	e->fetched = 1;
	return 0;
}

/* The threads are asked to stop, to close all engines, or because one cannot start. */
static void channel_kick(void *remote)
{
	struct lib_queue *q = &((struct lib_port *)remote)->w->queue;

	pthread_mutex_lock(&q->lock);
	q->closing = true;
	lib_queue_wake_all(q);
	pthread_cond_broadcast(&q->change);
	pthread_mutex_unlock(&q->lock);
}

/**
 * lib_channel_open() - open the channel of an engine's scheduler
 * @port: the engine; @w and @engine are set
 */
void lib_channel_open(struct lib_port *port)
{
	/* A scheduler calls nothing else. */
	static const struct wc_channel_ops ops = {
		.enter = channel_enter,
		.kick = channel_kick,
	};

	wc_channel_open_remote(&port->channel, "libwarpcrypt", &ops, port);
}
