// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lost requests wait here for their turn to be done in software.
 *
 * When a link dies, all that was in flight is lost at once: maybe thousands of
 * requests of one user, and among them a page that must be written so that there
 * is memory. So several works take them from here, and they are not taken in the
 * order in which they were lost:
 *
 *   - First those whose submitters may not sleep. Swap and file systems are among
 *     them; AF_ALG's requests, which any user can make in any number, are not.
 *     One in WC_REDO_TURN is one of the others all the same, so that these do not
 *     wait without end while volumes lose requests again and again.
 *   - Within a class, one of each tfm in turn, so that a user's flood delays
 *     others by one request at a time. In order within a tfm.
 *
 * Nothing is allocated. The workqueue has a rescuer: if there is no memory for
 * more threads, one work does it all.
 */
#include "path.h"

#include <linux/cpumask.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

/* The most works at a time: software is fast, and others need CPUs, too. */
#define WC_REDO_WORKS	8u
/* So many are taken until it is the turn of the other class. */
#define WC_REDO_TURN	8u

static struct list_head wc_redo_turns[WC_REDO_CLASSES];
static struct work_struct wc_redo_works[WC_REDO_WORKS];
static unsigned int wc_redo_next;
static unsigned int wc_redo_taken;
/* Protects all queues and what is above. */
static DEFINE_SPINLOCK(wc_redo_lock);

/* The next request to be done, NULL when there is none. Under the lock. */
static struct wc_request *wc_redo_take(void)
{
	struct wc_redo_queue *queue;
	struct wc_request *rq;
	int class = ++wc_redo_taken % WC_REDO_TURN ? WC_REDO_KERNEL :
						     WC_REDO_USER;

	if (list_empty(&wc_redo_turns[class]))
		class = class == WC_REDO_KERNEL ? WC_REDO_USER : WC_REDO_KERNEL;
	if (list_empty(&wc_redo_turns[class]))
		return NULL;
	queue = list_first_entry(&wc_redo_turns[class], struct wc_redo_queue,
				 turn[class]);
	rq = list_first_entry(&queue->requests[class], struct wc_request, node);
	list_del(&rq->node);
	/* With its last request the tfm, and so the queue, may be freed. */
	list_del(&queue->turn[class]);
	if (!list_empty(&queue->requests[class]))
		list_add_tail(&queue->turn[class], &wc_redo_turns[class]);
	return rq;
}

static void wc_redo_work(struct work_struct *work)
{
	struct wc_request *rq;

	for (;;) {
		spin_lock_bh(&wc_redo_lock);
		rq = wc_redo_take();
		spin_unlock_bh(&wc_redo_lock);
		if (!rq)
			return;
		rq->ops->redo(rq);
		cond_resched();
	}
}

/* Initializes a tfm's queue, which must stay until none of its requests is left. */
void wc_redo_queue_init(struct wc_redo_queue *queue)
{
	int class;

	for (class = 0; class < WC_REDO_CLASSES; class++)
		INIT_LIST_HEAD(&queue->requests[class]);
}

/*
 * Has a lost request done in software: a work will call its @ops->redo. @queue: its tfm's;
 * @class: its submitter's. Not in hard interrupts.
 */
void wc_redo_later(struct wc_redo_queue *queue, struct wc_request *rq,
		   enum wc_redo_class class)
{
	unsigned int works = min(num_online_cpus(), WC_REDO_WORKS), i;

	spin_lock_bh(&wc_redo_lock);
	if (list_empty(&queue->requests[class]))
		list_add_tail(&queue->turn[class], &wc_redo_turns[class]);
	list_add_tail(&rq->node, &queue->requests[class]);
	i = wc_redo_next++ % works;
	spin_unlock_bh(&wc_redo_lock);
	/* If it is running, it runs again. */
	queue_work(wc_wq, &wc_redo_works[i]);
}

void wc_redo_init(void)
{
	unsigned int i;

	for (i = 0; i < WC_REDO_CLASSES; i++)
		INIT_LIST_HEAD(&wc_redo_turns[i]);
	for (i = 0; i < WC_REDO_WORKS; i++)
		INIT_WORK(&wc_redo_works[i], wc_redo_work);
}
