// SPDX-License-Identifier: GPL-2.0-only
/*
 * Queues: a link's frames, the requests that wait for room in them, and the
 * helper's threads that wait for them, divided so that CPUs do not share them.
 *
 * Each engine has queues of its own. A request goes to that queue of its engine
 * that the submitting CPU uses, and stays there. A thread of the helper names the
 * queue that it serves. So a submitter and the thread that serves it share a lock
 * and lists with few others. Nothing is lost by the division: a request that finds
 * no room in its CPU's queue gets it in another of the engine (submit.c), and a
 * thread whose queue is empty takes frames of the engine's others (fetch.c,
 * wait.c).
 */
#include "queue.h"

#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "engine.h"
#include "frame.h"
#include "link.h"

static void wc_queue_init(struct wc_link *link, struct wc_queue *queue,
			  u32 first, u32 end)
{
	struct wc_share *share;
	u32 i;

	queue->link = link;
	queue->index = queue - link->queues;
	queue->frames = link->frames + first;
	queue->count = end - first;
	queue->looked = queue;
	spin_lock_init(&queue->lock);
	INIT_LIST_HEAD(&queue->free);
	wc_for_each_share(share, queue) {
		INIT_LIST_HEAD(&share->sealed);
		INIT_LIST_HEAD(&share->backlog);
		share->most = queue->count;
	}
	/* Of users: a long request of theirs fits, see wc_link_alloc(). */
	queue->share[true].most = max(queue->count / 2, 1u);
	INIT_LIST_HEAD(&queue->waiters);
	init_waitqueue_head(&queue->wait);
	for (i = first; i < end; i++) {
		struct wc_frame *frame = &link->frames[i];

		frame->index = i;
		frame->queue = queue;
		frame->data = link->arena.data + (size_t)i * link->frame_size;
		INIT_LIST_HEAD(&frame->requests);
		list_add_tail(&frame->node, &queue->free);
	}
	queue->free_count = queue->count;
}

/**
 * wc_queues_init() - divide a link's frames among its queues, all of them free
 * @link: the link; its arena is pinned, it has at least as many frames as queues,
 *	and its engines have all queues
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int wc_queues_init(struct wc_link *link)
{
	u32 n = link->queue_count, i;
	struct wc_engine *engine;
	struct wc_queue *queue;

	link->frames = kvcalloc(link->frame_count, sizeof(*link->frames),
				GFP_KERNEL);
	link->queues = kvcalloc(n, sizeof(*link->queues), GFP_KERNEL);
	if (!link->frames || !link->queues) {
		wc_queues_free(link);
		return -ENOMEM;
	}
	for (i = 0; i < n; i++)
		wc_queue_init(link, &link->queues[i],
			      i * link->frame_count / n,
			      (i + 1) * link->frame_count / n);
	queue = link->queues;
	wc_for_each_engine(engine, link) {
		engine->queues = queue;
		for (i = 0; i < engine->queue_count; i++)
			(queue++)->engine = engine;
	}
	return 0;
}

/**
 * wc_queues_free() - free the bookkeeping of a link's queues and frames
 * @link: none of its frames is in use
 *
 * Context: may sleep.
 */
void wc_queues_free(struct wc_link *link)
{
	kvfree(link->queues);
	kvfree(link->frames);
}

/**
 * wc_queue_here() - the queue of this CPU
 * @engine: of which engine
 *
 * Context: any. The answer is a choice, not a promise: the caller may be on
 * another CPU when it uses it.
 */
struct wc_queue *wc_queue_here(const struct wc_engine *engine)
{
	return &engine->queues[raw_smp_processor_id() % engine->queue_count];
}

/**
 * wc_queue_next() - the next queue of the same engine; after the last, the first
 * @queue: a queue
 *
 * Context: any.
 */
struct wc_queue *wc_queue_next(const struct wc_queue *queue)
{
	const struct wc_engine *engine = queue->engine;

	return &engine->queues[(queue + 1 - engine->queues) %
			       engine->queue_count];
}

/*
 * While frames are delivered, another must be this full, bytes, or as full as they are:
 * several CPUs may deliver frames of a queue, but not one request each.
 */
#define WC_GATHER_DELIVERING	SZ_128K

/*
 * How full a share's open frame must be to be handed out, bytes: as full as the
 * helper's frames of this share together; if the engine computes several frames at a
 * time, as full as each of these is then. So a lone request does not wait, and while
 * many are in flight they gather in few frames, however many of the helper's threads
 * have nothing to do, and however fast the engine is. When a frame comes back, and
 * when it has been delivered, that is less. Only the frames of this queue count: those
 * of others need not come back soon, and their number would be shared by all CPUs.
 */
static u32 wc_queue_gather(const struct wc_queue *queue,
			   const struct wc_share *share)
{
	u32 parallel = queue->engine->parallel;

	if (!parallel)
		return 0;
	return max(READ_ONCE(share->held) / parallel,
		   min_t(u32, READ_ONCE(share->delivering),
			 WC_GATHER_DELIVERING));
}

/**
 * wc_queue_offers() - may a share's open frame be handed out?
 * @queue: the queue
 * @share: of the queue
 * @fill: how full the frame must be for the caller, bytes
 *
 * It may when it is full enough; and whatever the caller wants and the helper has,
 * when it has a request that is old.
 *
 * Context: any. Without the queue's lock the answer may be outdated.
 */
bool wc_queue_offers(const struct wc_queue *queue, const struct wc_share *share,
		     u32 fill)
{
	u32 level = READ_ONCE(share->level);

	if (!level)
		return false;
	if (level >= fill && level >= wc_queue_gather(queue, share))
		return true;
	return wc_link_is_old(queue->link, READ_ONCE(share->born));
}

/**
 * wc_queue_may_be_ready() - is it worth while to fetch from a queue?
 * @queue: the queue
 * @fill: how full an open frame must be for the caller, bytes
 *
 * Context: any. Takes no lock, so the answer may be outdated.
 */
bool wc_queue_may_be_ready(const struct wc_queue *queue, u32 fill)
{
	const struct wc_share *share;

	wc_for_each_share(share, queue)
		if (READ_ONCE(share->ready) ||
		    wc_queue_offers(queue, share, fill))
			return true;
	return false;
}

/**
 * wc_queue_hold() - the helper gets a frame
 * @queue: the frame's queue
 * @frame: the frame
 *
 * Context: any, under the queue's lock.
 */
void wc_queue_hold(struct wc_queue *queue, struct wc_frame *frame)
{
	struct wc_share *share = frame->share;

	lockdep_assert_held(&queue->lock);
	/*
	 * Others do not wait for a slow one; nor for one of a long request: as many of them
	 * may follow as there are frames.
	 */
	frame->weight = frame->slow || frame->whole ?
			0 : wc_frame_fill_level(frame);
	WRITE_ONCE(share->held, share->held + frame->weight);
}

/**
 * wc_queue_let_go() - the helper has given a frame back, or does not get it
 * @queue: the frame's queue
 * @frame: the frame
 *
 * Context: any, under the queue's lock.
 */
void wc_queue_let_go(struct wc_queue *queue, const struct wc_frame *frame)
{
	struct wc_share *share = frame->share;

	lockdep_assert_held(&queue->lock);
	WRITE_ONCE(share->held, share->held - frame->weight);
}

/**
 * wc_queue_deliver() - the delivery of a frame begins or has ended
 * @queue: the frame's queue
 * @frame: the frame
 * @begins: which
 *
 * Context: any, under the queue's lock.
 */
void wc_queue_deliver(struct wc_queue *queue, const struct wc_frame *frame,
		      bool begins)
{
	struct wc_share *share = frame->share;
	u32 weight = frame->weight;

	lockdep_assert_held(&queue->lock);
	WRITE_ONCE(share->delivering,
		   share->delivering + (begins ? weight : -weight));
}

static bool wc_queue_is_idle(struct wc_queue *queue)
{
	struct wc_share *share;
	bool idle;

	spin_lock_bh(&queue->lock);
	idle = queue->free_count == queue->count;
	wc_for_each_share(share, queue)
		idle &= list_empty(&share->backlog);
	spin_unlock_bh(&queue->lock);
	return idle;
}

/**
 * wc_queues_are_idle() - is nothing in flight, and does nothing wait for room?
 * @link: the link. If nobody submits to it, what is idle once stays so
 *
 * Context: any but hard interrupts.
 */
bool wc_queues_are_idle(struct wc_link *link)
{
	struct wc_queue *queue;

	wc_for_each_queue(queue, link)
		if (!wc_queue_is_idle(queue))
			return false;
	return true;
}

/**
 * wc_queues_busy() - how many frames are in use
 * @link: the link
 *
 * Takes no lock, so the answer may be outdated.
 *
 * Context: any.
 */
u32 wc_queues_busy(const struct wc_link *link)
{
	const struct wc_queue *queue;
	u32 busy = 0;

	wc_for_each_queue(queue, link)
		busy += queue->count - READ_ONCE(queue->free_count);
	return busy;
}

/**
 * wc_queue_wake_all() - wake all threads that wait in ENTER for a queue
 * @queue: the queue
 *
 * Context: any.
 */
void wc_queue_wake_all(struct wc_queue *queue)
{
	wake_up_all(&queue->wait);
}
