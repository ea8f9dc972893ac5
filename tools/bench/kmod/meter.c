// SPDX-License-Identifier: GPL-2.0-only
/*
 * The clock of a job: when to stop, and what its figures are.
 */
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "bench.h"

/* The latencies that are kept; a job that makes more goes on without. */
#define SAMPLES_MAX	BIT(17)

/* At depth 2 and more the clock is read once in so many submissions. */
#define CLOCK_EVERY	32

/**
 * wcb_meter_init() - get ready to measure
 * @meter: the meter
 * @job: what will be measured; its result is zeroed
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int wcb_meter_init(struct wcb_meter *meter, struct wcb_job *job)
{
	memset(meter, 0, sizeof(*meter));
	memset(&job->result, 0, sizeof(job->result));
	meter->job = job;
	if (job->depth > 1)
		return 0;

	meter->samples = kvmalloc_array(SAMPLES_MAX, sizeof(u64), GFP_KERNEL);
	if (!meter->samples)
		return -ENOMEM;
	memset(meter->samples, 0, SAMPLES_MAX * sizeof(u64));
	return 0;
}

/**
 * wcb_meter_start() - the first submission comes now
 * @meter: the meter
 */
void wcb_meter_start(struct wcb_meter *meter)
{
	meter->cpu_start = current->se.sum_exec_runtime;
	meter->start = ktime_get_ns();
	meter->last = meter->start;
}

/**
 * wcb_meter_more() - whether one more request is to be submitted
 * @meter: the meter, which counts the request if so
 *
 * Return: false when the time is up or the bytes are done.
 */
bool wcb_meter_more(struct wcb_meter *meter)
{
	const struct wcb_job *job = meter->job;

	if (job->max_bytes && meter->bytes >= job->max_bytes)
		return false;
	if (job->max_ns) {
		if (job->depth == 1 || ++meter->ticks >= CLOCK_EVERY) {
			meter->ticks = 0;
			meter->last = ktime_get_ns();
		}
		if (meter->last - meter->start >= job->max_ns)
			return false;
	}
	meter->bytes += job->size;
	return true;
}

/**
 * wcb_meter_latency() - a lone request is back
 * @meter: the meter
 * @start: when it was submitted, ns
 */
void wcb_meter_latency(struct wcb_meter *meter, u64 start)
{
	if (meter->samples && meter->sample_count < SAMPLES_MAX)
		meter->samples[meter->sample_count++] = ktime_get_ns() - start;
}

static int compare(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/**
 * wcb_meter_stop() - the last request is back; fills the result's times
 * @meter: the meter
 */
void wcb_meter_stop(struct wcb_meter *meter)
{
	struct wcb_result *result = &meter->job->result;
	u32 n = meter->sample_count;

	result->elapsed_ns = ktime_get_ns() - meter->start;
	result->cpu_ns = current->se.sum_exec_runtime - meter->cpu_start;
	result->bytes = result->requests * meter->job->size;
	if (!n)
		return;
	sort(meter->samples, n, sizeof(u64), compare, NULL);
	result->lat_count = n;
	result->lat_min = meter->samples[0];
	result->lat_median = meter->samples[n / 2];
	result->lat_p99 = meter->samples[(u64)n * 99 / 100];
}

/**
 * wcb_meter_exit() - free what wcb_meter_init() got
 * @meter: the meter
 */
void wcb_meter_exit(struct wcb_meter *meter)
{
	kvfree(meter->samples);
}
