// SPDX-License-Identifier: GPL-2.0-only
/*
 * Submission: a request is admitted to a link, or refused with a reason.
 *
 * Nothing here sleeps or allocates memory: it may run in softirq, and for
 * requests that write to the swap device.
 */
#include "path.h"

#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/workqueue.h>

#include "trace.h"

/* The most requests in a backlog whose callers have not asked to wait. */
#define WC_IMPLICIT_MAX		4096u

/* Can frames of this link hold this request? */
static bool wc_submit_fits(const struct wc_link *link,
			   const struct wc_request *rq, enum wc_reason *why)
{
	u32 n = wc_frame_pieces(link, rq->len);

	if (n > 1 && !rq->splittable)
		*why = WC_CBC_LONG;
	else if (n > link->pieces_max)
		*why = WC_LARGE;
	else
		return true;
	return false;
}

/* The first engine that can do a request, or NULL. */
static struct wc_engine *wc_submit_engine(struct wc_link *link,
					  const struct wc_request *rq)
{
	struct wc_engine *engine;

	wc_for_each_engine(engine, link)
		if (wc_engine_may_do(engine, rq))
			return engine;
	return NULL;
}

/*
 * Has the request's key put into a slot, which the request holds. BH off; a queue's lock
 * may be held.
 */
static bool wc_submit_hold_key(struct wc_link *link, struct wc_request *rq,
			       enum wc_reason *why)
{
	int err;

	if (!rq->key || rq->owns_key_ref)
		return true;
	err = wc_key_slot_get(&link->keys, rq->key, link->generation,
			      &rq->key_ref);
	rq->owns_key_ref = err >= 0;
	switch (err) {
	case 0:
		return true;
	case -ENODEV:
		*why = WC_NO_HELPER;
		return false;
	case -ENOSPC:
		wc_count(WC_KEYSLOTS_EXHAUSTED, 1);
		*why = WC_NO_SLOT;
		return false;
	default:
		wc_link_tell_later(link);
		return true;
	}
}

/*
 * Under the lock. -EINPROGRESS: @rq has room, and the caller must fill it;
 * -EBUSY: it is in the backlog; -EAGAIN: it is refused, and may hold its key's slot.
 */
static int wc_submit_admit(struct wc_queue *queue, struct wc_request *rq,
			   bool wait, enum wc_reason *why)
{
	struct wc_share *share = &queue->share[rq->limited];
	struct wc_request *before;
	bool first;

	lockdep_assert_held(&queue->lock);
	if (queue->dead) {
		*why = WC_NO_HELPER;
		return -EAGAIN;
	}
	/* No request overtakes those in the backlog of its share. */
	first = list_empty(&share->backlog);
	/* Most follow one with the same key, and need no hold of their own. */
	if (first && !rq->owns_key_ref && wc_frame_join(queue, rq))
		return -EINPROGRESS;
	if (!wc_submit_hold_key(queue->link, rq, why))
		return -EAGAIN;
	if (first && wc_frame_reserve(queue, rq))
		return -EINPROGRESS;
	if (!wait && (!rq->implicit || share->implicit == WC_IMPLICIT_MAX)) {
		*why = WC_FULL;
		return -EAGAIN;
	}
	rq->backlogged = wait;
	rq->queue = queue;
	/* After those that are older: one that another engine has lost is not the youngest. */
	list_for_each_entry_reverse(before, &share->backlog, node)
		if (!time_before(rq->born, before->born))
			break;
	list_add(&rq->node, &before->node);
	share->implicit += !wait;
	wc_count(wait ? WC_BACKLOG_QUEUED : WC_BACKLOG_IMPLICIT, 1);
	return -EBUSY;
}

static int wc_submit_try(struct wc_queue *queue, struct wc_request *rq,
			 bool wait, enum wc_reason *why)
{
	int err;

	spin_lock(&queue->lock);
	err = wc_submit_admit(queue, rq, wait, why);
	spin_unlock(&queue->lock);
	return err;
}

/* Tries the engine's queues of other CPUs, those that seem to have room, next ones first. */
static int wc_submit_elsewhere(struct wc_queue *queue, struct wc_request *rq,
			       enum wc_reason *why)
{
	struct wc_queue *other;
	int err = -EAGAIN;

	for (other = wc_queue_next(queue); err == -EAGAIN && other != queue;
	     other = wc_queue_next(other))
		if (READ_ONCE(other->free_count))
			err = wc_submit_try(other, rq, false, why);
	return err;
}

/**
 * wc_submit_to() - submit a request to a given queue
 * @queue: the queue; the caller has a reference to its link or is under RCU
 * @rq: the request
 * @wait: when there is no room, put it into the backlog
 * @anywhere: before it waits or is refused, try the engine's other queues
 * @why: set to the reason when the request is not taken
 *
 * Context: any but hard interrupts. Never sleeps, never allocates.
 * Return: -EINPROGRESS (taken), -EBUSY (taken, waits for room) or -EAGAIN
 * (not taken). An implicit one may wait for room after -EINPROGRESS.
 */
int wc_submit_to(struct wc_queue *queue, struct wc_request *rq, bool wait,
		 bool anywhere, enum wc_reason *why)
{
	struct wc_link *link = queue->link;
	bool implicit;
	int err;

	rq->backlogged = false;
	rq->frame = NULL;
	rq->owns_key_ref = false;
	rq->link_gen = link->generation;
	if (!wc_submit_fits(link, rq, why))
		return -EAGAIN;

	local_bh_disable();
	trace_warpcrypt_submit(rq, queue);
	anywhere &= queue->engine->queue_count > 1;
	implicit = rq->implicit;
	rq->implicit &= !anywhere;
	err = wc_submit_try(queue, rq, wait && !anywhere, why);
	if (err == -EAGAIN && anywhere && *why == WC_FULL) {
		err = wc_submit_elsewhere(queue, rq, why);
		if (err == -EAGAIN && (wait || implicit)) {
			rq->implicit = implicit;
			err = wc_submit_try(queue, rq, wait, why);
		}
	}
	if (err == -EINPROGRESS) {
		wc_frame_fill(rq);
	} else if (err == -EAGAIN) {
		rq->implicit = implicit;
		wc_frame_drop_key(link, rq);
	}
	local_bh_enable();
	/* The caller is not told that the request waits: it may be back already. */
	return err == -EBUSY && !wait ? -EINPROGRESS : err;
}

/*
 * Would the live link admit this request, if it has room? For what is to be done before that and
 * costs something. Takes no lock, so the answer may be outdated.
 */
bool wc_submit_expects(const struct wc_request *rq)
{
	struct wc_link *link;
	enum wc_reason why;
	bool fits;

	rcu_read_lock();
	link = wc_link_usable(&why);
	fits = link && wc_submit_engine(link, rq) &&
	       wc_submit_fits(link, rq, &why);
	rcu_read_unlock();
	return fits;
}

/**
 * wc_submit() - submit a request to a link
 * @link: the link, from wc_link_usable()
 * @engine: one of its engines; NULL: any that can do it
 * @rq: the request
 * @wait: when no queue has room, put it into the backlog of this CPU's
 * @why: set to the reason when the request is not taken
 *
 * Context and return value as for wc_submit_to().
 */
int wc_submit(struct wc_link *link, struct wc_engine *engine,
	      struct wc_request *rq, bool wait, enum wc_reason *why)
{
	int err;

	/* One that is submitted again keeps its @born: it expires one deadline after that. */
	if (time_after(jiffies, rq->born + wc_link_deadline(link))) {
		*why = WC_EXPIRED;
		return -EAGAIN;
	}
	for (; engine || (engine = wc_submit_engine(link, rq)); engine = NULL) {
		err = wc_submit_to(wc_queue_here(engine), rq, wait, true, why);
		/* An engine that is retired meanwhile leaves the request to others. */
		if (err != -EAGAIN || *why != WC_NO_HELPER ||
		    !wc_engine_is_retired(engine))
			return err;
	}
	*why = WC_UNSUPPORTED;
	return -EAGAIN;
}

/**
 * wc_offload() - submit a request to an engine of the live link, if it is to do it
 * @rq: the request
 * @decrypt: its direction; false if the mode has none
 * @here: software would do it in this context, before the caller goes on
 * @wait: when no queue has room, put it into the backlog of this CPU's
 * @why: set to the reason when software is to do it
 *
 * Context and return value as for wc_submit_to().
 */
int wc_offload(struct wc_request *rq, bool decrypt, bool here, bool wait,
	       enum wc_reason *why)
{
	struct wc_engine *engine = NULL;
	struct wc_link *link;
	int err = -EAGAIN;

	rq->account = NULL;
	rq->soft = NULL;
	rq->implicit = false;
	rcu_read_lock();
	link = wc_link_usable(why);
	if (link)
		engine = wc_route(link, rq, decrypt, here, why);
	if (engine) {
		if (rq->ops->prepare)
			rq->ops->prepare(rq);
		err = wc_submit(link, engine, rq, wait, why);
		/* If it was taken, it may be complete and freed. */
		if (err == -EAGAIN)
			wc_route_end(rq);
	}
	rcu_read_unlock();
	return err;
}

/*
 * Gives room to the first request of a share's backlog. NULL: there is none, or no room,
 * or it is a long one and not @all are served. Under the lock.
 */
static struct wc_request *wc_submit_first(struct wc_queue *queue,
					  struct wc_share *share, bool all)
{
	struct wc_request *rq;

	rq = list_first_entry_or_null(&share->backlog, struct wc_request, node);
	if (!rq)
		return NULL;
	if (rq->len > WC_COPY_MAX && !all) {
		queue_work(wc_wq, &queue->serve);
		return NULL;
	}
	/* Reserving puts the node into a frame's list. */
	list_del(&rq->node);
	if (wc_frame_reserve(queue, rq)) {
		share->implicit -= !rq->backlogged;
		return rq;
	}
	list_add(&rq->node, &share->backlog);
	return NULL;
}

/* The same, of one share and the other in turns. Under the lock. */
static struct wc_request *wc_submit_next(struct wc_queue *queue, bool all)
{
	u32 whose = queue->gets_room, i;
	struct wc_request *rq = NULL;

	lockdep_assert_held(&queue->lock);
	for (i = 0; i < WC_SHARES && !rq; i++) {
		rq = wc_submit_first(queue, &queue->share[whose], all);
		whose = (whose + 1) % WC_SHARES;
	}
	if (rq)
		queue->gets_room = whose;
	return rq;
}

/*
 * A request leaves the backlog, if it is there: it has room, or its link is dead and software
 * does it. Not in hard interrupts; unlocked.
 */
void wc_submit_started(struct wc_request *rq)
{
	if (!rq->backlogged)
		return;
	rq->backlogged = false;
	if (rq->ops->started)
		rq->ops->started(rq);
}

/*
 * Gives freed room to requests in the backlogs; without @all, a work copies long ones: the caller
 * may be a thread of the helper, which may be preempted in the middle and then not run for any
 * time. Process context, unlocked; the link cannot be freed meanwhile.
 */
void wc_submit_serve(struct wc_queue *queue, bool all)
{
	struct wc_request *rq;

	/* A request that joins after this check has seen the room freed before it. */
	while (!list_empty_careful(&queue->share[false].backlog) ||
	       !list_empty_careful(&queue->share[true].backlog)) {
		spin_lock_bh(&queue->lock);
		rq = wc_submit_next(queue, all);
		/* BH stay off until the copy is done. */
		spin_unlock(&queue->lock);
		if (rq) {
			wc_submit_started(rq);
			wc_frame_fill(rq);
		}
		local_bh_enable();
		if (!rq)
			return;
		cond_resched();
	}
}

/* &wc_queue.serve */
void wc_submit_work(struct work_struct *work)
{
	wc_submit_serve(container_of(work, struct wc_queue, serve), true);
}

/* Moves requests that are older than @limit, jiffies, from the backlogs to @lost. Unlocked. */
void wc_submit_expire(struct wc_queue *queue, unsigned long limit,
		      struct list_head *lost)
{
	struct wc_request *rq, *next;
	struct wc_share *share;

	spin_lock_bh(&queue->lock);
	wc_for_each_share(share, queue)
		list_for_each_entry_safe(rq, next, &share->backlog, node) {
			if (!time_after(jiffies, rq->born + limit))
				break;
			share->implicit -= !rq->backlogged;
			list_move_tail(&rq->node, lost);
		}
	spin_unlock_bh(&queue->lock);
}
