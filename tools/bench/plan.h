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

/* An algorithm, or the submitter alone, to measure. */
struct variant {
	const char *label;	/* its name in tables */
	uint32_t kind;		/* enum wcb_kind */
	const char *alg;	/* name of the algorithm or of its driver (WCB_SKCIPHER, WCB_KPP) */
	const char *choice;	/* the module's parameter while it is measured, or NULL */
	uint32_t key_len;	/* bytes */
};

/* How to measure. */
struct point {
	uint32_t size;			/* bytes of a request */
	uint32_t depth;			/* requests in flight */
	uint32_t flags;			/* WCB_* bits */
	uint32_t runs;			/* of each variant, 1 to RUNS_MAX */
	uint64_t ns;			/* time of a run */
	uint32_t submitters;	/* kernel threads that submit; 0: the calling thread submits */
	uint8_t key[WCB_KEY_MAX];	/* key bytes for all variants */
};

/* The results of one variant at one point. */
struct figure {
	const struct variant *variant;
	char driver[WCB_ALG_MAX];	/* the driver that was used, or empty */
	uint32_t runs;			/* entries of the arrays */
	double mbps[RUNS_MAX];		/* 10^6 bytes a second */
	double krps[RUNS_MAX];		/* 10^3 requests a second */
	double cpu_us[RUNS_MAX];	/* the submitters' processor time over requests, us */
	/* The smallest number of requests of a submitter over the largest. */
	double fairness[RUNS_MAX];
	double lat_p50[RUNS_MAX];	/* median latency, us (depth 1) */
	double lat_p99[RUNS_MAX];	/* 99th percentile, us (depth 1) */
	uint64_t errors;		/* requests that failed, of all runs */
	int64_t first_error;		/* the first of these errors */
	uint64_t requests;		/* of all runs */
	struct module_counts counters;	/* the module's, over all runs */
};

/* A point's figures. */
struct measured {
	struct point point;
	size_t n;
	struct figure figures[VARIANTS_MAX];	/* of each variant */
};

/* A length of keys: what plan_alg() says. */
#define KEY_USUAL	UINT32_MAX

void plan_alg(struct variant *v, const char *label);
void plan_check_size(const struct variant *v, uint64_t size);
void plan_job(struct wcb_job *job, const struct point *point,
	      const struct variant *v, uint64_t ns);
bool plan_measure(struct device *dev, const struct point *point,
		  const struct variant *variants, size_t n,
		  struct measured *m);
struct json_object *plan_json(const struct measured *m);

#endif /* WARPCRYPT_BENCH_PLAN_H */
