// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench choice: does the module choose well who does a request? The same
 * requests with its parameter choice=software, offload and auto, in turn.
 */
#include <stdio.h>
#include <string.h>

#include "tools/bench/commands.h"
#include "tools/bench/common.h"
#include "tools/bench/plan.h"
#include "tools/bench/report.h"
#include "tools/bench/util.h"

#define ALGS_MAX	16
/* What "auto" may be of the better of the two others, at least. */
#define GOAL		0.9
/* And its latency of software's, at most. */
#define GOAL_LONE	1.1

enum { SOFTWARE, OFFLOAD, AUTO, WAYS };

static const char *const ways[WAYS] = { "software", "offload", "auto" };

struct options {
	char *algs[ALGS_MAX + 1];
	size_t alg_count;
	struct list sizes;
	struct list depths;
	uint32_t submitters;
	uint32_t flags;
	uint64_t settle_ms;
	uint64_t most;
	uint64_t arena;
	struct common common;
};

/**
 * struct row - the figures of one point
 * @m: of the three ways
 * @skipped: it was not measured
 */
struct row {
	struct measured m;
	bool skipped;
};

/**
 * struct verdict - how many points are as they should be
 * @points: points measured
 * @low: those where auto is below the goal
 * @worst: the lowest ratio
 * @where: its point
 * @lone: points with one request in flight
 * @late: those where the median or the 99th percentile is above the goal
 * @past: points with more in flight than the arena holds
 * @sagging: those below the goal of the peak
 */
struct verdict {
	unsigned int points, low;
	double worst;
	char where[128];
	unsigned int lone, late;
	unsigned int past, sagging;
};

static void usage(void)
{
	printf("Usage: warpcrypt-bench choice [OPTION...]\n\n"
	       "One thread in the kernel, or several, keeps requests in flight, with the module's\n"
	       "parameter choice=software, offload and auto in turn. Prints thousand requests a\n"
	       "second of each, and auto's beside the better of the others'.\n\n"
	       "  --alg=NAME,...       drivers of warpcrypt.ko, at most %d\n"
	       "                       (default xts-kuznyechik-warpcrypt,xts-skinny-warpcrypt)\n"
	       "  --sizes=N,...        bytes of a request (default 16,512,4096,65536,1M)\n"
	       "  --depths=N,...       requests in flight (default 1,4,16,64,256,1024,4096)\n"
	       "  --most=BYTES         leave out where more is in flight (default 1G)\n"
	       "  --submitters=N       kernel threads, each with so many in flight (default 1)\n"
	       "  --may-sleep          requests may sleep, as key agreements must for a choice\n"
	       "  --runs=N             rounds, of which the median ratio counts (default 9)\n"
	       "  --time=MS            length of a run (default 100)\n"
	       "  --settle=MS          of auto before its first run (default 500)\n"
	       "  --arena=BYTES        the helper's frames (default 64M)\n"
	       "  --buffer=BYTES       source and destination, each (default 64M)\n"
	       USAGE_JSON_HELP, ALGS_MAX);
}

static void parse(struct options *o, int argc, char **argv)
{
	const struct bench_option options[] = {
		{ "alg", .names = o->algs, .count = &o->alg_count, .max = ALGS_MAX },
		{ "sizes", .list = &o->sizes, .min = 1, .max = WCB_SIZE_MAX },
		{ "depths", .list = &o->depths, .min = 1, .max = WCB_DEPTH_MAX },
		{ "most", .n64 = &o->most, .min = 1, .max = 1ull << 40 },
		{ "submitters", .n32 = &o->submitters, .min = 1, .max = WCB_SUBMITTERS_MAX },
		{ "may-sleep", .bits = &o->flags, .max = WCB_MAY_SLEEP },
		{ "settle", .n64 = &o->settle_ms, .min = 1, .max = 60000 },
		{ "arena", .n64 = &o->arena, .min = 1, .max = 1ull << 40 },
		COMMON_OPTIONS(&o->common),
		{ }
	};

	common_parse(argc, argv, options, usage);
	if (!o->alg_count)
		o->alg_count = common_algs("xts-kuznyechik-warpcrypt,xts-skinny-warpcrypt", o->algs,
					   ALGS_MAX);
	if (o->common.buffer % 65536)
		usage_error("--buffer must be a multiple of 64k");
}

/* Bytes in flight. */
static uint64_t in_flight(const struct options *o, const struct measured *m)
{
	return (uint64_t)m->point.size * m->point.depth * o->submitters;
}

static double rate(const struct row *row, int way)
{
	const struct figure *f = &row->m.figures[way];

	return median(f->krps, f->runs);
}

/* The median of the rounds' ratios. */
static double ratio(const struct row *row, const double *of, const double *to)
{
	uint32_t i, runs = row->m.figures[AUTO].runs;
	double r[RUNS_MAX];

	for (i = 0; i < runs; i++)
		r[i] = to[i] > 0 ? of[i] / to[i] : 0;
	return median(r, runs);
}

static double of_best(const struct row *row)
{
	int best = rate(row, SOFTWARE) > rate(row, OFFLOAD) ? SOFTWARE : OFFLOAD;

	return ratio(row, row->m.figures[AUTO].krps, row->m.figures[best].krps);
}

static void print_lone(const struct row *row, struct verdict *v)
{
	const struct figure *s = &row->m.figures[SOFTWARE];
	const struct figure *a = &row->m.figures[AUTO];
	double p50 = ratio(row, a->lat_p50, s->lat_p50);
	double p99 = ratio(row, a->lat_p99, s->lat_p99);

	printf(" %8.1f %8.1f %5.2f %8.1f %8.1f %5.2f",
	       median(s->lat_p50, s->runs), median(a->lat_p50, a->runs), p50,
	       median(s->lat_p99, s->runs), median(a->lat_p99, a->runs), p99);
	v->lone++;
	v->late += p50 > GOAL_LONE || p99 > GOAL_LONE;
}

static void print_row(const struct options *o, const char *alg,
		      const struct row *row, double peak, struct verdict *v)
{
	const struct figure *a = &row->m.figures[AUTO];
	double best = of_best(row), off = module_counts_offloaded(&a->counters);

	printf("%-28s %8u %6u %9.1f %9.1f %9.1f %5.2f %6.1f%%", alg,
	       row->m.point.size, row->m.point.depth, rate(row, SOFTWARE),
	       rate(row, OFFLOAD), rate(row, AUTO), best,
	       off < 0 ? 0 : off * 100);
	if (in_flight(o, &row->m) > o->arena) {
		printf("  %.2f of the peak", rate(row, AUTO) / peak);
		v->past++;
		v->sagging += rate(row, AUTO) / peak < GOAL;
	} else if (row->m.point.depth == 1) {
		print_lone(row, v);
	}
	printf(plan_errors(&row->m) ? "  ERRORS\n" : "\n");
	if (!v->points++ || best < v->worst) {
		v->worst = best;
		snprintf(v->where, sizeof(v->where), "%s, %u bytes, depth %u",
			 alg, row->m.point.size, row->m.point.depth);
	}
	v->low += best < GOAL;
}

/* The rows of one algorithm and length, and then the peak is known. */
static void print_rows(const struct options *o, const char *alg,
		       const struct row *rows, struct verdict *v)
{
	double peak = 0;
	size_t i;

	for (i = 0; i < o->depths.n; i++)
		if (!rows[i].skipped && rate(&rows[i], AUTO) > peak)
			peak = rate(&rows[i], AUTO);
	for (i = 0; i < o->depths.n; i++)
		if (!rows[i].skipped)
			print_row(o, alg, &rows[i], peak, v);
	fflush(stdout);
}

static void measure(const struct options *o, struct device *dev,
		    const char *alg, uint64_t size, struct row *rows,
		    struct json_object *points)
{
	static char labels[WAYS][WCB_ALG_MAX + 16];
	static struct variant variants[WAYS];
	size_t i;
	int way;

	for (way = 0; way < WAYS; way++) {
		snprintf(labels[way], sizeof(labels[way]), "%s:%s", alg,
			 ways[way]);
		plan_alg(&variants[way], labels[way]);
		plan_check_size(&variants[way], size);
	}
	variants[AUTO].warm_up_ns = o->settle_ms * 1000000;
	for (i = 0; i < o->depths.n; i++) {
		struct point point = {
			.size = size, .depth = o->depths.v[i],
			.flags = o->flags | WCB_BACKLOG,
			.runs = o->common.runs, .ns = o->common.ms * 1000000,
			.submitters = o->submitters,
		};

		rows[i].m.point = point;
		rows[i].skipped = in_flight(o, &rows[i].m) > o->most;
		if (rows[i].skipped)
			continue;
		progress("%s, %u bytes, depth %u", alg, point.size, point.depth);
		fill_random(point.key, sizeof(point.key));
		plan_measure(dev, &point, variants, WAYS, &rows[i].m);
		json_object_array_add(points, plan_json(&rows[i].m));
	}
}

static void print_head(void)
{
	printf("%-28s %8s %6s %9s %9s %9s %5s %7s %8s %8s %5s %8s %8s %5s\n",
	       "thousand requests a second", "bytes", "depth", ways[SOFTWARE],
	       ways[OFFLOAD], ways[AUTO], "/best", "engine", "p50 soft",
	       "p50 auto", "ratio", "p99 soft", "p99 auto", "ratio");
}

static void print_verdict(const struct verdict *v)
{
	printf("# %u of %u points are below %.2f of the better way; lowest %.2f (%s)\n",
	       v->low, v->points, GOAL, v->worst, v->where);
	printf("# lone requests: %u of %u have a median or 99th percentile above %.2f of software's\n",
	       v->late, v->lone, GOAL_LONE);
	printf("# past the arena: %u of %u are below %.2f of the peak\n",
	       v->sagging, v->past, GOAL);
}

int cmd_choice(int argc, char **argv)
{
	static struct row rows[LIST_MAX];
	struct options o = {
		.sizes = { 5, { 16, 512, 4096, 65536, 1 << 20 } },
		.depths = { 7, { 1, 4, 16, 64, 256, 1024, 4096 } },
		.submitters = 1, .settle_ms = 500,
		.most = 1 << 30, .arena = 64 << 20,
		.common = { .runs = 9, .ms = 100, .buffer = 64 << 20 },
	};
	struct geometry none = { 65536, 1 };
	struct json_object *report, *points = json_object_new_array();
	struct verdict verdict = { };
	struct device dev;
	size_t i, j;

	parse(&o, argc, argv);
	device_open(&dev, o.common.buffer, &none, 0);
	report = report_new("choice", argc, argv);
	report_print_header(report);
	print_head();
	for (i = 0; i < o.alg_count; i++) {
		for (j = 0; j < o.sizes.n; j++) {
			measure(&o, &dev, o.algs[i], o.sizes.v[j], rows, points);
			print_rows(&o, o.algs[i], rows, &verdict);
		}
	}
	print_verdict(&verdict);
	json_object_object_add(report, "points", points);
	report_write(report, o.common.json);
	json_object_put(report);
	device_close(&dev);
	return 0;
}
