// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters, per CPU; sysfs.c shows them.
 */
#include "module.h"

#include <linux/percpu.h>
#include <linux/string.h>

struct wc_stats __percpu *wc_stats;

static const char * const wc_reason_names[WC_REASONS] = {
	[WC_NO_HELPER] = "no_helper",
	[WC_UNSUPPORTED] = "unsupported",
	[WC_FASTER] = "faster",
	[WC_PARAMETER] = "parameter",
	[WC_SMALL] = "small",
	[WC_LARGE] = "large",
	[WC_CBC_LONG] = "cbc_long",
	[WC_NO_SLOT] = "no_slot",
	[WC_FULL] = "full",
	[WC_ATOMIC] = "atomic",
	[WC_SUSPENDED] = "suspended",
	[WC_HELPER_DIED] = "helper_died",
	[WC_DEADLINE] = "deadline",
	[WC_FRAME_ERROR] = "frame_error",
	[WC_MISMATCH] = "mismatch",
	[WC_KAT_FAILED] = "kat_failed",
	[WC_ERRORS] = "errors",
	[WC_LATE] = "late",
	[WC_RETIRED] = "retired",
	[WC_EXPIRED] = "expired",
};

static const char * const wc_event_names[WC_EVENTS] = {
	[WC_FRAMES_FETCHED] = "frames.fetched",
	[WC_FRAMES_COMMITTED] = "frames.committed",
	[WC_FRAMES_FAILED] = "frames.failed",
	[WC_FRAMES_LOST] = "frames.lost",
	[WC_REQUESTS_COMMITTED] = "requests.committed",
	[WC_BYTES_COMMITTED] = "bytes.committed",
	[WC_KAT_REQUESTS] = "kat.requests",
	[WC_KAT_BYTES] = "kat.bytes",
	[WC_KAT_PASSED] = "kat.passed",
	[WC_KAT_FAILED_EVENT] = "kat.failed",
	[WC_ATTACH_COUNT] = "attach.count",
	[WC_ATTACH_REFUSED] = "attach.refused",
	[WC_COMMIT_REFUSED] = "commit.refused",
	[WC_COMMIT_TAKEN_OVER] = "commit.taken_over",
	[WC_ENTER_CALLS] = "enter.calls",
	[WC_CHOICE_TRIALS] = "choice.trials",
	[WC_CHOICE_OFFLOADED] = "choice.offloaded",
	[WC_CHOICE_FORCED] = "choice.forced",
	[WC_BACKLOG_QUEUED] = "backlog.queued",
	[WC_BACKLOG_IMPLICIT] = "backlog.implicit",
	[WC_SYNC_DONE] = "sync.done",
	[WC_VERIFY_SNAPSHOTS] = "verify.snapshots",
	[WC_VERIFY_DONE] = "verify.done",
	[WC_VERIFY_SKIPPED] = "verify.skipped",
	[WC_VERIFY_MISMATCH] = "verify.mismatch",
	[WC_KEYSLOTS_EXHAUSTED] = "keyslots.exhausted",
	[WC_KEYSLOTS_EVICTED] = "keyslots.evicted",
	[WC_KEYSLOTS_RELEASED] = "keyslots.released",
	[WC_LINKS_KILLED] = "links.killed",
	[WC_ENGINES_RETIRED] = "engines.retired",
	[WC_REQUESTS_AGAIN] = "requests.again",
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

/* Zeroes all counters. May miss counts that another CPU makes at the same time. */
void wc_stats_reset(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(wc_stats, cpu), 0, sizeof(struct wc_stats));
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
