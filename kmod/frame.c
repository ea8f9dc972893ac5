// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frames: requests gather in them, and a helper works on one as a whole.
 *
 * The states of a frame, and the events that change them:
 *
 *   FREE -reserve-> OPEN -full or fetched-> SEALED -fetch-> HELPER
 *   HELPER -commit-> COMPLETING -results delivered-> FREE
 *   any but COMPLETING -given up-> DEAD -copies have ended-> FREE
 *
 * A long request, of more than WC_COPY_MAX bytes or a frame, gets frames of its own, which go
 * from FREE directly to SEALED: it is copied in several steps, and between two of them
 * its thread may be preempted for any time, which other requests must not wait for.
 * After their commits its frames are WAITING until the last of them is committed,
 * because no part of a request is delivered before all is there.
 */
#include "path.h"

#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/smp.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

/*
 * The longest payload that fits in one frame, bytes. A multiple of WARPCRYPT_PAYLOAD_ALIGN,
 * because the frame size is.
 */
static u32 wc_frame_capacity(const struct wc_link *link)
{
	return link->frame_size - WC_DESC_SIZE;
}

/* How many frames a request needs. @len: bytes, at least 1. */
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
	/*
	 * The link gets a reference for the queue, and its deadlines are checked for as long as
	 * any frame is in use.
	 */
	if (queue->free_count == queue->count) {
		wc_link_get(queue->link);
		wc_link_watch_later(queue->link);
	}
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

/*
 * Makes a frame free. Returns true if no frame of the queue is in use any more; then the
 * caller must drop the queue's reference to the link, unlocked.
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

/* Notes it if a sealed frame can be fetched now. @frame: the frame, in any state. */
static void wc_frame_check(struct wc_queue *queue, struct wc_frame *frame)
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

/* A share has no open frame any more. */
static void wc_frame_close(struct wc_share *share)
{
	share->open = NULL;
	WRITE_ONCE(share->level, 0);
}

/* Takes a frame, open or sealed, from those that wait to be fetched. */
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

/* Lets no more requests into a frame, the open one or a new one. Under the queue's lock. */
void wc_frame_seal(struct wc_queue *queue, struct wc_frame *frame)
{
	struct wc_share *share = frame->share;
	struct wc_frame *before;

	WRITE_ONCE(frame->state, WC_FRAME_SEALED);
	if (share->open == frame)
		wc_frame_close(share);
	/* By their age; most are younger than all others. */
	list_for_each_entry_reverse(before, &share->sealed, node)
		if (!time_before(frame->born, before->born))
			break;
	list_add(&frame->node, &before->node);
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

static bool wc_frame_reserve_long(struct wc_queue *queue, struct wc_request *rq)
{
	const struct wc_link *link = queue->link;
	struct wc_frame **tail = &rq->frame;
	u32 n = wc_frame_pieces(link, rq->len), i;

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

/* May the queue's open frame take this request, which may be of any length? */
static bool wc_frame_has_room(const struct wc_queue *queue,
			      const struct wc_request *rq)
{
	const struct wc_frame *frame = queue->share[rq->limited].open;

	/* A slow request would hold up others: they share no frame with it. */
	return frame && frame->slow == rq->slow &&
	       !wc_frame_is_long(queue->link, rq) &&
	       wc_frame_fill_level(frame) + WC_DESC_SIZE +
	       ALIGN(rq->len, WARPCRYPT_PAYLOAD_ALIGN) <= queue->link->frame_size;
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
	rq->desc_index = frame->count;
	list_add_tail(&rq->node, &frame->requests);
	frame->used += ALIGN(rq->len, WARPCRYPT_PAYLOAD_ALIGN);
	frame->bytes += rq->len;
	frame->count++;
	atomic_inc(&frame->copying);
	/* One that waited for room, or was lost before, is older than others here. */
	if (time_before(rq->born, frame->born))
		frame->born = rq->born;
	WRITE_ONCE(share->born, frame->born);
	WRITE_ONCE(share->level, wc_frame_fill_level(frame));
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
					   link->generation, &last->key_ref)))
		return false;
	rq->key_ref = last->key_ref;
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
	struct wc_share *share = &queue->share[rq->limited];

	lockdep_assert_held(&queue->lock);
	if (wc_frame_is_long(queue->link, rq))
		return wc_frame_reserve_long(queue, rq);
	if (!wc_frame_has_room(queue, rq)) {
		if (!wc_frames_left(queue, share, 1))
			return false;
		/* If it is ready, wc_frame_filled() wakes a thread for it. */
		if (share->open)
			wc_frame_seal(queue, share->open);
		share->open = wc_frame_take(queue, rq, WC_FRAME_OPEN);
	}
	wc_frame_add(queue, rq);
	return true;
}

/*
 * --- Copies into frames, and the end of frames whose requests are given up: a frame into
 * which something is being copied stays until the last of these copies has ended, but
 * its other requests do not wait for that.
 */

/*
 * Overwrites the payload of a request if it is secret. Its frame is still its own, and not the
 * helper's unless the link is dead.
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
	return wc_frame_release(queue, frame);
}

/*
 * Ends a request's hold on its key's slot, if it has one. Its frame is committed or lost, or it
 * has none. BH off.
 */
void wc_frame_drop_key(struct wc_link *link, struct wc_request *rq)
{
	if (!rq->owns_key_ref)
		return;
	rq->owns_key_ref = false;
	wc_key_slot_drop(&link->keys, &rq->key_ref);
}

/*
 * Gives requests that the device did not do back to their owners: those in @lost, which are in
 * no list afterwards. The caller still has the references of their frames to the link. Not in
 * hard interrupts.
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
static void wc_frame_last_filled(struct wc_queue *queue, struct wc_frame *frame)
{
	struct wc_link *link = queue->link;
	bool dead, idle = false;
	enum wc_reason why;
	LIST_HEAD(lost);

	spin_lock_bh(&queue->lock);
	wc_frame_check(queue, frame);
	dead = frame->state == WC_FRAME_DEAD && wc_frame_is_filled(frame);
	why = frame->why;
	if (dead)
		idle = wc_frame_abandon(queue, frame, &lost);
	/* There is room again. */
	if (dead && !queue->dead)
		queue_work(wc_wq, &queue->serve);
	wc_wait_unlock(queue);

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
	wc_frame_last_filled(queue, frame);
}

static void wc_frame_describe(struct wc_request *rq, struct wc_frame *frame,
			      u32 slot, u32 offset, u32 pos, u32 len)
{
	u32 size = frame->queue->link->frame_size;
	struct warpcrypt_desc desc = {
		.cipher = rq->cipher,
		.mode = rq->mode,
		.offset = offset,
		.len = len,
	};

	if (rq->key) {
		desc.key_slot = rq->key_ref.slot;
		desc.key_generation = rq->key_ref.generation;
	}
	rq->ops->describe(rq, &desc, pos, len);
	wc_arena_copy_in(frame->data + size - (slot + 1) * WC_DESC_SIZE, &desc,
			 WC_DESC_SIZE);
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

/*
 * Writes a request's descriptors and copies its source, after wc_frame_reserve(). The request may
 * be complete and freed when this returns. BH off, unlocked; under RCU or with a reference to the
 * link.
 */
void wc_frame_fill(struct wc_request *rq)
{
	struct wc_frame *frame = rq->frame;
	struct wc_queue *queue = frame->queue;
	u32 pos = 0;

	if (!frame->whole) {
		wc_frame_describe(rq, frame, rq->desc_index, rq->offset, 0, rq->len);
		rq->ops->fill(rq, frame->data + rq->offset, 0, rq->len);
		/* From here on it may be lost, see wc_frame_end(). */
		smp_store_release(&rq->filled, true);
		wc_frame_filled(queue, frame);
		return;
	}
	while (frame) {
		struct wc_frame *next = frame->next;
		u32 len = frame->used;

		wc_frame_describe(rq, frame, 0, 0, pos, len);
		wc_frame_copy_in(rq, frame->data, pos, pos + len);
		wc_frame_filled(queue, frame);
		pos += len;
		frame = next;
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
 * Return: true if the caller must drop the queue's reference to the link, unlocked.
 */
bool wc_frame_end(struct wc_queue *queue, struct wc_frame *frame,
		  enum wc_reason why, struct list_head *lost)
{
	struct wc_request *rq, *next;

	lockdep_assert_held(&queue->lock);
	if (frame->state == WC_FRAME_SEALED || frame->state == WC_FRAME_HELPER)
		atomic64_sub(wc_frame_fill_level(frame), &queue->engine->ahead);
	if (frame->state == WC_FRAME_HELPER)
		wc_count(WC_FRAMES_LOST, 1);
	if (frame->state != WC_FRAME_DEAD)
		frame->why = why;
	WRITE_ONCE(frame->state, WC_FRAME_DEAD);
	/* The last copy sees the state, or this sees that it has ended. */
	smp_mb();
	if (wc_frame_is_filled(frame))
		return wc_frame_abandon(queue, frame, lost);
	list_for_each_entry_safe(rq, next, &frame->requests, node) {
		/* Pairs with wc_frame_fill(). */
		if (smp_load_acquire(&rq->filled))
			wc_frame_give_up(rq, lost);
	}
	return false;
}

/* As wc_frame_end(), for all frames of a queue that are not completing: its engine has ended. */
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
		WRITE_ONCE(share->handed, 0);
	}
	for (i = 0; i < queue->count; i++) {
		struct wc_frame *frame = &queue->frames[i];

		if (frame->state != WC_FRAME_FREE &&
		    frame->state != WC_FRAME_COMPLETING)
			idle |= wc_frame_end(queue, frame, why, lost);
	}
	return idle;
}
