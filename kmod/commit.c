// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commits: the helper gives a frame back, and its results are delivered.
 *
 * All of this happens in the helper's own system call: the time is accounted to
 * the helper, and no other thread is woken. BH are off for at most WC_COPY_MAX
 * bytes at a time.
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
 * After how many bytes the thread calls cond_resched(). On a kernel without
 * preemption, calling it each time that BH are enabled would let the submitter
 * run after every few requests, to submit as many new ones and sleep again.
 */
#define WC_COMMIT_YIELD		SZ_1M

/* A shorter request counts as this many bytes: bookkeeping takes time, too. */
#define WC_COMMIT_LEAST		512u

/* Counts @n bytes delivered after @copied; enables BH for a moment when due. */
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
 * Delivers bytes @pos to @end of a request from @from. @copied is the number of
 * bytes that this commit has delivered before; returns the new number.
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

/* Frees a frame, or all frames of a long request, after completion. */
static void wc_commit_finish(struct wc_link *link, struct wc_frame *frame)
{
	while (frame) {
		struct wc_frame *next;

		spin_lock_bh(&link->lock);
		next = frame->next;
		wc_frame_release(link, frame);
		spin_unlock_bh(&link->lock);
		/* Not the last reference: the committing file has one. */
		wc_link_put(link);
		frame = next;
	}
	if (wq_has_sleeper(&link->idle))
		wake_up_all(&link->idle);
	wc_submit_waiting(link);
}

/* The frame that @id identifies if the helper holds it, else NULL. */
static struct wc_frame *wc_commit_find(struct wc_link *link, u64 id)
{
	u32 index = id & 0xffff;
	struct wc_frame *frame;

	if (index >= link->frame_count)
		return NULL;
	/* The helper chose it: no speculative access beyond the array. */
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
 * wc_commit() - take a frame back from the helper
 * @link: the link; the caller has a reference
 * @id: the frame's id, from the helper
 * @status: 0; anything else: the frame failed
 *
 * Delivers the results and completes the requests.
 *
 * Context: process context.
 * Return: false when the helper does not hold a frame with this id.
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
