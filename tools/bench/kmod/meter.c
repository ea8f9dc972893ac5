// SPDX-License-Identifier: GPL-2.0-only
/*
 * The clock of a submitter: when it starts and stops, and its figures.
 */
#include <linux/sched.h>

#include "bench.h"

/* At depth 2 and more the clock is read once in this many submissions. */
#define CLOCK_EVERY	32

/* Wait until all submitters are ready, and start the clock. 0, or -EINTR: do not submit. Sleeps. */
int wcb_meter_start(struct wcb_submitter *sub)
{
	struct wcb_meter *meter = &sub->meter;
	int ret = wcb_run_ready(sub);

	if (ret)
		return ret;
	meter->cpu_start = current->se.sum_exec_runtime;
	meter->start = sub->run->start;
	meter->last = meter->start;
	return 0;
}

/*
 * May the submitter submit one more request? It is counted then; false when the time is up or the
 * bytes are done.
 */
bool wcb_meter_more(struct wcb_submitter *sub)
{
	const struct wcb_job *job = sub->run->job;
	struct wcb_meter *meter = &sub->meter;

	if (meter->submitted >= meter->quota)
		return false;
	if (job->max_ns) {
		if (job->depth == 1 || ++meter->ticks >= CLOCK_EVERY) {
			meter->ticks = 0;
			meter->last = ktime_get_ns();
		}
		if (meter->last - meter->start >= job->max_ns)
			return false;
	}
	meter->submitted++;
	return true;
}

/* At depth 1, record the latency of a request; @start is when it was submitted, ns. */
void wcb_meter_latency(struct wcb_submitter *sub, u64 start)
{
	struct wcb_meter *meter = &sub->meter;

	if (meter->sample_count < meter->sample_max)
		meter->samples[meter->sample_count++] = ktime_get_ns() - start;
}

/* Stop the clock and fill in the submitter's result. */
void wcb_meter_stop(struct wcb_submitter *sub)
{
	struct wcb_result *result = &sub->result;

	sub->meter.end = ktime_get_ns();
	result->cpu_ns = current->se.sum_exec_runtime - sub->meter.cpu_start;
	result->bytes = result->requests * sub->run->job->size;
}
