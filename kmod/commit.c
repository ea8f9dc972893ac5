// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commits: what comes back from a helper is delivered.
 *
 * All of it in the helper's own system call, with BH off for no more than
 * WC_COPY_MAX bytes at a stretch: the time is the helper's, and no other
 * thread need be woken for it.
 */
#include "commit.h"

#include <linux/nospec.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/wait.h>

#include "frame.h"
#include "link.h"
#include "stats.h"
#include "submit.h"

/*
 * How many bytes are delivered before others may have the CPU. On a kernel
 * without preemption, yielding as often as BH come on would have the submitter
 * run after each handful of requests, to make the next ones and sleep again.
 */
#define WC_COMMIT_YIELD		SZ_1M

/* What a request counts at least: its bookkeeping takes time, too. */
#define WC_COMMIT_LEAST		512u

/* @n more bytes were delivered after @copied: is it time for others? */
static u32 wc_commit_breathe(u32 copied, u32 n)
{
	if (copied / WC_COPY_MAX != (copied + n) / WC_COPY_MAX) {
		local_bh_enable();
		if (copied / WC_COMMIT_YIELD != (copied + n) / WC_COMMIT_YIELD)
			cond_resched();
		local_bh_disable();
	}
	return copied + n;
}

/*
 * Delivers bytes @pos to @end of a request from @from. @copied counts all that
 * the commit has delivered before; returns it with these.
 */
static u32 wc_commit_copy_out(struct wc_request *rq, const u8 __arena *from,
			      u32 pos, u32 end, u32 copied)
{
	while (pos < end) {
		u32 n = min(end - pos, WC_COPY_MAX);

		rq->ops->drain(rq, from, pos, n);
		pos += n;
		from += n;
		copied = wc_commit_breathe(copied, n);
	}
	return copied;
}

static void wc_commit_short(struct wc_frame *frame, int status)
{
	struct wc_request *rq, *next;
	u32 copied = 0;

	local_bh_disable();
	list_for_each_entry_safe(rq, next, &frame->requests, node) {
		list_del(&rq->node);
		if (rq->len < WC_COMMIT_LEAST || status)
			copied = wc_commit_breathe(copied, WC_COMMIT_LEAST);
		if (status) {
			wc_frame_wipe(rq);
			rq->ops->lost(rq, WC_FRAME_ERROR);
			continue;
		}
		copied = wc_commit_copy_out(rq, frame->data + rq->offset, 0,
					    rq->len, copied);
		wc_frame_wipe(rq);
		rq->ops->done(rq);
	}
	local_bh_enable();
}

static void wc_commit_long(struct wc_request *rq)
{
	struct wc_frame *frame;
	u32 pos = 0, copied = 0;

	local_bh_disable();
	if (rq->failed) {
		rq->ops->lost(rq, WC_FRAME_ERROR);
	} else {
		for (frame = rq->frame; frame; frame = frame->next) {
			copied = wc_commit_copy_out(rq, frame->data, pos,
						    pos + frame->used, copied);
			pos += frame->used;
		}
		rq->ops->done(rq);
	}
	local_bh_enable();
}

/* Frees a frame, or all that a long request had, after their completion. */
static void wc_commit_finish(struct wc_link *link, struct wc_frame *frame)
{
	while (frame) {
		struct wc_frame *next;

		spin_lock_bh(&link->lock);
		next = frame->next;
		wc_frame_release(link, frame);
		spin_unlock_bh(&link->lock);
		/* The committing file holds the link: this is not the last. */
		wc_link_put(link);
		frame = next;
	}
	if (wq_has_sleeper(&link->idle))
		wake_up_all(&link->idle);
	wc_submit_waiting(link);
}

/* The committed frame if @id names one that the helper holds, else NULL. */
static struct wc_frame *wc_commit_find(struct wc_link *link, u64 id)
{
	u32 index = id & 0xffff;
	struct wc_frame *frame;

	if (index >= link->frame_count)
		return NULL;
	/* The helper chose it: no guess of the CPU's goes beyond the table. */
	index = array_index_nospec(index, link->frame_count);
	frame = &link->frames[index];
	if (frame->id != id || frame->state != WC_FRAME_HELPER)
		return NULL;
	return frame;
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

/**
 * wc_commit() - the helper gives a frame back
 * @link: the link; the caller holds it
 * @id: the frame, as the helper names it
 * @status: 0, or anything else when the frame failed
 *
 * Delivers the results and completes the requests.
 *
 * Context: process context.
 * Return: false when the helper does not hold such a frame.
 */
bool wc_commit(struct wc_link *link, u64 id, int status)
{
	struct wc_frame *frame, *piece;
	struct wc_request *rq;

	spin_lock_bh(&link->lock);
	frame = wc_commit_find(link, id);
	if (!frame) {
		spin_unlock_bh(&link->lock);
		return false;
	}
	frame->state = WC_FRAME_COMPLETING;
	wc_commit_count(frame, status);
	rq = frame->whole;
	if (rq) {
		rq->failed |= !!status;
		if (--rq->pieces) {
			frame->state = WC_FRAME_WAITING;
			spin_unlock_bh(&link->lock);
			return true;
		}
		for (piece = rq->frame; piece; piece = piece->next)
			piece->state = WC_FRAME_COMPLETING;
		frame = rq->frame;
	}
	spin_unlock_bh(&link->lock);

	if (rq)
		wc_commit_long(rq);
	else
		wc_commit_short(frame, status);
	wc_commit_finish(link, frame);
	return true;
}
