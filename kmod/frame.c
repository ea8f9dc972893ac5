// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frames: requests gather in them, and a helper works on one as a whole.
 *
 * The states of a frame, and the events that change them:
 *
 *   FREE -reserve-> OPEN -full or fetched-> SEALED -fetch-> HELPER
 *   HELPER -commit-> COMPLETING -results delivered-> FREE
 *   any but COMPLETING -given up (fill.c)-> DEAD -copies have ended-> FREE
 *
 * A long request, of more than WC_COPY_MAX bytes or a frame, gets frames of its own, which go
 * from FREE directly to SEALED: it is copied in several steps, and between two of them
 * its thread may be preempted for any time, which other requests must not wait for.
 * After their commits its frames are WAITING until the last of them is committed,
 * because no part of a request is delivered before all is there.
 */
#include "frame.h"

#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include "engine.h"
#include "keys.h"
#include "link.h"
#include "queue.h"
#include "stats.h"

/**
 * wc_frame_capacity() - the longest payload that fits in one frame, bytes
 * @link: the link
 *
 * A multiple of WARPCRYPT_PAYLOAD_ALIGN, because the frame size is.
 */
u32 wc_frame_capacity(const struct wc_link *link)
{
	return link->frame_size - WC_DESC_SIZE;
}

/**
 * wc_frame_pieces() - how many frames a request needs
 * @link: the link
 * @len: the request's length, bytes, at least 1
 */
u32 wc_frame_pieces(const struct wc_link *link, u32 len)
{
	return (len - 1) / wc_frame_capacity(link) + 1;
}

/*
 * Where piece @i of @n of a long request starts. The last piece is never
 * shorter than a block: XTS steals ciphertext from the block before the tail,
 * which must be in the same piece.
 */
static u32 wc_piece_pos(const struct wc_link *link, u32 len, u32 i, u32 n)
{
	u32 capacity = wc_frame_capacity(link);

	if (i == n)
		return len;
	if (i && i == n - 1 && len - i * capacity < 16)
		return i * capacity - 16;
	return i * capacity;
}

/* Has a share of a queue @n more frames? Under the lock. */
static bool wc_frames_left(const struct wc_queue *queue,
			   const struct wc_share *share, u32 n)
{
	return queue->free_count >= n && share->most - share->busy >= n;
}

/* A frame for @rq, its first request; wc_frames_left() has said that there is one. */
static struct wc_frame *wc_frame_take(struct wc_queue *queue,
				      const struct wc_request *rq,
				      enum wc_frame_state state)
{
	struct wc_frame *frame;

	lockdep_assert_held(&queue->lock);
	frame = list_first_entry(&queue->free, struct wc_frame, node);
	list_del(&frame->node);
	if (queue->free_count == queue->count)
		wc_link_busy(queue->link);
	WRITE_ONCE(queue->free_count, queue->free_count - 1);
	frame->share = &queue->share[rq->limited];
	frame->share->busy++;
	WRITE_ONCE(frame->state, state);
	frame->id = 0;
	frame->used = 0;
	frame->bytes = 0;
	frame->count = 0;
	frame->weight = 0;
	frame->whole = NULL;
	frame->next = NULL;
	frame->fetchable = false;
	frame->slow = rq->slow;
	frame->due = false;
	frame->head = false;
	WRITE_ONCE(frame->cpu, raw_smp_processor_id());
	frame->born = rq->born;
	frame->since = jiffies;
	return frame;
}

/**
 * wc_frame_release() - make a frame free
 * @queue: its queue
 * @frame: the frame
 *
 * Context: any, under the queue's lock.
 * Return: true if no frame of the queue is in use any more; then the caller must
 * drop the queue's reference to the link, unlocked.
 */
bool wc_frame_release(struct wc_queue *queue, struct wc_frame *frame)
{
	lockdep_assert_held(&queue->lock);
	WRITE_ONCE(frame->state, WC_FRAME_FREE);
	frame->share->busy--;
	list_add(&frame->node, &queue->free);
	WRITE_ONCE(queue->free_count, queue->free_count + 1);
	return queue->free_count == queue->count;
}

/**
 * wc_frame_check() - note it if a sealed frame can be fetched now
 * @queue: its queue
 * @frame: the frame, in any state
 *
 * Context: any, under the queue's lock.
 */
void wc_frame_check(struct wc_queue *queue, struct wc_frame *frame)
{
	struct wc_share *share = frame->share;

	lockdep_assert_held(&queue->lock);
	if (frame->state != WC_FRAME_SEALED || frame->fetchable ||
	    !wc_frame_is_filled(frame))
		return;
	frame->fetchable = true;
	WRITE_ONCE(share->ready, share->ready + 1);
	/* What the copy took is not the helper's. */
	if (frame->whole)
		frame->since = jiffies;
}

/* Puts a frame on the list of sealed ones, by its age. Under the lock. */
static void wc_frame_enlist(struct wc_frame *frame)
{
	struct list_head *sealed = &frame->share->sealed;
	struct wc_frame *before;

	/* Most are younger than all others. */
	list_for_each_entry_reverse(before, sealed, node)
		if (!time_before(frame->born, before->born))
			break;
	list_add(&frame->node, &before->node);
}

/**
 * wc_frame_close() - a share has no open frame any more
 * @share: the share
 *
 * Context: any, under the queue's lock.
 */
void wc_frame_close(struct wc_share *share)
{
	share->open = NULL;
	WRITE_ONCE(share->level, 0);
}

/**
 * wc_frame_delist() - take a frame from those that wait to be fetched
 * @queue: its queue
 * @frame: open or sealed
 *
 * Context: any, under the queue's lock.
 */
void wc_frame_delist(struct wc_queue *queue, struct wc_frame *frame)
{
	struct wc_share *share = frame->share;

	lockdep_assert_held(&queue->lock);
	if (frame == share->open) {
		wc_frame_close(share);
		return;
	}
	list_del(&frame->node);
	if (frame->fetchable)
		WRITE_ONCE(share->ready, share->ready - 1);
}

/**
 * wc_frame_seal() - let no more requests into a frame
 * @queue: its queue
 * @frame: the open frame, or a new one
 *
 * Context: any, under the queue's lock.
 */
void wc_frame_seal(struct wc_queue *queue, struct wc_frame *frame)
{
	WRITE_ONCE(frame->state, WC_FRAME_SEALED);
	if (frame->share->open == frame)
		wc_frame_close(frame->share);
	wc_frame_enlist(frame);
	atomic64_add(wc_frame_fill_level(frame), &queue->engine->ahead);
	/* The last copy sees the state, or this sees that it has ended. */
	smp_mb();
	wc_frame_check(queue, frame);
}

/* Has a request frames of its own? */
static bool wc_frame_is_long(const struct wc_link *link,
			     const struct wc_request *rq)
{
	return rq->len > min(wc_frame_capacity(link), WC_COPY_MAX);
}

static bool wc_frame_reserve_long(struct wc_queue *queue, struct wc_request *rq,
				  u32 n)
{
	const struct wc_link *link = queue->link;
	struct wc_frame **tail = &rq->frame;
	u32 i;

	if (!wc_frames_left(queue, &queue->share[rq->limited], n))
		return false;

	for (i = 0; i < n; i++) {
		struct wc_frame *frame = wc_frame_take(queue, rq,
						       WC_FRAME_SEALED);

		frame->whole = rq;
		frame->count = 1;
		frame->used = wc_piece_pos(link, rq->len, i + 1, n) -
			      wc_piece_pos(link, rq->len, i, n);
		frame->bytes = frame->used;
		atomic_inc(&frame->copying);
		wc_frame_seal(queue, frame);
		*tail = frame;
		tail = &frame->next;
	}
	rq->failed = false;
	rq->offset = 0;
	rq->pieces = n;
	rq->frames = n;
	return true;
}

/* Bytes of payload that a short request takes. */
static u32 wc_frame_space(const struct wc_request *rq)
{
	return ALIGN(rq->len, WARPCRYPT_PAYLOAD_ALIGN);
}

/* May the queue's open frame take this request, which may be of any length? */
static bool wc_frame_has_room(const struct wc_queue *queue,
			      const struct wc_request *rq)
{
	const struct wc_frame *frame = queue->share[rq->limited].open;

	/* A slow request would hold up others: they share no frame with it. */
	return frame && frame->slow == rq->slow &&
	       !wc_frame_is_long(queue->link, rq) &&
	       wc_frame_fill_level(frame) + wc_frame_space(rq) +
	       WC_DESC_SIZE <= queue->link->frame_size;
}

/* Adds a request to the open frame, which has room. Under the lock. */
static void wc_frame_add(struct wc_queue *queue, struct wc_request *rq)
{
	struct wc_share *share = &queue->share[rq->limited];
	struct wc_frame *frame = share->open;

	lockdep_assert_held(&queue->lock);
	rq->failed = false;
	rq->filled = false;
	rq->frame = frame;
	rq->offset = frame->used;
	rq->slot = frame->count;
	list_add_tail(&rq->node, &frame->requests);
	frame->used += wc_frame_space(rq);
	frame->bytes += rq->len;
	frame->count++;
	atomic_inc(&frame->copying);
	/* One that waited for room, or was lost before, is older than others here. */
	if (time_before(rq->born, frame->born))
		frame->born = rq->born;
	WRITE_ONCE(share->born, frame->born);
	WRITE_ONCE(share->level, wc_frame_fill_level(frame));
}

/*
 * Begins a new open frame for @rq; the one before gets no more requests. Under the
 * lock.
 */
static bool wc_frame_open(struct wc_queue *queue, const struct wc_request *rq)
{
	struct wc_share *share = &queue->share[rq->limited];

	if (!wc_frames_left(queue, share, 1))
		return false;
	/* If it is ready, wc_frame_filled() wakes a thread for it. */
	if (share->open)
		wc_frame_seal(queue, share->open);
	share->open = wc_frame_take(queue, rq, WC_FRAME_OPEN);
	return true;
}

static bool wc_frame_reserve_short(struct wc_queue *queue,
				   struct wc_request *rq)
{
	if (!wc_frame_has_room(queue, rq) && !wc_frame_open(queue, rq))
		return false;
	wc_frame_add(queue, rq);
	return true;
}

/**
 * wc_frame_join() - reserve room after a request with the same key
 * @queue: a queue of a link that is live or testing
 * @rq: the request, which does not hold its key's slot. If there is such a request,
 *	@rq uses that one's hold: both are in the same frame, and no slot is needed
 *	after the commit
 *
 * Context: any, under the queue's lock. After success as for wc_frame_reserve().
 * Return: false when the last request in the open frame has another key, or there
 * is no room; nothing has changed then.
 */
bool wc_frame_join(struct wc_queue *queue, struct wc_request *rq)
{
	const struct wc_link *link = queue->link;
	const struct wc_request *last;

	lockdep_assert_held(&queue->lock);
	if (!wc_frame_has_room(queue, rq))
		return false;
	last = list_last_entry(&queue->share[rq->limited].open->requests,
			       struct wc_request, node);
	if (last->key != rq->key ||
	    (rq->key && !wc_key_slot_share(&link->keys, rq->key,
					   link->generation, &last->held)))
		return false;
	rq->held = last->held;
	wc_frame_add(queue, rq);
	return true;
}

/**
 * wc_frame_reserve() - reserve room for a request
 * @queue: a queue of a link that is live or testing
 * @rq: the request; it holds the slot of its key. @rq says afterwards where its
 *	room is
 *
 * Context: any, under the queue's lock. The caller must call wc_frame_fill()
 * next, and keep BH off until then.
 * Return: false when there is no room; nothing has changed then.
 */
bool wc_frame_reserve(struct wc_queue *queue, struct wc_request *rq)
{
	lockdep_assert_held(&queue->lock);
	if (!wc_frame_is_long(queue->link, rq))
		return wc_frame_reserve_short(queue, rq);
	return wc_frame_reserve_long(queue, rq,
				     wc_frame_pieces(queue->link, rq->len));
}
