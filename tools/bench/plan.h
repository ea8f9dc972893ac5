/* SPDX-License-Identifier: GPL-2.0-only */
/* Variants measured at one point, in turn, and compared. */
#ifndef WARPCRYPT_BENCH_PLAN_H
#define WARPCRYPT_BENCH_PLAN_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

#include "tools/bench/device.h"
#include "tools/bench/module.h"
#include "tools/bench/stats.h"

#define VARIANTS_MAX	10

/**
 * struct variant - an algorithm, or the submitter alone, to measure
 * @label: its name in tables
 * @kind: enum wcb_kind
 * @alg: name of the algorithm or of its driver (WCB_SKCIPHER, WCB_KPP)
 * @choice: the module's parameter while it is measured, or NULL
 * @flags: WCB_* bits, beside the point's
 * @key_len: key bytes
 */
struct variant {
	const char *label;
	uint32_t kind;
	const char *alg;
	const char *choice;
	uint32_t flags;
	uint32_t key_len;
};

/**
 * struct point - how to measure
 * @size: bytes of a request
 * @depth: requests in flight
 * @flags: WCB_* bits
 * @runs: runs of each variant, 1 to RUNS_MAX
 * @ns: time of a run
 * @submitters: kernel threads that submit; 0: the calling thread submits
 * @key: key bytes for all variants
 */
struct point {
	uint32_t size;
	uint32_t depth;
	uint32_t flags;
	uint32_t runs;
	uint64_t ns;
	uint32_t submitters;
	uint8_t key[WCB_KEY_MAX];
};

/**
 * struct figure - the results of one variant at one point
 * @variant: the variant
 * @driver: the driver that was used, or empty
 * @runs: entries of the arrays
 * @mbps: 10^6 bytes a second
 * @krps: 10^3 requests a second
 * @us: wall time over requests, us
 * @cpu_us: the submitters' processor time over requests, us
 * @fairness: the smallest number of requests of a submitter over the largest
 * @lat_min: shortest latency, us (depth 1)
 * @lat_p50: median latency, us (depth 1)
 * @lat_p99: 99th percentile, us (depth 1)
 * @errors: requests that failed, of all runs
 * @first_error: the first of these errors
 * @sleeps: how often submitters slept, of all runs
 * @requests: of all runs
 * @least_requests: sum over all runs of the smallest number of a submitter
 * @counters: the module's counters over all runs
 */
struct figure {
	const struct variant *variant;
	char driver[WCB_ALG_MAX];
	uint32_t runs;
	double mbps[RUNS_MAX];
	double krps[RUNS_MAX];
	double us[RUNS_MAX];
	double cpu_us[RUNS_MAX];
	double fairness[RUNS_MAX];
	double lat_min[RUNS_MAX];
	double lat_p50[RUNS_MAX];
	double lat_p99[RUNS_MAX];
	uint64_t errors;
	int64_t first_error;
	uint64_t sleeps;
	uint64_t requests;
	uint64_t least_requests;
	struct module_counts counters;
};

/**
 * struct measured - a point's figures
 * @point: the point
 * @n: entries of @figures
 * @figures: of each variant
 */
struct measured {
	struct point point;
	size_t n;
	struct figure figures[VARIANTS_MAX];
};

/* A length of keys: what plan_alg() says. */
#define KEY_USUAL	UINT32_MAX

void plan_alg(struct variant *v, const char *label);
void plan_check_size(const struct variant *v, uint64_t size);
void plan_job(struct wcb_job *job, const struct point *point,
	      const struct variant *v, uint64_t ns);
void plan_measure(struct device *dev, const struct point *point,
		  const struct variant *variants, size_t n,
		  struct measured *m);
struct json_object *plan_json(const struct measured *m);
bool plan_errors(const struct measured *m);

#endif /* WARPCRYPT_BENCH_PLAN_H */
