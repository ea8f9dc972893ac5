// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loads of a given number of requests: from threads, from softirq, from callbacks,
 * and with a deep backlog.
 */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>

#include "wct.h"

/* The load of one thread; adds its counts to @arg. */
static int wct_load_thread(struct wct_run *run, void *arg)
{
	struct wct_load *load = wct_load_create(run);

	if (IS_ERR(load)) {
		wct_note(run, "no load: error %ld", PTR_ERR(load));
		return PTR_ERR(load);
	}
	wct_load_loop(load);
	wct_load_add(arg, load);
	wct_load_destroy(load);
	return 0;
}

static void wct_stress(struct wct_run *run)
{
	unsigned long i, threads = run->args.threads;
	struct wct_load *sums = kcalloc(threads, sizeof(*sums), GFP_KERNEL);
	struct wct_load total = {};
	int ret = -ENOMEM;

	if (sums)
		ret = wct_threads(run, threads, wct_load_thread, sums,
				  sizeof(*sums));
	for (i = 0; i < threads && !ret; i++)
		wct_load_add(&total, &sums[i]);
	kfree(sums);
	wct_load_report(run, &total, "asynchronous requests");
}

/* Submits all slots at once, repeatedly, from this thread or from a tasklet. */
static void wct_bursts(struct wct_run *run, bool softirq, const char *what)
{
	struct wct_load *load = wct_load_create(run);
	unsigned long i;

	if (IS_ERR(load)) {
		wct_ok(run, false, "%s: no load, error %ld", what,
		       PTR_ERR(load));
		return;
	}
	load->softirq = softirq;
	for (i = 0; i < run->args.count && !load->stuck; i++) {
		wct_load_submit(load, load->depth);
		wct_load_reap(load, true);
	}
	wct_load_report(run, load, what);
	wct_load_destroy(load);
}

static void wct_backlog(struct wct_run *run)
{
	wct_bursts(run, false, run->args.backlog ?
			       "bursts that may wait in the backlog" :
			       "bursts that may not wait in the backlog");
}

static void wct_softirq(struct wct_run *run)
{
	wct_bursts(run, true, "requests from softirq context");
}

/* Each callback submits the next: a driver must not hold a lock across it. */
static void wct_resubmit(struct wct_run *run)
{
	wct_bursts(run, false, "requests from callbacks");
}

const struct wct_case wct_load_cases[] = {
	{ "stress", wct_stress, "threads=4 depth=64 count=4000 size=20000" },
	{ "backlog", wct_backlog, "depth=1500 count=4 size=4096" },
	{ "softirq", wct_softirq, "depth=200 count=10 size=20000" },
	{ "resubmit", wct_resubmit, "depth=200 count=6 size=20000 again=2" },
	{ }
};
