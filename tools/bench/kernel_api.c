// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench kernel-api: submitters inside the kernel.
 */
#include <stdio.h>
#include <string.h>

#include "tools/bench/commands.h"
#include "tools/bench/common.h"
#include "tools/bench/module.h"
#include "tools/bench/plan.h"
#include "tools/bench/report.h"
#include "tools/bench/table.h"
#include "tools/bench/util.h"

#define ALGS_MAX	(VARIANTS_MAX - 1)

struct options {
	char *algs[ALGS_MAX + 1];
	size_t alg_count;
	struct list sizes;
	struct list depths;
	struct list submitters;
	const char *tfms;	/* of the submitters: "own" or "shared" */
	bool threads;
	uint32_t flags;
	uint32_t key_len;
	bool loop;
	bool check;
	struct common common;
};

static void usage(void)
{
	printf("Usage: warpcrypt-bench kernel-api --alg=NAME[,NAME...] [OPTION...]\n\n"
	       "One thread in the kernel, or several, keeps DEPTH requests of SIZE bytes in\n"
	       "flight. The named algorithms are measured in turn.\n\n"
	       "  --alg=NAME,...       algorithms or drivers, at most %d; NAME:CHOICE sets the\n"
	       "                       parameter of warpcrypt.ko (auto, software, offload)\n"
	       "  --sizes=N,...        bytes of a request (default 4096)\n"
	       "  --depths=N,...       requests in flight (default 1,16,256,1024)\n"
	       "  --submitters=N,...   kernel threads, each bound to a CPU, each with so many in\n"
	       "                       flight, at most %u (default: this process, unbound)\n"
	       "  --tfms=NAME          own or shared: of each submitter or of all (default own)\n"
	       "  --key-bytes=N        key length (default 64 for xts, else 32)\n"
	       "  --decrypt            decrypt\n"
	       "  --base               key agreements: make public keys\n"
	       "  --may-sleep          requests may sleep: software does them in their context\n"
	       "  --in-place           source and destination are the same memory\n"
	       "  --backlog            requests may be put on a backlog\n"
	       USAGE_RUNS(5, 300)
	       "  --buffer=BYTES       source and destination, each (default 64M)\n"
	       "  --loop               measure the submitter alone as well\n"
	       "  --check              before measuring, compare what several submitters give\n"
	       "                       with what one gives\n"
	       USAGE_JSON_HELP, ALGS_MAX, WCB_SUBMITTERS_MAX);
}

/* Checks that each submitter gets a piece of the buffers. */
static void check_submitters(const struct options *o)
{
	uint64_t most = o->threads ? list_largest(&o->submitters) : 1;

	if (!o->threads && (o->check || o->flags & WCB_SHARED_TFM))
		usage_error("--tfms and --check go with --submitters");
	if (o->common.buffer / list_largest(&o->sizes) < most)
		usage_error("--buffer: %llu MiB are not a request of %llu bytes for each of %llu submitters",
			    (unsigned long long)o->common.buffer >> 20,
			    (unsigned long long)list_largest(&o->sizes),
			    (unsigned long long)most);
}

static void parse(struct options *o, int argc, char **argv)
{
	const struct bench_option options[] = {
		{ "alg", .names = o->algs, .count = &o->alg_count, .max = ALGS_MAX },
		{ "sizes", .list = &o->sizes, .min = 1, .max = WCB_SIZE_MAX },
		{ "depths", .list = &o->depths, .min = 1, .max = WCB_DEPTH_MAX },
		{ "key-bytes", .n32 = &o->key_len, .max = WCB_KEY_MAX },
		{ "decrypt", .bits = &o->flags, .max = WCB_DECRYPT },
		{ "base", .bits = &o->flags, .max = WCB_BASE },
		{ "may-sleep", .bits = &o->flags, .max = WCB_MAY_SLEEP },
		{ "in-place", .bits = &o->flags, .max = WCB_IN_PLACE },
		{ "backlog", .bits = &o->flags, .max = WCB_BACKLOG },
		{ "loop", .flag = &o->loop },
		{ "submitters", .list = &o->submitters, .min = 1, .max = WCB_SUBMITTERS_MAX },
		{ "tfms", .text = &o->tfms, .known = " own shared " },
		{ "check", .flag = &o->check },
		COMMON_OPTIONS(&o->common),
		{ }
	};
	size_t i;

	common_parse(argc, argv, options, usage);
	o->threads = o->submitters.v[0];
	if (!strcmp(o->tfms, "shared"))
		o->flags |= WCB_SHARED_TFM;
	if (!o->alg_count)
		usage_error("--alg is missing: which algorithms?");
	for (i = 0; i < o->alg_count; i++)
		if (!*o->algs[i] || strlen(o->algs[i]) >= WCB_ALG_MAX)
			usage_error("--alg: '%s' is no algorithm's name",
				    o->algs[i]);
	if (o->common.buffer % 65536)
		usage_error("--buffer must be a multiple of 64k");
	check_submitters(o);
}

static size_t make_variants(const struct options *o, struct variant *v)
{
	size_t n = 0, i;

	for (i = 0; i < o->alg_count; i++) {
		plan_alg(&v[n], o->algs[i]);
		if (o->key_len != KEY_USUAL)
			v[n].key_len = o->key_len;
		n++;
	}
	if (o->loop)
		v[n++] = (struct variant){ .label = "loop", .kind = WCB_LOOP };
	return n;
}

/* --- --check */

/* One pass over the buffers by @submitters, and the destination's checksum. */
static struct wcb_sum pass(struct device *dev, const struct point *point,
			   const struct variant *v, uint32_t submitters,
			   uint32_t flags)
{
	uint64_t pieces = dev->bytes / point->size;
	struct wcb_sum sum = { .bytes = pieces * point->size & ~7ull };
	struct point one_pass = *point;
	struct wcb_job job;

	one_pass.submitters = submitters;
	plan_job(&job, &one_pass, v, 0);
	module_set_choice(v->choice);
	job.flags = flags;
	job.max_bytes = pieces * point->size;
	device_run(dev, &job);
	if (job.result.errors || job.result.requests != pieces ||
	    (submitters && !job.result.least_requests))
		die("%s, %u submitters: %llu requests of %llu done, %llu with errors, by one submitter %llu at least",
		    v->label, submitters,
		    (unsigned long long)job.result.requests,
		    (unsigned long long)pieces,
		    (unsigned long long)job.result.errors,
		    (unsigned long long)job.result.least_requests);
	device_sum(dev, &sum);
	return sum;
}

/* All submitters and one give the same bytes. */
static void check_one(struct device *dev, const struct point *point,
		      const struct variant *v)
{
	uint32_t flags = (point->flags & ~WCB_IN_PLACE) | WCB_CLEAR;
	struct wcb_sum one = pass(dev, point, v, 0, flags);
	struct wcb_sum all = pass(dev, point, v, point->submitters, flags);

	if (one.hash != all.hash)
		die("%s: %u submitters do not give the bytes that one gives",
		    v->label, point->submitters);
}

static void check_cipher(struct device *dev, const struct point *point,
			 const struct variant *v)
{
	uint32_t flags = point->flags & ~WCB_IN_PLACE;
	struct wcb_sum back;

	check_one(dev, point, v);
	back = pass(dev, point, v, point->submitters,
		    (flags | WCB_IN_PLACE) ^ WCB_DECRYPT);
	if (back.same != back.bytes)
		die("%s, %u submitters: of %llu bytes only %llu came back from encryption and decryption",
		    v->label, point->submitters, (unsigned long long)back.bytes,
		    (unsigned long long)back.same);
}

/*
 * Compare the results of several submitters with those of one; exits with a message if they
 * differ. It finds parts that overlap or are left out, and wrong IVs. Loops are left out.
 */
static void kernel_check(struct device *dev, const struct point *point,
			 const struct variant *variants, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (variants[i].kind == WCB_LOOP)
			continue;
		if (variants[i].kind == WCB_KPP)
			check_one(dev, point, &variants[i]);
		else
			check_cipher(dev, point, &variants[i]);
		printf("# checked: %s, %u bytes, depth %u, %u submitters: %llu bytes as one submitter gives them\n",
		       variants[i].label, point->size, point->depth,
		       point->submitters,
		       (unsigned long long)(dev->bytes / point->size) *
		       point->size);
	}
}

/* --- the measurements */

struct session {
	const struct options *o;
	struct device dev;
	struct variant variants[VARIANTS_MAX];
	size_t n;
	struct json_object *points;	/* the figures so far */
	size_t done;			/* points measured so far */
	bool errors;			/* requests failed */
};

static void measure(struct session *s, struct point *point)
{
	const struct options *o = s->o;
	size_t points = o->sizes.n * o->depths.n * o->submitters.n;
	static struct measured m;
	char submitters[32] = "";

	if (o->threads)
		snprintf(submitters, sizeof(submitters), ", %u submitters",
			 point->submitters);
	progress("%u bytes, depth %u%s (%zu of %zu), %u runs of %zu things",
		 point->size, point->depth, submitters, ++s->done, points,
		 o->common.runs, s->n);
	if (o->check)
		kernel_check(&s->dev, point, s->variants, s->n);
	s->errors |= plan_measure(&s->dev, point, s->variants, s->n, &m);
	table_print(&m);
	json_object_array_add(s->points, plan_json(&m));
}

static void measure_all(struct session *s)
{
	const struct options *o = s->o;
	struct point point = {
		.flags = o->flags, .runs = o->common.runs,
		.ns = o->common.ms * 1000000,
	};
	size_t i, j, k;

	fill_random(point.key, sizeof(point.key));
	for (i = 0; i < o->sizes.n; i++) {
		for (j = 0; j < o->depths.n; j++) {
			point.size = o->sizes.v[i];
			point.depth = o->depths.v[j];
			for (k = 0; k < o->submitters.n; k++) {
				point.submitters = o->submitters.v[k];
				measure(s, &point);
			}
		}
	}
}

static struct json_object *describe(const struct options *o, int argc,
				    char **argv)
{
	struct json_object *report = report_new("kernel-api", argc, argv);

	put_int(report, "buffer_bytes", o->common.buffer);
	if (o->threads)
		put_text(report, "tfms", o->tfms);
	return report;
}

int cmd_kernel_api(int argc, char **argv)
{
	struct options o = {
		.sizes = { 1, { 4096 } },
		.depths = { 4, { 1, 16, 256, 1024 } },
		.submitters = { 1, { 0 } }, .tfms = "own",
		.common = { .runs = 5, .ms = 300, .buffer = 64 << 20 },
		.key_len = KEY_USUAL,
	};
	struct session s = { .o = &o };
	struct json_object *report;
	size_t i, j;

	parse(&o, argc, argv);
	s.n = make_variants(&o, s.variants);
	for (i = 0; i < s.n; i++)
		for (j = 0; j < o.sizes.n; j++)
			plan_check_size(&s.variants[i], o.sizes.v[j]);
	device_open(&s.dev, o.common.buffer);

	report = describe(&o, argc, argv);
	s.points = json_object_new_array();
	report_print_header(report);
	table_head();
	measure_all(&s);

	report_end(report, "points", s.points, o.common.json);
	if (s.errors)
		die("requests failed: see the table");
	return 0;
}
