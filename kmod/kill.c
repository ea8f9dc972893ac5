// SPDX-License-Identifier: GPL-2.0-only
/*
 * The end of a link: its file is closed, a frame misses its deadline, no engine is
 * left, a result proves wrong, or the system has slept. And the end of an engine,
 * whose queues end in the same way, while the others go on: the helper says so, or
 * its budget is used up.
 *
 * Every request that the link has not completed then goes back to its owner, to
 * be done in software. The memory stays until the last copy from it or to it has
 * ended: every queue that has frames in use holds a reference to the link.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "path.h"

#include "trace.h"

/* Makes the link dead; false if it was. */
static bool wc_kill_mark(struct wc_link *link, enum wc_reason reason)
{
	bool first;

	spin_lock_bh(&link->lock);
	first = link->state != WC_LINK_DEAD;
	if (first) {
		/* Before keys can be freed without a word to the link. */
		wc_key_slots_close(&link->keys);
		link->reason = reason;
		/* ENTER reads both without the lock. */
		smp_wmb();
		WRITE_ONCE(link->state, WC_LINK_DEAD);
		wc_link_unpublish(link);
	}
	spin_unlock_bh(&link->lock);
	return first;
}

/*
 * Takes the requests of a queue whose link or engine has ended. Until then it takes
 * requests and hands out frames: the keys are in their slots still. Returns whether
 * its reference to the link must be dropped.
 */
static bool wc_kill_queue(struct wc_queue *queue, enum wc_reason why,
			  struct list_head *lost)
{
	struct wc_share *share;
	bool idle;

	spin_lock_bh(&queue->lock);
	queue->dead = true;
	idle = wc_frames_abandon(queue, why, lost);
	wc_for_each_share(share, queue) {
		list_splice_tail_init(&share->backlog, lost);
		share->implicit = 0;
	}
	spin_unlock_bh(&queue->lock);
	return idle;
}

/**
 * wc_link_kill() - end a link
 * @link: the link; the caller has a reference
 * @reason: why; WC_HELPER_DIED when its file was closed, WC_SUSPENDED after the
 *	system has slept
 *
 * All its requests that are not completed are lost. Does nothing when the link
 * is dead already.
 *
 * Context: any but hard interrupts, unlocked.
 */
void wc_link_kill(struct wc_link *link, enum wc_reason reason)
{
	struct wc_queue *queue;
	LIST_HEAD(lost);
	u32 idle = 0;

	if (!wc_kill_mark(link, reason))
		return;
	trace_warpcrypt_link(link, "dead", wc_reason_name(reason));
	wc_for_each_queue(queue, link)
		idle += wc_kill_queue(queue, reason, &lost);

	/* Now, when the helper gets no more frames that name them. */
	wc_key_slots_wipe(&link->keys);
	wc_link_unclaim(link);
	wc_for_each_queue(queue, link)
		wake_up_all(&queue->wait);
	wake_up_all(&link->idle);
	if (reason == WC_HELPER_DIED) {
		pr_info("helper %u has left\n", link->generation);
	} else if (reason == WC_SUSPENDED) {
		/* No fault of the helper's. */
		pr_info("helper %u must attach again: the system has slept\n",
			link->generation);
	} else {
		wc_count(WC_LINKS_KILLED, 1);
		if (reason == WC_KAT_FAILED)
			wc_count(WC_KAT_FAILED_EVENT, 1);
		pr_err("helper %u is out of service: %s; its requests are done in software\n",
		       link->generation, wc_reason_name(reason));
	}
	wc_frame_lose(link, &lost, reason);
	while (idle--)
		wc_link_put(link);
}

/* Marks an engine as retired; false if it was, or if no other is left. */
static bool wc_kill_mark_engine(struct wc_engine *engine, bool *last)
{
	struct wc_link *link = engine->link;
	struct wc_engine *other;
	bool first, alone;

	spin_lock_bh(&link->lock);
	first = link->state != WC_LINK_DEAD && !engine->retired;
	alone = first;
	wc_for_each_engine(other, link)
		alone &= other == engine || other->retired;
	if (first && !alone)
		WRITE_ONCE(engine->retired, true);
	spin_unlock_bh(&link->lock);
	*last = alone;
	return first && !alone;
}

/**
 * wc_link_retire() - take an engine out of service
 * @engine: an engine of a link to which the caller has a reference
 * @reason: why
 *
 * The requests of its queues are lost, for WC_RETIRED, and the link goes on with the
 * other engines. If there is none, it ends. Does nothing when the engine is retired
 * already.
 *
 * Context: any but hard interrupts, unlocked.
 */
void wc_link_retire(struct wc_engine *engine, enum wc_reason reason)
{
	struct wc_link *link = engine->link;
	struct wc_queue *queue;
	LIST_HEAD(lost);
	u32 idle = 0;
	bool last;

	if (!wc_kill_mark_engine(engine, &last)) {
		if (last)
			wc_link_kill(link, reason);
		return;
	}
	wc_for_each_queue(queue, engine) {
		idle += wc_kill_queue(queue, WC_RETIRED, &lost);
		wake_up_all(&queue->wait);
	}
	wake_up_all(&link->idle);
	wc_count(WC_ENGINES_RETIRED, 1);
	pr_err("engine %s of helper %u is out of service: %s; the others go on\n",
	       engine->name, link->generation, wc_reason_name(reason));
	wc_frame_lose(link, &lost, WC_RETIRED);
	while (idle--)
		wc_link_put(link);
}

/*
 * Ends the link of this generation if it still is attached: a request of it was wrong, so it
 * is live. Not in hard interrupts.
 */
void wc_link_kill_live(u32 generation, enum wc_reason reason)
{
	struct wc_link *link = wc_link_get_attached();

	if (!link)
		return;
	if (link->generation == generation)
		wc_link_kill(link, reason);
	wc_link_put(link);
}
