/* SPDX-License-Identifier: GPL-2.0-only */
/* warpcrypt-bench native: what is measured, and how. */
#ifndef WARPCRYPT_BENCH_NATIVE_MEASURE_H
#define WARPCRYPT_BENCH_NATIVE_MEASURE_H

#include <json-c/json.h>

#include "tools/bench/common.h"
#include "tools/bench/engine_load.h"
#include "tools/bench/native/helper.h"
#include "tools/bench/native/road.h"
#include "tools/bench/stats.h"
#include "tools/bench/util.h"

#define ALGS_MAX	16
/* What requests in flight have together, of a submitter: more would be another memory. */
#define FLIGHT_BYTES	(32u << 20)
#define LATENCIES	1000000u
/* The module chooses well if it does so much of what the better way does. */
#define NATIVE_NEAR	0.90
#define WAYS_MAX	(ROAD_FORMS_MAX + 2 + 2 * LIST_MAX)

/* What is measured in turn with others. */
struct way {
	char name[48];		/* in the table */
	enum road_way way;	/* who does the requests */
	const char *form;	/* of the software */
	bool automatic;		/* the module chooses */
	uint32_t depth;		/* requests of a submitter in flight */
};

/* Results of the runs of one way. */
struct sums {
	double gb[RUNS_MAX];		/* 10^9 bytes in a second */
	double submit[RUNS_MAX];	/* processor seconds for 10^9 bytes, of submitters */
	double deliver[RUNS_MAX];	/* of delivery */
	double helper[RUNS_MAX];	/* of the rest of the helper */
	double per_frame[RUNS_MAX];	/* requests in a frame */
	double soft[RUNS_MAX];		/* the part of the requests that software did */
	double lone[RUNS_MAX];		/* median of a lone request's time, us */
	double lone_99[RUNS_MAX];	/* what 99 % of them took at most */
};

struct native {
	struct common common;
	char *names[ALGS_MAX + 1];	/* algorithms */
	size_t algs;			/* how many */
	struct list sizes;		/* bytes of a request */
	struct list ios;		/* instead: bytes of dm-crypt's I/Os */
	struct list depths;		/* requests in flight */
	struct list submitters;		/* how many */
	const struct wc_backend_ops *ops;	/* the engine */
	bool verify_all;		/* compare all that fits into the buffers, not a part */
	struct native_helper helper;
	struct warpcrypt *library;	/* the engine, by libwarpcrypt */
	struct engine_memory memory[2];	/* for it, by whether it is registered */
	struct road_job job;		/* without what differs from way to way */
	struct wc_rate_kind kind;	/* as in @job */
	uint8_t *src[ROAD_SUBMITTERS_MAX];
	uint8_t *dst[ROAD_SUBMITTERS_MAX];
	uint32_t *latency;		/* of lone requests */
	struct way ways[WAYS_MAX];
	unsigned int way_count;
	struct sums sums[WAYS_MAX];
	unsigned int choices;		/* how often the module's choice was compared */
	unsigned int choices_near;	/* how often it was near the better way */
	struct json_object *results;	/* the report's */
};

void native_measure(struct native *b, const char *name, uint32_t size, double alone);
void native_measure_dm_crypt(struct native *b, uint32_t io);

#endif /* WARPCRYPT_BENCH_NATIVE_MEASURE_H */
