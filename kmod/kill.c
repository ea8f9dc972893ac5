// SPDX-License-Identifier: GPL-2.0-only
/*
 * The end of a link: its file is closed, a frame misses its deadline, the
 * helper's budget is used up, a result proves wrong, or the system has slept.
 *
 * Every request that the link has not completed then goes back to its owner, to
 * be done in software. The memory stays until the last copy from it or to it has
 * ended: every frame that is still in use holds a reference to the link.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "kill.h"

#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "frame.h"
#include "keys.h"
#include "link.h"

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
	LIST_HEAD(lost);
	u32 freed;

	spin_lock_bh(&link->lock);
	if (link->state == WC_LINK_DEAD) {
		spin_unlock_bh(&link->lock);
		return;
	}
	wc_key_slots_close(&link->keys);
	link->reason = reason;
	/* ENTER reads both without the lock. */
	smp_wmb();
	WRITE_ONCE(link->state, WC_LINK_DEAD);
	wc_link_unpublish(link);
	freed = link->busy;
	wc_frames_abandon(link, &lost);
	freed -= link->busy;
	list_splice_tail_init(&link->backlog, &lost);
	spin_unlock_bh(&link->lock);

	/* Now, when the helper gets no more frames that name them. */
	wc_key_slots_wipe(&link->keys);
	wc_link_unclaim(link);
	wake_up_all(&link->wait);
	wake_up_all(&link->idle);
	if (reason == WC_HELPER_DIED) {
		pr_info("helper %u has left\n", link->generation);
	} else if (reason == WC_SUSPENDED) {
		/* No fault of the helper's. */
		pr_info("helper %u must attach again: the system has slept\n",
			link->generation);
	} else {
		wc_count(WC_LINKS_KILLED, 1);
		pr_err("helper %u is out of service: %s; its requests are done in software\n",
		       link->generation, wc_reason_name(reason));
	}
	wc_frame_lose(&lost, reason);
	while (freed--)
		wc_link_put(link);
}

/**
 * wc_link_kill_live() - end the live link, if it is a certain one
 * @generation: the number of the link that is meant
 * @reason: why
 *
 * Context: any but hard interrupts.
 */
void wc_link_kill_live(u32 generation, enum wc_reason reason)
{
	struct wc_link *link;

	rcu_read_lock();
	link = wc_link_live();
	if (link && (link->generation != generation ||
		     !kref_get_unless_zero(&link->ref)))
		link = NULL;
	rcu_read_unlock();
	if (!link)
		return;
	wc_link_kill(link, reason);
	wc_link_put(link);
}
