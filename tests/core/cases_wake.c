// SPDX-License-Identifier: GPL-2.0-only
/* Which threads of a helper a frame wakes: one, and not one that is about to leave. */
#include "tests/core/cases.h"
#include "tests/core/desk.h"

/* Each thread serves the queue, or one of three; the requests come from any CPU. */
static void wakes_one(struct desk *d)
{
	struct desk_thread threads[DESK_THREADS];
	struct item item[3];
	u64 before = 0, after = 0;
	u32 i;

	desk_open_queues(d, 8, sim_random(2) ? 1 : 3, 0);
	desk_threads_start(d, threads, DESK_THREADS);
	for (i = 0; i < DESK_THREADS; i++)
		before += threads[i].task->wakes;
	for (i = 0; i < 3; i++) {
		item_submit(&item[i], 100);
		must_within(1, item_is_back(&item[i]), "a request");
		nap_ms(1);
	}
	for (i = 0; i < DESK_THREADS; i++)
		after += threads[i].task->wakes;
	must_be("threads woken for 3 frames", after - before, 1, 3);
	desk_threads_end(threads);
	desk_close(d);
}

static struct desk_thread *victim;

static void killer(struct desk *d)
{
	/* It takes long to leave. */
	victim->task->held_up = 6;
	desk_thread_kill(victim);
}

/*
 * A thread is chosen for a frame when it has a signal and is about to leave. Time
 * is no matter here: a wake-up that is lost is lost for ever. With four queues, two have no
 * thread: one of another is summoned.
 */
static void passes_on(struct desk *d)
{
	struct desk_thread threads[DESK_THREADS];
	struct item item;
	u32 i;

	wc_param_deadline_ms = 600000;
	desk_open_queues(d, 8, sim_random(2) ? 1 : 4, 0);
	desk_unwatch();
	desk_threads_start(d, threads, 2);
	victim = &threads[sim_random(2)];
	desk_spawn(d, killer);
	for (i = 0; i < 4; i++) {
		item_submit(&item, 100);
		must_within(60000, item_is_back(&item), "a request");
		wc_link_forget_key(&item.key);
	}
	desk_threads_end(threads);
	desk_close(d);
}

/* Two threads, submitters on all CPUs: no frame may wait for a thread that sleeps. */
static void none_is_forgotten(struct desk *d)
{
	struct desk_thread threads[DESK_THREADS];
	struct item item[4];
	u32 i, n;

	wc_param_deadline_ms = 600000;
	desk_open_queues(d, 12, 3 + sim_random(4), sim_random(3));
	desk_unwatch();
	desk_threads_start(d, threads, 2);
	for (n = 0; n < 4; n++) {
		for (i = 0; i < 4; i++)
			item_submit(&item[i], 100);
		for (i = 0; i < 4; i++) {
			must_within(60000, item_is_back(&item[i]), "a request");
			wc_link_forget_key(&item[i].key);
		}
	}
	desk_threads_end(threads);
	desk_close(d);
}

static struct item second;

static void second_submitter(struct desk *d)
{
	item_submit_at(&second, 4096, 0);
}

/*
 * The only thread serves the other queue, and waits for a frame with more than one
 * request. It is not full enough for the thread when that is sought for the first, and is
 * when the second comes, which sees that one is being sought.
 */
static void fuller_while_sought(struct desk *d)
{
	struct desk_thread threads[DESK_THREADS] = { 0 };
	struct item first;

	wc_param_deadline_ms = 600000;
	desk_open_queues(d, 8, 2, 0);
	desk_unwatch();
	threads[0].queue = 1;
	threads[0].fill = 6000;
	desk_thread_start(d, &threads[0]);
	must_within(100, threads[0].waits, "the thread");
	nap_ms(1);
	memset(&second, 0, sizeof(second));
	desk_spawn(d, second_submitter);
	item_submit_at(&first, 4096, 0);
	must_within(60000, item_is_back(&first), "the first request");
	must_within(60000, item_is_back(&second), "the second request");
	must_be("done", first.done + second.done, 2, 2);
	desk_threads_end(threads);
	desk_close(d);
}

/*
 * A thread commits its frame, gets one of another queue, because it has had many of its own,
 * and has made its queue's next frame full enough for the thread that waits there. The other
 * queue's frame has too little for that.
 */
static void passes_on_own(struct desk *d)
{
	struct desk_thread threads[DESK_THREADS] = { 0 };
	struct warpcrypt_frame frame, next;
	struct warpcrypt_commit commit = { 0 };
	struct warpcrypt_enter e = {
		.commit_addr = (uintptr_t)&commit, .commit_count = 1,
		.fetch_addr = (uintptr_t)&next, .fetch_max = 1,
	};
	struct item item[2], many[8];
	u32 i;

	wc_param_deadline_ms = 600000;
	desk_open_queues(d, 16, 2, 1);
	desk_unwatch();
	for (i = 0; i < ARRAY_SIZE(many); i++) {
		item_submit_at(&many[i], 16384, 0);
		desk_take(d, &frame);
		if (i + 1 < ARRAY_SIZE(many))
			desk_commit(d, &frame, 1, 0);
	}
	threads[0].fill = 1000;
	/* Its own look resets what is counted, so it looks at the other queue's. */
	threads[0].queue = 1;
	desk_thread_start(d, &threads[0]);
	must_within(100, threads[0].waits, "the thread");
	nap_ms(1);
	item_submit_at(&item[0], 4096, 0);
	item_submit_at(&item[1], 16, 1);
	commit.id = frame.id;
	must_be("ENTER", device_call(&d->file, ENTER, &e), 0, 0);
	must_be("requests fetched", e.fetched ? next.requests : 0, 1, 1);
	must_within(60000, item_is_back(&item[0]), "a request");
	desk_commit(d, &next, 1, 0);
	must_within(60000, item_is_back(&item[1]), "the other queue's request");
	desk_threads_end(threads);
	desk_close(d);
}

/* --- what a thread finds that looks for a frame: one of its size, another one, none */

/* Two threads want fuller frames than there is; the third takes it as it is. */
static void start_choosy_threads(struct desk *d, struct desk_thread threads[DESK_THREADS])
{
	u32 i;

	memset(threads, 0, DESK_THREADS * sizeof(*threads));
	for (i = 0; i < DESK_THREADS; i++) {
		threads[i].fill = i + 1 < DESK_THREADS ? 60000 : 0;
		desk_thread_start(d, &threads[i]);
		must_within(100, threads[i].waits, "a thread");
		nap_ms(1);
	}
}

static void wakes_the_right_one(struct desk *d)
{
	struct desk_thread threads[DESK_THREADS];
	struct item item;

	desk_open(d, 4);
	start_choosy_threads(d, threads);
	item_submit(&item, 100);
	must_within(2, item_is_back(&item), "a request");
	must_be("threads woken that want more", threads[0].task->wakes +
		threads[1].task->wakes, 0, 0);
	desk_threads_end(threads);
	desk_close(d);
}

/* Takes a frame before the thread that was woken for it. */
static void snatcher(struct desk *d)
{
	struct warpcrypt_frame frame;
	u32 i;

	for (i = sim_random(20); i; i--)
		sim_step();
	if (desk_fetch(d, &frame, 1, false) == 1)
		desk_commit(d, &frame, 1, 0);
}

/* The thread that was woken finds another frame, which is not full enough for it. */
static void finds_another(struct desk *d)
{
	struct desk_thread threads[DESK_THREADS];
	struct item item[2];

	wc_param_deadline_ms = 600000;
	desk_open(d, 4);
	start_choosy_threads(d, threads);
	/* Only those that want more are left for a while. */
	threads[2].task->held_up = 3;
	desk_spawn(d, snatcher);
	item_submit(&item[0], 61000);
	item_submit(&item[1], 100);
	must_within(60000, item_is_back(&item[0]) && item_is_back(&item[1]), "a request");
	desk_threads_end(threads);
	desk_close(d);
}

static void spins(struct desk *d)
{
	struct warpcrypt_frame frame;
	struct warpcrypt_enter e = {
		.fetch_addr = (uintptr_t)&frame,
		.fetch_max = 1,
		.flags = WARPCRYPT_ENTER_SPIN,
		.spin_ns = 1000000,
	};
	struct item item;
	u64 locks;

	desk_open(d, 4);
	locks = sim_current()->locks;
	if (device_call(&d->file, ENTER, &e) || e.fetched)
		broken("there is something");
	must_be("locks taken while nothing is there",
		sim_current()->locks - locks, 0, 8);
	item_submit(&item, 100);
	if (device_call(&d->file, ENTER, &e) || e.fetched != 1)
		broken("there is nothing");
	desk_close(d);
	must_be("lost", item.lost, 1, 1);
}

const struct core_case wake_cases[] = {
	{ "a frame wakes one thread, of all queues", wakes_one, 400 },
	{ "a thread that leaves passes its wake-up on", passes_on, 2500 },
	{ "no frame of any queue is forgotten", none_is_forgotten, 1500 },
	{ "a frame that becomes fuller while a thread is sought", fuller_while_sought, 1000 },
	{ "who gets another queue's frame wakes a thread for its own queue's", passes_on_own, 100 },
	{ "a frame wakes a thread that it is full enough for", wakes_the_right_one, 100 },
	{ "another frame than the one it was woken for wakes the next", finds_another, 1000 },
	{ "polling takes no lock", spins, 20 },
	{ }
};
