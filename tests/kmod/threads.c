// SPDX-License-Identifier: GPL-2.0-only
/* Many kernel threads at once. */

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

/*
 * Run a function in many threads and wait for all. Each gets its element of @arg, an array with
 * elements of @arg_size bytes, or if that is 0 @arg itself. 0 or an error of one of them.
 * Sleeps.
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
