// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counters as a table.
 */
#include "tools/ctl/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ALG_PREFIX	"alg."
#define FALLBACK	".fallback."
#define REQUESTS	"_requests"

static double mib(uint64_t bytes)
{
	return bytes / 1048576.0;
}

/* The length of NAME if @counter is "alg.NAME.offload_requests", otherwise 0. */
static size_t alg_name(const char *counter)
{
	const char *dot;

	if (strncmp(counter, ALG_PREFIX, strlen(ALG_PREFIX)))
		return 0;
	counter += strlen(ALG_PREFIX);
	dot = strchr(counter, '.');
	if (!dot || strcmp(dot, ".offload_requests"))
		return 0;
	return dot - counter;
}

static void print_reasons(const struct counters *counters, const char *alg)
{
	char prefix[COUNTER_NAME_MAX];
	size_t i, len;

	len = snprintf(prefix, sizeof(prefix), ALG_PREFIX "%s" FALLBACK, alg);
	for (i = 0; i < counters->count; i++) {
		const struct counter *c = &counters->all[i];
		const char *end = strstr(c->name, REQUESTS);

		if (c->value && end && !strncmp(c->name, prefix, len))
			printf("  %.*s %" PRIu64, (int)(end - c->name - len),
			       c->name + len, c->value);
	}
}

static void print_alg(const struct counters *counters, const char *alg)
{
	uint64_t dev = counters_get(counters, "alg.%s.offload_bytes", alg);
	uint64_t soft = counters_get(counters, "alg.%s.fallback_bytes", alg);

	printf("%-16s %12" PRIu64 " %12.1f %12" PRIu64 " %12.1f  %5.1f %%", alg,
	       counters_get(counters, "alg.%s.offload_requests", alg), mib(dev),
	       counters_get(counters, "alg.%s.fallback_requests", alg),
	       mib(soft), dev + soft ? 100.0 * dev / (dev + soft) : 0.0);
	print_reasons(counters, alg);
	putchar('\n');
}

void table_print(const struct counters *counters)
{
	uint64_t frames = counters_get(counters, "frames.committed");
	uint64_t requests = counters_get(counters, "requests.committed");
	char alg[COUNTER_NAME_MAX];
	size_t i, len;

	printf("%-16s %12s %12s %12s %12s  %7s  %s\n", "algorithm",
	       "offloaded", "MiB", "software", "MiB", "share",
	       "why in software (requests)");
	for (i = 0; i < counters->count; i++) {
		len = alg_name(counters->all[i].name);
		if (!len)
			continue;
		snprintf(alg, sizeof(alg), "%.*s", (int)len,
			 counters->all[i].name + strlen(ALG_PREFIX));
		print_alg(counters, alg);
	}
	printf("frames %" PRIu64 ", requests per frame %.1f, lost %" PRIu64
	       ", failed %" PRIu64 "\n", frames,
	       frames ? (double)requests / frames : 0.0,
	       counters_get(counters, "frames.lost"),
	       counters_get(counters, "frames.failed"));
}
