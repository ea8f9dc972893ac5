// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the module's counters count, in a line for Prometheus. Those of an algorithm
 * and of an engine are in prometheus.c.
 */
#include "tools/ctl/metrics_help.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name, *help;
} counters[] = {
	{ "frames.fetched", "Frames that were handed out to the helper" },
	{ "frames.committed", "Frames that the helper gave back as done" },
	{ "frames.failed", "Frames that the helper gave back as failed" },
	{ "frames.lost", "Frames that a helper had when it ended" },
	{ "requests.committed", "Parts of requests in the frames that were done" },
	{ "bytes.committed", "Their bytes" },
	{ "kat.requests", "Known answers that helpers were asked for" },
	{ "kat.bytes", "Their bytes" },
	{ "kat.passed", "Helpers whose known answers were right" },
	{ "kat.failed", "Helpers that gave a wrong known answer" },
	{ "attach.count", "Helpers that were attached" },
	{ "attach.refused", "Helpers that were refused" },
	{ "enter.calls", "Calls with which the helper's threads fetch and give back frames" },
	{ "commit.refused", "Calls that named a frame which the helper did not have" },
	{ "commit.taken_over", "Frames that the watchdog delivered, because the helper's thread was held up" },
	{ "choice.trials", "Times that requests began to go to an engine by the account of a CPU" },
	{ "choice.offloaded", "Requests for an engine by the account of a CPU" },
	{ "choice.forced", "Requests for an engine by the parameter choice, or without known rates" },
	{ "backlog.queued", "Requests that waited for room in a frame" },
	{ "backlog.implicit", "Those of them whose callers had not asked to wait" },
	{ "sync.done", "Results from the helper for threads that waited for them" },
	{ "verify.snapshots", "Copies that were made to verify requests" },
	{ "verify.done", "Requests that software did, too, and compared" },
	{ "verify.skipped", "Requests that should have been verified and were too long or too many" },
	{ "verify.mismatch", "Wrong results that verification has found" },
	{ "keyslots.exhausted", "Requests that found no key slot" },
	{ "keyslots.evicted", "Keys that lost their slot to another key" },
	{ "keyslots.released", "Keys that lost their slot for any reason" },
	{ "links.killed", "Helpers that were taken out of service" },
	{ "engines.retired", "Engines that were taken out of service while others went on" },
	{ "requests.again", "Requests that another engine did after that" },
};

/* What a counter counts. */
const char *metrics_help(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
		if (!strcmp(counters[i].name, name))
			return counters[i].help;
	return "A counter of a newer module than this program";
}
