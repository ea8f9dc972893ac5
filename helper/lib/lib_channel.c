// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_engine.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* A frame's id is its index and 1. */
static void commit(struct warpcrypt *w, const struct warpcrypt_commit *c)
{
	struct lib_frame *frame = &w->frames[c->id - 1];

	if (!c->status)
		lib_frame_empty(frame);
	pthread_mutex_lock(&w->lock);
	if (c->status && c->status != -EINVAL)
		lib_batches_fail(w);
	lib_batches_back(frame, c->status);
	frame->busy = false;
	pthread_mutex_unlock(&w->lock);
}

static struct timespec deadline(int64_t ns)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_sec += ns / 1000000000;
	t.tv_nsec += ns % 1000000000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	return t;
}

static bool enough(const struct warpcrypt *w, uint32_t fill)
{
	return w->first && w->waiting >= fill;
}

/* There are as many frames as threads, each of which has one at most. */
static struct lib_frame *free_frame(struct warpcrypt *w)
{
	struct lib_frame *frame = w->frames;

	while (frame->busy)
		frame++;
	frame->busy = true;
	frame->used = 0;
	frame->count = 0;
	return frame;
}

/* Returns NULL if there was nothing to do in time. */
static struct lib_frame *fetch(struct warpcrypt *w, uint32_t fill,
			       int64_t timeout_ns)
{
	struct timespec end = deadline(timeout_ns);
	struct lib_frame *frame = NULL;
	int ret = 0;

	pthread_mutex_lock(&w->lock);
	while (!enough(w, fill) && !w->closing && !w->broken && !ret)
		ret = pthread_cond_timedwait(&w->work, &w->lock, &end);
	if (w->first) {
		frame = free_frame(w);
		lib_batches_take(w, frame);
		/* More than fitted: somebody else shall have it. */
		if (w->first)
			lib_channel_wake(w);
	}
	pthread_mutex_unlock(&w->lock);
	return frame;
}

static int channel_enter(void *remote, struct warpcrypt_enter *e)
{
	const struct warpcrypt_commit *c = (void *)(uintptr_t)e->commit_addr;
	struct warpcrypt_frame *to = (void *)(uintptr_t)e->fetch_addr;
	struct lib_frame *frame;

	if (e->commit_count)
		commit(remote, c);
	e->committed = e->commit_count;
	e->fetched = 0;
	if (!e->fetch_max)
		return 0;
	frame = fetch(remote, e->fill, e->timeout_ns);
	if (!frame)
		return 0;
	lib_frame_fill(frame);
	*to = (struct warpcrypt_frame){
		.id = frame->index + 1,
		.index = frame->index,
		.requests = frame->count,
		.payload = frame->used,
	};
	e->fetched = 1;
	return 0;
}

static void channel_kick(void *remote)
{
	struct warpcrypt *w = remote;

	pthread_mutex_lock(&w->lock);
	pthread_cond_broadcast(&w->work);
	pthread_mutex_unlock(&w->lock);
}

static int channel_attach(void *remote, struct warpcrypt_attach *attach)
{
	(void)remote;
	(void)attach;
	return 0;
}

static void channel_close(void *remote)
{
	(void)remote;
}

/**
 * lib_channel_open() - be the module to the engine's scheduler
 * @w: the engine
 */
void lib_channel_open(struct warpcrypt *w)
{
	static const struct wc_channel_ops ops = {
		.attach = channel_attach,
		.enter = channel_enter,
		.close = channel_close,
		.kick = channel_kick,
	};

	wc_channel_open_remote(&w->channel, "libwarpcrypt", &ops, w);
}

/**
 * lib_channel_wake() - there is something to hand out
 * @w: the engine, locked
 *
 * Threads that share an engine may wait for more than there is, so each has to
 * look for itself; of others any will do.
 */
void lib_channel_wake(struct warpcrypt *w)
{
	if (w->backend->ops->shared_engine)
		pthread_cond_broadcast(&w->work);
	else
		pthread_cond_signal(&w->work);
}
