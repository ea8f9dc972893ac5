// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frames: requests gather in them, and a helper works on one as a whole.
 *
 * The states of a frame, and the events that change them:
 *
 *   FREE -reserve-> OPEN -full or fetched-> SEALED -fetch-> HELPER
 *   HELPER -commit-> COMPLETING -results delivered-> FREE
 *
 * A request longer than a frame gets frames of its own, which go from FREE
 * directly to SEALED. After their commits they are WAITING until the last of them
 * is committed, because no part of a request is delivered before all is there.
 */
#include "frame.h"

#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "keys.h"
#include "link.h"
#include "stats.h"
#include "wait.h"

/**
 * wc_frames_init() - allocate the bookkeeping of a link's frames, all free
 * @link: the link; its arena is pinned
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int wc_frames_init(struct wc_link *link)
{
	u32 i;

	link->frames = kvcalloc(link->frame_count, sizeof(*link->frames),
				GFP_KERNEL);
	if (!link->frames)
		return -ENOMEM;

	for (i = 0; i < link->frame_count; i++) {
		struct wc_frame *frame = &link->frames[i];

		frame->index = i;
		frame->data = link->arena.data + (size_t)i * link->frame_size;
		INIT_LIST_HEAD(&frame->requests);
		list_add_tail(&frame->node, &link->free);
	}
	link->free_count = link->frame_count;
	return 0;
}

/**
 * wc_frames_free() - free the bookkeeping of a link's frames
 * @link: none of its frames is in use
 *
 * Context: may sleep.
 */
void wc_frames_free(struct wc_link *link)
{
	kvfree(link->frames);
}

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

/* Bytes of a frame that are in use. */
static u32 wc_frame_fill_level(const struct wc_frame *frame)
{
	return frame->used + frame->count * WC_DESC_SIZE;
}

static struct wc_frame *wc_frame_take(struct wc_link *link,
				      enum wc_frame_state state)
{
	struct wc_frame *frame;

	lockdep_assert_held(&link->lock);
	frame = list_first_entry_or_null(&link->free, struct wc_frame, node);
	if (!frame)
		return NULL;
	list_del(&frame->node);
	link->free_count--;
	frame->state = state;
	frame->id = 0;
	frame->used = 0;
	frame->bytes = 0;
	frame->count = 0;
	frame->copying = 0;
	frame->whole = NULL;
	frame->next = NULL;
	frame->head = false;
	frame->since = jiffies;
	wc_link_busy(link);
	return frame;
}

/**
 * wc_frame_release() - make a frame free
 * @link: the link; the caller must drop the frame's reference to it, unlocked
 * @frame: the frame
 *
 * Context: any, under the link's lock.
 */
void wc_frame_release(struct wc_link *link, struct wc_frame *frame)
{
	lockdep_assert_held(&link->lock);
	frame->state = WC_FRAME_FREE;
	list_add(&frame->node, &link->free);
	link->free_count++;
	link->busy--;
}

static void wc_frame_add_ready(struct wc_link *link, int n)
{
	WRITE_ONCE(link->ready, link->ready + n);
}

static void wc_frame_seal(struct wc_link *link, struct wc_frame *frame)
{
	frame->state = WC_FRAME_SEALED;
	list_add_tail(&frame->node, &link->sealed);
	if (!frame->copying)
		wc_frame_add_ready(link, 1);
	if (link->open == frame) {
		link->open = NULL;
		WRITE_ONCE(link->level, 0);
	}
}

/* A thread that must be woken because a frame is ready, or NULL. Locked. */
static struct wc_waiter *wc_frame_call(struct wc_link *link)
{
	lockdep_assert_held(&link->lock);
	return wc_wait_choose(link, link->open && !link->open->copying ?
				    link->level : 0);
}

static bool wc_frame_reserve_long(struct wc_link *link, struct wc_request *rq,
				  u32 n)
{
	struct wc_frame **tail = &rq->frame;
	u32 i;

	if (link->free_count < n)
		return false;

	for (i = 0; i < n; i++) {
		struct wc_frame *frame = wc_frame_take(link, WC_FRAME_SEALED);

		frame->whole = rq;
		frame->count = 1;
		frame->used = wc_piece_pos(link, rq->len, i + 1, n) -
			      wc_piece_pos(link, rq->len, i, n);
		frame->bytes = frame->used;
		frame->copying = 1;
		list_add_tail(&frame->node, &link->sealed);
		*tail = frame;
		tail = &frame->next;
	}
	rq->offset = 0;
	rq->pieces = n;
	rq->frames = n;
	return true;
}

static bool wc_frame_reserve_short(struct wc_link *link, struct wc_request *rq)
{
	u32 space = ALIGN(rq->len, WARPCRYPT_PAYLOAD_ALIGN);
	struct wc_frame *frame = link->open;

	if (!frame || wc_frame_fill_level(frame) + space + WC_DESC_SIZE >
		      link->frame_size) {
		struct wc_frame *full = frame;

		frame = wc_frame_take(link, WC_FRAME_OPEN);
		if (!frame)
			return false;
		/* If it is ready, wc_frame_filled() wakes a thread for it. */
		if (full)
			wc_frame_seal(link, full);
		link->open = frame;
	}
	rq->frame = frame;
	rq->offset = frame->used;
	rq->slot = frame->count;
	list_add_tail(&rq->node, &frame->requests);
	frame->used += space;
	frame->bytes += rq->len;
	frame->count++;
	frame->copying++;
	WRITE_ONCE(link->level, wc_frame_fill_level(frame));
	return true;
}

/**
 * wc_frame_reserve() - reserve room for a request
 * @link: the link, live or testing
 * @rq: the request; it holds the slot of its key. @rq says afterwards where its
 *	room is
 *
 * Context: any, under the link's lock. The caller must call wc_frame_fill()
 * next, and keep BH off until then.
 * Return: false when there is no room; nothing has changed then.
 */
bool wc_frame_reserve(struct wc_link *link, struct wc_request *rq)
{
	u32 n = wc_frame_pieces(link, rq->len);

	lockdep_assert_held(&link->lock);
	rq->failed = false;
	if (n == 1)
		return wc_frame_reserve_short(link, rq);
	return wc_frame_reserve_long(link, rq, n);
}

/* Frees a frame of a dead link; adds its requests to @lost. Under the lock. */
static void wc_frame_abandon(struct wc_link *link, struct wc_frame *frame,
			     struct list_head *lost)
{
	lockdep_assert_held(&link->lock);
	if (!frame->whole)
		list_splice_tail_init(&frame->requests, lost);
	else if (!--frame->whole->frames)
		list_add_tail(&frame->whole->node, lost);
	if (frame->id)
		wc_count(WC_FRAMES_LOST, 1);
	wc_frame_release(link, frame);
}

/**
 * wc_frame_wipe() - overwrite the payload of a request if it is secret
 * @rq: the request; the helper does not own its frame, or the link is dead
 *
 * Context: any.
 */
void wc_frame_wipe(struct wc_request *rq)
{
	if (rq->secret && rq->frame)
		wc_arena_wipe(rq->frame->data + rq->offset, rq->len);
}

/**
 * wc_frame_lose() - give requests that the device did not do back to their owners
 * @lost: the requests; in no list afterwards
 * @reason: why they are lost
 *
 * Context: any; the caller still has the references of their frames to the link.
 */
void wc_frame_lose(struct list_head *lost, enum wc_reason reason)
{
	struct wc_request *rq, *next;

	list_for_each_entry_safe(rq, next, lost, node) {
		list_del(&rq->node);
		wc_frame_wipe(rq);
		rq->ops->lost(rq, reason);
	}
}

/* A copy into a frame has ended: it may now be ready, or free if the link died. */
static void wc_frame_filled(struct wc_link *link, struct wc_frame *frame)
{
	struct wc_waiter *next;
	enum wc_reason reason;
	LIST_HEAD(lost);
	bool dead;

	spin_lock(&link->lock);
	frame->copying--;
	if (frame->state == WC_FRAME_SEALED && !frame->copying)
		wc_frame_add_ready(link, 1);
	next = wc_frame_call(link);
	dead = frame->state == WC_FRAME_DEAD && !frame->copying;
	if (dead)
		wc_frame_abandon(link, frame, &lost);
	reason = link->reason;
	spin_unlock(&link->lock);

	wc_wait_wake(link, next);
	if (dead) {
		wc_frame_lose(&lost, reason);
		/* Suspend may wait for this frame. */
		wake_up_all(&link->idle);
		wc_link_put(link);
	}
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
 * @link: the link
 * @rq: the request, after wc_frame_reserve(). It may be complete and freed when
 *	this returns
 *
 * Context: any, BH off, unlocked.
 */
void wc_frame_fill(struct wc_link *link, struct wc_request *rq)
{
	struct wc_frame *frame = rq->frame;
	u32 pos = 0;

	if (!frame->whole) {
		wc_frame_describe(rq, frame, rq->slot, rq->offset, 0,
				  rq->len, link->frame_size);
		wc_frame_copy_in(rq, frame->data + rq->offset, 0, rq->len);
		wc_frame_filled(link, frame);
		return;
	}
	while (frame) {
		struct wc_frame *next = frame->next;
		u32 len = frame->used;

		wc_frame_describe(rq, frame, 0, 0, pos, len, link->frame_size);
		wc_frame_copy_in(rq, frame->data, pos, pos + len);
		wc_frame_filled(link, frame);
		pos += len;
		frame = next;
	}
}

/*
 * The next frame to hand out: the oldest sealed one into which no request is being
 * copied, else the open one if it has @fill bytes. If a request is being copied
 * into the open one, it is sealed anyway, so that it is ready soon.
 */
static struct wc_frame *wc_frame_ready(struct wc_link *link, u32 fill)
{
	struct wc_frame *frame;

	lockdep_assert_held(&link->lock);
	if (link->ready)
		list_for_each_entry(frame, &link->sealed, node)
			if (!frame->copying)
				return frame;
	frame = link->open;
	if (!frame || wc_frame_fill_level(frame) < fill)
		return NULL;
	wc_frame_seal(link, frame);
	return frame->copying ? NULL : frame;
}

/**
 * wc_frame_may_be_ready() - is it worth while to call wc_frame_fetch()?
 * @link: the link
 * @fill: how full the open frame must be to be handed out, bytes
 *
 * For a thread that polls. Takes no lock, so the answer may be outdated.
 *
 * Context: any.
 */
bool wc_frame_may_be_ready(const struct wc_link *link, u32 fill)
{
	u32 level = READ_ONCE(link->level);

	return READ_ONCE(link->ready) || (level && level >= fill);
}

/*
 * The time from which a frame's deadline counts. The helper is answerable for a
 * frame that it holds; for one that it could fetch, only while it gives nothing
 * back: a queue that is long because there is much to do is no fault.
 */
static unsigned long wc_frame_since(const struct wc_link *link,
				    const struct wc_frame *frame)
{
	if (frame->state != WC_FRAME_HELPER &&
	    time_after(link->progress, frame->since))
		return link->progress;
	return frame->since;
}

/* Takes a frame from the list of sealed ones and hands it out. Locked. */
static void wc_frame_hand_out(struct wc_link *link, struct wc_frame *frame,
			      struct warpcrypt_frame *out)
{
	lockdep_assert_held(&link->lock);
	list_del(&frame->node);
	wc_frame_add_ready(link, -1);
	wc_link_waited(link, wc_frame_since(link, frame));
	frame->state = WC_FRAME_HELPER;
	frame->since = jiffies;
	link->sequence++;
	frame->id = (u64)link->generation << 48 | (u64)link->sequence << 16 |
		    frame->index;
	*out = (struct warpcrypt_frame) {
		.id = frame->id,
		.index = frame->index,
		.requests = frame->count,
		.payload = frame->used,
	};
}

/**
 * wc_frame_fetch() - hand frames to the helper
 * @link: the link
 * @out: room for @max frames
 * @max: the most to hand out, at least 1
 * @fill: how full the open frame must be to be handed out, bytes
 * @waiter: NULL; or the calling thread, which is woken when a frame is ready if
 *	none is now. It must call wc_frame_leave() if it gives up
 *
 * Context: process context.
 * Return: number of frames handed out.
 */
u32 wc_frame_fetch(struct wc_link *link, struct warpcrypt_frame *out, u32 max,
		   u32 fill, struct wc_waiter *waiter)
{
	struct wc_waiter *next = NULL;
	struct wc_frame *frame;
	u32 n = 0;

	spin_lock_bh(&link->lock);
	if (link->state == WC_LINK_DEAD)
		goto out;
	if (waiter)
		wc_wait_delist(link, waiter);
	while (n < max && (frame = wc_frame_ready(link, fill)))
		wc_frame_hand_out(link, frame, &out[n++]);
	if (!n && waiter)
		wc_wait_enlist(link, waiter, fill);
	next = wc_frame_call(link);
out:
	spin_unlock_bh(&link->lock);
	wc_wait_wake(link, next);
	wc_count(WC_FRAMES_FETCHED, n);
	return n;
}

/**
 * wc_frame_leave() - a thread no longer waits for frames
 * @link: the link
 * @waiter: the thread. If it was woken for a frame, another one is woken
 *
 * Context: process context.
 */
void wc_frame_leave(struct wc_link *link, struct wc_waiter *waiter)
{
	struct wc_waiter *next;

	spin_lock_bh(&link->lock);
	wc_wait_delist(link, waiter);
	next = wc_frame_call(link);
	spin_unlock_bh(&link->lock);
	wc_wait_wake(link, next);
}

/**
 * wc_frame_unfetch() - undo wc_frame_fetch() if the helper could not be told
 * @link: the link
 * @in: the frames that were fetched
 * @count: number of frames
 *
 * Context: process context.
 */
void wc_frame_unfetch(struct wc_link *link, const struct warpcrypt_frame *in,
		      u32 count)
{
	struct wc_waiter *next;

	spin_lock_bh(&link->lock);
	while (count--) {
		struct wc_frame *frame = &link->frames[in[count].index];

		/* If the link has died meanwhile, the frame is free. */
		if (frame->id != in[count].id ||
		    frame->state != WC_FRAME_HELPER)
			continue;
		frame->state = WC_FRAME_SEALED;
		frame->id = 0;
		list_add(&frame->node, &link->sealed);
		wc_frame_add_ready(link, 1);
	}
	next = wc_frame_call(link);
	spin_unlock_bh(&link->lock);
	wc_wait_wake(link, next);
}

/**
 * wc_frames_abandon() - collect all requests that a dead link has not completed
 * @link: the link, already in the state WC_LINK_DEAD
 * @lost: the requests are added to this list, except those in frames into which
 *	some request is still being copied: the last such copy loses them
 *
 * Context: any, under the link's lock. The caller must drop one reference to the
 * link for each frame that this frees: &wc_link.busy before minus after.
 */
void wc_frames_abandon(struct wc_link *link, struct list_head *lost)
{
	u32 i;

	lockdep_assert_held(&link->lock);
	link->open = NULL;
	INIT_LIST_HEAD(&link->sealed);
	WRITE_ONCE(link->level, 0);
	WRITE_ONCE(link->ready, 0);
	for (i = 0; i < link->frame_count; i++) {
		struct wc_frame *frame = &link->frames[i];

		if (frame->state == WC_FRAME_FREE ||
		    frame->state == WC_FRAME_COMPLETING)
			continue;
		frame->state = WC_FRAME_DEAD;
		if (!frame->copying)
			wc_frame_abandon(link, frame, lost);
	}
}

/**
 * wc_frame_overdue() - is a frame past its deadline?
 * @link: the link
 * @limit: the deadline, jiffies: for a frame that the helper holds from its
 *	hand-out, for one that waits from its first request or the helper's last
 *	commit, whichever is later
 *
 * Context: any, under the link's lock.
 */
bool wc_frame_overdue(struct wc_link *link, unsigned long limit)
{
	u32 i;

	lockdep_assert_held(&link->lock);
	for (i = 0; i < link->frame_count; i++) {
		const struct wc_frame *frame = &link->frames[i];

		if (frame->state != WC_FRAME_OPEN &&
		    frame->state != WC_FRAME_SEALED &&
		    frame->state != WC_FRAME_HELPER)
			continue;
		if (time_after(jiffies, wc_frame_since(link, frame) + limit))
			return true;
	}
	return false;
}
