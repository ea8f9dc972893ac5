// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/engine.h"

#include <stdio.h>
#include <stdlib.h>

#include "helper/daemon/log.h"
#include "helper/engine/engines.h"
#include "helper/transport/names.h"

#define NS_PER_US	1e3
#define BYTES_PER_GB	1e9

static void print_rate(const char *engine, const struct warpcrypt_rate *r,
		       bool json, bool first)
{
	const char *cipher = wc_name_of_cipher(r->cipher);
	const char *mode = wc_name_of_mode(r->cipher, r->mode);
	bool decrypt = r->flags & WARPCRYPT_RATE_DECRYPT;
	char name[48], chain[16] = "-";

	if (json) {
		printf("%s\n{\"engine\": \"%s\", \"cipher\": \"%s\", \"mode\": \"%s\"",
		       first ? "" : ",", engine, cipher, mode);
		printf(", \"decrypt\": %s, \"lone_ns\": %u, \"bytes_per_s\": %llu, \"chain_ns\": %u}",
		       decrypt ? "true" : "false", r->lone_ns,
		       (unsigned long long)r->bytes_per_s, r->chain_ns);
		return;
	}
	snprintf(name, sizeof(name), "%s(%s)", mode, cipher);
	if (r->chain_ns)
		snprintf(chain, sizeof(chain), "%u", r->chain_ns);
	printf("%-8s %-22s %-8s %12.1f %10.4f %14s\n", engine, name,
	       decrypt ? "decrypt" : "", r->lone_ns / NS_PER_US,
	       (double)r->bytes_per_s / BYTES_PER_GB, chain);
}

static void print_all(const struct wc_opened *opened, bool json)
{
	bool first = true;
	unsigned int i, k;

	if (json)
		printf("[");
	else
		printf("%-8s %-22s %-8s %12s %10s %14s\n", "engine",
		       "algorithm", "", "lone us", "GB/s", "chain ns/block");
	for (i = 0; i < opened->engines.count; i++) {
		const struct wc_rates *rates = &opened->rates[i];

		for (k = 0; k < rates->count; k++, first = false)
			print_rate(opened->engines.engine[i].name,
				   &rates->rate[k], json, first);
	}
	if (json)
		printf("\n]\n");
}

/* Measure the engines and print their rates. Returns the exit status of the program. */
int wc_show_rates(const struct wc_options *options)
{
	struct wc_opened *opened = calloc(1, sizeof(*opened));
	struct wc_engine_job job = {
		.options = options,
		.shared = opened ? wc_shared_map(1) : NULL,
		.strict = true,
	};
	struct wc_error err;
	enum wc_end end;

	if (!job.shared) {
		wc_log(WC_LOG_ERROR, "out of memory");
		free(opened);
		return EXIT_FAILURE;
	}
	end = wc_open_engines(&job, opened, &err);
	if (end) {
		wc_log(WC_LOG_ERROR, "%s", err.text);
	} else {
		print_all(opened, options->json);
		wc_engines_close(&opened->engines);
	}
	free(opened);
	wc_shared_unmap(job.shared, 1);
	return end == WC_END_OPTION ? (int)end :
	       end ? EXIT_FAILURE : EXIT_SUCCESS;
}
