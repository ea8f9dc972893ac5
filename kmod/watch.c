// SPDX-License-Identifier: GPL-2.0-only
/*
 * Deadlines: what a helper may take for a frame, what its threads may take to deliver
 * one, and how old a request may become before it is handed out (expire.c).
 */
#include "watch.h"

#include <linux/jiffies.h>
#include <linux/kref.h>

#include "deliver.h"
#include "engine.h"
#include "expire.h"
#include "fetch.h"
#include "kill.h"
#include "link.h"
#include "queue.h"
#include "submit.h"
#include "wait.h"

/* Ends what is past its deadline or has used up its budget. */
static void wc_watch_judge(struct wc_link *link, unsigned long deadline)
{
	enum wc_link_state state = READ_ONCE(link->state);
	struct wc_engine *engine;
	enum wc_reason why;

	if (state == WC_LINK_DEAD)
		return;
	if (wc_fetch_overdue(link, deadline) ||
	    (state == WC_LINK_TESTING &&
	     time_after(jiffies, link->since + WC_TESTING_MAX * deadline))) {
		wc_link_kill(link, WC_DEADLINE);
		return;
	}
	wc_for_each_engine(engine, link)
		if (wc_engine_spent(engine, &why))
			wc_link_retire(engine, why);
}

/**
 * wc_link_watch() - act on deadlines that were missed
 * @work: &wc_link.watchdog
 *
 * A frame that the helper does not give back kills the link. What has waited too long
 * for its turn is taken back, and what is old is offered to any thread. A frame that a
 * thread of the helper does not deliver is delivered here, also when the link is dead;
 * and requests in the backlog that such a thread was to give room get it here. Queues
 * itself again while anything is in flight.
 *
 * Context: process context.
 */
void wc_link_watch(struct work_struct *work)
{
	struct wc_link *link = container_of(to_delayed_work(work),
					    struct wc_link, watchdog);
	unsigned long deadline = wc_link_deadline(link);
	struct wc_queue *queue;

	/* Its last reference may be gone; then a work is about to free it. */
	if (!kref_get_unless_zero(&link->ref))
		return;
	wc_watch_judge(link, deadline);
	wc_for_each_queue(queue, link) {
		wc_expire(queue, deadline);
		wc_deliver_take_over(queue, deadline);
		wc_submit_waiting(queue);
		wc_wait_pass_on(queue);
	}
	if (!wc_queues_are_idle(link))
		wc_link_watch_later(link);
	wc_link_put(link);
}
