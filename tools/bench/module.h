/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The module's counters, before and after something was measured; its state, and the
 * parameters that a measurement sets.
 */
#ifndef WARPCRYPT_BENCH_MODULE_H
#define WARPCRYPT_BENCH_MODULE_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

/* Sums over the module's counters. */
struct module_counts {
	bool valid;			/* the module is loaded and its counters could be read */
	uint64_t offload_bytes;		/* bytes whose results came from the helper */
	uint64_t fallback_bytes;	/* bytes whose results came from software */
	uint64_t frames;		/* frames the helper gave back */
	uint64_t requests;		/* requests in these frames */
};

void module_counts_read(struct module_counts *c);
void module_counts_add_since(struct module_counts *sum,
			     const struct module_counts *before);
double module_counts_offloaded(const struct module_counts *c);
double module_counts_per_frame(const struct module_counts *c);
void module_counts_put(struct json_object *o, const struct module_counts *c);

void module_set_choice(const char *choice);

#endif /* WARPCRYPT_BENCH_MODULE_H */
