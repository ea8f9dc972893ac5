// SPDX-License-Identifier: GPL-2.0-only
/*
 * Deadlines: what a helper may take for a frame, and what its threads may take
 * to deliver one.
 */
#include "watch.h"

#include "deliver.h"
#include "engine.h"
#include "fetch.h"
#include "kill.h"
#include "link.h"
#include "queue.h"
#include "submit.h"

/* Ends what is past its deadline or has used up its budget. */
static void wc_watch_judge(struct wc_link *link, unsigned long deadline)
{
	struct wc_engine *engine;
	enum wc_reason why;

	if (READ_ONCE(link->state) == WC_LINK_DEAD)
		return;
	if (wc_fetch_overdue(link, deadline)) {
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
 * A frame that the helper does not give back kills the link. A frame that a
 * thread of the helper does not deliver is delivered here, also when the link
 * is dead; and requests in the backlog that such a thread was to give room get
 * it here. Queues itself again while frames are in use.
 *
 * Context: process context.
 */
void wc_link_watch(struct work_struct *work)
{
	struct wc_link *link = container_of(to_delayed_work(work),
					    struct wc_link, watchdog);
	unsigned long deadline = wc_link_deadline(link);
	struct wc_queue *queue;

	wc_watch_judge(link, deadline);
	wc_for_each_queue(queue, link) {
		wc_deliver_take_over(queue, deadline);
		wc_submit_waiting(queue);
	}
	if (wc_queues_are_busy(link))
		wc_link_watch_later(link);
}
