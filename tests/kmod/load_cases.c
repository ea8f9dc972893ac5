// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loads of a given number of requests: from threads, from softirq, from callbacks,
 * with a deep backlog; more than the software takes; and floods.
 */

#include <crypto/algapi.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>

#include "wct.h"

/* The load of one thread; adds its counts to @arg. */
static int wct_load_thread(struct wct_run *run, void *arg)
{
	struct wct_load *load = wct_load_create(run, NULL);

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
	struct wct_load *load = wct_load_create(run, NULL);
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

/*
 * Open the software that the driver falls back on, behind cryptd's queue, on which drivers
 * that are opened meanwhile fall back. For wct_queue_close(), or an error pointer. Sleeps.
 */
struct crypto_skcipher *wct_queue_open(struct wct_run *run,
				       const struct wct_mode *mode)
{
	char name[CRYPTO_MAX_ALG_NAME], queue[CRYPTO_MAX_ALG_NAME];
	struct crypto_skcipher *tfm;

	snprintf(name, sizeof(name), "%s(%s)", mode->name, run->args.cipher);
	tfm = crypto_alloc_skcipher(name, 0, CRYPTO_ALG_NEED_FALLBACK |
					     CRYPTO_ALG_ALLOCATES_MEMORY |
					     CRYPTO_ALG_ASYNC);
	if (IS_ERR(tfm))
		return tfm;
	snprintf(queue, sizeof(queue), "cryptd(%.100s)",
		 crypto_skcipher_driver_name(tfm));
	crypto_free_skcipher(tfm);
	return crypto_alloc_skcipher(queue, 0, 0);
}

/* Remove a queue, so that no other user finds it. Sleeps. */
void wct_queue_close(struct crypto_skcipher *queue)
{
	struct crypto_alg *alg = crypto_skcipher_tfm(queue)->__crt_alg;

	crypto_unregister_instance(container_of(alg, struct crypto_instance,
						alg));
	crypto_free_skcipher(queue);
}

/*
 * More requests at once, from softirq, than the queue of the software takes: a
 * caller that may not backlog must be told, one that may must not be refused.
 */
static void wct_pressure(struct wct_run *run)
{
	struct crypto_skcipher *queue;

	queue = wct_queue_open(run, wct_next_mode(run, NULL));
	if (IS_ERR(queue)) {
		wct_ok(run, false, "no queue: error %ld", PTR_ERR(queue));
		return;
	}
	wct_bursts(run, true, run->args.backlog ?
			      "bursts that the software's queue must take" :
			      "bursts that the software's queue may refuse");
	wct_queue_close(queue);
}

/* How many results of @load had come before result @order of all. */
static unsigned int wct_load_before(const struct wct_load *load,
				    unsigned int order)
{
	unsigned int i, n = 0;

	for (i = 0; i < load->depth; i++)
		n += load->slots[i].order < order;
	return n;
}

/* The result of @load that came last. */
static unsigned int wct_load_last(const struct wct_load *load)
{
	unsigned int i, last = 0;

	for (i = 0; i < load->depth; i++)
		last = max(last, load->slots[i].order);
	return last;
}

static void wct_flood_and(struct wct_run *run, struct wct_load *flood,
			  struct wct_load *few)
{
	unsigned int before;

	wct_load_submit(flood, flood->depth);
	wct_load_submit(few, few->depth);
	wct_load_reap(few, true);
	wct_load_reap(flood, true);
	before = wct_load_before(flood, wct_load_last(few));
	wct_load_report(run, flood, "a flood of requests that may sleep");
	wct_load_report(run, few, "and a few, after it, that may not");
	wct_note(run, "before=%u of=%u", before, flood->depth);
	/* With more CPUs the flood may be done while the last of it is being lost. */
	if (num_online_cpus() == 1)
		wct_ok(run, before < few->depth / 4,
		       "these do not wait for the flood");
}

/*
 * A flood of requests as a user's, and behind it a few as swap's. All of them are
 * to be lost at once, for which the test script provides.
 */
static void wct_flood(struct wct_run *run)
{
	struct wct_load *flood, *few = ERR_PTR(-ENOMEM);
	struct wct_run *second = wct_run_alloc();

	run->args.sleep = 1;
	flood = wct_load_create(run, NULL);
	if (second) {
		second->args = run->args;
		second->cipher = run->cipher;
		second->args.sleep = 0;
		second->args.depth = 64;
		few = wct_load_create(second, NULL);
	}
	if (IS_ERR(flood) || IS_ERR(few))
		wct_ok(run, false, "no loads");
	else
		wct_flood_and(run, flood, few);
	if (!IS_ERR(few))
		wct_load_destroy(few);
	if (!IS_ERR(flood))
		wct_load_destroy(flood);
	wct_run_free(second);
}

const struct wct_case wct_load_cases[] = {
	{ "stress", wct_stress, "threads=4 depth=64 count=4000 size=20000" },
	{ "backlog", wct_backlog, "depth=1500 count=4 size=4096" },
	{ "softirq", wct_softirq, "depth=200 count=10 size=20000" },
	{ "resubmit", wct_resubmit, "depth=200 count=6 size=20000 again=2" },
	{ "pressure", wct_pressure, "mode=ctr depth=1500 count=2 size=1024 refused=1" },
	{ "flood", wct_flood, "mode=xts depth=1500 size=16" },
	{ }
};
