// SPDX-License-Identifier: GPL-2.0-only
/* What a thread finds that looks for a frame: one of its size, another one, none. */

#include "kmod/module.h"
#include "tests/core/cases.h"
#include "tests/core/desk_threads.h"
#include "tests/core/item.h"
#include "tests/core/must.h"

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
	if (sim_fops->unlocked_ioctl(&d->file, WARPCRYPT_IOC_ENTER,
				     (uintptr_t)&e) || e.fetched)
		broken("there is something");
	must_be("locks taken while nothing is there",
		sim_current()->locks - locks, 0, 8);
	item_submit(&item, 100);
	if (sim_fops->unlocked_ioctl(&d->file, WARPCRYPT_IOC_ENTER,
				     (uintptr_t)&e) || e.fetched != 1)
		broken("there is nothing");
	desk_close(d);
	must_be("lost", item.lost, 1, 1);
}

const struct core_case fetch_cases[] = {
	{ "a frame wakes a thread that it is full enough for", wakes_the_right_one, 100 },
	{ "another frame than the one it was woken for wakes the next", finds_another, 1000 },
	{ "polling takes no lock", spins, 20 },
	{ }
};
