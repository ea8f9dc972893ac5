// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commits: the helper gives a frame back, and its results are delivered.
 *
 * All of this happens in the helper's own system call: the time is accounted to
 * the helper, and no other thread is woken. It goes in steps of at most
 * WC_COPY_MAX bytes, with BH off. Between two steps the helper's thread may be
 * held up for any time; then the watchdog delivers the rest.
 */
#include "commit.h"

#include <linux/jiffies.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/nospec.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/wait.h>

#include "frame.h"
#include "kill.h"
#include "link.h"
#include "queue.h"
#include "stats.h"
#include "submit.h"
#include "wait.h"

/*
 * After how many bytes the thread calls cond_resched(). On a kernel without
 * preemption, calling it each time that BH are enabled would let the submitter
 * run after every few requests, to submit as many new ones and sleep again.
 */
#define WC_COMMIT_YIELD		SZ_1M

/* A shorter request counts as this many bytes: bookkeeping takes time, too. */
#define WC_COMMIT_LEAST		512u

/**
 * struct wc_step - what is delivered without enabling BH
 * @from: where @part's data lie
 * @requests: whole requests, of one frame
 * @part: or one request of which a part is delivered, else NULL
 * @pos: where it starts in the request, bytes
 * @len: its length, bytes
 * @last: it is the request's last part
 */
struct wc_step {
	const u8 __arena *from;
	struct list_head requests;
	struct wc_request *part;
	u32 pos;
	u32 len;
	bool last;
};

static u32 wc_commit_weight(const struct wc_request *rq)
{
	return max(rq->len, WC_COMMIT_LEAST);
}

/* The next part of @rq, whose data from @frame->delivered on are at @from. */
static void wc_commit_take_part(struct wc_frame *frame, struct wc_request *rq,
				const u8 __arena *from, u32 available,
				struct wc_step *step)
{
	step->part = rq;
	step->from = from;
	step->pos = frame->delivered;
	step->len = min(available, WC_COPY_MAX);
	frame->delivered += step->len;
	step->last = frame->delivered == rq->len;
}

/* A request of several frames, of which @frame is the first. */
static void wc_commit_take_long(struct wc_frame *frame, struct wc_step *step)
{
	struct wc_request *rq = frame->whole;
	struct wc_frame *piece = frame;
	u32 start = 0;

	if (frame->failed) {
		list_add_tail(&rq->node, &step->requests);
		frame->whole = NULL;
		return;
	}
	while (frame->delivered - start >= piece->used) {
		start += piece->used;
		piece = piece->next;
	}
	wc_commit_take_part(frame, rq, piece->data + (frame->delivered - start),
			    piece->used - (frame->delivered - start), step);
	/* The request is its owner's again after this step. */
	if (step->last)
		frame->whole = NULL;
}

static void wc_commit_take_short(struct wc_frame *frame, struct wc_step *step)
{
	struct wc_request *rq;
	u32 weight = 0;

	rq = list_first_entry(&frame->requests, struct wc_request, node);
	if (rq->len > WC_COPY_MAX && !frame->failed) {
		wc_commit_take_part(frame, rq, frame->data + rq->offset +
				    frame->delivered,
				    rq->len - frame->delivered, step);
		if (step->last) {
			list_del(&rq->node);
			frame->delivered = 0;
		}
		return;
	}
	do {
		weight += wc_commit_weight(rq);
		list_move_tail(&rq->node, &step->requests);
		rq = list_first_entry_or_null(&frame->requests,
					      struct wc_request, node);
	} while (rq && (frame->failed || rq->len <= WC_COPY_MAX) &&
		 weight + wc_commit_weight(rq) <= WC_COPY_MAX);
}

/* The requests that end with a step need their keys' slots no longer. BH off. */
static void wc_commit_drop_keys(struct wc_link *link,
				const struct wc_step *step)
{
	const struct wc_request *rq;

	if (step->part && step->last && step->part->key)
		wc_key_slot_drop(&link->keys, &step->part->held);
	list_for_each_entry(rq, &step->requests, node)
		if (rq->key)
			wc_key_slot_drop(&link->keys, &rq->held);
}

/*
 * Takes what is delivered next. Returns false when nothing is left, or when the
 * delivery was taken over. Under the queue's lock.
 */
static bool wc_commit_take(struct wc_frame *frame, u32 turn,
			   struct wc_step *step)
{
	INIT_LIST_HEAD(&step->requests);
	step->part = NULL;
	if (frame->turn != turn)
		return false;
	if (frame->whole)
		wc_commit_take_long(frame, step);
	else if (!list_empty(&frame->requests))
		wc_commit_take_short(frame, step);
	else
		return false;
	frame->delivering = true;
	return true;
}

/* BH off. */
static void wc_commit_complete(struct wc_request *rq, bool failed)
{
	wc_frame_wipe(rq);
	if (failed)
		rq->ops->lost(rq, WC_FRAME_ERROR);
	else
		rq->ops->done(rq);
}

/* Delivers a step; returns how much that was. BH off. */
static u32 wc_commit_step(struct wc_frame *frame, struct wc_step *step)
{
	struct wc_request *rq = step->part, *next;
	u32 weight = 0;

	if (rq) {
		rq->ops->drain(rq, step->from, step->pos, step->len);
		if (step->last)
			wc_commit_complete(rq, false);
		return step->len;
	}
	list_for_each_entry_safe(rq, next, &step->requests, node) {
		list_del(&rq->node);
		weight += wc_commit_weight(rq);
		if (!frame->failed)
			rq->ops->drain(rq, frame->data + rq->offset, 0,
				       rq->len);
		wc_commit_complete(rq, frame->failed);
	}
	return weight;
}

/*
 * Frees a frame that was delivered, or all frames of a long request of which it
 * is the first. Under the queue's lock; returns as wc_frame_release().
 */
static bool wc_commit_release(struct wc_queue *queue, struct wc_frame *frame)
{
	struct wc_frame *next;
	bool idle = false;

	lockdep_assert_held(&queue->lock);
	for (; frame; frame = next) {
		next = frame->next;
		idle |= wc_frame_release(queue, frame);
	}
	return idle;
}

/*
 * Delivers all of a committed frame, or of a long request of which it is the
 * first frame, unless another thread takes over: @turn changes then.
 */
static void wc_commit_deliver(struct wc_queue *queue, struct wc_frame *frame,
			      u32 turn)
{
	struct wc_link *link = queue->link;
	struct wc_step step;
	bool idle = false;
	u32 weight = 0;

	for (;;) {
		spin_lock_bh(&queue->lock);
		if (!wc_commit_take(frame, turn, &step))
			break;
		/* BH stay off, so that nobody is held up within a step. */
		spin_unlock(&queue->lock);
		wc_commit_drop_keys(link, &step);
		weight += wc_commit_step(frame, &step);
		spin_lock(&queue->lock);
		frame->delivering = false;
		spin_unlock_bh(&queue->lock);
		if (weight >= WC_COMMIT_YIELD) {
			weight = 0;
			cond_resched();
		}
	}
	if (frame->turn == turn) {
		wc_link_waited(link, frame->since);
		idle = wc_commit_release(queue, frame);
	}
	spin_unlock_bh(&queue->lock);

	if (wq_has_sleeper(&link->idle))
		wake_up_all(&link->idle);
	wc_submit_waiting(queue);
	if (idle)
		wc_link_put(link);
}

/* The frame that @id may identify, NULL if there is none. */
static struct wc_frame *wc_commit_find(struct wc_link *link, u64 id)
{
	u32 index = id & 0xffff;

	if (index >= link->frame_count)
		return NULL;
	/* The helper chose it: no speculative access beyond the array. */
	return &link->frames[array_index_nospec(index, link->frame_count)];
}

static void wc_commit_count(const struct wc_frame *frame, int status)
{
	if (status) {
		wc_count(WC_FRAMES_FAILED, 1);
		return;
	}
	wc_count(WC_FRAMES_COMMITTED, 1);
	wc_count(WC_REQUESTS_COMMITTED, frame->count);
	wc_count(WC_BYTES_COMMITTED, frame->bytes);
}

/*
 * Marks a frame that came back. Returns the frame whose delivery is due: itself,
 * the first of a long request that is complete now, or NULL while pieces of it
 * are missing. Under the queue's lock.
 */
static struct wc_frame *wc_commit_complete_piece(struct wc_frame *frame,
						 int status)
{
	struct wc_request *rq = frame->whole;
	struct wc_frame *piece;

	WRITE_ONCE(frame->state, WC_FRAME_COMPLETING);
	frame->failed = status;
	if (rq) {
		rq->failed |= !!status;
		if (--rq->pieces) {
			WRITE_ONCE(frame->state, WC_FRAME_WAITING);
			return NULL;
		}
		for (piece = rq->frame; piece; piece = piece->next)
			WRITE_ONCE(piece->state, WC_FRAME_COMPLETING);
		frame = rq->frame;
		frame->failed = rq->failed;
	}
	frame->head = true;
	frame->turn++;
	frame->delivered = 0;
	frame->delivering = false;
	frame->since = jiffies;
	return frame;
}

/*
 * Takes a frame out of the helper's ownership. Returns as
 * wc_commit_complete_piece(). Under the queue's lock.
 */
static struct wc_frame *wc_commit_take_back(struct wc_queue *queue,
					    struct wc_frame *frame, int status)
{
	struct wc_link *link = queue->link;

	lockdep_assert_held(&queue->lock);
	wc_commit_count(frame, status);
	wc_link_came_back(link, status);
	wc_link_waited(link, frame->since);
	/* All CPUs read it: once a tick is enough. */
	if (time_after(jiffies, READ_ONCE(link->progress)))
		WRITE_ONCE(link->progress, jiffies);
	WRITE_ONCE(queue->held, queue->held - wc_frame_fill_level(frame));
	return wc_commit_complete_piece(frame, status);
}

/**
 * wc_commit() - take a frame back from the helper
 * @link: the link; the caller has a reference
 * @id: the frame's id, from the helper
 * @status: 0; anything else: the frame failed
 *
 * Delivers the results and completes the requests. Kills the link if the helper
 * has used up its budget.
 *
 * Context: process context.
 * Return: false when the helper does not hold a frame with this id.
 */
bool wc_commit(struct wc_link *link, u64 id, int status)
{
	struct wc_frame *frame = wc_commit_find(link, id);
	struct wc_waiter *next;
	struct wc_queue *queue;
	enum wc_reason why;
	u32 turn;

	if (!frame)
		return false;
	queue = frame->queue;
	spin_lock_bh(&queue->lock);
	if (frame->id != id || frame->state != WC_FRAME_HELPER) {
		spin_unlock_bh(&queue->lock);
		return false;
	}
	frame = wc_commit_take_back(queue, frame, status);
	turn = frame ? frame->turn : 0;
	/* A frame that was not full enough may be now. */
	next = wc_wait_choose(queue);
	spin_unlock_bh(&queue->lock);

	wc_wait_wake(queue, next);
	if (wc_link_spent(link, &why))
		wc_link_kill(link, why);
	if (frame)
		wc_commit_deliver(queue, frame, turn);
	return true;
}

/* A frame whose delivery should have ended and is not in a step. Locked. */
static struct wc_frame *wc_commit_overdue(struct wc_queue *queue,
					  unsigned long limit)
{
	u32 i;

	lockdep_assert_held(&queue->lock);
	for (i = 0; i < queue->count; i++) {
		struct wc_frame *frame = &queue->frames[i];

		if (frame->state == WC_FRAME_COMPLETING && frame->head &&
		    !frame->delivering &&
		    time_after(jiffies, frame->since + limit))
			return frame;
	}
	return NULL;
}

/**
 * wc_commit_take_over() - deliver what a helper's thread does not get round to
 * @queue: a queue of a link that stays until the caller returns
 * @limit: how long a delivery may take, jiffies
 *
 * The thread that commits may be held up for as long as somebody likes, by a
 * cgroup's limit or by a stop signal. Never within a step, because BH are off
 * there; so the rest of its frame can be delivered here.
 *
 * Context: process context, not the helper's.
 */
void wc_commit_take_over(struct wc_queue *queue, unsigned long limit)
{
	struct wc_frame *frame;
	u32 turn;

	for (;;) {
		spin_lock_bh(&queue->lock);
		frame = wc_commit_overdue(queue, limit);
		if (!frame) {
			spin_unlock_bh(&queue->lock);
			return;
		}
		turn = ++frame->turn;
		wc_link_waited(queue->link, frame->since);
		frame->since = jiffies;
		spin_unlock_bh(&queue->lock);

		wc_count(WC_COMMIT_TAKEN_OVER, 1);
		wc_commit_deliver(queue, frame, turn);
	}
}
