// SPDX-License-Identifier: GPL-2.0-only
/* Requests that wait for room, and suspend, which waits for requests. */
#include "kmod/uapi/warpcrypt.h"

#include "kmod/kill.h"
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

/* Of a copy that takes as long as the story wants: it has begun, may end, has ended. */
static bool copy_begun, copy_may_end, copy_ended;

static void slow_fill(struct wc_request *rq, u8 *to, u32 pos, u32 len)
{
	(void)rq;
	(void)to;
	(void)pos;
	(void)len;
	copy_begun = true;
	while (!copy_may_end)
		nap_ms(1);
	copy_ended = true;
}

static struct warpcrypt_frame full[2];

/* Commits one of the frames of fill_up(); the third request is then copied in here. */
static void copier(void *arg)
{
	struct desk *d = arg;

	desk_commit(d, full, 1, 0);
	d->tasks--;
}

/*
 * Suspend waits for a frame that is given up while a request is being copied into it,
 * because it has expired or its link has died. The end of that copy is the last that
 * happens to the link: its watchdog may have looked for the last time.
 */
static void copied_in_suspend(void *arg)
{
	bool dies = sim_random(2);
	struct wc_request_ops ops;
	enum wc_reason why;
	struct item item[3];
	struct desk d;
	u32 i;

	(void)arg;
	copy_begun = copy_may_end = copy_ended = suspended = false;
	module_load();
	desk_open(&d, 2);
	for (i = 0; i < 2; i++)
		if (item_submit(&item[i], FRAME_FULL) != -EINPROGRESS)
			broken("no room");
	item_init(&item[2], 100);
	ops = *item[2].rq.ops;
	ops.fill = slow_fill;
	item[2].rq.ops = &ops;
	if (wc_submit(&item[2].rq, true, &why) != -EBUSY)
		broken("there is room");
	if (desk_fetch(&d, full, 2, true) != 2)
		broken("no frames");
	d.tasks += 2;
	sim_spawn(copier, &d);
	must_within(10, copy_begun, "the copy");
	desk_commit(&d, &full[1], 1, 0);
	sim_spawn(suspender, &d);
	nap_ms(5 + sim_random(5));
	if (dies)
		wc_link_kill_live(d.attach.generation, WC_MISMATCH);
	else
		nap_ms(2 * DEADLINE);
	nap_ms(sim_random(DEADLINE));
	must_be("suspended while a copy runs", suspended, 0, 0);
	copy_may_end = true;
	must_within(2, copy_ended, "the end of the copy");
	must_within(2, suspended, "suspend");
	must_be("lost", item[2].lost, 1, 1);
	must_be("why", item[2].why, dies ? WC_MISMATCH : WC_EXPIRED,
		dies ? WC_MISMATCH : WC_EXPIRED);
	wc_link_resume();
	desk_close(&d);
	module_unload();
}

/*
 * Suspend waits for a frame that the helper has, when its link or its engine ends. No
 * watchdog comes later and ends the wait.
 */
static void ends_in_suspend(void *arg)
{
	bool dies = sim_random(2);
	struct warpcrypt_frame frame;
	struct item item;
	struct desk d;

	(void)arg;
	suspended = false;
	suspender_task = NULL;
	module_load();
	desk_open_engines(&d, 4);
	if (item_submit_to(&item, 100, 0) != -EINPROGRESS ||
	    desk_fetch(&d, &frame, 1, false) != 1)
		broken("no frame");
	desk_unwatch();
	d.tasks++;
	sim_spawn(suspender, &d);
	must_within(10, suspender_task, "the task that suspends");
	nap_ms(1 + sim_random(5));
	must_be("suspended while the helper has a frame", suspended, 0, 0);
	if (dies)
		wc_link_kill_live(d.attach.generation, WC_MISMATCH);
	else if (desk_retire(&d, 0))
		broken("RETIRE");
	must_within(100, suspended, "suspend");
	must_be("lost", item.lost, 1, 1);
	wc_link_resume();
	desk_close(&d);
	module_unload();
}

/* Suspend comes after an attachment, while that is tested or before or after. */
static void tested_in_suspend(void *arg)
{
	struct desk d;

	(void)arg;
	suspended = false;
	module_load();
	desk_choose(&d, 2, 1, 0);
	desk_attach(&d);
	d.tasks++;
	sim_spawn(suspender, &d);
	must_within(1000, suspended, "suspend");
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
	{ "suspend sees that the last copy into a lost frame ends", copied_in_suspend, 200 },
	{ "suspend sees that a link or an engine ends", ends_in_suspend, 100 },
	{ "suspend sees that the test of a link ends", tested_in_suspend, 200 },
	{ "room is given away though a thread is held up", held_up_with_room, 400 },
	{ }
};
