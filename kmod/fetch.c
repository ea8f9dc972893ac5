// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fetching: frames are handed to the helper.
 *
 * A thread takes the frames of the queue that it serves, the oldest first. If there
 * are none, it takes frames of the same engine's other queues: a helper may have fewer
 * threads than queues, and threads that serve a queue may all be busy while others
 * have nothing to do.
 */
#include "fetch.h"

#include <linux/jiffies.h>
#include <linux/lockdep.h>

#include "engine.h"
#include "frame.h"
#include "link.h"
#include "queue.h"
#include "stats.h"
#include "trace.h"
#include "wait.h"

/*
 * The next frame to hand out: the oldest sealed one into which no request is being
 * copied, else the open one if it is full enough. If a request is being copied
 * into the open one, it is sealed anyway, so that it is ready soon.
 */
static struct wc_frame *wc_fetch_next(struct wc_queue *queue, u32 fill)
{
	struct wc_frame *frame;
	u32 level;

	lockdep_assert_held(&queue->lock);
	if (queue->ready)
		list_for_each_entry(frame, &queue->sealed, node)
			if (frame->fetchable)
				return frame;
	frame = queue->open;
	if (!frame)
		return NULL;
	level = wc_frame_fill_level(frame);
	if (level < fill || level < wc_queue_gather(queue))
		return NULL;
	wc_frame_seal(queue, frame);
	return frame->fetchable ? frame : NULL;
}

/*
 * The time from which a frame's deadline counts. The helper is answerable for a
 * frame that it holds; for one that it could fetch, only while the engine gives
 * nothing back: a queue that is long because there is much to do is no fault.
 */
static unsigned long wc_fetch_since(const struct wc_frame *frame)
{
	unsigned long progress = READ_ONCE(frame->queue->engine->progress);

	if (frame->state != WC_FRAME_HELPER &&
	    time_after(progress, frame->since))
		return progress;
	return frame->since;
}

/* Takes a frame from the list of sealed ones and hands it out. Locked. */
static void wc_fetch_hand_out(struct wc_queue *queue, struct wc_frame *frame,
			      struct warpcrypt_frame *out)
{
	struct wc_link *link = queue->link;

	lockdep_assert_held(&queue->lock);
	list_del(&frame->node);
	WRITE_ONCE(queue->ready, queue->ready - 1);
	wc_queue_hold(queue, frame);
	wc_engine_waited(queue->engine, wc_fetch_since(frame));
	WRITE_ONCE(frame->state, WC_FRAME_HELPER);
	frame->since = jiffies;
	queue->sequence++;
	frame->id = (u64)link->generation << 48 | (u64)queue->sequence << 16 |
		    frame->index;
	trace_warpcrypt_fetch(frame);
	*out = (struct warpcrypt_frame) {
		.id = frame->id,
		.index = frame->index,
		.requests = frame->count,
		.payload = frame->used,
	};
}

/* Hands out frames of one queue. Locked. */
static u32 wc_fetch_locked(struct wc_queue *queue, struct warpcrypt_frame *out,
			   u32 max, u32 fill)
{
	struct wc_frame *frame;
	u32 n = 0;

	if (queue->dead)
		return 0;
	while (n < max && (frame = wc_fetch_next(queue, fill)))
		wc_fetch_hand_out(queue, frame, &out[n++]);
	return n;
}

/* Hands out frames of the first other queue that has any. */
static u32 wc_fetch_elsewhere(struct wc_queue *queue,
			      struct warpcrypt_frame *out, u32 max, u32 fill)
{
	struct wc_queue *other;
	struct wc_waiter *next;
	u32 n = 0;

	for (other = wc_queue_next(queue); !n && other != queue;
	     other = wc_queue_next(other)) {
		if (!wc_queue_may_be_ready(other, fill))
			continue;
		spin_lock_bh(&other->lock);
		n = wc_fetch_locked(other, out, max, fill);
		next = wc_wait_choose(other);
		spin_unlock_bh(&other->lock);
		wc_wait_wake(other, next);
	}
	return n;
}

/**
 * wc_fetch_may_succeed() - is it worth while to call wc_fetch()?
 * @queue: the queue that the caller serves
 * @fill: how full an open frame must be to be handed out, bytes
 *
 * For a thread that polls. Takes no lock, so the answer may be outdated.
 *
 * Context: any.
 */
bool wc_fetch_may_succeed(const struct wc_queue *queue, u32 fill)
{
	const struct wc_queue *other = queue;

	do {
		if (wc_queue_may_be_ready(other, fill))
			return true;
		other = wc_queue_next(other);
	} while (other != queue);
	return false;
}

/**
 * wc_fetch() - hand frames to the helper
 * @queue: the queue that the calling thread serves
 * @out: room for @max frames
 * @max: the most to hand out, at least 1
 * @fill: how full an open frame must be to be handed out, bytes
 * @waiter: NULL; or the calling thread, which is woken when a frame is ready if
 *	none is now. It must call wc_fetch_leave() if it gives up
 *
 * Context: process context.
 * Return: number of frames handed out.
 */
u32 wc_fetch(struct wc_queue *queue, struct warpcrypt_frame *out, u32 max,
	     u32 fill, struct wc_waiter *waiter)
{
	struct wc_queue *summoned = NULL;
	struct wc_waiter *next;
	u32 n;

	spin_lock_bh(&queue->lock);
	if (waiter)
		summoned = wc_wait_delist(queue, waiter);
	n = wc_fetch_locked(queue, out, max, fill);
	if (!n && waiter && !queue->dead)
		wc_wait_enlist(queue, waiter, fill);
	next = wc_wait_choose(queue);
	spin_unlock_bh(&queue->lock);
	wc_wait_wake(queue, next);

	if (!n) {
		n = wc_fetch_elsewhere(queue, out, max, fill);
		if (n && waiter)
			wc_fetch_leave(queue, waiter);
	}
	wc_wait_answered(summoned);
	wc_count(WC_FRAMES_FETCHED, n);
	return n;
}

/**
 * wc_fetch_leave() - a thread no longer waits for frames
 * @queue: the queue that it serves
 * @waiter: the thread. If it was woken for a frame, another one is woken
 *
 * Context: process context.
 */
void wc_fetch_leave(struct wc_queue *queue, struct wc_waiter *waiter)
{
	struct wc_queue *summoned;
	struct wc_waiter *next;

	spin_lock_bh(&queue->lock);
	summoned = wc_wait_delist(queue, waiter);
	next = wc_wait_choose(queue);
	spin_unlock_bh(&queue->lock);
	wc_wait_wake(queue, next);
	wc_wait_answered(summoned);
}

/* Puts a frame back that the helper has not been told of, unless the link died. */
static void wc_fetch_put_back(struct wc_frame *frame, u64 id)
{
	struct wc_queue *queue = frame->queue;
	struct wc_waiter *next;

	spin_lock_bh(&queue->lock);
	if (frame->id == id && frame->state == WC_FRAME_HELPER) {
		WRITE_ONCE(frame->state, WC_FRAME_SEALED);
		frame->id = 0;
		list_add(&frame->node, &queue->sealed);
		WRITE_ONCE(queue->ready, queue->ready + 1);
		wc_queue_let_go(queue, frame);
	}
	next = wc_wait_choose(queue);
	spin_unlock_bh(&queue->lock);
	wc_wait_wake(queue, next);
}

/**
 * wc_fetch_undo() - undo wc_fetch() if the helper could not be told
 * @link: the link
 * @in: the frames that were fetched
 * @count: number of frames
 *
 * Context: process context.
 */
void wc_fetch_undo(struct wc_link *link, const struct warpcrypt_frame *in,
		   u32 count)
{
	while (count--)
		wc_fetch_put_back(&link->frames[in[count].index],
				  in[count].id);
}

static bool wc_fetch_queue_overdue(struct wc_queue *queue, unsigned long limit)
{
	u32 i;

	lockdep_assert_held(&queue->lock);
	for (i = 0; i < queue->count; i++) {
		const struct wc_frame *frame = &queue->frames[i];

		if (frame->state != WC_FRAME_OPEN &&
		    frame->state != WC_FRAME_SEALED &&
		    frame->state != WC_FRAME_HELPER)
			continue;
		if (time_after(jiffies, wc_fetch_since(frame) + limit))
			return true;
	}
	return false;
}

/**
 * wc_fetch_overdue() - is a frame past its deadline?
 * @link: the link
 * @limit: the deadline, jiffies: for a frame that the helper holds from its
 *	hand-out, for one that waits from its first request or the helper's last
 *	commit, whichever is later
 *
 * Context: any but hard interrupts.
 */
bool wc_fetch_overdue(struct wc_link *link, unsigned long limit)
{
	struct wc_queue *queue;
	bool overdue = false;

	wc_for_each_queue(queue, link) {
		spin_lock_bh(&queue->lock);
		overdue |= wc_fetch_queue_overdue(queue, limit);
		spin_unlock_bh(&queue->lock);
	}
	return overdue;
}
