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
 * thread whose queue is empty takes frames of the engine's others (enter.c).
 */
#include "path.h"

#include <linux/bitmap.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/smp.h>

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

/*
 * Divides a link's frames among its queues, all of them free. Its arena is pinned, it has at
 * least as many frames as queues, and its engines have all queues. Returns 0 or -ENOMEM.
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

/* Frees the bookkeeping of a link's queues and frames, none of which is in use. */
void wc_queues_free(struct wc_link *link)
{
	kvfree(link->queues);
	kvfree(link->frames);
}

/*
 * This CPU's queue of an engine. The answer is a choice, not a promise: the caller may be on
 * another CPU when it uses it.
 */
struct wc_queue *wc_queue_here(const struct wc_engine *engine)
{
	return &engine->queues[raw_smp_processor_id() % engine->queue_count];
}

/* The next queue of the same engine; after the last, the first. */
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
 * If an engine computes several frames at a time, a frame beside others must be this full,
 * bytes: handing one out and delivering it wakes two threads, which takes as long as a CPU
 * needs for some KiB.
 */
#define WC_GATHER_PARALLEL	SZ_16K

/*
 * How full a share's open frame must be to be handed out, bytes: as full as the
 * helper's frames of this share together; if the engine computes several frames at a
 * time, as full as each of these is then. So a lone request does not wait, and while
 * many are in flight they gather in few frames, however many of the helper's threads
 * have nothing to do, and however fast the engine is. When a frame comes back, and
 * when it has been delivered, that is less. Only the frames of this queue count: those
 * of others need not come back soon, and their number would be shared by all CPUs.
 *
 * The library knows how many bytes wait, and divides them among its frames (share() in
 * helper/lib/lib_queue.c): a thread that is idle takes what there is, but not little for a GPU
 * that has three frames with little.
 */
static unsigned long wc_queue_gather(const struct wc_queue *queue,
				     const struct wc_share *share)
{
	unsigned long handed, delivering, least;
	u32 parallel = queue->engine->parallel;

	if (!parallel)
		return 0;
	handed = READ_ONCE(share->handed);
	delivering = READ_ONCE(share->delivering);
	least = parallel > 1 && (handed || delivering) ? WC_GATHER_PARALLEL : 0;
	return max3(handed / parallel, least,
		    min_t(unsigned long, delivering, WC_GATHER_DELIVERING));
}

/*
 * May a share's open frame be handed out? It may when it is full enough, also for the caller
 * (@fill, bytes); and whatever the caller wants and the helper has, when it has a request that
 * is old.
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

/* Is it worth while to fetch from a queue? @fill: as of wc_queue_offers(). */
bool wc_queue_may_be_ready(const struct wc_queue *queue, u32 fill)
{
	const struct wc_share *share;

	wc_for_each_share(share, queue)
		if (READ_ONCE(share->ready) ||
		    wc_queue_offers(queue, share, fill))
			return true;
	return false;
}

/*
 * Is nothing in flight, and does nothing wait for room? While nothing is submitted to the link,
 * true stays true. Not in hard interrupts.
 */
bool wc_queues_are_idle(struct wc_link *link)
{
	struct wc_queue *queue;
	struct wc_share *share;
	bool idle;

	wc_for_each_queue(queue, link) {
		spin_lock_bh(&queue->lock);
		idle = queue->free_count == queue->count;
		wc_for_each_share(share, queue)
			idle &= list_empty(&share->backlog);
		spin_unlock_bh(&queue->lock);
		if (!idle)
			return false;
	}
	return true;
}

/* How many frames are in use. Takes no lock, so the answer may be outdated. */
u32 wc_queues_busy(const struct wc_link *link)
{
	const struct wc_queue *queue;
	u32 busy = 0;

	wc_for_each_queue(queue, link)
		busy += queue->count - READ_ONCE(queue->free_count);
	return busy;
}

/*
 * --- Threads of a helper that wait in ENTER, and which of them a frame wakes.
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
 * The caller drops the lock by wc_wait_unlock(): frames for which this thread was
 * chosen may be left.
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

/* May any thread wait for a frame of an engine? Takes no lock. */
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

/*
 * Chooses a thread to wake because a frame of the queue may be ready. Under the lock. Returns
 * the thread, for wc_wait_wake() after the lock was dropped; NULL when none must be woken.
 */
static struct wc_waiter *wc_wait_choose(struct wc_queue *queue)
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

/*
 * Wakes a thread. Not under a queue's lock. @waiter: what wc_wait_choose() returned; the thread
 * may have left since, and is only compared.
 */
static void wc_wait_wake(struct wc_queue *queue, struct wc_waiter *waiter)
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

/*
 * Drops a queue's lock, and wakes a thread for a frame that may be ready. Under no other queue's
 * lock; the link cannot be freed meanwhile.
 */
void wc_wait_unlock(struct wc_queue *queue) __releases(&queue->lock)
{
	struct wc_waiter *next = wc_wait_choose(queue);

	spin_unlock_bh(&queue->lock);
	wc_wait_wake(queue, next);
}

/* Wakes a thread for a frame that the caller does not fetch. */
void wc_wait_pass_on(struct wc_queue *queue)
{
	spin_lock_bh(&queue->lock);
	wc_wait_unlock(queue);
}

/*
 * Ends a summons: the thread has fetched a frame, found none, or waits no longer. @queue: the
 * one that has summoned it, or NULL. Unlocked.
 */
void wc_wait_answered(struct wc_queue *queue)
{
	if (!queue)
		return;
	spin_lock_bh(&queue->lock);
	queue->summoned = false;
	wc_wait_unlock(queue);
}
