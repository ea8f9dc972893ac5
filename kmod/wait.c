// SPDX-License-Identifier: GPL-2.0-only
/*
 * Threads of a helper that wait in ENTER, and which of them a frame wakes.
 *
 * A frame wakes one thread, one that it is full enough for: a thread that serves
 * the frame's queue, or if none of these waits, one of another queue of the same
 * engine, which is *summoned*. The thread is chosen under the queue's lock, and woken
 * after the lock is dropped: until it takes the lock itself, it is *on its way*. No frame
 * stays without a thread, because this always holds under the lock:
 *
 *   If a frame is ready for a thread on the queue's list, then a chosen thread is
 *   on its way.
 *
 * A thread joins the list only when no frame is ready for it. When a frame
 * becomes ready, a thread is chosen, unless as many are on their way as there are
 * frames. When a chosen thread takes the lock, for a frame or because a signal or a
 * timeout ends its wait, it chooses another one if frames are left.
 *
 * Between queues of an engine: &wc_engine.waiting has a bit for each queue that has threads on
 * its list. A thread sets its queue's bit first and then looks into the other
 * queues; a submitter makes its frame ready first and then looks at the bits. So
 * one of the two finds the other. A queue summons one thread at a time. When that has
 * fetched from any queue, or has stopped waiting, the queue summons another if a frame
 * is ready.
 */
#include "wait.h"

#include <linux/bitmap.h>
#include <linux/lockdep.h>
#include <linux/sched.h>

#include "engine.h"
#include "frame.h"
#include "link.h"
#include "queue.h"

/* wc_wait_choose() returns it when a thread of another queue must be summoned. */
static struct wc_waiter wc_wait_other;

/* @key: the waiter that is meant; NULL: all. */
static int wc_wait_woken(struct wait_queue_entry *entry, unsigned int mode,
			 int flags, void *key)
{
	if (key && key != container_of(entry, struct wc_waiter, entry))
		return 0;
	return autoremove_wake_function(entry, mode, flags, key);
}

/**
 * wc_wait_init() - prepare the calling thread to wait
 * @waiter: filled in
 *
 * Context: process context.
 */
void wc_wait_init(struct wc_waiter *waiter)
{
	init_wait(&waiter->entry);
	waiter->entry.func = wc_wait_woken;
	waiter->listed = false;
	waiter->chosen = false;
	waiter->summoned = NULL;
}

/**
 * wc_wait_enlist() - have a thread chosen when a frame is ready for it
 * @queue: the queue that it serves; now it has no frame for the thread
 * @waiter: the thread, in &wc_queue.wait already; not on the list
 * @fill: how full an open frame must be, bytes
 *
 * The caller must look into the other queues next.
 *
 * Context: process context, under the queue's lock.
 */
void wc_wait_enlist(struct wc_queue *queue, struct wc_waiter *waiter, u32 fill)
{
	lockdep_assert_held(&queue->lock);
	waiter->fill = fill;
	waiter->listed = true;
	if (list_empty(&queue->waiters))
		set_bit(queue->index, queue->engine->waiting);
	list_add_tail(&waiter->node, &queue->waiters);
	/* Pairs with wc_frame_filled(). */
	smp_mb();
}

static void wc_wait_unlist(struct wc_queue *queue, struct wc_waiter *waiter)
{
	list_del(&waiter->node);
	waiter->listed = false;
	if (list_empty(&queue->waiters))
		clear_bit(queue->index, queue->engine->waiting);
}

/**
 * wc_wait_delist() - a thread fetches a frame, or stops waiting
 * @queue: the queue that it serves
 * @waiter: the thread, on the list or not, chosen or not; neither afterwards
 *
 * The caller must call wc_wait_choose() before it drops the lock: frames for
 * which this thread was chosen may be left.
 *
 * Context: process context, under the queue's lock.
 * Return: NULL; or the queue that has summoned the thread, for wc_wait_answered()
 * when the caller has fetched.
 */
struct wc_queue *wc_wait_delist(struct wc_queue *queue,
				struct wc_waiter *waiter)
{
	struct wc_queue *summoned = waiter->summoned;

	lockdep_assert_held(&queue->lock);
	if (waiter->listed)
		wc_wait_unlist(queue, waiter);
	if (waiter->chosen)
		queue->chosen--;
	waiter->chosen = false;
	waiter->summoned = NULL;
	return summoned;
}

/**
 * wc_wait_anybody() - may any thread wait for a frame of an engine?
 * @engine: the engine
 *
 * Context: any. Takes no lock.
 */
bool wc_wait_anybody(const struct wc_engine *engine)
{
	return !bitmap_empty(engine->waiting, WARPCRYPT_QUEUES_MAX);
}

/* The first thread for which an open frame with @level bytes is full enough. */
static struct wc_waiter *wc_wait_find(struct wc_queue *queue, u32 level)
{
	struct wc_waiter *waiter;

	list_for_each_entry(waiter, &queue->waiters, node)
		if (waiter->fill <= level)
			return waiter;
	return NULL;
}

/*
 * How full a share's open frame is if it may be handed out: to any thread if it is old,
 * else to one that it is full enough for; 0: it may not. Under the lock.
 */
static u32 wc_wait_offer_open(const struct wc_queue *queue,
			      const struct wc_share *share)
{
	if (!share->open || !wc_frame_is_filled(share->open) ||
	    !wc_queue_offers(queue, share, 0))
		return 0;
	return wc_link_is_old(queue->link, share->born) ? U32_MAX : share->level;
}

/*
 * The fullest that a frame is for which no thread is on its way; 0: there is none.
 * Threads are on their way for sealed frames first, then for the fuller open one.
 * Under the lock.
 */
static u32 wc_wait_offer(const struct wc_queue *queue)
{
	u32 root = wc_wait_offer_open(queue, &queue->share[false]);
	u32 users = wc_wait_offer_open(queue, &queue->share[true]);
	u32 ready = queue->share[false].ready + queue->share[true].ready;

	if (queue->chosen < ready)
		return U32_MAX;
	if (queue->chosen == ready)
		return max(root, users);
	return queue->chosen == ready + 1 ? min(root, users) : 0;
}

/**
 * wc_wait_choose() - choose a thread to wake
 * @queue: the queue, of which a frame may be ready
 *
 * Context: any, under the queue's lock.
 * Return: the thread, for wc_wait_wake() after the lock was dropped; NULL when
 * no thread must be woken.
 */
struct wc_waiter *wc_wait_choose(struct wc_queue *queue)
{
	struct wc_waiter *waiter;
	u32 offer;

	lockdep_assert_held(&queue->lock);
	/*
	 * After whatever has made the frame ready. Pairs with wc_wait_enlist() of
	 * another queue, and with wc_frame_filled().
	 */
	smp_mb();
	if (!wc_wait_anybody(queue->engine))
		return NULL;
	offer = wc_wait_offer(queue);
	if (!offer)
		return NULL;
	waiter = wc_wait_find(queue, offer);
	if (waiter) {
		wc_wait_unlist(queue, waiter);
		waiter->chosen = true;
		queue->chosen++;
		return waiter;
	}
	if (queue->engine->queue_count == 1)
		return NULL;
	queue->missed = queue->summoned;
	if (queue->summoned)
		return NULL;
	queue->summoned = true;
	queue->offer = offer;
	return &wc_wait_other;
}

/* Chooses and wakes a thread of @other for a frame of @queue. */
static bool wc_wait_summon_from(struct wc_queue *queue, struct wc_queue *other,
				u32 offer)
{
	struct wc_waiter *waiter;

	spin_lock_bh(&other->lock);
	waiter = wc_wait_find(other, offer);
	if (waiter) {
		wc_wait_unlist(other, waiter);
		waiter->summoned = queue;
	}
	spin_unlock_bh(&other->lock);
	if (!waiter)
		return false;
	__wake_up(&other->wait, TASK_NORMAL, 0, waiter);
	return true;
}

/* Wakes a thread of another queue, those of the next CPUs first. */
static bool wc_wait_summon(struct wc_queue *queue, u32 offer)
{
	const struct wc_engine *engine = queue->engine;
	struct wc_queue *other;

	for (other = wc_queue_next(queue); other != queue;
	     other = wc_queue_next(other))
		if (test_bit(other->index, engine->waiting) &&
		    wc_wait_summon_from(queue, other, offer))
			return true;
	return false;
}

/**
 * wc_wait_wake() - wake a thread
 * @queue: the queue; its link cannot be freed meanwhile
 * @waiter: what wc_wait_choose() returned; the thread may have left since, and
 *	is only compared
 *
 * Context: any, not under a queue's lock.
 */
void wc_wait_wake(struct wc_queue *queue, struct wc_waiter *waiter)
{
	while (waiter == &wc_wait_other) {
		if (wc_wait_summon(queue, READ_ONCE(queue->offer)))
			return;
		/*
		 * A thread that waits from now on looks into this queue itself. But
		 * another frame may have become ready meanwhile, and others wait.
		 */
		spin_lock_bh(&queue->lock);
		queue->summoned = false;
		waiter = queue->missed ? wc_wait_choose(queue) : NULL;
		spin_unlock_bh(&queue->lock);
	}
	if (waiter)
		__wake_up(&queue->wait, TASK_NORMAL, 0, waiter);
}

/**
 * wc_wait_pass_on() - wake a thread for a frame that the caller does not fetch
 * @queue: the queue
 *
 * Context: process context, unlocked.
 */
void wc_wait_pass_on(struct wc_queue *queue)
{
	struct wc_waiter *next;

	spin_lock_bh(&queue->lock);
	next = wc_wait_choose(queue);
	spin_unlock_bh(&queue->lock);
	wc_wait_wake(queue, next);
}

/**
 * wc_wait_answered() - a summoned thread has taken a frame, or none, or leaves
 * @queue: the queue that has summoned it, or NULL
 *
 * Context: process context, unlocked.
 */
void wc_wait_answered(struct wc_queue *queue)
{
	struct wc_waiter *next;

	if (!queue)
		return;
	spin_lock_bh(&queue->lock);
	queue->summoned = false;
	next = wc_wait_choose(queue);
	spin_unlock_bh(&queue->lock);
	wc_wait_wake(queue, next);
}
