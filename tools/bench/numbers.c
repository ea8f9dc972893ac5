// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench numbers: measures all promises of warpcrypt in one run.
 *
 * First with the null helper, for the transport; then with a helper that computes,
 * compared with the kernel's generic cipher.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/bench/commands.h"
#include "tools/bench/common.h"
#include "tools/bench/daemon.h"
#include "tools/bench/plan.h"
#include "tools/bench/report.h"
#include "tools/bench/table.h"
#include "tools/bench/util.h"

#define OURS		"xts-aes-warpcrypt"
#define GENERIC		"xts(ecb(aes-generic))"
#define NULL_CIPHER	"ecb(cipher_null)"
#define BUFFER		(64u << 20)

/* Of the helper and of the echo alike. */
static const struct geometry geometry = { 1 << 20, 64 };

static double lone_of_echo(const struct measured *m)
{
	const struct figure *f = plan_find(m, OURS), *floor = plan_find(m, "echo");

	return median(f->lat_p50, f->runs) / median(floor->lat_p50, floor->runs);
}

static double of_echo(const struct measured *m)
{
	return plan_ratio(plan_find(m, OURS), plan_find(m, "echo"));
}

static double of_memcpy(const struct measured *m)
{
	return plan_ratio(plan_find(m, OURS), plan_find(m, "memcpy"));
}

static double of_generic(const struct measured *m)
{
	return plan_ratio(plan_find(m, OURS), plan_find(m, GENERIC));
}

static double per_frame(const struct measured *m)
{
	return module_counts_per_frame(&plan_find(m, OURS)->counters);
}

/* Of a small request, on one CPU that is always busy. */
static double us_beyond_copies(const struct measured *m)
{
	const struct figure *f = plan_find(m, OURS), *bound = plan_find(m, "memcpy");

	return median(f->us, f->runs) - median(bound->us, bound->runs);
}

/**
 * struct promise - one promise
 * @name: the quantity
 * @backend: the helper's
 * @size: bytes of a request
 * @depth: requests in flight
 * @measured: the quantity
 * @limit: the promised value
 * @at_least: @limit is a lower bound; otherwise an upper bound
 * @unit: of both, may be empty
 */
static const struct promise {
	const char *name;
	const char *backend;
	uint32_t size;
	uint32_t depth;
	double (*measured)(const struct measured *m);
	double limit;
	bool at_least;
	const char *unit;
} promises[] = {
	{ "null, XTS, 4 KiB, lone request: latency / lone echo",
	  "null", 4096, 1, lone_of_echo, 1.25, false, "" },
	{ "null, XTS, 4 KiB, depth 256: of the echo floor",
	  "null", 4096, 256, of_echo, 0.7, true, "" },
	{ "null, XTS, 4 KiB, depth 256: requests per frame",
	  "null", 4096, 256, per_frame, 100, true, "" },
	{ "null, XTS, 4 KiB, depth 1024: of the memcpy bound",
	  "null", 4096, 1024, of_memcpy, 0.7, true, "" },
	{ "null, XTS, 4 KiB, depth 4096: of the memcpy bound",
	  "null", 4096, 4096, of_memcpy, 0.7, true, "" },
	{ "null, XTS, 512 B, depth 4096: time beyond the copies",
	  "null", 512, 4096, us_beyond_copies, 1, false, "us" },
	{ "CPU backend, AES-XTS, 4 KiB, depth 1024: of generic AES",
	  "cpu", 4096, 1024, of_generic, 1, true, "" },
};

#define PROMISES	(sizeof(promises) / sizeof(promises[0]))

struct numbers {
	const char *daemon;
	uint32_t runs;
	uint64_t ms;
	const char *json;
	const char *plot;
	FILE *plot_file;
	struct device dev;
	struct json_object *points;
	double measured[PROMISES];
	bool errors;
};

/* Keep what a point's figures say of the promises. */
static void keep(struct numbers *nr, const char *backend, const struct measured *m)
{
	size_t i;

	for (i = 0; i < PROMISES; i++)
		if (!strcmp(promises[i].backend, backend) &&
		    promises[i].size == m->point.size &&
		    promises[i].depth == m->point.depth)
			nr->measured[i] = promises[i].measured(m);
}

/* Print the promises as a table. Returns true when all are kept. */
static bool print_promises(const struct numbers *nr)
{
	bool all = true;
	size_t i;

	printf("%-58s %12s %15s\n", "what is promised", "measured", "target");
	for (i = 0; i < PROMISES; i++) {
		const struct promise *p = &promises[i];
		double value = nr->measured[i];
		bool met = p->at_least ? value >= p->limit : value <= p->limit;

		printf("%-58s %9.2f%-3s %8s %.2f%-3s  %s\n", p->name, value, p->unit,
		       p->at_least ? ">=" : "<=", p->limit, p->unit,
		       met ? "met" : "NOT MET");
		all &= met;
	}
	putchar('\n');
	return all;
}

static void usage(void)
{
	printf("Usage: warpcrypt-bench numbers [OPTION...]\n\n"
	       "Measures what warpcrypt promises and says whether it is kept. Starts and stops\n"
	       "helpers itself: warpcrypt.ko is loaded, and no helper runs.\n\n"
	       "  --daemon=PATH        warpcryptd (default: beside this program)\n"
	       USAGE_RUNS(21, 80)
	       "  --json=FILE          write everything into FILE too\n"
	       "  --plot-data=FILE     write throughput against depth for gnuplot\n"
	       "  --help               this text\n\n"
	       "Exit status: 0, also when promises are not kept; 1 when something failed.\n");
}

static const struct variant ours = {
	.label = OURS, .kind = WCB_SKCIPHER, .alg = OURS, .key_len = 64,
};

static const struct variant generic = {
	.label = GENERIC, .kind = WCB_SKCIPHER, .alg = GENERIC, .key_len = 64,
};

static const struct variant null_cipher = {
	.label = NULL_CIPHER, .kind = WCB_SKCIPHER, .alg = NULL_CIPHER,
	.flags = WCB_IN_PLACE,
};

static const struct variant echo = { .label = "echo", .kind = WCB_ECHO };
static const struct variant copy = { .label = "memcpy", .kind = WCB_MEMCPY };
static const struct variant loop = { .label = "loop", .kind = WCB_LOOP };

static void measure(struct numbers *nr, uint32_t size, uint32_t depth,
		    const char *backend, const struct variant *variants,
		    size_t n, struct measured *m)
{
	struct point point = {
		.size = size, .depth = depth, .runs = nr->runs,
		.ns = nr->ms * 1000000,
	};
	struct json_object *o;

	fill_random(point.key, sizeof(point.key));
	progress("%s backend, %u bytes, depth %u: %u runs of %zu things",
		 backend, size, depth, nr->runs, n);
	plan_measure(&nr->dev, &point, variants, n, m);
	table_print(m);
	o = plan_json(m);
	put_text(o, "backend", backend);
	json_object_array_add(nr->points, o);
	nr->errors |= plan_errors(m);
	keep(nr, backend, m);
}

static void plot_block(struct numbers *nr, const char *head)
{
	if (nr->plot_file)
		fprintf(nr->plot_file, "\n\n# depth\t%s (MB/s)\n", head);
}

/* The null helper returns its input: proof that the data took the whole way. */
static void check_untouched(struct numbers *nr)
{
	struct wcb_job job = {
		.kind = WCB_SKCIPHER, .flags = WCB_CLEAR, .size = 4096,
		.depth = 256, .key_len = 64, .max_bytes = BUFFER, .alg = OURS,
	};
	struct wcb_sum sum = { .bytes = BUFFER };

	fill_random(job.key, job.key_len);
	device_run(&nr->dev, &job);
	device_sum(&nr->dev, &sum);
	printf("the null backend's results: %.2f %% of the bytes came back untouched\n\n",
	       sum.same * 100.0 / BUFFER);
	if (sum.same < BUFFER / 100 * 99)
		die("less than 99 %% of the bytes went through the helper; the counters say why");
}

static void check_equal(struct numbers *nr)
{
	struct wcb_job job = {
		.kind = WCB_SKCIPHER, .flags = WCB_CLEAR, .size = 4096,
		.depth = 256, .key_len = 64, .max_bytes = BUFFER, .alg = OURS,
	};
	struct wcb_sum a = { .bytes = BUFFER }, b = a;

	fill_random(job.key, job.key_len);
	device_run(&nr->dev, &job);
	device_sum(&nr->dev, &a);
	snprintf(job.alg, sizeof(job.alg), "%s", GENERIC);
	device_run(&nr->dev, &job);
	device_sum(&nr->dev, &b);
	if (a.hash != b.hash || a.same > BUFFER / 100)
		die("%s and %s do not give the same ciphertext", OURS, GENERIC);
	printf("the CPU backend's results equal those of %s (%u MiB compared)\n\n",
	       GENERIC, BUFFER >> 20);
}

static void with_null(struct numbers *nr, struct measured *m)
{
	static const uint32_t depths[] = { 1, 4, 16, 64, 256, 1024, 4096 };
	const struct variant sweep[] = { ours, echo, copy };
	const struct variant parts[] = { ours, echo, copy, null_cipher, loop };
	size_t i;

	daemon_start(nr->daemon, "null", &geometry, false);
	check_untouched(nr);
	table_head(false);
	plot_block(nr, "null-backend\techo\tmemcpy");
	for (i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		measure(nr, 4096, depths[i], "null", sweep, 3, m);
		table_plot_row(nr->plot_file, m, m->point.depth, 1);
	}
	measure(nr, 512, 4096, "null", parts, 5, m);
	daemon_stop();
}

static void with_cpu(struct numbers *nr, struct measured *m)
{
	static const uint32_t depths[] = { 1, 16, 256, 1024, 4096 };
	const struct variant pair[] = { ours, generic };
	size_t i;

	daemon_start(nr->daemon, "cpu", &geometry, true);
	check_equal(nr);
	table_head(false);
	plot_block(nr, "cpu-backend\tgeneric");
	for (i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		measure(nr, 4096, depths[i], "cpu", pair, 2, m);
		table_plot_row(nr->plot_file, m, m->point.depth, 1);
	}
	daemon_stop();
}

int cmd_numbers(int argc, char **argv)
{
	struct numbers nr = { .runs = 21, .ms = 80 };
	const struct bench_option options[] = {
		{ "daemon", .text = &nr.daemon },
		{ "runs", .n32 = &nr.runs, .min = 1, .max = RUNS_MAX },
		{ "time", .n64 = &nr.ms, .min = 1, .max = 600000 },
		{ "json", .text = &nr.json },
		{ "plot-data", .text = &nr.plot },
		{ }
	};
	static struct measured m;
	struct json_object *report;

	common_parse(argc, argv, options, usage);
	if (!nr.daemon)
		nr.daemon = beside("warpcryptd", "--daemon");
	if (access(nr.daemon, X_OK))
		die("no program %s; give --daemon, or build it: make helper",
		    nr.daemon);
	nr.plot_file = table_plot_open(nr.plot);
	report = report_new("numbers", argc, argv);
	report_print_header(report);
	nr.points = json_object_new_array();
	device_open(&nr.dev, BUFFER, &geometry, 1);
	with_null(&nr, &m);
	with_cpu(&nr, &m);
	device_close(&nr.dev);

	if (!print_promises(&nr))
		progress("not all promises are kept: see the table");

	put_int(report, "buffer_bytes", BUFFER);
	put_int(report, "frame_bytes", geometry.frame_size);
	put_int(report, "frames", geometry.frame_count);
	report_end(report, "points", nr.points, nr.json);
	table_plot_close(nr.plot_file, nr.plot);
	if (nr.errors)
		die("requests failed: see the tables");
	return 0;
}
