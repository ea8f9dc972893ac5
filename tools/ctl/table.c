// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/table.h"

#include <inttypes.h>
#include <stdio.h>

static double mib(uint64_t bytes)
{
	return bytes / 1048576.0;
}

static void print_alg(const struct alg_counts *alg)
{
	uint64_t all = alg->bytes + alg->software_bytes;
	size_t i;

	printf("%-18s %12" PRIu64 " %12.1f %12" PRIu64 " %12.1f  %5.1f %%",
	       alg->name, alg->requests, mib(alg->bytes),
	       alg->software_requests, mib(alg->software_bytes),
	       all ? 100.0 * alg->bytes / all : 0.0);
	for (i = 0; i < alg->reason_count; i++)
		if (alg->reasons[i].requests)
			printf("  %s %" PRIu64, alg->reasons[i].name,
			       alg->reasons[i].requests);
	putchar('\n');
}

void table_print(const struct counters *counters, bool all)
{
	uint64_t frames = counters_get(counters, "frames.committed");
	uint64_t requests = counters_get(counters, "requests.committed");
	struct alg_counts alg;
	unsigned int hidden = 0;
	size_t at = 0;

	printf("%-18s %12s %12s %12s %12s  %7s  %s\n", "algorithm",
	       "offloaded", "MiB", "software", "MiB", "share",
	       "why in software (requests)");
	while ((at = counters_next_alg(counters, at, &alg))) {
		if (all || alg.requests || alg.software_requests)
			print_alg(&alg);
		else
			hidden++;
	}
	if (hidden)
		printf("(%u without requests; --all shows them)\n", hidden);
	printf("frames %" PRIu64 ", requests per frame %.1f, lost %" PRIu64
	       ", failed %" PRIu64 "\n", frames,
	       frames ? (double)requests / frames : 0.0,
	       counters_get(counters, "frames.lost"),
	       counters_get(counters, "frames.failed"));
}

void table_gpus(const struct gpu *gpus, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		const struct gpu *gpu = &gpus[i];

		printf("GPU %u: %s", gpu->index, gpu->name);
		if (gpu->busy >= 0)
			printf(", %d %% busy", gpu->busy);
		if (gpu->celsius >= 0)
			printf(", %d C", gpu->celsius);
		if (gpu->watts >= 0)
			printf(", %.0f W", gpu->watts);
		if (gpu->memory_total)
			printf(", memory %.1f of %.1f GiB",
			       mib(gpu->memory_used) / 1024,
			       mib(gpu->memory_total) / 1024);
		if (gpu->ecc_known)
			printf(", %" PRIu64 " uncorrected ECC errors",
			       gpu->ecc_now);
		putchar('\n');
	}
}
