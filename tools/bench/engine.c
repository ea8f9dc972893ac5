// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench engine: an engine by itself, through libwarpcrypt, without the
 * kernel and its module.
 */
#include <stdio.h>
#include <string.h>

#include "kmod/uapi/warpcrypt_ciphers.h"
#include "tools/bench/commands.h"
#include "tools/bench/common.h"
#include "tools/bench/engine_load.h"
#include "tools/bench/report.h"
#include "tools/bench/stats.h"
#include "tools/bench/table.h"
#include "tools/bench/util.h"

#define ALGS_MAX	16
#define KEY_COUNTS_MAX	4
#define ROWS_MAX	(ALGS_MAX * KEY_COUNTS_MAX)
#define COUNT_MAX	(1u << 20)
/* Before the first run, for keys, page faults and a GPU's clock. */
#define WARM_UP_NS	50000000ull

struct options {
	struct warpcrypt_options engine;
	char *names[ALGS_MAX + 1];
	struct engine_alg algs[ALGS_MAX];
	size_t alg_count;
	uint32_t key_len;
	struct list sizes;
	struct list counts;
	struct list keys;
	struct engine_shape shape;
	struct common common;
};

/**
 * struct row - one line of the table
 * @alg: the algorithm
 * @shape: sizes, counts and so on
 * @load: while it is being measured
 * @rate: requests or points per second, of each run
 * @mbps: 10^6 bytes per second; -1: points
 * @cpu_rate: the same per second of processor time
 * @first: the row of the same algorithm with the first number of keys
 */
struct row {
	const struct engine_alg *alg;
	struct engine_shape shape;
	struct engine_load *load;
	double rate[RUNS_MAX];
	double mbps[RUNS_MAX];
	double cpu_rate[RUNS_MAX];
	const struct row *first;
};

#define AND_NAME(NAME, name, ...)	" " #name
#define AND_OWN(NAME, name, number, CIPHER, cipher, ...)	" " #name "(" #cipher ")"

static void usage(void)
{
	printf("Usage: warpcrypt-bench engine --alg=NAME[,NAME...] [OPTION...]\n\n"
	       "Measures an engine with batches of requests, through libwarpcrypt. A name is\n"
	       "like xts(aes), or x25519, edwards25519, p256, or one of these with -base.\n"
	       "Modes:  " WARPCRYPT_MODES(AND_NAME) "\n"
	       "Ciphers:" WARPCRYPT_CIPHERS(AND_NAME) "\n"
	       "Also:   " WARPCRYPT_OWN_MODES(AND_OWN) "\n\n"
	       "  --alg=NAME,...       what to measure, at most %d\n"
	       "  --backend=NAME       auto, cuda or cpu (default auto)\n"
	       "  --gpus=GPU,...       GPUs, by number or UUID, or all (default: the first)\n"
	       "  --threads=N          the engine's threads (default: the engine's)\n"
	       "  --memory=BYTES       memory for requests in progress (default: the engine's)\n"
	       "  --sizes=N,...        bytes of a request (default 512,4096,65536)\n"
	       "  --requests=N,...     requests or points in a batch (default 1024)\n"
	       "  --keys=N,...         keys, used by the requests in turn (default 1), at most\n"
	       "                       %d numbers; /keys and cpu/k (by processor time)\n"
	       "                       compare with the first\n"
	       "  --fresh-keys         new keys for each batch\n"
	       "  --in-flight=N        batches in flight at a time (default 2); 1: blocking calls\n"
	       "  --key-bytes=N        key length (default: the cipher's longest up to 32;\n"
	       "                       twice that for xts)\n"
	       "  --decrypt            decrypt\n"
	       "  --in-place           source and destination are the same memory\n"
	       USAGE_RUNS(5, 300)
	       "  --buffer=BYTES       source and destination, each (default 64M)\n"
	       USAGE_JSON_HELP, ALGS_MAX, KEY_COUNTS_MAX);
}

/* All rows of a table have their keys at the same time. */
static void count_keys(struct options *o)
{
	uint64_t keys = 0;
	size_t i, k;

	for (i = 0; i < o->alg_count; i++)
		for (k = 0; *o->algs[i].cipher && k < o->keys.n; k++)
			keys += o->keys.v[k] * o->shape.in_flight;
	if (keys > 65536)
		usage_error("--keys: %u keys at a time, and there can be 65536: give fewer keys, names or batches in flight",
			    (uint32_t)keys);
	o->engine.keys = keys;
}

static void parse(struct options *o, int argc, char **argv)
{
	const struct bench_option options[] = {
		{ "alg", .names = o->names, .count = &o->alg_count, .max = ALGS_MAX },
		{ "backend", .set = set_backend, .to = &o->engine.backend },
		{ "gpus", .text = &o->engine.gpus },
		{ "threads", .n32 = &o->engine.threads, .min = 1, .max = 256 },
		{ "memory", .n64 = &o->engine.memory, .min = 1, .max = 1ull << 34 },
		{ "sizes", .list = &o->sizes, .min = 1, .max = 1 << 30 },
		{ "requests", .list = &o->counts, .min = 1, .max = COUNT_MAX },
		{ "keys", .list = &o->keys, .min = 1, .max = 65536 },
		{ "fresh-keys", .flag = &o->shape.fresh },
		{ "in-flight", .n32 = &o->shape.in_flight, .min = 1, .max = 64 },
		{ "key-bytes", .n32 = &o->key_len, .min = 1, .max = 96 },
		{ "decrypt", .flag = &o->shape.decrypt },
		{ "in-place", .flag = &o->shape.in_place },
		COMMON_OPTIONS(&o->common),
		{ }
	};
	size_t i;

	common_parse(argc, argv, options, usage);
	if (o->keys.n > KEY_COUNTS_MAX)
		usage_error("--keys: give 1 to %d numbers", KEY_COUNTS_MAX);
	if (!o->alg_count)
		usage_error("--alg is missing: what to measure?");
	for (i = 0; i < o->alg_count; i++)
		engine_parse(o->names[i], o->key_len, &o->algs[i]);
	if (list_largest(&o->sizes) > o->common.buffer)
		usage_error("--sizes: no request can be larger than --buffer");
	if (list_largest(&o->counts) * 96 > o->common.buffer)
		usage_error("--requests: give --buffer 96 bytes for each");
	count_keys(o);
}

/* Ciphers with each number of keys; 25519 has none. */
static size_t make_rows(const struct options *o, uint32_t size, uint32_t count,
			struct row *rows)
{
	size_t n = 0, i, k;

	for (i = 0; i < o->alg_count; i++) {
		bool cipher = *o->algs[i].cipher;
		const struct row *first = &rows[n];

		for (k = 0; k < (cipher ? o->keys.n : 1); k++) {
			struct row *r = &rows[n++];

			r->alg = &o->algs[i];
			r->first = first;
			r->shape = o->shape;
			r->shape.size = cipher ? size :
					32 * (1 + r->alg->rows);
			r->shape.count = count;
			r->shape.keys = cipher ? o->keys.v[k] : 0;
		}
	}
	return n;
}

/* Run by run, so that what changes slowly on the machine changes for all. */
static void measure(const struct options *o, struct warpcrypt *w,
		    const struct engine_memory *memory, struct row *rows,
		    size_t n)
{
	struct engine_result result;
	uint32_t run;
	size_t i;

	for (i = 0; i < n; i++) {
		rows[i].load = engine_load_new(w, rows[i].alg, &rows[i].shape,
					       memory);
		engine_load_run(rows[i].load, WARM_UP_NS, &result);
	}
	for (run = 0; run < o->common.runs; run++) {
		for (i = 0; i < n; i++) {
			engine_load_run(rows[i].load, o->common.ms * 1000000,
					&result);
			rows[i].rate[run] = result.done * 1e9 / result.ns;
			rows[i].mbps[run] = *rows[i].alg->cipher ?
					    rows[i].rate[run] * rows[i].shape.size / 1e6 : -1;
			rows[i].cpu_rate[run] = result.done * 1e9 /
						result.cpu_ns;
		}
	}
	for (i = 0; i < n; i++)
		engine_load_free(rows[i].load);
}

/* The median of the ratios of runs that followed each other. */
static double ratio(const double *of, const double *to, uint32_t runs)
{
	double ratios[RUNS_MAX];
	uint32_t i;

	if (of == to)
		return -1;
	for (i = 0; i < runs; i++)
		ratios[i] = of[i] / to[i];
	return median(ratios, runs);
}

static void print_head(void)
{
	printf("%8s %8s %6s  %-20s %9s %9s %9s %11s %11s %6s %6s\n", "bytes",
	       "requests", "keys", "what", "MB/s", "lowest", "highest",
	       "a second", "a cpu-s", "/keys", "cpu/k");
}

static void print_rows(const struct options *o, const struct row *rows,
		       size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		const struct row *r = &rows[i];
		uint32_t runs = o->common.runs;

		printf("%8u %8u %6u  %-20s", r->shape.size, r->shape.count,
		       r->shape.keys, r->alg->name);
		table_spread(9, 1, r->mbps, runs, 1);
		table_cell(11, 0, median(r->rate, runs), "");
		table_cell(11, 0, median(r->cpu_rate, runs), "");
		table_cell(6, 2, ratio(r->rate, r->first->rate, runs), "");
		table_cell(6, 2, ratio(r->cpu_rate, r->first->cpu_rate, runs), "");
		putchar('\n');
	}
	putchar('\n');
	fflush(stdout);
}

static void add_rows(const struct options *o, const struct row *rows, size_t n,
		     struct json_object *results)
{
	size_t i;

	for (i = 0; i < n; i++) {
		struct json_object *j = json_object_new_object();
		const struct row *r = &rows[i];
		uint32_t runs = o->common.runs;

		put_text(j, "what", r->alg->name);
		put_int(j, "request_bytes", r->shape.size);
		put_int(j, "requests_per_batch", r->shape.count);
		put_int(j, "batches_in_flight", r->shape.in_flight);
		if (*r->alg->cipher) {
			put_int(j, "key_bytes", r->alg->key_len);
			put_int(j, "keys", r->shape.keys);
			put_text(j, "direction", r->shape.decrypt ? "decrypt" :
				 "encrypt");
		}
		put_spread(j, "mbps", r->mbps, runs);
		put_real(j, "per_second", median(r->rate, runs));
		put_real(j, "per_cpu_second", median(r->cpu_rate, runs));
		put_real(j, "of_first_keys", ratio(r->rate, r->first->rate, runs));
		put_real(j, "of_first_keys_cpu", ratio(r->cpu_rate, r->first->cpu_rate, runs));
		json_object_array_add(results, j);
	}
}

/* Curves have no request sizes: then only the counts vary. */
static bool all_curves(const struct options *o)
{
	size_t i;

	for (i = 0; i < o->alg_count; i++)
		if (*o->algs[i].cipher)
			return false;
	return true;
}

int cmd_engine(int argc, char **argv)
{
	struct options o = {
		.engine = { .size = sizeof(o.engine) },
		.sizes = { 3, { 512, 4096, 65536 } }, .counts = { 1, { 1024 } },
		.keys = { 1, { 1 } }, .shape = { .in_flight = 2 },
		.common = { .runs = 5, .ms = 300, .buffer = 64 << 20 },
	};
	struct json_object *report, *results = json_object_new_array();
	static struct row rows[ROWS_MAX];
	struct engine_memory memory;
	struct warpcrypt *w;
	size_t i, j, n;

	parse(&o, argc, argv);
	if (all_curves(&o))
		o.sizes.n = 1;
	if (warpcrypt_open(&w, &o.engine))
		die("%s", warpcrypt_error());
	memory.bytes = o.common.buffer;
	memory.src = common_random_buffer(&o.common);
	memory.dst = common_random_buffer(&o.common);

	report = report_new("engine", argc, argv);
	put_text(report, "engine", warpcrypt_describe(w));
	put_int(report, "threads", warpcrypt_threads(w));
	put_text(report, "keys_are", o.shape.fresh ? "fresh" : "kept");
	report_print_header(report);
	printf("%s; %u threads, %u batches in flight%s\n\n",
	       warpcrypt_describe(w), warpcrypt_threads(w), o.shape.in_flight,
	       o.shape.fresh ? ", fresh keys" : "");
	print_head();
	for (i = 0; i < o.sizes.n; i++) {
		for (j = 0; j < o.counts.n; j++) {
			n = make_rows(&o, o.sizes.v[i], o.counts.v[j], rows);
			progress("%u bytes, %u in a batch: %u runs of %zu things",
				 (uint32_t)o.sizes.v[i],
				 (uint32_t)o.counts.v[j], o.common.runs, n);
			measure(&o, w, &memory, rows, n);
			print_rows(&o, rows, n);
			add_rows(&o, rows, n, results);
		}
	}
	json_object_object_add(report, "results", results);
	report_write(report, o.common.json);
	json_object_put(report);
	warpcrypt_close(w);
	return 0;
}
