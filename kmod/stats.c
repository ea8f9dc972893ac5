// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters, per CPU; sysfs.c shows them.
 */
#include "module.h"

#include <linux/percpu.h>

struct wc_stats __percpu *wc_stats;

static const char * const wc_reason_names[WC_REASONS] = {
	WC_REASON_LIST(WC_LIST_NAME)
};

static const char * const wc_event_names[WC_EVENTS] = {
	WC_EVENT_LIST(WC_LIST_NAME)
};

const char *wc_reason_name(enum wc_reason reason)
{
	return wc_reason_names[reason];
}

const char *wc_event_name(enum wc_event event)
{
	return wc_event_names[event];
}

/**
 * wc_stats_read() - the sum of some counters of all CPUs, which go on counting
 * @first: the first counter, as a place in struct wc_stats, in units of u64
 * @count: how many that follow each other
 */
u64 wc_stats_read(unsigned int first, unsigned int count)
{
	u64 sum = 0;
	unsigned int i;
	int cpu;

	for_each_possible_cpu(cpu) {
		const u64 *from = (const u64 *)per_cpu_ptr(wc_stats, cpu);

		for (i = first; i < first + count; i++)
			sum += READ_ONCE(from[i]);
	}
	return sum;
}

/* Creates the counters. Returns 0 or -ENOMEM. */
int wc_stats_init(void)
{
	wc_stats = alloc_percpu(struct wc_stats);
	return wc_stats ? 0 : -ENOMEM;
}

void wc_stats_exit(void)
{
	free_percpu(wc_stats);
}
