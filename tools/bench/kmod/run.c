// SPDX-License-Identifier: GPL-2.0-only
/*
 * Running a job: divides it among the submitters, starts them together, ends
 * them, and sums up their figures.
 *
 * The calling thread owns everything here. It waits for the kernel threads before
 * it frees anything, so they use the job, the file and the buffers without
 * references.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/topology.h>

#include "load.h"

/* The most latencies that are recorded; after that a job records no more. */
#define SAMPLES_MAX	BIT(17)

/* Where part @i of @count parts of @whole begins; for @i = @count, the end. */
static u64 part_start(u64 whole, u32 i, u32 count)
{
	return div_u64(whole * i, count);
}

/* Stops all submitters. The first error is the job's. */
static void fail(struct wcb_run *run, int error)
{
	cmpxchg(&run->error, 0, error);
	WRITE_ONCE(run->stop, true);
	wake_up_all(&run->wq);
}

/*
 * A submitter is ready to start: wait for the others, in its thread, once for each job. 0: start
 * now; -EINTR: a submitter failed or a signal came. Sleeps.
 */
int wcb_run_ready(struct wcb_submitter *sub)
{
	struct wcb_run *run = sub->run;

	if (atomic_dec_and_test(&run->unready)) {
		run->start = ktime_get_ns();
		wake_up_all(&run->wq);
	}
	/* Pairs with the atomic of the last submitter, which has written start. */
	wait_event_idle(run->wq, !atomic_read_acquire(&run->unready) ||
			READ_ONCE(run->stop));
	return READ_ONCE(run->stop) ? -EINTR : 0;
}

static int submitter_main(void *data)
{
	struct wcb_submitter *sub = data;
	struct wcb_run *run = sub->run;
	int ret = wcb_load_submit(sub);

	if (ret)
		fail(run, ret);
	if (atomic_dec_and_test(&run->running))
		wake_up_all(&run->wq);
	return 0;
}

static int divide(struct wcb_run *run)
{
	const struct wcb_job *job = run->job;
	u64 pieces = div_u64(run->file->dst.bytes, job->size), quota = 0;
	u32 i, samples = SAMPLES_MAX / run->count;

	if (pieces < run->count)
		return -EINVAL;
	if (job->max_bytes)
		quota = DIV64_U64_ROUND_UP(job->max_bytes, job->size);
	if (quota > U64_MAX / WCB_SUBMITTERS_MAX)
		return -EINVAL;

	for (i = 0; i < run->count; i++) {
		struct wcb_submitter *sub = &run->submitters[i];
		u64 first = part_start(pieces, i, run->count);
		u64 end = part_start(pieces, i + 1, run->count);

		sub->run = run;
		sub->share.number = first;
		sub->share.first = first * job->size;
		sub->share.end = end * job->size;
		sub->meter.quota = U64_MAX;
		if (quota)
			sub->meter.quota = part_start(quota, i + 1, run->count) -
					   part_start(quota, i, run->count);
		if (run->samples) {
			sub->meter.samples = run->samples + (size_t)i * samples;
			sub->meter.sample_max = samples;
		}
	}
	return 0;
}

static int make_threads(struct wcb_run *run)
{
	int cpu = -1;
	u32 i;

	for (i = 0; i < run->count; i++) {
		struct wcb_submitter *sub = &run->submitters[i];
		struct task_struct *task;

		cpu = cpumask_next(cpu, cpu_online_mask);
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
		task = kthread_create_on_node(submitter_main, sub,
					      cpu_to_node(cpu), "wcb/%u", i);
		if (IS_ERR(task))
			return PTR_ERR(task);
		kthread_bind(task, cpu);
		/* It may have ended before it is woken or stopped: keep the task. */
		sub->task = get_task_struct(task);
	}
	return 0;
}

/* Waits until all threads have ended. One that never ran is stopped before it does. */
static void end_threads(struct wcb_run *run)
{
	u32 i;

	/* Wake all at once, so that they end at the same time. */
	for (i = 0; READ_ONCE(run->stop) && i < run->count; i++)
		if (run->submitters[i].task)
			wake_up_process(run->submitters[i].task);
	for (i = 0; i < run->count; i++) {
		struct task_struct *task = run->submitters[i].task;

		if (!task)
			continue;
		kthread_stop(task);
		put_task_struct(task);
	}
}

static void run_threads(struct wcb_run *run)
{
	int ret = make_threads(run);
	u32 i;

	if (ret) {
		fail(run, ret);
	} else {
		for (i = 0; i < run->count; i++)
			wake_up_process(run->submitters[i].task);
		if (wait_event_interruptible(run->wq,
					     !atomic_read(&run->running) ||
					     READ_ONCE(run->stop)))
			fail(run, -EINTR);
	}
	end_threads(run);
}

static int compare(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static void sum_latencies(struct wcb_run *run)
{
	struct wcb_result *result = &run->job->result;
	u32 n = 0, i;

	for (i = 0; i < run->count; i++) {
		const struct wcb_meter *meter = &run->submitters[i].meter;

		memmove(run->samples + n, meter->samples,
			meter->sample_count * sizeof(u64));
		n += meter->sample_count;
	}
	if (!n)
		return;
	sort(run->samples, n, sizeof(u64), compare, NULL);
	result->lat_median = run->samples[n / 2];
	result->lat_p99 = run->samples[(u64)n * 99 / 100];
}

static void sum_up(struct wcb_run *run)
{
	struct wcb_result *sum = &run->job->result;
	u64 end = run->start;
	u32 i;

	*sum = run->submitters[0].result;
	sum->least_requests = sum->requests;
	sum->most_requests = sum->requests;
	for (i = 0; i < run->count; i++) {
		const struct wcb_submitter *sub = &run->submitters[i];
		const struct wcb_result *r = &sub->result;

		end = max(end, sub->meter.end);
		if (!i)
			continue;
		sum->cpu_ns += r->cpu_ns;
		sum->requests += r->requests;
		if (!sum->errors)
			sum->first_error = r->first_error;
		sum->errors += r->errors;
		sum->least_requests = min(sum->least_requests, r->requests);
		sum->most_requests = max(sum->most_requests, r->requests);
	}
	sum->elapsed_ns = end - run->start;
	if (run->samples)
		sum_latencies(run);
}

static int alloc(struct wcb_run *run)
{
	run->submitters = kcalloc(run->count, sizeof(*run->submitters),
				  GFP_KERNEL);
	if (!run->submitters)
		return -ENOMEM;
	if (run->job->depth > 1)
		return 0;
	/* Touches the memory now, not during the measurement. */
	run->samples = kvcalloc(SAMPLES_MAX, sizeof(u64), GFP_KERNEL);
	return run->samples ? 0 : -ENOMEM;
}

/*
 * Run a job and fill in its result; @api is NULL for WCB_LOOP. If the job has 0 submitters, the
 * calling thread submits, not bound to a CPU; otherwise it does the same as one kernel thread.
 *
 * May sleep; the caller holds the file's lock. After a signal no more requests are submitted, and
 * this waits for those in flight. Returns 0; -ENOMEM; -EINTR; -EINVAL when there are fewer pieces
 * than submitters; or an error of &wcb_api.open.
 */
int wcb_run_job(struct wcb_file *file, struct wcb_job *job,
		const struct wcb_api *api)
{
	struct wcb_run run = {
		.file = file, .job = job, .api = api,
		.count = max(job->submitters, 1u),
		.unready = ATOMIC_INIT(max(job->submitters, 1u)),
		.running = ATOMIC_INIT(max(job->submitters, 1u)),
	};
	int ret;

	init_waitqueue_head(&run.wq);
	memset(&job->result, 0, sizeof(job->result));
	ret = alloc(&run);
	if (!ret)
		ret = divide(&run);
	if (!ret)
		ret = wcb_load_begin(&run);
	if (ret)
		goto out;

	if (job->submitters)
		run_threads(&run);
	else
		submitter_main(&run.submitters[0]);
	wcb_load_end(&run);
	ret = run.error;
	if (!ret)
		sum_up(&run);
out:
	kvfree(run.samples);
	kfree(run.submitters);
	return ret;
}
