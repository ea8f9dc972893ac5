// SPDX-License-Identifier: GPL-2.0-only
/*
 * Everything that may happen at the same time, each on its own CPU if there are
 * enough: many submitters, some of them on one tfm, some from softirq, while
 * others change keys and open and close tfms. Each does a given number of
 * requests, all with known results. tests/races.sh, which runs this, meanwhile
 * disturbs the helper.
 */

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>

#include "wct.h"

/* Requests between two changes of the key. */
#define WCT_BURST	16u

/* One thread. */
struct wct_racer {
	unsigned int index;
	const struct wct_role *role;	/* what it does */
	const struct wct_load *shared;	/* the load whose tfms some threads share */
	struct wct_load sum;		/* its counts */
	u64 changes;			/* number of times that it has set keys or replaced tfms */
};

/* What a thread does. */
struct wct_role {
	const char *name;	/* its name in the report */
	bool share;		/* it uses tfms that other threads use, too */
	bool softirq;		/* it submits from softirq */
	/* Called between bursts of requests; NULL: nothing. */
	int (*change)(struct wct_load *load);
};

/* Thread i has role i, modulo their number. */
static const struct wct_role wct_roles[] = {
	{ "own" },
	{ "shared", .share = true },
	{ "rekey", .change = wct_load_rekey },
	{ "shared-softirq", .share = true, .softirq = true },
	{ "reopen", .change = wct_load_reopen },
	{ "softirq", .softirq = true },
};

/* Bursts with a change after each. */
static int wct_racer_bursts(struct wct_racer *racer, struct wct_load *load)
{
	unsigned int burst = min(load->depth, WCT_BURST);
	int ret = 0;

	while (!ret && !load->stuck && load->requests < load->run->args.count) {
		wct_load_submit(load, burst);
		wct_load_reap(load, true);
		if (load->stuck || !racer->role->change)
			continue;
		ret = racer->role->change(load);
		racer->changes++;
	}
	return ret;
}

static int wct_racer_main(struct wct_run *run, struct wct_racer *racer)
{
	struct wct_load *load = wct_load_create(run, racer->role->share ? racer->shared : NULL);
	int ret = 0;

	if (IS_ERR(load)) {
		wct_note(run, "no load: error %ld", PTR_ERR(load));
		return PTR_ERR(load);
	}
	load->softirq = racer->role->softirq;
	if (racer->role->change || load->softirq)
		ret = wct_racer_bursts(racer, load);
	else
		wct_load_loop(load);
	wct_load_add(&racer->sum, load);
	wct_load_destroy(load);
	return ret;
}

static int wct_racer_run(struct wct_run *run, void *arg)
{
	struct wct_racer *racer = arg;

	/* Threads that share tfms share the cipher. */
	if (run->args.mix && !racer->role->share)
		wct_next_cipher(run, racer->index);
	return wct_racer_main(run, racer);
}

/* Reports the counts of all threads of a role; false if they have done nothing. */
static bool wct_role_report(struct wct_run *run, const struct wct_role *role,
			    const struct wct_racer *racers)
{
	u64 requests = 0, started = 0, changes = 0;
	unsigned long i, threads = 0;

	for (i = 0; i < run->args.threads; i++) {
		if (racers[i].role != role)
			continue;
		threads++;
		requests += racers[i].sum.requests;
		started += racers[i].sum.started + racers[i].sum.busy;
		changes += racers[i].changes;
	}
	wct_note(run, "%s: threads=%lu requests=%llu asynchronous=%llu changes=%llu",
		 role->name, threads, requests, started, changes);
	return !threads || (requests && (!role->change || changes));
}

static void wct_races(struct wct_run *run)
{
	unsigned long i, threads = run->args.threads;
	struct wct_racer *racers = kcalloc(threads, sizeof(*racers), GFP_KERNEL);
	struct wct_load *shared = wct_load_create(run, NULL);
	struct wct_load total = {};
	bool all = true;
	int ret;

	if (!racers || IS_ERR(shared)) {
		wct_ok(run, false, "no memory or no tfms: %ld", PTR_ERR(shared));
		if (!IS_ERR(shared))
			wct_load_destroy(shared);
		kfree(racers);
		return;
	}
	for (i = 0; i < threads; i++) {
		racers[i].index = i;
		racers[i].role = &wct_roles[i % ARRAY_SIZE(wct_roles)];
		racers[i].shared = shared;
	}
	ret = wct_threads(run, threads, wct_racer_run, racers, sizeof(*racers));
	for (i = 0; i < threads; i++)
		wct_load_add(&total, &racers[i].sum);
	for (i = 0; i < ARRAY_SIZE(wct_roles); i++)
		all &= wct_role_report(run, &wct_roles[i], racers);
	shared->stuck = total.stuck;
	wct_load_destroy(shared);
	kfree(racers);
	wct_load_report(run, &total, "requests on all CPUs");
	wct_ok(run, all && !ret, "all threads did their part: error %d", ret);
}

const struct wct_case wct_race_cases[] = {
	{ "races", wct_races, "threads=12 depth=24 count=400 size=9000 bind=1 mix=1" },
	{ }
};
