// SPDX-License-Identifier: GPL-2.0-only
/* Requests that wait for room. */
#include "kmod/uapi/warpcrypt.h"

#include "kmod/link.h"
#include "kmod/queue.h"
#include "kmod/submit.h"
#include "tests/core/cases.h"
#include "tests/core/desk.h"
#include "tests/core/item.h"
#include "tests/core/must.h"

/* Fills both frames; a third request waits. */
static void fill_up(struct item item[3])
{
	u32 i;

	for (i = 0; i < 2; i++)
		if (item_submit(&item[i], FRAME_FULL) != -EINPROGRESS)
			broken("no room");
	if (item_submit(&item[2], 100) != -EBUSY)
		broken("there is room");
}

static bool suspended;
static struct sim_task *suspender_task;

static void suspender(void *arg)
{
	struct desk *d = arg;

	suspender_task = sim_current();
	wc_link_suspend();
	suspended = true;
	d->tasks--;
}

/* Commits a frame; may be held up at any point. */
static void committer(void *arg)
{
	struct warpcrypt_frame frame;
	struct desk *d = arg;

	if (desk_fetch(d, &frame, 1, true) != 1)
		broken("no frame");
	sim_current()->held_up = 12;
	desk_commit(d, &frame, 1, 0);
	d->tasks--;
}

/* Serves the third request, too, unless it expires or its frame is lost. */
static void serve_last(struct desk *d, const struct item *item)
{
	struct warpcrypt_frame frame;

	while (!item_is_back(item)) {
		if (desk_fetch(d, &frame, 1, false) == 1)
			desk_commit(d, &frame, 1, 0);
		nap_ms(1);
	}
}

/* Until suspend sleeps and nothing but the backlog is in its way, or a while. */
static void wait_for_backlog_alone(void)
{
	s64 end = sim_now() + 5 * MS;
	const struct wc_link *link;
	bool alone;

	do {
		rcu_read_lock();
		link = wc_link_live();
		alone = link && link->queues->free_count == link->queues->count &&
			!list_empty(&link->queues->share[0].backlog) &&
			suspender_task && !suspender_task->running;
		rcu_read_unlock();
		nap_ms(0);
	} while (!alone && sim_now() < end);
}

/* Suspend waits for a request in the backlog, which gets no room. */
static void expires_in_suspend(void *arg)
{
	struct item item[3];
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	desk_open(&d, 2);
	fill_up(item);
	suspended = false;
	suspender_task = NULL;
	for (i = 0; i < 2; i++) {
		d.tasks++;
		sim_spawn(committer, &d);
	}
	d.tasks++;
	sim_spawn(suspender, &d);
	wait_for_backlog_alone();
	if (!sim_random(2))
		serve_last(&d, &item[2]);
	must_within(10000, suspended, "suspend");
	wc_link_resume();
	desk_close(&d);
	module_unload();
}

/* The threads whose commits made room are held up before they give it away. */
static void held_up_with_room(void *arg)
{
	struct item item[3];
	struct desk d;
	u32 i;

	(void)arg;
	module_load();
	desk_open(&d, 2);
	fill_up(item);
	for (i = 0; i < 2; i++) {
		d.tasks++;
		sim_spawn(committer, &d);
	}
	/* Or a frame of theirs has missed its deadline. */
	must_within((int)DEADLINE * 3, item[2].started || item[2].lost, "room");
	serve_last(&d, &item[2]);
	desk_close(&d);
	module_unload();
}

const struct core_case backlog_cases[] = {
	{ "suspend sees that a request in the backlog expires", expires_in_suspend, 1000 },
	{ "room is given away though a thread is held up", held_up_with_room, 400 },
	{ }
};
