// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fetching: frames are handed to the helper.
 *
 * A thread takes the frames of the queue that it serves: of root and of other users in
 * turns, and of each the one with the oldest request first. If there are none, and after
 * every few that there were, it takes frames of the same engine's other queues: a helper
 * may have fewer threads than queues, and threads that serve a queue may all be busy
 * while others have nothing to do.
 *
 * A request's age counts from its birth and from nothing else. The times at which a frame
 * is handed out and committed change what the helper is charged with, and not the age of
 * what is in it. What is old goes out whatever its frame lacks; and what has waited
 * for a deadline is taken back, for software (expire.c).
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

/* After so many ENTERs that found frames here, a thread looks at other queues first. */
#define WC_FETCH_STREAK		8u

/* The oldest sealed frame of a share into which no request is being copied. */
static struct wc_frame *wc_fetch_sealed(const struct wc_share *share)
{
	struct wc_frame *frame;

	if (share->ready)
		list_for_each_entry(frame, &share->sealed, node)
			if (frame->fetchable)
				return frame;
	return NULL;
}

/*
 * The next frame of a share to hand out: the oldest sealed one; or the open one, if that
 * is older, or full enough and there is no other. If a request is being copied into
 * the open one, it is sealed anyway, so that it is ready soon.
 */
static struct wc_frame *wc_fetch_from(struct wc_queue *queue,
				      struct wc_share *share, u32 fill)
{
	struct wc_frame *frame = wc_fetch_sealed(share), *open = share->open;

	lockdep_assert_held(&queue->lock);
	if (!open)
		return frame;
	if (frame ? !time_before(open->born, frame->born) :
		    !wc_queue_offers(queue, share, fill))
		return frame;
	wc_frame_seal(queue, open);
	return open->fetchable ? open : frame;
}

/* The next frame to hand out, of one share and the other in turns. */
static struct wc_frame *wc_fetch_next(struct wc_queue *queue, u32 fill)
{
	u32 first = queue->fetches, i;

	for (i = 0; i < WC_SHARES; i++) {
		u32 whose = (first + i) % WC_SHARES;
		struct wc_frame *frame = wc_fetch_from(queue,
						       &queue->share[whose],
						       fill);

		if (frame) {
			queue->fetches = (whose + 1) % WC_SHARES;
			return frame;
		}
	}
	return NULL;
}

/*
 * The time from which a frame's deadline counts. For a frame that the helper holds, this
 * is when it got it. For one that it could fetch, it is at the earliest when the engine
 * last gave results back: so a long queue alone does not end the link.
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

	wc_frame_delist(queue, frame);
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

/*
 * Hands out frames of the first other queue that has any; the next time it begins after
 * that one. So each queue gets its turn.
 */
static u32 wc_fetch_elsewhere(struct wc_queue *queue,
			      struct warpcrypt_frame *out, u32 max, u32 fill)
{
	struct wc_queue *other = READ_ONCE(queue->looked);
	struct wc_waiter *next;
	u32 n = 0, i;

	for (i = 0; !n && i < queue->engine->queue_count; i++) {
		other = wc_queue_next(other);
		if (other == queue || !wc_queue_may_be_ready(other, fill))
			continue;
		spin_lock_bh(&other->lock);
		n = wc_fetch_locked(other, out, max, fill);
		next = wc_wait_choose(other);
		spin_unlock_bh(&other->lock);
		wc_wait_wake(other, next);
	}
	if (n)
		WRITE_ONCE(queue->looked, other);
	return n;
}

/* Hands out frames of the queue. If there are none, @waiter waits for the next. */
static u32 wc_fetch_here(struct wc_queue *queue, struct warpcrypt_frame *out,
			 u32 max, u32 fill, struct wc_waiter *waiter)
{
	struct wc_queue *summoned = NULL;
	struct wc_waiter *next;
	u32 n;

	spin_lock_bh(&queue->lock);
	if (waiter)
		summoned = wc_wait_delist(queue, waiter);
	n = wc_fetch_locked(queue, out, max, fill);
	if (n)
		WRITE_ONCE(queue->streak, queue->streak + 1);
	else if (waiter && !queue->dead)
		wc_wait_enlist(queue, waiter, fill);
	next = wc_wait_choose(queue);
	spin_unlock_bh(&queue->lock);
	wc_wait_wake(queue, next);
	wc_wait_answered(summoned);
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
	bool others_first = READ_ONCE(queue->streak) >= WC_FETCH_STREAK;
	u32 n = 0;

	if (others_first) {
		WRITE_ONCE(queue->streak, 0);
		n = wc_fetch_elsewhere(queue, out, max, fill);
		if (n && waiter)
			wc_fetch_leave(queue, waiter);
	}
	if (!n)
		n = wc_fetch_here(queue, out, max, fill, waiter);
	if (!n) {
		n = wc_fetch_elsewhere(queue, out, max, fill);
		if (n && waiter)
			wc_fetch_leave(queue, waiter);
	}
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

/* Could the helper have this frame, or has it? A copy that takes long is not its fault. */
static bool wc_fetch_concerns(const struct wc_frame *frame)
{
	switch (frame->state) {
	case WC_FRAME_OPEN:
		return wc_frame_is_filled(frame);
	case WC_FRAME_SEALED:
		return frame->fetchable;
	default:
		return frame->state == WC_FRAME_HELPER;
	}
}

static bool wc_fetch_queue_overdue(struct wc_queue *queue, unsigned long limit)
{
	u32 i;

	lockdep_assert_held(&queue->lock);
	for (i = 0; i < queue->count; i++) {
		const struct wc_frame *frame = &queue->frames[i];

		if (wc_fetch_concerns(frame) &&
		    time_after(jiffies, wc_fetch_since(frame) + limit))
			return true;
	}
	return false;
}

/**
 * wc_fetch_overdue() - is a frame past its deadline?
 * @link: the link
 * @limit: the deadline, jiffies: for a frame that the helper holds from its
 *	hand-out, for one that it could fetch from then on or from the engine's last
 *	commit with results, whichever is later
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
