// SPDX-License-Identifier: GPL-2.0-only
/*
 * Expiry: what has waited too long for its turn is done in software.
 *
 * The deadlines of watch.c are about the helper: frames that it holds, and frames that it
 * could fetch. A helper that commits results in time meets them, however many requests
 * wait. This is about the requests: one that no ENTER has got, or that has no
 * room yet, is taken back when it is as old as a deadline. Its age counts from @born.
 * So a request is in the module for four deadlines at the most, whatever the helper and
 * other users do: one, and one look of the watchdog, until it is handed out or taken
 * back; the same until the helper has given it back or is out of service; and the same
 * until its delivery has ended or was taken over.
 */
#include "expire.h"

#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/sched.h>
#include <linux/wait.h>

#include "deliver.h"
#include "engine.h"
#include "frame.h"
#include "link.h"
#include "queue.h"
#include "submit.h"

/* Is a frame in the queue's hands, and has a request in it waited too long? */
static bool wc_expire_is_due(const struct wc_frame *frame, unsigned long limit)
{
	bool waits = frame->state == WC_FRAME_OPEN ||
		     frame->state == WC_FRAME_SEALED ||
		     frame->state == WC_FRAME_DEAD;

	/* A long request waits for no copy but its own. */
	if (frame->whole)
		waits = frame->state == WC_FRAME_SEALED && frame->fetchable;
	return waits && time_after(jiffies, frame->born + limit);
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

/**
 * wc_expire() - take back what has waited too long for its turn
 * @queue: a queue of a link to which the caller has a reference
 * @limit: how old a request may become before it is handed out, jiffies
 *
 * Software does these requests, for WC_EXPIRED.
 *
 * Context: process context, unlocked.
 */
void wc_expire(struct wc_queue *queue, unsigned long limit)
{
	struct wc_link *link = queue->link;
	LIST_HEAD(lost);
	u32 idle = 0, i;

	for (i = 0; i < queue->count; i++) {
		struct wc_frame *frame = &queue->frames[i], *due = NULL;

		spin_lock_bh(&queue->lock);
		if (wc_expire_is_due(frame, limit))
			due = wc_expire_frame(queue, frame, &lost, &idle);
		spin_unlock_bh(&queue->lock);
		if (due)
			wc_deliver(due, false);
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
