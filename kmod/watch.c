// SPDX-License-Identifier: GPL-2.0-only
/*
 * Deadlines: what a helper may take for a frame, and what its threads may take
 * to deliver one.
 */
#include "watch.h"

#include <linux/jiffies.h>
#include <linux/minmax.h>

#include "commit.h"
#include "frame.h"
#include "kill.h"
#include "link.h"
#include "params.h"

/*
 * The shortest deadline for known answers: enough for a machine that is slow or
 * busy, even if deadline_ms is short because the helper is known to be fast.
 */
#define WC_KAT_DEADLINE_MS	10000u

static unsigned long wc_deadline(const struct wc_link *link)
{
	uint ms = READ_ONCE(wc_param_deadline_ms);

	if (READ_ONCE(link->state) == WC_LINK_TESTING)
		ms = max(ms, WC_KAT_DEADLINE_MS);
	return msecs_to_jiffies(ms);
}

/**
 * wc_link_watch() - act on deadlines that were missed
 * @work: &wc_link.watchdog
 *
 * A frame that the helper does not give back kills the link. A frame that a
 * thread of the helper does not deliver is delivered here, also when the link
 * is dead. Queues itself again while frames are in use.
 *
 * Context: process context.
 */
void wc_link_watch(struct work_struct *work)
{
	struct wc_link *link = container_of(to_delayed_work(work),
					    struct wc_link, watchdog);
	unsigned long deadline = wc_deadline(link);
	bool overdue, busy;

	spin_lock_bh(&link->lock);
	overdue = link->state != WC_LINK_DEAD &&
		  wc_frame_overdue(link, deadline);
	spin_unlock_bh(&link->lock);
	if (overdue)
		wc_link_kill(link, WC_DEADLINE);
	wc_commit_take_over(link, deadline);

	spin_lock_bh(&link->lock);
	busy = link->busy;
	spin_unlock_bh(&link->lock);
	if (busy)
		wc_link_watch_later(link);
}
