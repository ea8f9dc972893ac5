// SPDX-License-Identifier: GPL-2.0-only
/* All ways to do requests of one algorithm and size, in turn. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/bench/native/check.h"
#include "tools/bench/native/measure.h"
#include "tools/bench/report.h"

/* Of each submitter. */
#define CHECK_BYTES	(256u << 10)

static struct way *add_way(struct native *b, enum road_way way, uint32_t depth)
{
	struct way *w = &b->ways[b->way_count++];

	*w = (struct way){ .way = way, .depth = depth };
	return w;
}

static uint32_t fitting(const struct native *b, uint64_t depth)
{
	uint64_t most = FLIGHT_BYTES / b->job.size;

	if (most > b->job.bytes / b->job.size)
		most = b->job.bytes / b->job.size;
	return (uint32_t)(depth < most ? depth : most);
}

static void add_software(struct native *b)
{
	const char *names[ROAD_FORMS_MAX], *titles[ROAD_FORMS_MAX];
	unsigned int n = road_forms(b->job.cipher, names, titles), i;

	for (i = 0; i < n; i++) {
		struct way *w = add_way(b, ROAD_SOFTWARE, 1);

		w->form = names[i];
		snprintf(w->name, sizeof(w->name), "software, %s", titles[i]);
	}
}

/* With choice=offload, and auto: a null engine has no rates. */
static void add_module(struct native *b, uint32_t depth)
{
	struct way *w = add_way(b, ROAD_MODULE, depth);

	snprintf(w->name, sizeof(w->name), "module, %s", b->ops->name);
	if (b->ops == &wc_backend_null)
		return;
	w = add_way(b, ROAD_MODULE, depth);
	w->automatic = true;
	snprintf(w->name, sizeof(w->name), "module, %s, auto", b->ops->name);
}

/* Copies, software in each form, the module at each depth. */
static void make_ways(struct native *b)
{
	struct way *w;
	size_t d;

	b->way_count = 0;
	w = add_way(b, ROAD_COPY, 1);
	snprintf(w->name, sizeof(w->name), "copies in and out");
	add_software(b);
	for (d = 0; d < b->depths.n; d++)
		add_module(b, fitting(b, b->depths.v[d]));
}

static void set_way(struct native *b, const struct way *w)
{
	int err = 0;

	b->job.way = w->way;
	b->job.depth = w->depth;
	road_choose(w->automatic);
	/* What the module falls back on is the best. */
	if (w->way != ROAD_COPY)
		err = road_use_form(b->job.cipher, w->form);
	if (err)
		die("%s: %s", w->name, strerror(-err));
}

static void judge(const struct way *w, const struct road_result *r)
{
	if (r->failed)
		die("%s: %llu requests failed", w->name,
		    (unsigned long long)r->failed);
	if (w->way == ROAD_MODULE &&
	    (r->offloaded + r->software != r->requests || (r->software && !w->automatic)))
		die("%s: of %llu requests %llu went to the engine and %llu to software", w->name,
		    (unsigned long long)r->requests, (unsigned long long)r->offloaded,
		    (unsigned long long)r->software);
}

static void run_way(struct native *b, const struct way *w, struct road_result *r)
{
	int err;

	set_way(b, w);
	err = road_run(&b->job, r);
	if (err)
		die("%s: %s", w->name, strerror(-err));
	judge(w, r);
}

static void note(struct sums *s, uint32_t run, const struct road_result *r, uint32_t size)
{
	double bytes = (double)r->requests * size;

	s->gb[run] = bytes / (double)r->ns;
	s->submit[run] = (double)r->submit_ns / bytes;
	s->deliver[run] = (double)r->deliver_ns / bytes;
	s->helper[run] = (double)r->helper_ns / bytes;
	s->per_frame[run] = r->frames ? (double)r->offloaded / (double)r->frames : 0;
	s->soft[run] = (double)r->software / (double)r->requests;
}

/* The null engine gives back what it got; what CTR makes of that is not known. */
static void check_null(struct native *b, const struct way *w)
{
	struct road_result once;
	uint32_t i;

	if (b->kind.mode == WARPCRYPT_MODE_CTR)
		return;
	b->job.count = b->job.bytes / b->job.size;
	run_way(b, w, &once);
	b->job.count = 0;
	for (i = 0; i < b->job.submitters; i++)
		if (memcmp(b->src[i], b->dst[i],
			   b->job.bytes / b->job.size * b->job.size))
			die("%s: data did not come back as they went", w->name);
}

static void check(struct native *b, const struct way *w)
{
	struct road_result once;

	if (w->way == ROAD_COPY)
		return;
	if (w->way == ROAD_MODULE && b->ops == &wc_backend_null) {
		check_null(b, w);
		return;
	}
	set_way(b, w);
	native_check(&b->job, &once);
	judge(w, &once);
}

/* What the module chose, beside the better of software and the way before, which it did not choose. */
static double of_better(struct native *b, unsigned int automatic)
{
	double better = median(b->sums[automatic - 1].gb, b->common.runs), gb, part;
	unsigned int i;

	for (i = 0; i < b->way_count; i++) {
		gb = median(b->sums[i].gb, b->common.runs);
		if (b->ways[i].way == ROAD_SOFTWARE && gb > better)
			better = gb;
	}
	part = median(b->sums[automatic].gb, b->common.runs) / better;
	b->choices++;
	b->choices_near += part >= NATIVE_NEAR;
	return part;
}

/* Begins a result of the report. */
static struct json_object *new_result(const struct native *b, const char *way)
{
	struct json_object *j = json_object_new_object();

	put_text(j, "way", way);
	put_text(j, "mode", b->job.mode);
	put_text(j, "cipher", b->job.cipher);
	put_int(j, "request_bytes", b->job.size);
	json_object_array_add(b->results, j);
	return j;
}

static void print_way(struct native *b, unsigned int i, bool engine)
{
	const struct way *w = &b->ways[i];
	const struct sums *s = &b->sums[i];
	uint32_t runs = b->common.runs;
	double submit = median(s->submit, runs), deliver = median(s->deliver, runs);
	double helper = median(s->helper, runs), per = median(s->per_frame, runs);
	struct json_object *j;

	printf("%-33s %4u %5u  %7.3f", w->name, b->job.submitters, w->depth,
	       median(s->gb, runs));
	if (w->way == ROAD_COPY || w->way == ROAD_SOFTWARE)
		printf("  %7.3f %7s %7s %7s", submit, "", "", "");
	else
		printf("  %7.3f %7.3f %7.3f %7.1f", submit, deliver, helper, per);
	if (w->automatic)
		printf("  software %.0f %%, %.2f of the better",
		       100 * median(s->soft, runs), of_better(b, i));
	putchar('\n');
	fflush(stdout);
	j = new_result(b, w->name);
	put_int(j, "requests_together", b->job.group);
	put_text(j, "direction", b->job.decrypt ? "decrypt" : "encrypt");
	put_int(j, "submitters", b->job.submitters);
	put_int(j, "depth", w->depth);
	put_real(j, "gb_s", median(s->gb, runs));
	put_real(j, "submit_s_gb", submit);
	put_real(j, "deliver_s_gb", engine ? deliver : -1);
	put_real(j, "helper_s_gb", engine ? helper : -1);
	put_real(j, "requests_frame", engine ? per : -1);
	put_real(j, "software_part", engine ? median(s->soft, runs) : -1);
}

/* All ways in turn, so that what changes slowly on the machine changes for all. */
static void run_ways(struct native *b)
{
	struct road_result r;
	unsigned int i;
	uint32_t run;

	for (run = 0; run < b->common.runs; run++) {
		for (i = 0; i < b->way_count; i++) {
			run_way(b, &b->ways[i], &r);
			note(&b->sums[i], run, &r, b->job.size);
		}
	}
	for (i = 0; i < b->way_count; i++)
		print_way(b, i, b->ways[i].way == ROAD_MODULE);
}

static void measure(struct native *b, uint64_t submitters)
{
	unsigned int i;

	b->job.submitters = (uint32_t)submitters;
	for (i = 0; i < b->way_count; i++)
		check(b, &b->ways[i]);
	run_ways(b);
}

/* --- the library: by one thread that submits, and its own */

static void measure_library(struct native *b, const char *name, bool registered)
{
	double gb[RUNS_MAX], cpu[RUNS_MAX];
	uint32_t runs = b->common.runs, run;
	const struct engine_shape shape = {
		.size = b->job.size, .keys = 1, .callers = 1, .in_flight = 2,
		.count = (uint32_t)(b->memory[registered].bytes / b->job.size),
	};
	struct json_object *j;
	struct engine_result r;
	struct engine_load *load;
	struct engine_alg alg;
	char way[48];

	engine_parse(name, &alg);
	load = engine_load_new(b->library, &alg, &shape, &b->memory[registered]);
	engine_load_run(load, 1, &r);
	for (run = 0; run < runs; run++) {
		engine_load_run(load, b->job.ns, &r);
		gb[run] = (double)r.done * b->job.size / (double)r.ns;
		cpu[run] = (double)r.cpu_ns / ((double)r.done * b->job.size);
	}
	engine_load_free(load);
	snprintf(way, sizeof(way), "library, %s memory", registered ? "registered" : "ordinary");
	printf("%-33s %4u %5s  %7.3f  %7.3f together\n", way,
	       warpcrypt_threads(b->library), "", median(gb, runs), median(cpu, runs));
	fflush(stdout);
	j = new_result(b, way);
	put_real(j, "gb_s", median(gb, runs));
	put_real(j, "cpu_s_gb", median(cpu, runs));
}

/* --- lone requests */

static int by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* One run of lone requests by way @i. */
static void run_lone(struct native *b, unsigned int i, uint32_t run)
{
	struct road_result r;
	size_t n;

	/* The first is for caches, a GPU's clock, and what auto learns. */
	run_way(b, &b->ways[i], &r);
	run_way(b, &b->ways[i], &r);
	n = r.requests < LATENCIES ? r.requests : LATENCIES;
	qsort(b->latency, n, sizeof(*b->latency), by_value);
	b->sums[i].lone[run] = b->latency[n / 2] / 1e3;
	b->sums[i].lone_99[run] = b->latency[n - 1 - n / 100] / 1e3;
}

static double best_software(const struct native *b)
{
	double best = INFINITY, us;
	unsigned int i;

	for (i = 0; i < b->way_count; i++) {
		us = median(b->sums[i].lone, b->common.runs);
		if (b->ways[i].way == ROAD_SOFTWARE && us < best)
			best = us;
	}
	return best;
}

static void measure_lone(struct native *b)
{
	uint32_t runs = b->common.runs, run;
	unsigned int i;

	b->way_count = 0;
	add_software(b);
	add_module(b, 1);
	b->job.submitters = 1;
	b->job.latency = b->latency;
	b->job.latency_max = LATENCIES;
	for (run = 0; run < runs; run++)
		for (i = 0; i < b->way_count; i++)
			run_lone(b, i, run);
	for (i = 0; i < b->way_count; i++) {
		double us = median(b->sums[i].lone, runs), us_99 = median(b->sums[i].lone_99, runs);
		struct json_object *j = new_result(b, b->ways[i].name);

		printf("%-33s lone  median %9.2f us  99 %% %9.2f us  runs %.2f to %.2f",
		       b->ways[i].name, us, us_99, lowest(b->sums[i].lone, runs),
		       highest(b->sums[i].lone, runs));
		if (b->ways[i].automatic)
			printf("  %.2f of software's", us / best_software(b));
		putchar('\n');
		put_real(j, "lone_median_us", us);
		put_real(j, "lone_99_us", us_99);
	}
	fflush(stdout);
	b->job.latency = NULL;
}

static void print_head(const struct native *b)
{
	printf("\n%s(%s), %u bytes\n%-33s %4s %5s  %7s  %7s %7s %7s %7s\n", b->job.mode,
	       b->job.cipher, b->job.size, "", "thr", "depth", "GB/s", "submit",
	       "deliver", "helper", "a frame");
}

/* --- dm-crypt's shape: a request for each sector; writes to other pages, reads in place */

#define SECTOR		4096u
/* fio: 8 jobs with 32 I/Os each, which dm-crypt's threads share. */
#define IOS		256u

static void make_io_ways(struct native *b)
{
	struct way *w;

	b->way_count = 0;
	w = add_way(b, ROAD_COPY, b->job.depth);
	snprintf(w->name, sizeof(w->name), "copies in and out");
	w = add_way(b, ROAD_SOFTWARE, b->job.depth);
	snprintf(w->name, sizeof(w->name), "software, the best form");
	add_module(b, b->job.depth);
}

/* Decrypts in place what was encrypted, and compares with what that was. */
static void check_reads(struct native *b, const struct way *w)
{
	size_t bytes = b->job.bytes / SECTOR * SECTOR;
	struct road_job job;
	struct road_result r;
	uint32_t i;

	if (w->way == ROAD_COPY || b->ops == &wc_backend_null)
		return;
	set_way(b, w);
	job = b->job;
	job.count = job.bytes / SECTOR;
	job.src = b->src;
	job.decrypt = false;
	if (road_run(&job, &r))
		die("%s: cannot encrypt", w->name);
	job.src = b->dst;
	job.decrypt = true;
	if (road_run(&job, &r))
		die("%s: cannot decrypt", w->name);
	for (i = 0; i < job.submitters; i++)
		if (memcmp(b->src[i], b->dst[i], bytes))
			die("%s: what was encrypted is not decrypted again", w->name);
}

static void measure_io(struct native *b, uint64_t submitters, uint32_t io, bool reads)
{
	uint64_t ios = IOS / submitters;
	unsigned int i;

	if (ios > b->job.bytes / io)
		ios = b->job.bytes / io;
	b->job.submitters = (uint32_t)submitters;
	b->job.group = io / SECTOR;
	b->job.depth = (uint32_t)(ios ? ios : 1) * b->job.group;
	b->job.decrypt = reads;
	b->job.src = reads ? b->dst : b->src;
	make_io_ways(b);
	printf("I/Os of %u bytes, %s, %u in flight\n", io,
	       reads ? "reads" : "writes", b->job.depth / b->job.group * b->job.submitters);
	for (i = 0; i < b->way_count; i++) {
		if (reads)
			check_reads(b, &b->ways[i]);
		else
			check(b, &b->ways[i]);
	}
	run_ways(b);
	b->job.src = b->src;
	b->job.decrypt = false;
}

/*
 * Check and measure requests as dm-crypt makes them, for an I/O of @io bytes; @b is attached, with
 * an algorithm.
 */
void native_measure_dm_crypt(struct native *b, uint32_t io)
{
	size_t i;

	b->job.size = SECTOR;
	b->job.ns = b->common.ms * 1000000;
	native_expect(&b->job, (uint32_t)list_largest(&b->submitters),
		      b->verify_all ? b->job.bytes : CHECK_BYTES);
	print_head(b);
	for (i = 0; i < b->submitters.n; i++) {
		measure_io(b, b->submitters.v[i], io, false);
		measure_io(b, b->submitters.v[i], io, true);
	}
}

/*
 * Check and measure requests of @size bytes of one algorithm, which is set already, and print; @b
 * is attached, @alone is how fast the engine is alone, bytes in a second.
 */
void native_measure(struct native *b, const char *name, uint32_t size, double alone)
{
	size_t i;

	b->job.size = size;
	b->job.group = 1;
	b->job.decrypt = false;
	b->job.ns = b->common.ms * 1000000;
	make_ways(b);
	native_expect(&b->job, (uint32_t)list_largest(&b->submitters),
		      b->verify_all ? b->job.bytes : CHECK_BYTES);
	print_head(b);
	printf("%-33s %4u %5s  %7.3f\n", "the engine alone",
	       b->helper.engines.engine[0].threads, "", alone / 1e9);
	for (i = 0; i < b->submitters.n; i++)
		measure(b, b->submitters.v[i]);
	if (b->ops != &wc_backend_null) {
		measure_library(b, name, false);
		measure_library(b, name, true);
	}
	measure_lone(b);
}
