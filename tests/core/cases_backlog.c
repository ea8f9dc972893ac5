// SPDX-License-Identifier: GPL-2.0-only
/* Requests that wait for room, and suspend, which waits for requests. */
#include "tests/core/cases.h"
#include "tests/core/desk.h"

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

static void suspender(struct desk *d)
{
	suspender_task = sim_current();
	wc_link_suspend();
	suspended = true;
}

/* Commits a frame; may be held up at any point. */
static void committer(struct desk *d)
{
	struct warpcrypt_frame frame;

	if (desk_fetch(d, &frame, 1, true) != 1)
		broken("no frame");
	sim_current()->held_up = 12;
	desk_commit(d, &frame, 1, 0);
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
	struct wc_link *link;
	bool alone;

	do {
		link = wc_link_get_attached();
		alone = link && link->queues->free_count == link->queues->count &&
			!list_empty(&link->queues->share[0].backlog) &&
			suspender_task && !suspender_task->running;
		if (link)
			wc_link_put(link);
		nap_ms(0);
	} while (!alone && sim_now() < end);
}

/* Suspend waits for a request in the backlog, which gets no room. */
static void expires_in_suspend(struct desk *d)
{
	struct item item[3];
	u32 i;

	desk_open(d, 2);
	fill_up(item);
	suspended = false;
	suspender_task = NULL;
	for (i = 0; i < 2; i++) {
		desk_spawn(d, committer);
	}
	desk_spawn(d, suspender);
	wait_for_backlog_alone();
	if (!sim_random(2))
		serve_last(d, &item[2]);
	must_within(10000, suspended, "suspend");
	/* A thread may be about to give it back. */
	must_within(3, item_is_back(&item[2]), "a request after suspend");
	wc_link_resume();
	desk_close(d);
}

/* Of a copy whose end the story decides: it has begun, may end, has ended. */
static bool copy_begun, copy_may_end, copy_ended;

static void slow_fill(struct wc_request *rq, u8 *to, u32 pos, u32 len)
{
	copy_begun = true;
	while (!copy_may_end)
		nap_ms(1);
	copy_ended = true;
}

static struct warpcrypt_frame full[2];

/* Commits one of the frames of fill_up(); the third request is then copied in here. */
static void copier(struct desk *d)
{
	desk_commit(d, full, 1, 0);
}

/*
 * Suspend waits for a frame that is given up while a request is being copied into it,
 * because it has expired or its link has died. The end of that copy is the last that
 * happens to the link: its watchdog may have looked for the last time.
 */
static void copied_in_suspend(struct desk *d)
{
	bool dies = sim_random(2);
	struct item item[3];
	u32 i;

	copy_begun = copy_may_end = copy_ended = suspended = false;
	desk_open(d, 2);
	for (i = 0; i < 2; i++)
		if (item_submit(&item[i], FRAME_FULL) != -EINPROGRESS)
			broken("no room");
	item_init(&item[2], 100);
	item[2].ops.fill = slow_fill;
	if (item_submit_made(&item[2]) != -EBUSY)
		broken("there is room");
	if (desk_fetch(d, full, 2, true) != 2)
		broken("no frames");
	desk_spawn(d, copier);
	must_within(10, copy_begun, "the copy");
	desk_commit(d, &full[1], 1, 0);
	desk_spawn(d, suspender);
	nap_ms(5 + sim_random(5));
	if (dies)
		wc_link_kill_live(d->attach.generation, WC_MISMATCH);
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
	desk_close(d);
}

/*
 * Suspend waits for a frame that the helper has, when that is committed, or its link or its
 * engine ends. No watchdog comes later and ends the wait.
 */
static void ends_in_suspend(struct desk *d)
{
	enum { COMMIT, KILL, RETIRE, ENDS } end = sim_random(ENDS);
	struct warpcrypt_frame frame;
	struct item item;

	suspended = false;
	suspender_task = NULL;
	desk_open_engines(d, 4);
	if (item_submit_to(&item, 100, 0) != -EINPROGRESS ||
	    desk_fetch(d, &frame, 1, false) != 1)
		broken("no frame");
	desk_unwatch();
	desk_spawn(d, suspender);
	must_within(10, suspender_task, "the task that suspends");
	nap_ms(1 + sim_random(5));
	must_be("suspended while the helper has a frame", suspended, 0, 0);
	if (end == COMMIT)
		desk_commit(d, &frame, 1, 0);
	else if (end == KILL)
		wc_link_kill_live(d->attach.generation, WC_MISMATCH);
	else if (desk_retire(d, 0))
		broken("RETIRE");
	must_within(100, suspended, "suspend");
	must_be("lost", item.lost, end != COMMIT, end != COMMIT);
	wc_link_resume();
	desk_close(d);
}

/* Suspend comes after an attachment, while that is tested or before or after. */
static void tested_in_suspend(struct desk *d)
{
	suspended = false;
	desk_choose(d, 2, 1, 0);
	desk_attach(d);
	desk_spawn(d, suspender);
	must_within(1000, suspended, "suspend");
	wc_link_resume();
	desk_close(d);
}

/* The threads whose commits made room are held up before they give it away. */
static void held_up_with_room(struct desk *d)
{
	struct item item[3];
	u32 i;

	desk_open(d, 2);
	fill_up(item);
	for (i = 0; i < 2; i++) {
		desk_spawn(d, committer);
	}
	/* Or a frame of theirs has missed its deadline. */
	must_within((int)DEADLINE * 3, item[2].started || item[2].lost, "room");
	serve_last(d, &item[2]);
	desk_close(d);
}

static struct item copied;

static void submits_copied(struct desk *d)
{
	item_submit_made(&copied);
}

/* A frame that has expired is free when the copy into it ends, and no watchdog looks. */
static void room_after_copy(struct desk *d)
{
	struct item filling, waiting;
	struct wc_link *link;

	copy_begun = copy_may_end = false;
	desk_open(d, 2);
	item_init(&copied, 100);
	copied.ops.fill = slow_fill;
	desk_spawn(d, submits_copied);
	must_within(10, copy_begun, "the copy");
	item_submit(&filling, FRAME_FULL);
	desk_unwatch();
	nap_ms(2 * DEADLINE);
	desk_take(d, full);
	if (item_submit(&waiting, 100) != -EBUSY)
		broken("there is room");
	link = wc_link_get_attached();
	wc_expire(link->queues, DEADLINE);
	must_be("started during the copy", waiting.started, 0, 0);
	copy_may_end = true;
	must_within(3, waiting.started, "room");
	must_be("lost", copied.lost, 1, 1);
	must_be("holds on its key's slot",
		atomic_read(&link->keys.slots[copied.rq.key_ref.slot].users), 0, 0);
	wc_link_put(link);
	desk_close(d);
}

/* No helper fetches; it has waited as long as the others. */
static void expires_in_backlog(struct desk *d)
{
	struct wc_link *link;
	struct item item[3];
	u32 i;

	desk_open(d, 2);
	fill_up(item);
	desk_unwatch();
	nap_ms(2 * DEADLINE);
	link = wc_link_get_attached();
	wc_expire(link->queues, DEADLINE);
	wc_link_put(link);
	for (i = 0; i < 3; i++) {
		must_be("lost", item[i].lost, 1, 1);
		must_be("why", item[i].why, WC_EXPIRED, WC_EXPIRED);
	}
	desk_close(d);
}

/* Who copies a request. */
static struct sim_task *filler;

static void note_filler(struct wc_request *rq, u8 *to, u32 pos, u32 len)
{
	filler = sim_current();
}

/* The thread that makes room for a long request does not copy it; for a short one it does. */
static void long_in_backlog(struct desk *d)
{
	bool is_long = sim_random(2);
	struct warpcrypt_frame frames[4];
	struct item first[4], item;
	u32 i;

	filler = NULL;
	desk_open(d, 4);
	for (i = 0; i < 4; i++)
		item_submit(&first[i], FRAME_FULL);
	item_init(&item, is_long ? FRAME_FULL + 100 : 100);
	item.ops.fill = note_filler;
	item.rq.splittable = true;
	if (item_submit_made(&item) != -EBUSY)
		broken("there is room");
	if (desk_fetch(d, frames, 4, false) != 4)
		broken("no frames");
	desk_commit(d, frames, 4, 0);
	must_within(2, filler, "the copy");
	must_be("copied by the thread that committed", filler == sim_current(), !is_long,
		!is_long);
	desk_close(d);
}

/* Users who ask for no -EBUSY do not fill the backlog. */
static void implicit_ones(struct desk *d)
{
	static struct item items[4097];
	struct item filling[2];
	enum wc_reason why;
	u32 i, n = 0;

	desk_open(d, 2);
	for (i = 0; i < 2; i++)
		item_submit(&filling[i], FRAME_FULL);
	for (i = 0; i < ARRAY_SIZE(items); i++) {
		item_init(&items[i], 100);
		items[i].rq.key = &items[0].key;
		items[i].rq.implicit = true;
		n += submit_live(&items[i].rq, false, &why) == -EINPROGRESS;
	}
	must_be("that wait", n, 4096, 4096);
	must_be("why not", why, WC_FULL, WC_FULL);
	desk_close(d);
	for (i = 0; i < n; i++)
		must_be("lost", items[i].lost, 1, 1);
}

const struct core_case backlog_cases[] = {
	{ "suspend sees that a request in the backlog expires", expires_in_suspend, 1000 },
	{ "suspend sees that the last copy into a lost frame ends", copied_in_suspend, 200 },
	{ "suspend sees that a link or an engine ends, or a delivery", ends_in_suspend, 150 },
	{ "suspend sees that the test of a link ends", tested_in_suspend, 200 },
	{ "room is given away though a thread is held up", held_up_with_room, 400 },
	{ "room is given away when the last copy into a lost frame ends", room_after_copy, 40 },
	{ "no more than 4096 requests wait unasked", implicit_ones, 1 },
	{ "a request in the backlog expires", expires_in_backlog, 20 },
	{ "a work copies long requests of the backlog", long_in_backlog, 40 },
	{ }
};
