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

/**
 * struct way - what is measured in turn with others
 * @name: in the table
 * @way: who does the requests
 * @form: form of the software
 * @automatic: the module chooses
 * @depth: requests of a submitter in flight
 */
struct way {
	char name[48];
	enum road_way way;
	const char *form;
	bool automatic;
	uint32_t depth;
};

/**
 * struct sums - results of the runs of one way
 * @gb: 10^9 bytes in a second
 * @submit: processor seconds for 10^9 bytes, of submitters
 * @deliver: of delivery
 * @helper: of the rest of the helper
 * @per_frame: requests in a frame
 * @soft: the part of the requests that software did
 */
struct sums {
	double gb[RUNS_MAX];
	double submit[RUNS_MAX];
	double deliver[RUNS_MAX];
	double helper[RUNS_MAX];
	double per_frame[RUNS_MAX];
	double soft[RUNS_MAX];
};

/**
 * struct native - all of it
 * @common: options
 * @names: algorithms
 * @algs: how many
 * @sizes: bytes of a request
 * @ios: instead: bytes of dm-crypt's I/Os
 * @depths: requests in flight
 * @submitters: how many
 * @ops: the engine
 * @verify_all: compare all that fits into the buffers, not a part
 * @helper: the engine
 * @library: the same by libwarpcrypt
 * @memory: for it, by whether it is registered
 * @job: the job, without what differs from way to way
 * @kind: the same for engines
 * @src: buffers
 * @dst: buffers
 * @latency: of lone requests
 * @ways: what is measured in turn
 * @way_count: how many
 * @sums: their results
 * @choices: how often the module's choice was compared
 * @choices_near: how often it was near the better way
 * @results: the report's
 */
struct native {
	struct common common;
	char *names[ALGS_MAX + 1];
	size_t algs;
	struct list sizes;
	struct list ios;
	struct list depths;
	struct list submitters;
	const struct wc_backend_ops *ops;
	bool verify_all;
	struct native_helper helper;
	struct warpcrypt *library;
	struct engine_memory memory[2];
	struct road_job job;
	struct wc_rate_kind kind;
	uint8_t *src[ROAD_SUBMITTERS_MAX];
	uint8_t *dst[ROAD_SUBMITTERS_MAX];
	uint32_t *latency;
	struct way ways[WAYS_MAX];
	unsigned int way_count;
	struct sums sums[WAYS_MAX];
	unsigned int choices;
	unsigned int choices_near;
	struct json_object *results;
};

void native_measure(struct native *b, const char *name, uint32_t size, double alone);
void native_measure_dm_crypt(struct native *b, uint32_t io);

#endif /* WARPCRYPT_BENCH_NATIVE_MEASURE_H */
