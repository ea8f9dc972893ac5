// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench af-alg: threads that use AF_ALG sockets by libkcapi.
 */
#include <errno.h>
#include <kcapi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/bench/commands.h"
#include "tools/bench/common.h"
#include "tools/bench/module.h"
#include "tools/bench/plan.h"
#include "tools/bench/report.h"
#include "tools/bench/table.h"
#include "tools/bench/util.h"

#define ALGS_MAX	8
#define THREADS_MAX	1024
#define IV_MAX		64

struct options {
	char *algs[ALGS_MAX + 1];
	size_t alg_count;
	struct list sizes;
	struct list threads;
	uint32_t key_len;
	bool decrypt;
	struct common common;
};

/**
 * struct run - one run
 * @o: the options
 * @alg: the algorithm
 * @size: bytes of a request
 * @threads: threads
 * @src: the data to encrypt
 * @dst: where to
 * @gate: all threads wait here before they begin
 * @stop: set when the run ends
 * @error: error of the first request that failed, negative
 * @requests: completed requests
 */
struct run {
	const struct options *o;
	const char *alg;
	uint32_t size;
	uint32_t threads;
	uint8_t *src;
	uint8_t *dst;
	pthread_barrier_t gate;
	atomic_bool stop;
	atomic_int error;
	atomic_ullong requests;
};

struct worker {
	pthread_t thread;
	struct run *run;
	uint32_t number;
	struct kcapi_handle *handle;
};

/**
 * struct row - the results of one algorithm at one point
 * @mbps: 10^6 bytes a second, for each run
 * @us: time over requests of all threads together, us, for each run
 * @requests: of all runs
 * @counters: the module's
 */
struct row {
	double mbps[RUNS_MAX];
	double us[RUNS_MAX];
	uint64_t requests;
	struct module_counts counters;
};

static void usage(void)
{
	printf("Usage: warpcrypt-bench af-alg --alg=NAME[,NAME...] [OPTION...]\n\n"
	       "Threads send requests through AF_ALG sockets, by libkcapi. The kernel does a\n"
	       "socket's request in the call that asks for the result, so as many are in flight\n"
	       "as there are threads, of which each has a socket.\n\n"
	       "  --alg=NAME,...       algorithms or drivers, at most %d\n"
	       "  --sizes=N,...        bytes of a request (default 4096,65536)\n"
	       "  --threads=N,...      threads (default 1,16)\n"
	       "  --key-bytes=N        key length (default 64 for xts, else 32)\n"
	       "  --decrypt            decrypt\n"
	       USAGE_RUNS(5, 500)
	       "  --buffer=BYTES       source and destination, each (default 64M)\n"
	       USAGE_JSON_HELP, ALGS_MAX);
}

static struct kcapi_handle *open_socket(const struct options *o,
					const char *alg)
{
	uint32_t key_len = o->key_len == KEY_USUAL ? default_key_len(alg) : o->key_len;
	struct kcapi_handle *handle;
	uint8_t key[256];
	int ret;

	ret = kcapi_cipher_init(&handle, alg, 0);
	if (ret)
		die("%s: no such skcipher for AF_ALG (%s); see /proc/crypto",
		    alg, strerror(-ret));
	if (kcapi_cipher_ivsize(handle) > IV_MAX)
		die("%s: IVs of more than %d bytes are not supported", alg,
		    IV_MAX);
	fill_random(key, key_len);
	ret = kcapi_cipher_setkey(handle, key, key_len);
	if (ret)
		die("%s: no key of %u bytes (%s); give another with --key-bytes",
		    alg, key_len, strerror(-ret));
	return handle;
}

static int one_request(struct worker *w, size_t offset)
{
	struct run *run = w->run;
	uint8_t iv[IV_MAX] = { };
	ssize_t ret;

	memcpy(iv, &offset, sizeof(offset));
	if (run->o->decrypt)
		ret = kcapi_cipher_decrypt(w->handle, run->src + offset, run->size, iv,
					   run->dst + offset, run->size, KCAPI_ACCESS_SENDMSG);
	else
		ret = kcapi_cipher_encrypt(w->handle, run->src + offset, run->size, iv,
					   run->dst + offset, run->size, KCAPI_ACCESS_SENDMSG);
	if (ret < 0)
		return ret;
	return ret == run->size ? 0 : -EIO;
}

static void *work(void *arg)
{
	struct worker *w = arg;
	struct run *run = w->run;
	size_t places = run->o->common.buffer / run->size;
	size_t place = places * w->number / run->threads;
	uint64_t n = 0;

	pthread_barrier_wait(&run->gate);
	while (!atomic_load_explicit(&run->stop, memory_order_relaxed)) {
		int ret = one_request(w, place * run->size);

		if (ret) {
			atomic_store(&run->error, ret);
			break;
		}
		n++;
		place = place + 1 < places ? place + 1 : 0;
	}
	atomic_fetch_add(&run->requests, n);
	return NULL;
}

static void start_workers(struct run *run, struct worker *workers)
{
	pthread_attr_t attr;
	uint32_t i;
	int ret;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 256 << 10);
	for (i = 0; i < run->threads; i++) {
		struct worker *w = &workers[i];

		w->run = run;
		w->number = i;
		w->handle = open_socket(run->o, run->alg);
		ret = pthread_create(&w->thread, &attr, work, w);
		if (ret)
			die("thread %u: %s; give fewer with --threads", i,
			    strerror(ret));
	}
	pthread_attr_destroy(&attr);
}

static void stop_workers(struct run *run, struct worker *workers)
{
	uint32_t i;

	for (i = 0; i < run->threads; i++) {
		pthread_join(workers[i].thread, NULL);
		kcapi_cipher_destroy(workers[i].handle);
	}
}

/* Runs for @ms; returns the time taken, ns. */
static uint64_t run_once(struct run *run, uint64_t ms)
{
	static struct worker workers[THREADS_MAX];
	uint64_t start;

	run->stop = false;
	run->requests = 0;
	pthread_barrier_init(&run->gate, NULL, run->threads + 1);
	start_workers(run, workers);
	pthread_barrier_wait(&run->gate);
	start = now_ns();
	sleep_ms(ms);
	atomic_store(&run->stop, true);
	stop_workers(run, workers);
	start = now_ns() - start;
	pthread_barrier_destroy(&run->gate);
	if (run->error)
		die("%s, %u bytes: a request failed: %s", run->alg, run->size,
		    strerror(-run->error));
	return start;
}

static void measure(const struct options *o, struct run *run, struct row *rows)
{
	uint32_t r;
	size_t i;

	for (i = 0; i < o->alg_count; i++) {
		memset(&rows[i], 0, sizeof(rows[i]));
		run->alg = o->algs[i];
		run_once(run, 50);
	}
	for (r = 0; r < o->common.runs; r++) {
		for (i = 0; i < o->alg_count; i++) {
			struct module_counts before;
			uint64_t ns;

			run->alg = o->algs[i];
			module_counts_read(&before);
			ns = run_once(run, o->common.ms);
			module_counts_add_since(&rows[i].counters, &before);
			rows[i].requests += run->requests;
			rows[i].mbps[r] = run->requests * 1e3 * run->size / ns;
			rows[i].us[r] = ns / 1e3 /
					(run->requests ? run->requests : 1);
		}
	}
}

static void print_rows(const struct options *o, const struct run *run,
		       const struct row *rows)
{
	size_t i;

	for (i = 0; i < o->alg_count; i++) {
		printf("%7u %7u  %-28s", run->size, run->threads, o->algs[i]);
		table_spread(8, 1, rows[i].mbps, o->common.runs, 1);
		table_cell(9, 2, median(rows[i].us, o->common.runs), "");
		table_counts(&rows[i].counters);
		putchar('\n');
	}
	putchar('\n');
	fflush(stdout);
}

static void add_rows(const struct options *o, const struct run *run,
		     const struct row *rows, struct json_object *results)
{
	size_t i;

	for (i = 0; i < o->alg_count; i++) {
		struct json_object *r = json_object_new_object();

		put_text(r, "algorithm", o->algs[i]);
		put_int(r, "request_bytes", run->size);
		put_int(r, "threads", run->threads);
		put_text(r, "direction", o->decrypt ? "decrypt" : "encrypt");
		put_spread(r, "mbps", rows[i].mbps, o->common.runs);
		put_real(r, "us_per_request",
			 median(rows[i].us, o->common.runs));
		put_int(r, "requests", rows[i].requests);
		module_counts_put(r, &rows[i].counters);
		json_object_array_add(results, r);
	}
}

int cmd_af_alg(int argc, char **argv)
{
	struct options o = {
		.sizes = { 2, { 4096, 65536 } }, .threads = { 2, { 1, 16 } },
		.key_len = KEY_USUAL,
		.common = { .runs = 5, .ms = 500, .buffer = 64 << 20 },
	};
	const struct bench_option options[] = {
		{ "alg", .names = o.algs, .count = &o.alg_count, .max = ALGS_MAX },
		{ "sizes", .list = &o.sizes, .min = 1, .max = 1 << 20 },
		{ "threads", .list = &o.threads, .min = 1, .max = THREADS_MAX },
		{ "key-bytes", .n32 = &o.key_len, .max = 256 },
		{ "decrypt", .flag = &o.decrypt },
		COMMON_OPTIONS(&o.common),
		{ }
	};
	struct json_object *report, *results = json_object_new_array();
	static struct row rows[ALGS_MAX];
	struct run run = { .o = &o };
	size_t i, j;

	common_parse(argc, argv, options, usage);
	if (!o.alg_count)
		usage_error("--alg is missing: which algorithms?");
	kcapi_set_verbosity(KCAPI_LOG_NONE);
	run.src = common_random_buffer(o.common.buffer);
	run.dst = common_random_buffer(o.common.buffer);

	report = report_new("af-alg", argc, argv);
	report_print_header(report);
	printf("%7s %7s  %-28s %8s %8s %8s %9s %7s %7s\n", "bytes", "threads",
	       "algorithm", "MB/s", "lowest", "highest", "us/req", "offload", "req/frm");
	for (i = 0; i < o.sizes.n; i++) {
		for (j = 0; j < o.threads.n; j++) {
			run.size = o.sizes.v[i];
			run.threads = o.threads.v[j];
			progress("%u bytes, %u threads: %u runs of %zu algorithms",
				 run.size, run.threads, o.common.runs,
				 o.alg_count);
			measure(&o, &run, rows);
			print_rows(&o, &run, rows);
			add_rows(&o, &run, rows, results);
		}
	}
	report_end(report, "results", results, o.common.json);
	return 0;
}
