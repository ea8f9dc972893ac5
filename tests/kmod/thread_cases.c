// SPDX-License-Identifier: GPL-2.0-only
/*
 * Many kernel threads at once, all on one tfm or each on its own.
 */

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "wct.h"

/* One thread: its own run, so that notes and random choices need no lock. */
struct wct_thread {
	struct wct_run *run;
	int (*work)(struct wct_run *run, void *arg);
	void *arg;
	struct completion over;
	int ret;
};

static int wct_thread_main(void *data)
{
	struct wct_thread *thread = data;

	thread->ret = thread->work(thread->run, thread->arg);
	kthread_complete_and_exit(&thread->over, 0);
}

static int wct_thread_start(struct wct_run *run, struct wct_thread *thread,
			    unsigned int index)
{
	struct task_struct *task;

	init_completion(&thread->over);
	thread->run = wct_run_alloc();
	if (!thread->run)
		return -ENOMEM;
	thread->run->args = run->args;
	thread->run->cipher = run->cipher;
	prandom_seed_state(&thread->run->rnd, run->args.seed * 1000 + index);
	task = kthread_create(wct_thread_main, thread, "wct/%u", index);
	if (IS_ERR(task)) {
		wct_run_free(thread->run);
		return PTR_ERR(task);
	}
	if (run->args.bind)
		kthread_bind(task, cpumask_local_spread(index, NUMA_NO_NODE));
	wake_up_process(task);
	return 0;
}

/**
 * wct_threads() - run a function in many threads and wait for all
 * @run: gets the notes of the threads
 * @threads: number of threads
 * @work: the function; returns 0 or an error
 * @arg: array of the arguments for the threads
 * @arg_size: bytes of an element; 0: all threads get @arg itself
 *
 * Return: 0, or an error of one of them. Sleeps.
 */
int wct_threads(struct wct_run *run, unsigned int threads,
		int (*work)(struct wct_run *run, void *arg), void *arg,
		size_t arg_size)
{
	struct wct_thread *list = kcalloc(threads, sizeof(*list), GFP_KERNEL);
	unsigned int i, started;
	int ret = 0;

	if (!list)
		return -ENOMEM;
	for (started = 0; started < threads && !ret; started++) {
		list[started].work = work;
		list[started].arg = arg + started * arg_size;
		ret = wct_thread_start(run, &list[started], started);
	}
	if (ret)
		started--;
	for (i = 0; i < started; i++) {
		/* The threads go on while user space is frozen. */
		wait_for_completion_state(&list[i].over,
					  TASK_UNINTERRUPTIBLE |
					  TASK_FREEZABLE_UNSAFE);
		if (list[i].run->used)
			wct_note(run, "thread %u: %.*s", i,
				 (int)min_t(size_t, 400, list[i].run->used - 1),
				 list[i].run->text);
		if (list[i].ret)
			ret = list[i].ret;
		wct_run_free(list[i].run);
	}
	kfree(list);
	return ret;
}

/* Random requests on a pair, which other threads may use too. */
static int wct_thread_ops(struct wct_run *run, void *arg)
{
	struct wct_pair *pair = arg;
	unsigned long i;
	int ret = 0;

	for (i = 0; i < run->args.count && !ret; i++) {
		struct wct_op op;

		wct_op_init(run, &op, wct_fit(pair->mode,
					      wct_random(run, run->args.size)));
		op.decrypt = wct_random(run, 2);
		op.in_place = wct_random(run, 2);
		op.src_split = wct_random(run, WCT_SPLITS);
		op.dst_split = wct_random(run, WCT_SPLITS);
		ret = wct_check(run, pair, &op);
		cond_resched();
	}
	return ret;
}

static void wct_shared(struct wct_run *run)
{
	const struct wct_mode *mode;

	wct_for_each_mode(run, mode) {
		struct wct_pair pair;
		int ret = wct_pair_open(run, &pair, mode, wct_keylen(run, 2));

		if (!ret)
			ret = wct_threads(run, run->args.threads,
					  wct_thread_ops, &pair, 0);
		wct_pair_close(&pair);
		wct_ok(run, !ret, "%s(%s) %lu threads on one tfm", mode->name,
		       run->args.cipher, run->args.threads);
	}
}

static void wct_separate(struct wct_run *run)
{
	unsigned long i, threads = run->args.threads;
	struct wct_pair *pairs = kcalloc(threads, sizeof(*pairs), GFP_KERNEL);
	const struct wct_mode *mode;

	if (!pairs) {
		wct_ok(run, false, "no memory");
		return;
	}
	wct_for_each_mode(run, mode) {
		int ret = 0;

		for (i = 0; i < threads && !ret; i++)
			ret = wct_pair_open(run, &pairs[i], mode,
					    wct_keylen(run, i));
		if (!ret)
			ret = wct_threads(run, threads, wct_thread_ops, pairs,
					  sizeof(*pairs));
		for (i = 0; i < threads; i++)
			wct_pair_close(&pairs[i]);
		memset(pairs, 0, threads * sizeof(*pairs));
		wct_ok(run, !ret, "%s(%s) %lu threads on as many tfms",
		       mode->name, run->args.cipher, threads);
	}
	kfree(pairs);
}

const struct wct_case wct_thread_cases[] = {
	{ "threads", wct_shared, "threads=16 count=60 size=20000" },
	{ "tfms", wct_separate, "threads=16 count=60 size=20000" },
	{ }
};
