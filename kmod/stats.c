// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters, per CPU, shown in debugfs and in sysfs (Documentation/parameters.rst).
 */
#include "module.h"

#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

struct wc_stats __percpu *wc_stats;
static struct dentry *wc_stats_dir;

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

/* Adds up the counters of all CPUs, which go on counting meanwhile. */
static void wc_stats_sum(struct wc_stats *sum)
{
	size_t i;
	int cpu;

	BUILD_BUG_ON(sizeof(*sum) % sizeof(u64));
	for_each_possible_cpu(cpu) {
		const u64 *from = (const u64 *)per_cpu_ptr(wc_stats, cpu);

		for (i = 0; i < sizeof(*sum) / sizeof(u64); i++)
			((u64 *)sum)[i] += READ_ONCE(from[i]);
	}
}

static void wc_stats_show_alg(struct seq_file *m, const struct wc_stats *sum,
			      int cipher, int mode)
{
	const u64 *requests = sum->fallback_requests[cipher][mode];
	const u64 *bytes = sum->fallback_bytes[cipher][mode];
	u64 all_requests = 0, all_bytes = 0;
	char name[32];
	int i;

	for (i = 0; i < WC_REASONS; i++) {
		all_requests += requests[i];
		all_bytes += bytes[i];
	}
	snprintf(name, sizeof(name), "alg.%s-%s", wc_mode_name(cipher, mode),
		 wc_cipher_name(cipher));
	seq_printf(m, "%s.offload_requests %llu\n", name,
		   sum->offload_requests[cipher][mode]);
	seq_printf(m, "%s.offload_bytes %llu\n", name,
		   sum->offload_bytes[cipher][mode]);
	seq_printf(m, "%s.fallback_requests %llu\n", name, all_requests);
	seq_printf(m, "%s.fallback_bytes %llu\n", name, all_bytes);
	for (i = 0; i < WC_REASONS; i++) {
		seq_printf(m, "%s.fallback.%s_requests %llu\n", name,
			   wc_reason_names[i], requests[i]);
		seq_printf(m, "%s.fallback.%s_bytes %llu\n", name,
			   wc_reason_names[i], bytes[i]);
	}
}

static int wc_stats_show(struct seq_file *m, void *unused)
{
	struct wc_stats *sum = kzalloc(sizeof(*sum), GFP_KERNEL);
	int cipher, mode, i;

	if (!sum)
		return -ENOMEM;
	wc_stats_sum(sum);
	for (cipher = 0; cipher < WARPCRYPT_CIPHER_COUNT; cipher++)
		for (mode = 0; mode < WARPCRYPT_MODE_COUNT; mode++)
			if (wc_cipher_modes(cipher) & WARPCRYPT_MODE_BIT(mode))
				wc_stats_show_alg(m, sum, cipher, mode);
	for (i = 0; i < WARPCRYPT_ENGINES_MAX; i++) {
		seq_printf(m, "engine.%d.requests %llu\n", i,
			   sum->engine_requests[i]);
		seq_printf(m, "engine.%d.bytes %llu\n", i,
			   sum->engine_bytes[i]);
	}
	for (i = 0; i < WC_EVENTS; i++)
		seq_printf(m, "%s %llu\n", wc_event_names[i], sum->events[i]);
	kfree(sum);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(wc_stats);

/* Zeroes all counters. May miss counts that another CPU makes at the same time. */
void wc_stats_reset(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(wc_stats, cpu), 0, sizeof(struct wc_stats));
}

static int wc_stats_reset_set(void *data, u64 value)
{
	wc_stats_reset();
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(wc_stats_reset_fops, NULL, wc_stats_reset_set,
			 "%llu\n");

/*
 * Creates the counters and their debugfs files. Returns 0 or -ENOMEM. It is no error if there
 * is no debugfs.
 */
int wc_stats_init(void)
{
	wc_stats = alloc_percpu(struct wc_stats);
	if (!wc_stats)
		return -ENOMEM;
	wc_stats_dir = debugfs_create_dir("warpcrypt", NULL);
	debugfs_create_file("stats", 0400, wc_stats_dir, NULL, &wc_stats_fops);
	debugfs_create_file_unsafe("reset", 0200, wc_stats_dir, NULL,
				   &wc_stats_reset_fops);
	return 0;
}

void wc_stats_exit(void)
{
	debugfs_remove(wc_stats_dir);
	free_percpu(wc_stats);
}
