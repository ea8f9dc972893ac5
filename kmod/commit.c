// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commits: the helper gives a frame back, and its delivery is due.
 */
#include "commit.h"

#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/nospec.h>

#include "deliver.h"
#include "engine.h"
#include "frame.h"
#include "kill.h"
#include "link.h"
#include "queue.h"
#include "stats.h"
#include "trace.h"
#include "wait.h"

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
	wc_count_engine(frame->queue->engine->index, frame->count,
			frame->bytes);
}

/*
 * Takes a frame out of the helper's ownership. Returns as wc_deliver_accept(). Under the
 * queue's lock.
 */
static struct wc_frame *wc_commit_take_back(struct wc_queue *queue,
					    struct wc_frame *frame, int status)
{
	struct wc_engine *engine = queue->engine;

	lockdep_assert_held(&queue->lock);
	trace_warpcrypt_commit(frame, status);
	wc_commit_count(frame, status);
	wc_engine_came_back(engine, status);
	wc_engine_waited(engine, frame->since);
	/* All CPUs read it: once a tick is enough. */
	if (!status && time_after(jiffies, READ_ONCE(engine->progress)))
		WRITE_ONCE(engine->progress, jiffies);
	wc_queue_let_go(queue, frame);
	atomic64_sub(wc_frame_fill_level(frame), &engine->ahead);
	return wc_deliver_accept(queue, frame, status, WC_FRAME_ERROR);
}

/**
 * wc_commit() - take a frame back from the helper
 * @link: the link; the caller has a reference
 * @id: the frame's id, from the helper
 * @status: 0; anything else: the frame failed
 * @from: the queue from which the caller fetches next, or NULL
 *
 * The results are delivered and the requests completed, now or soon. Retires
 * the engine if it has used up its budget.
 *
 * Context: process context.
 * Return: false when the helper does not hold a frame with this id.
 */
bool wc_commit(struct wc_link *link, u64 id, int status,
	       const struct wc_queue *from)
{
	struct wc_frame *frame = wc_commit_find(link, id);
	struct wc_waiter *next;
	struct wc_queue *queue;
	enum wc_reason why;

	if (!frame)
		return false;
	queue = frame->queue;
	spin_lock_bh(&queue->lock);
	if (frame->id != id || frame->state != WC_FRAME_HELPER) {
		spin_unlock_bh(&queue->lock);
		return false;
	}
	frame = wc_commit_take_back(queue, frame, status);
	/* A frame that was not full enough may be now. */
	next = wc_wait_choose(queue);
	spin_unlock_bh(&queue->lock);

	wc_wait_wake(queue, next);
	if (wc_engine_spent(queue->engine, &why))
		wc_link_retire(queue->engine, why);
	if (frame)
		wc_deliver(frame, from == queue);
	return true;
}
