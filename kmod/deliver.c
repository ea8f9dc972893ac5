// SPDX-License-Identifier: GPL-2.0-only
/*
 * Delivery: results go from a frame to their destinations, and requests are
 * completed.
 *
 * It goes in steps of at most WC_COPY_MAX bytes, with BH off. Between two steps the
 * thread that delivers may be held up for any time; then the watchdog delivers the
 * rest.
 *
 * Which thread delivers a frame says the parameter "deliver": the thread of the helper that
 * commits it, so that no other thread is woken; or a work on the CPU that
 * submitted the frame's first request, or on any CPU, so that the helper's threads
 * only wait for the engine, and each CPU may copy.
 */
#include "path.h"

#include <linux/cpumask.h>
#include <linux/jiffies.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/smp.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "trace.h"

/*
 * After how many bytes the thread calls cond_resched(). On a kernel without
 * preemption, calling it each time that BH are enabled would let the submitter
 * run after every few requests, to submit as many new ones and sleep again.
 */
#define WC_DELIVER_YIELD		SZ_1M

/* A shorter request counts as this many bytes: bookkeeping takes time, too. */
#define WC_DELIVER_LEAST		512u

/**
 * struct wc_step - what is delivered without enabling BH
 * @from: where @part's data lie
 * @requests: whole requests, of one frame
 * @part: or one request of which a part is delivered, else NULL
 * @pos: where it starts in the request, bytes
 * @len: its length, bytes; without @part: of all requests, short ones rounded up
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

/* A long request, or its next part; @frame is the first of its frames. */
static void wc_deliver_take_long(struct wc_frame *frame, struct wc_step *step)
{
	struct wc_request *rq = frame->whole;
	struct wc_frame *piece = frame;
	u32 start = 0, pos = frame->delivered;

	if (frame->failed) {
		list_add_tail(&rq->node, &step->requests);
		frame->whole = NULL;
		return;
	}
	while (pos - start >= piece->used) {
		start += piece->used;
		piece = piece->next;
	}
	step->part = rq;
	step->from = piece->data + (pos - start);
	step->pos = pos;
	step->len = min(piece->used - (pos - start), WC_COPY_MAX);
	frame->delivered += step->len;
	step->last = frame->delivered == rq->len;
	/* The request is its owner's again after this step. */
	if (step->last)
		frame->whole = NULL;
}

static void wc_deliver_take_short(struct wc_frame *frame, struct wc_step *step)
{
	struct wc_request *rq, *next;

	list_for_each_entry_safe(rq, next, &frame->requests, node) {
		u32 len = max(rq->len, WC_DELIVER_LEAST);

		if (step->len && step->len + len > WC_COPY_MAX)
			break;
		step->len += len;
		list_move_tail(&rq->node, &step->requests);
	}
}

/* False: nothing is left, or the delivery was taken over. Under the queue's lock. */
static bool wc_deliver_goes_on(const struct wc_frame *frame, u32 turn)
{
	return frame->turn == turn &&
	       (frame->whole || !list_empty(&frame->requests));
}

/* @frame: it was the first of its frames. BH off. */
static void wc_deliver_complete(const struct wc_frame *frame,
				struct wc_request *rq)
{
	wc_frame_drop_key(frame->queue->link, rq);
	wc_frame_wipe(rq);
	if (frame->failed) {
		rq->ops->lost(rq, frame->why);
		return;
	}
	trace_warpcrypt_complete(rq);
	rq->ops->done(rq);
}

/* Delivers a step. BH off. */
static void wc_deliver_step(struct wc_frame *frame, struct wc_step *step)
{
	struct wc_request *rq = step->part, *next;

	if (rq) {
		rq->ops->drain(rq, step->from, step->pos, step->len);
		if (step->last)
			wc_deliver_complete(frame, rq);
		return;
	}
	list_for_each_entry_safe(rq, next, &step->requests, node) {
		list_del(&rq->node);
		if (!frame->failed)
			rq->ops->drain(rq, frame->data + rq->offset, 0,
				       rq->len);
		wc_deliver_complete(frame, rq);
	}
}

/*
 * Frees a frame that was delivered, or all frames of a long request of which it
 * is the first. Under the queue's lock; returns as wc_frame_release().
 */
static bool wc_deliver_release(struct wc_queue *queue, struct wc_frame *frame)
{
	struct wc_share *share = frame->share;
	struct wc_frame *next;
	bool idle = false;

	lockdep_assert_held(&queue->lock);
	for (; frame; frame = next) {
		next = frame->next;
		WRITE_ONCE(share->delivering,
			   share->delivering - frame->weight);
		idle |= wc_frame_release(queue, frame);
	}
	return idle;
}

/* A thread delivers a frame from now on: its first step begins. Locked; BH stay off until then. */
static void wc_deliver_start(struct wc_frame *frame)
{
	frame->due = false;
	frame->in_step = true;
}

/*
 * Delivers all of a committed frame, or of a long request of which it is the first frame,
 * unless another thread takes over between two steps: the frame's turn changes then. The
 * first step has begun: BH are off, unlocked. @fetches: this thread fetches from the queue
 * next.
 */
static void wc_deliver_all(struct wc_frame *frame, bool fetches)
{
	struct wc_queue *queue = frame->queue;
	struct wc_link *link = queue->link;
	bool idle = false, wakes = false;
	u32 weight = 0, turn = frame->turn;
	struct wc_step step;

	for (;;) {
		/*
		 * BH are off: the thread is not preempted within a step. The requests are
		 * this thread's now, and were in another CPU's cache: the lock is not held
		 * for that.
		 */
		INIT_LIST_HEAD(&step.requests);
		step.part = NULL;
		step.len = 0;
		if (frame->whole)
			wc_deliver_take_long(frame, &step);
		else
			wc_deliver_take_short(frame, &step);
		if (!frame->failed)
			wc_route_end_all(&step.requests);
		wc_deliver_step(frame, &step);
		weight += step.len;
		spin_lock(&queue->lock);
		frame->in_step = false;
		if (!wc_deliver_goes_on(frame, turn))
			break;
		spin_unlock_bh(&queue->lock);
		if (weight >= WC_DELIVER_YIELD) {
			weight = 0;
			cond_resched();
		}
		spin_lock_bh(&queue->lock);
		if (!wc_deliver_goes_on(frame, turn))
			break;
		frame->in_step = true;
		spin_unlock(&queue->lock);
	}
	if (frame->turn == turn) {
		wc_engine_waited(queue->engine, frame->since);
		idle = wc_deliver_release(queue, frame);
		wakes = !fetches;
	}
	/* A frame that was not full enough may be now. */
	if (wakes)
		wc_wait_unlock(queue);
	else
		spin_unlock_bh(&queue->lock);

	if (wq_has_sleeper(&link->idle))
		wake_up_all(&link->idle);
	wc_submit_serve(queue, false);
	if (idle)
		wc_link_put(link);
}

/* &wc_frame.deliver: the CPU's work for a frame. */
void wc_deliver_work(struct work_struct *work)
{
	struct wc_frame *frame = container_of(work, struct wc_frame, deliver);
	struct wc_queue *queue = frame->queue;

	spin_lock_bh(&queue->lock);
	/* Else a thread has taken over. */
	if (frame->due) {
		wc_deliver_start(frame);
		spin_unlock(&queue->lock);
		wc_deliver_all(frame, false);
	} else {
		spin_unlock_bh(&queue->lock);
	}
}

/**
 * wc_deliver_accept() - a frame has come back, with results or without
 * @queue: its queue
 * @frame: the frame, on no list any more
 * @failed: without
 * @why: if so, why its requests are lost
 *
 * Context: any, under the queue's lock.
 * Return: the frame whose delivery is due, for wc_deliver(): @frame; the first of a long
 * request that is complete now; or NULL while pieces of it are missing.
 */
struct wc_frame *wc_deliver_accept(struct wc_queue *queue,
				   struct wc_frame *frame, bool failed,
				   enum wc_reason why)
{
	struct wc_request *rq = frame->whole;
	struct wc_frame *first = rq ? rq->frame : frame, *piece;
	struct wc_share *share = frame->share;

	lockdep_assert_held(&queue->lock);
	WRITE_ONCE(share->delivering, share->delivering + frame->weight);
	if (failed)
		first->why = why;
	if (rq) {
		rq->failed |= failed;
		failed = rq->failed;
		if (--rq->pieces) {
			WRITE_ONCE(frame->state, WC_FRAME_WAITING);
			return NULL;
		}
	}
	for (piece = first; piece; piece = piece->next)
		WRITE_ONCE(piece->state, WC_FRAME_COMPLETING);
	first->failed = failed;
	first->head = true;
	first->due = true;
	first->turn++;
	first->delivered = 0;
	first->in_step = false;
	first->since = jiffies;
	return first;
}

/* Shall the thread that commits deliver this frame itself? */
static bool wc_deliver_here(const struct wc_frame *frame)
{
	/*
	 * There a thread can be preempted within a step, for as long as its control group
	 * has no CPU time left. Works have none.
	 */
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		return false;
	switch (READ_ONCE(wc_param_deliver)) {
	case WC_DELIVER_SUBMITTER:
		return READ_ONCE(frame->cpu) == raw_smp_processor_id();
	case WC_DELIVER_ANY:
		return num_online_cpus() == 1;
	default:
		return true;
	}
}

/**
 * wc_deliver_begin() - begin to deliver a committed frame
 * @frame: the frame, or the first frame of a long request that is complete; its
 *	delivery is due. NULL: nothing is
 *
 * The caller drops the lock and calls wc_deliver() next. So a frame with one step takes the
 * lock once more after this.
 *
 * Context: process context, under the queue's lock; with a reference to the link.
 * Return: the calling thread delivers it, and BH stay off until wc_deliver(), also when the
 * lock has been dropped; else a work will.
 */
bool wc_deliver_begin(struct wc_frame *frame)
{
	if (!frame || !wc_deliver_here(frame))
		return false;
	lockdep_assert_held(&frame->queue->lock);
	local_bh_disable();
	wc_deliver_start(frame);
	return true;
}

/**
 * wc_deliver() - deliver a committed frame, now or soon
 * @frame: as of wc_deliver_begin()
 * @begun: what that has returned
 * @fetches: the caller fetches from the same queue next
 *
 * Context: process context, unlocked; with a reference to the link.
 */
void wc_deliver(struct wc_frame *frame, bool begun, bool fetches)
{
	if (begun)
		wc_deliver_all(frame, fetches);
	else if (frame && READ_ONCE(wc_param_deliver) == WC_DELIVER_SUBMITTER)
		queue_work_on(READ_ONCE(frame->cpu), wc_cpu_wq, &frame->deliver);
	else if (frame)
		queue_work(wc_wq, &frame->deliver);
}

/* A frame whose delivery should have ended and is not in a step. Locked. */
static struct wc_frame *wc_deliver_overdue(struct wc_queue *queue,
					   unsigned long limit)
{
	u32 i;

	lockdep_assert_held(&queue->lock);
	for (i = 0; i < queue->count; i++) {
		struct wc_frame *frame = &queue->frames[i];

		if (frame->state == WC_FRAME_COMPLETING && frame->head &&
		    !frame->in_step &&
		    time_after(jiffies, frame->since + limit))
			return frame;
	}
	return NULL;
}

/*
 * Delivers frames whose delivery has taken longer than @limit, jiffies. A thread of the helper
 * may be held up for any time, by a cgroup's limit or by a stop signal. This never happens within
 * a step, because BH are off there; so the rest of its frame can be delivered here. Process
 * context, not the helper's; the link stays meanwhile.
 */
void wc_deliver_take_over(struct wc_queue *queue, unsigned long limit)
{
	struct wc_frame *frame;

	for (;;) {
		spin_lock_bh(&queue->lock);
		frame = wc_deliver_overdue(queue, limit);
		if (!frame) {
			spin_unlock_bh(&queue->lock);
			return;
		}
		frame->turn++;
		wc_engine_waited(queue->engine, frame->since);
		frame->since = jiffies;
		wc_deliver_start(frame);
		spin_unlock(&queue->lock);

		wc_count(WC_COMMIT_TAKEN_OVER, 1);
		wc_deliver_all(frame, false);
	}
}

/*
 * --- Expiry: requests that no ENTER has got within a deadline are done in software.
 *
 * The deadlines of attach.c are about the helper: frames that it holds, and frames that it
 * could fetch. A helper that commits results in time meets them, however many requests
 * wait. This is about the requests: one that no ENTER has got, or that has no
 * room yet, is taken back when it is as old as a deadline. Its age counts from @born.
 * So a request is in the module for four deadlines at the most, whatever the helper and
 * other users do: one, and one look of the watchdog, until it is handed out or taken
 * back; the same until the helper has given it back or is out of service; and the same
 * until its delivery has ended or was taken over.
 */

/* Is a frame in the queue's hands, and has a request in it waited too long? */
static bool wc_expire_is_due(const struct wc_frame *frame, unsigned long limit)
{
	bool waits = frame->state == WC_FRAME_OPEN ||
		     frame->state == WC_FRAME_SEALED ||
		     frame->state == WC_FRAME_DEAD;

	/* In other states a delivery may write to it, without the lock. */
	if (!waits)
		return false;
	/* A long request waits for no copy but its own. */
	if (frame->whole && (frame->state != WC_FRAME_SEALED ||
			     !frame->fetchable))
		return false;
	return time_after(jiffies, frame->born + limit);
}

/*
 * Takes a frame back. Of a long request, no piece is handed out any more, and those
 * that the helper has come back as they do always. Returns the frame that is to be
 * delivered, without results, or NULL. Under the lock.
 */
static struct wc_frame *wc_expire_frame(struct wc_queue *queue,
					struct wc_frame *frame,
					struct list_head *lost, u32 *idle)
{
	lockdep_assert_held(&queue->lock);
	if (frame->state != WC_FRAME_DEAD)
		wc_frame_delist(queue, frame);
	if (!frame->whole) {
		*idle += wc_frame_end(queue, frame, WC_EXPIRED, lost);
		return NULL;
	}
	atomic64_sub(wc_frame_fill_level(frame), &queue->engine->ahead);
	return wc_deliver_accept(queue, frame, true, WC_EXPIRED);
}

/*
 * Takes requests back that are older than @limit, jiffies, and were not handed out; software does
 * them. Process context, unlocked, with a reference to the link.
 */
void wc_expire(struct wc_queue *queue, unsigned long limit)
{
	struct wc_link *link = queue->link;
	LIST_HEAD(lost);
	u32 idle = 0, i;

	for (i = 0; i < queue->count; i++) {
		struct wc_frame *frame = &queue->frames[i], *due = NULL;
		bool begun;

		spin_lock_bh(&queue->lock);
		if (wc_expire_is_due(frame, limit))
			due = wc_expire_frame(queue, frame, &lost, &idle);
		begun = wc_deliver_begin(due);
		spin_unlock_bh(&queue->lock);
		wc_deliver(due, begun, false);
	}
	wc_submit_expire(queue, limit, &lost);
	wc_frame_lose(link, &lost, WC_EXPIRED);
	/* Suspend may wait for them. */
	if (wq_has_sleeper(&link->idle))
		wake_up_all(&link->idle);
	/* The lock was dropped: the queue may have become idle several times. */
	while (idle--)
		wc_link_put(link);
}
