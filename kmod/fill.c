// SPDX-License-Identifier: GPL-2.0-only
/*
 * Copies into frames, and the end of frames whose requests are given up: a frame into
 * which something is being copied stays until the last of these copies has ended, but
 * its other requests do not wait for that.
 */
#include "frame.h"

#include <linux/lockdep.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "engine.h"
#include "keys.h"
#include "link.h"
#include "queue.h"
#include "stats.h"
#include "wait.h"

/**
 * wc_frame_wipe() - overwrite the payload of a request if it is secret
 * @rq: the request; its frame is still its own, and not the helper's unless the link
 *	is dead
 *
 * Context: any.
 */
void wc_frame_wipe(struct wc_request *rq)
{
	if (rq->secret && rq->frame)
		wc_arena_wipe(rq->frame->data + rq->offset, rq->len);
}

/* Adds a short request to @lost; nothing of it is left in its frame. Under the lock. */
static void wc_frame_give_up(struct wc_request *rq, struct list_head *lost)
{
	wc_frame_wipe(rq);
	rq->frame = NULL;
	list_move_tail(&rq->node, lost);
}

/*
 * Frees a frame whose requests are given up; adds them to @lost. Under the lock.
 * Returns as wc_frame_release().
 */
static bool wc_frame_abandon(struct wc_queue *queue, struct wc_frame *frame,
			     struct list_head *lost)
{
	struct wc_request *rq, *next;

	lockdep_assert_held(&queue->lock);
	if (!frame->whole)
		list_for_each_entry_safe(rq, next, &frame->requests, node)
			wc_frame_give_up(rq, lost);
	else if (!--frame->whole->frames)
		list_add_tail(&frame->whole->node, lost);
	if (frame->id)
		wc_count(WC_FRAMES_LOST, 1);
	return wc_frame_release(queue, frame);
}

/**
 * wc_frame_drop_key() - end a request's hold on its key's slot, if it has one
 * @link: its link
 * @rq: the request; its frame is committed or lost, or it has none
 *
 * Context: any, BH off.
 */
void wc_frame_drop_key(struct wc_link *link, struct wc_request *rq)
{
	if (!rq->holds)
		return;
	rq->holds = false;
	wc_key_slot_drop(&link->keys, &rq->held);
}

/**
 * wc_frame_lose() - give requests that the device did not do back to their owners
 * @link: the link; the caller still has the references of their frames to it
 * @lost: the requests; in no list afterwards
 * @reason: why they are lost
 *
 * Context: any but hard interrupts.
 */
void wc_frame_lose(struct wc_link *link, struct list_head *lost,
		   enum wc_reason reason)
{
	struct wc_request *rq, *next;

	list_for_each_entry_safe(rq, next, lost, node) {
		list_del(&rq->node);
		local_bh_disable();
		wc_frame_drop_key(link, rq);
		local_bh_enable();
		rq->ops->lost(rq, reason);
	}
}

/*
 * No request is being copied into a frame any more: it may now be ready, or free if its
 * requests were given up.
 */
static void wc_frame_settle(struct wc_queue *queue, struct wc_frame *frame)
{
	struct wc_link *link = queue->link;
	struct wc_waiter *next;
	bool dead, idle = false;
	enum wc_reason why;
	LIST_HEAD(lost);

	spin_lock(&queue->lock);
	wc_frame_check(queue, frame);
	next = wc_wait_choose(queue);
	dead = frame->state == WC_FRAME_DEAD && wc_frame_is_filled(frame);
	why = frame->why;
	if (dead)
		idle = wc_frame_abandon(queue, frame, &lost);
	/* There is room again. */
	if (dead && !queue->dead)
		queue_work(wc_wq, &queue->serve);
	spin_unlock(&queue->lock);

	wc_wait_wake(queue, next);
	if (!dead)
		return;
	wc_frame_lose(link, &lost, why);
	/* Suspend may wait for this frame. */
	wake_up_all(&link->idle);
	if (idle)
		wc_link_put(link);
}

/*
 * A copy into a frame has ended. Takes no lock as long as the frame takes more
 * requests, and no thread waits or there is nothing to fetch yet.
 *
 * The caller is under RCU or has a reference to the link: the frame may be in any
 * state by now, with other requests in it.
 */
static void wc_frame_filled(struct wc_queue *queue, struct wc_frame *frame)
{
	/* Orders what follows after the copy, and after it has been counted. */
	if (!atomic_dec_and_test(&frame->copying))
		return;
	/* The engine's threads are looked at last: all its CPUs share that. */
	if (READ_ONCE(frame->state) == WC_FRAME_OPEN &&
	    (!wc_queue_may_be_ready(queue, 0) || !wc_wait_anybody(queue->engine)))
		return;
	wc_frame_settle(queue, frame);
}

static void wc_frame_describe(struct wc_request *rq, struct wc_frame *frame,
			      u32 slot, u32 offset, u32 pos, u32 len,
			      u32 frame_size)
{
	struct warpcrypt_desc desc = {
		.cipher = rq->cipher,
		.mode = rq->mode,
		.offset = offset,
		.len = len,
	};

	if (rq->key) {
		desc.key_slot = rq->held.slot;
		desc.key_generation = rq->held.generation;
	}
	rq->ops->describe(rq, &desc, pos, len);
	wc_arena_put_desc(frame->data + frame_size - (slot + 1) * WC_DESC_SIZE,
			  &desc);
}

/* Copies bytes @pos to @end in; enables BH for a moment after each part. */
static void wc_frame_copy_in(struct wc_request *rq, u8 __arena *to, u32 pos,
			     u32 end)
{
	for (;;) {
		u32 n = min(end - pos, WC_COPY_MAX);

		rq->ops->fill(rq, to, pos, n);
		pos += n;
		to += n;
		if (pos == end)
			return;
		local_bh_enable();
		local_bh_disable();
	}
}

/**
 * wc_frame_fill() - write a request's descriptors and copy its source
 * @rq: the request, after wc_frame_reserve(). It may be complete and freed when
 *	this returns
 *
 * Context: any, BH off, unlocked; under RCU or with a reference to the link.
 */
void wc_frame_fill(struct wc_request *rq)
{
	struct wc_frame *frame = rq->frame;
	struct wc_queue *queue = frame->queue;
	u32 size = queue->link->frame_size;
	u32 pos = 0;

	if (!frame->whole) {
		wc_frame_describe(rq, frame, rq->slot, rq->offset, 0,
				  rq->len, size);
		rq->ops->fill(rq, frame->data + rq->offset, 0, rq->len);
		/* From here on it may be lost, see wc_frame_end(). */
		smp_store_release(&rq->filled, true);
		wc_frame_filled(queue, frame);
		return;
	}
	while (frame) {
		struct wc_frame *next = frame->next;
		u32 len = frame->used;

		wc_frame_describe(rq, frame, 0, 0, pos, len, size);
		wc_frame_copy_in(rq, frame->data, pos, pos + len);
		wc_frame_filled(queue, frame);
		pos += len;
		frame = next;
	}
}

/*
 * Adds the requests of a dead frame that are not being copied in any more to @lost. The
 * frame itself stays as long as others are. Under the lock.
 */
static void wc_frame_lose_filled(struct wc_frame *frame, struct list_head *lost)
{
	struct wc_request *rq, *next;

	list_for_each_entry_safe(rq, next, &frame->requests, node) {
		/* Pairs with wc_frame_fill(). */
		if (smp_load_acquire(&rq->filled))
			wc_frame_give_up(rq, lost);
	}
}

/**
 * wc_frame_end() - give a frame's requests up
 * @queue: its queue
 * @frame: the frame; it is on no list, and not completing
 * @why: why they are lost
 * @lost: its requests are added to this list, except those that are being copied in:
 *	the last of these copies loses them. So no request waits for another's copy
 *
 * Context: any, under the queue's lock.
 * Return: true if the caller must drop the queue's reference to the link, unlocked.
 */
bool wc_frame_end(struct wc_queue *queue, struct wc_frame *frame,
		  enum wc_reason why, struct list_head *lost)
{
	lockdep_assert_held(&queue->lock);
	if (frame->state == WC_FRAME_SEALED || frame->state == WC_FRAME_HELPER)
		atomic64_sub(wc_frame_fill_level(frame), &queue->engine->ahead);
	if (frame->state != WC_FRAME_DEAD)
		frame->why = why;
	WRITE_ONCE(frame->state, WC_FRAME_DEAD);
	/* The last copy sees the state, or this sees that it has ended. */
	smp_mb();
	if (wc_frame_is_filled(frame))
		return wc_frame_abandon(queue, frame, lost);
	wc_frame_lose_filled(frame, lost);
	return false;
}

/**
 * wc_frames_abandon() - give up all requests of a queue that are not completed
 * @queue: a queue of a link that has ended, or of an engine
 * @why: why they are lost
 * @lost: the requests are added to this list, except those that are being copied in
 *
 * Context: any, under the queue's lock.
 * Return: true if the caller must drop the queue's reference to the link,
 * unlocked.
 */
bool wc_frames_abandon(struct wc_queue *queue, enum wc_reason why,
		       struct list_head *lost)
{
	struct wc_share *share;
	bool idle = false;
	u32 i;

	lockdep_assert_held(&queue->lock);
	wc_for_each_share(share, queue) {
		wc_frame_close(share);
		INIT_LIST_HEAD(&share->sealed);
		WRITE_ONCE(share->ready, 0);
		WRITE_ONCE(share->held, 0);
	}
	for (i = 0; i < queue->count; i++) {
		struct wc_frame *frame = &queue->frames[i];

		if (frame->state != WC_FRAME_FREE &&
		    frame->state != WC_FRAME_COMPLETING)
			idle |= wc_frame_end(queue, frame, why, lost);
	}
	return idle;
}
