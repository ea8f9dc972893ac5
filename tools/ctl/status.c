// SPDX-License-Identifier: GPL-2.0-only
/*
 * status: what is there and what it has done; wait: until a helper is live.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tools/ctl/commands.h"
#include "tools/ctl/json.h"
#include "tools/ctl/root.h"
#include "tools/ctl/table.h"

/* How often wait reads the state, ns. */
#define POLL_NS		20000000L

static void print_driver(const struct driver *d)
{
	size_t i;

	printf("state: %s%s\n", d->state, strcmp(d->state, "down") ? "" :
	       " (no helper: start warpcryptd; until then all is done in software)");
	if (!d->frames)
		return;
	printf("link: %" PRIu64 " frames of %" PRIu64 " KiB, %" PRIu64
	       " in use; %" PRIu64 " queues, %" PRIu64 " key slots\n", d->frames,
	       d->frame_size / 1024, d->frames_busy, d->queues, d->key_slots);
	for (i = 0; i < d->engine_count; i++)
		printf("engine: %s (%s), %s\n", d->engines[i].name,
		       d->engines[i].kind, d->engines[i].state);
}

static void put_counters(struct json_object *o, const struct counters *counters)
{
	struct json_object *list;
	struct alg_counts alg;
	size_t at = 0;

	list = put_list(o, "algorithms");
	while ((at = counters_next_alg(counters, at, &alg)))
		json_object_array_add(list, alg_json(&alg));
	put_int(o, "frames_committed", counters_get(counters, "frames.committed"));
	put_int(o, "frames_failed", counters_get(counters, "frames.failed"));
	put_int(o, "frames_lost", counters_get(counters, "frames.lost"));
	put_int(o, "requests_committed",
		 counters_get(counters, "requests.committed"));
}

/* Without @counters, which are root's, what all users may see. */
static int print_json(const struct driver *d, const struct counters *counters,
		      int helper, const struct gpu *gpus, size_t gpu_count)
{
	struct json_object *o = json_object_new_object();

	put_driver(o, d);
	put_int(o, "helper_pid", helper);
	put_gpus(o, gpus, gpu_count);
	if (counters)
		put_counters(o, counters);
	return json_out(o, false) ? CTL_FAILED : CTL_OK;
}

int ctl_status(const struct ctl_options *options)
{
	struct process processes[DRIVER_PROCESSES_MAX];
	struct counters counters = { 0 };
	struct gpu gpus[GPUS_MAX];
	struct driver driver;
	size_t gpu_count;
	int err, helper, ret = driver_must_read(&driver);

	if (ret)
		return ret;
	helper = driver_helper(processes, driver_processes(processes));
	gpu_count = gpus_read(gpus);
	err = counters_read(&counters);
	if (options->json) {
		ret = print_json(&driver, err ? NULL : &counters, helper, gpus,
				 gpu_count);
	} else {
		print_driver(&driver);
		if (helper)
			printf("helper: process %d\n", helper);
		table_gpus(gpus, gpu_count);
	}
	if (err)
		ret = root_fail("the counters", err);
	else if (!options->json)
		table_print(&counters, options->all);
	counters_free(&counters);
	return ret;
}

/* The command wait. */
int ctl_wait(double seconds)
{
	const struct timespec pause = { .tv_nsec = POLL_NS };
	struct driver driver;
	double waited;

	for (waited = 0; ; waited += POLL_NS / 1e9) {
		if (driver_must_read(&driver))
			return CTL_FAILED;
		if (!strcmp(driver.state, "live"))
			return CTL_OK;
		if (waited >= seconds)
			break;
		nanosleep(&pause, NULL);
	}
	fprintf(stderr, "warpcryptctl: after %g s the state is still '%s': warpcryptctl doctor says why\n",
		seconds, driver.state);
	return CTL_FAILED;
}
