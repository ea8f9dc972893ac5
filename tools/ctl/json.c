// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/json.h"

#include <stdio.h>

/* Add the module's state, its link and its engines. */
void put_driver(struct json_object *o, const struct driver *driver)
{
	struct json_object *link = json_object_new_object(), *list, *one;
	size_t i;

	put_bool(o, "loaded", driver->loaded);
	put_text(o, "state", driver->loaded ? driver->state : "unloaded");
	put_int(link, "generation", driver->generation);
	put_int(link, "frames", driver->frames);
	put_int(link, "frames_busy", driver->frames_busy);
	put_int(link, "frame_size", driver->frame_size);
	put_int(link, "key_slots", driver->key_slots);
	put_int(link, "queues", driver->queues);
	json_object_object_add(o, "link", link);
	list = put_list(o, "engines");
	for (i = 0; i < driver->engine_count; i++) {
		one = json_object_new_object();
		put_text(one, "name", driver->engines[i].name);
		put_text(one, "kind", driver->engines[i].kind);
		put_text(one, "state", driver->engines[i].state);
		json_object_array_add(list, one);
	}
}

/* Add what NVML says. */
void put_gpus(struct json_object *o, const struct gpu *gpus, size_t count)
{
	struct json_object *list = put_list(o, "gpus"), *one;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct gpu *gpu = &gpus[i];

		one = json_object_new_object();
		put_int(one, "index", gpu->index);
		put_text(one, "name", gpu->name);
		put_text(one, "uuid", gpu->uuid);
		put_real(one, "utilization_percent", gpu->busy);
		put_real(one, "temperature_celsius", gpu->celsius);
		put_real(one, "power_watts", gpu->watts);
		if (gpu->memory_total) {
			put_int(one, "memory_used_bytes", gpu->memory_used);
			put_int(one, "memory_total_bytes", gpu->memory_total);
		}
		if (gpu->ecc_known) {
			put_int(one, "ecc_uncorrected", gpu->ecc_now);
			put_int(one, "ecc_uncorrected_ever", gpu->ecc_ever);
		}
		json_object_array_add(list, one);
	}
}

/* An algorithm's counters, or how much they have grown. */
struct json_object *alg_json(const struct alg_counts *alg)
{
	struct json_object *o = json_object_new_object();
	struct json_object *reasons = json_object_new_object(), *reason;
	size_t i;

	put_text(o, "name", alg->name);
	put_int(o, "offload_requests", alg->requests);
	put_int(o, "offload_bytes", alg->bytes);
	put_int(o, "software_requests", alg->software_requests);
	put_int(o, "software_bytes", alg->software_bytes);
	for (i = 0; i < alg->reason_count; i++) {
		if (!alg->reasons[i].requests)
			continue;
		reason = json_object_new_object();
		put_int(reason, "requests", alg->reasons[i].requests);
		put_int(reason, "bytes", alg->reasons[i].bytes);
		json_object_object_add(reasons, alg->reasons[i].name, reason);
	}
	json_object_object_add(o, "reasons", reasons);
	return o;
}

/*
 * Print an object, and free it; in one line for a stream of objects. Returns 0, or -1 if it could
 * not be written.
 */
int json_out(struct json_object *o, bool one_line)
{
	int how = JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE |
		  (one_line ? 0 : JSON_C_TO_STRING_PRETTY);
	int n = printf("%s\n", json_object_to_json_string_ext(o, how));

	json_object_put(o);
	return n < 0 || fflush(stdout) ? -1 : 0;
}
