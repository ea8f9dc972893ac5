// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench lone: how long an engine takes for one small frame that comes alone,
 * of the CPUs and a GPU side by side. No module, no threads: what is timed is what a
 * worker of warpcryptd does between two ENTERs.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/backend.h"
#include "helper/engine/rate_frame.h"
#include "helper/transport/names.h"
#include "tools/bench/commands.h"
#include "tools/bench/common.h"
#include "tools/bench/engine_load.h"
#include "tools/bench/report.h"
#include "tools/bench/util.h"

#define ALGS_MAX	32
#define ENGINES		2
/* Before the first run: keys, caches, a GPU's clock. */
#define WARM_UP_NS	20000000ull

/* Payloads of a frame together are at most this long. */
#define LONE_MOST	(512u << 10)

/**
 * struct lone_engine - an engine
 * @backend: it, open
 * @arena: its frames
 * @worker: its only worker, of the calling thread
 * @frame: that is processed
 */
struct lone_engine {
	struct wc_backend *backend;
	struct wc_mapping arena;
	struct wc_worker *worker;
	struct wc_view frame;
};

static const struct wc_geometry geometry = {
	1u << 20, WARPCRYPT_FRAME_COUNT_MIN, WARPCRYPT_KEY_SLOTS_MIN,
};

static int start(struct lone_engine *e, struct wc_error *err)
{
	const struct wc_backend_ops *ops = e->backend->ops;
	const struct wc_part all = { 0, geometry.frame_count };
	int ret = wc_mapping_alloc(&e->arena, &geometry, err);

	if (ret)
		return ret;
	memset(e->arena.base, 0, e->arena.len);
	ret = ops->arena_add(e->backend, &e->arena, all, err);
	if (ret) {
		wc_mapping_free(&e->arena);
		return ret;
	}
	ret = ops->worker_start(e->backend, &e->worker, err);
	if (ret) {
		ops->arena_remove(e->backend);
		wc_mapping_free(&e->arena);
	}
	return ret;
}

/*
 * Open an engine and start a worker in this thread. Returns 0 or a negative errno, -ENODEV: this
 * machine has no such engine.
 */
static int lone_engine_open(struct lone_engine *e, const struct wc_backend_ops *ops,
			    unsigned int gpu, struct wc_error *err)
{
	int ret;

	memset(e, 0, sizeof(*e));
	if (!wc_backend_is_built_in(ops))
		return wc_fail(err, -ENODEV, "not built in");
	ret = ops->open(&e->backend, gpu, err);
	if (ret)
		return ret;
	ret = start(e, err);
	if (ret)
		ops->close(e->backend);
	return ret;
}

/* Make a new key, and a frame of @count requests of @len bytes: the same payloads each time. */
static void lone_engine_set(struct lone_engine *e, const struct wc_rate_kind *kind,
			    uint32_t count, uint32_t len)
{
	uint8_t *at = wc_mapping_frame(&e->arena, 0);
	uint32_t i;

	for (i = 0; i < LONE_MOST; i++)
		at[i] = (uint8_t)(i * 37 + i / 256);
	wc_rate_key(&e->arena, 0, kind);
	wc_rate_frame(&e->frame, &e->arena, 0, 0, kind, count, len);
}

/* Process the frame; exits if that fails. Returns how long it took, ns. */
static uint64_t lone_engine_run(struct lone_engine *e)
{
	uint64_t start = now_ns();

	if (e->backend->ops->process(e->worker, &e->frame))
		die("%s: %s", e->backend->ops->name, e->worker->error.text);
	return now_ns() - start;
}

/* Close it. */
static void lone_engine_close(struct lone_engine *e)
{
	const struct wc_backend_ops *ops = e->backend->ops;

	ops->worker_stop(e->worker);
	ops->arena_remove(e->backend);
	wc_mapping_free(&e->arena);
	ops->close(e->backend);
}

enum { LONE_CPU, LONE_CUDA };

static const struct wc_backend_ops *const ops[ENGINES] = {
	[LONE_CPU] = &wc_backend_cpu,
	[LONE_CUDA] = &wc_backend_cuda,
};

/**
 * struct times - how long frames of one kind took
 * @ns: each
 * @count: how many
 * @max: room
 */
struct times {
	double *ns;
	size_t count;
	size_t max;
};

/**
 * struct lone - all of it
 * @names: algorithms
 * @algs: how many
 * @decrypt: the direction
 * @sizes: bytes of a request
 * @requests: in a frame
 * @gpu: the GPU's number
 * @common: options
 * @engine: the engines
 * @has: which of them there are
 * @times: of the kind that is being measured
 */
struct lone {
	char *names[ALGS_MAX + 1];
	size_t algs;
	bool decrypt;
	struct list sizes;
	uint32_t requests;
	unsigned int gpu;
	struct common common;
	struct lone_engine engine[ENGINES];
	bool has[ENGINES];
	struct times times[ENGINES];
};

static void usage(void)
{
	printf("Usage: warpcrypt-bench lone [OPTION...]\n\n"
	       "Times single frames, one after the other, in the CPU engine and a GPU: what a lone\n"
	       "request waits for an engine. Frames are processed in this thread; neither the module\n"
	       "nor libwarpcrypt take part. The GPU's results are compared with the CPU's.\n\n"
	       "  --alg=NAME,...       what to time (default: CTR and XTS of all ciphers)\n"
	       "  --decrypt            decrypt\n"
	       "  --sizes=N,...        bytes of a request (default 512,4096,65536)\n"
	       "  --requests=N         requests in a frame (default 1)\n"
	       "  --gpu=N              number of the GPU (default 0)\n"
	       "  --runs=N             runs of each (default 5)\n"
	       "  --time=MS            length of a run (default 20)\n"
	       USAGE_JSON_HELP);
}

#define CTR_AND_XTS(NAME, name, ...)	"ctr(" #name "),xts(" #name "),"

/* The comma at the end is not a name. */
static void set_default_algs(struct lone *l)
{
	char *text = strdup(WARPCRYPT_CIPHERS(CTR_AND_XTS) "");

	if (!text)
		die("out of memory");
	text[strlen(text) - 1] = '\0';
	l->algs = common_algs(text, l->names, ALGS_MAX);
	free(text);
}

static void parse(struct lone *l, int argc, char **argv)
{
	const struct bench_option options[] = {
		{ "alg", .names = l->names, .count = &l->algs, .max = ALGS_MAX },
		{ "decrypt", .flag = &l->decrypt },
		{ "sizes", .list = &l->sizes, .min = 16, .max = LONE_MOST },
		{ "requests", .n32 = &l->requests, .min = 1, .max = 4096 },
		{ "gpu", .n32 = &l->gpu, .max = 1023 },
		COMMON_OPTIONS(&l->common),
		{ }
	};
	size_t i;

	common_parse(argc, argv, options, usage);
	if (!l->algs)
		set_default_algs(l);
	for (i = 0; i < l->sizes.n; i++)
		if (l->sizes.v[i] % 16 || l->sizes.v[i] * l->requests > LONE_MOST)
			usage_error("--sizes: give multiples of 16, and for all requests together at most %u",
				    LONE_MOST);
}

static struct wc_rate_kind parse_kind(const char *name, bool decrypt)
{
	struct engine_alg alg;
	int mode;

	engine_parse(name, &alg);
	if (!*alg.cipher)
		usage_error("--alg: there is no '%s' here: give a name like xts(aes)", name);
	mode = wc_find_mode(alg.mode);
	return (struct wc_rate_kind){
		(uint8_t)wc_find_cipher(alg.cipher), (uint8_t)mode,
		decrypt && mode != WARPCRYPT_MODE_CTR,
	};
}

static void open_engines(struct lone *l, struct json_object *report)
{
	struct wc_error err;
	int i, ret;

	for (i = 0; i < ENGINES; i++) {
		ret = lone_engine_open(&l->engine[i], ops[i], l->gpu, &err);
		if (ret && ret != -ENODEV)
			die("%s: %s", ops[i]->name, err.text);
		l->has[i] = !ret;
		printf("%-5s %s\n", ops[i]->name, ret ? err.text :
		       ops[i]->describe(l->engine[i].backend));
		if (!ret)
			put_text(report, ops[i]->name,
				 ops[i]->describe(l->engine[i].backend));
	}
	putchar('\n');
}

/* One frame in both: the same payloads, and so the same results. */
static void compare(struct lone *l, const char *name)
{
	const struct lone_engine *cpu = &l->engine[LONE_CPU];
	const struct lone_engine *gpu = &l->engine[LONE_CUDA];

	if (!l->has[LONE_CUDA])
		return;
	lone_engine_run(&l->engine[LONE_CPU]);
	lone_engine_run(&l->engine[LONE_CUDA]);
	if (memcmp(cpu->frame.base, gpu->frame.base, cpu->frame.payload))
		die("%s, %u bytes: the GPU's results are not the CPU's", name,
		    cpu->frame.payload);
}

static void add_time(struct times *t, uint64_t ns)
{
	if (t->count == t->max) {
		t->max = t->max ? 2 * t->max : 65536;
		t->ns = realloc(t->ns, t->max * sizeof(*t->ns));
		if (!t->ns)
			die("out of memory");
	}
	t->ns[t->count++] = (double)ns;
}

static void run_for(struct lone_engine *e, uint64_t ns, struct times *times)
{
	uint64_t end = now_ns() + ns;

	do {
		uint64_t took = lone_engine_run(e);

		if (times)
			add_time(times, took);
	} while (now_ns() < end);
}

/* Run by run, so that what changes slowly on the machine changes for all. */
static void measure(struct lone *l, const struct wc_rate_kind *kind,
		    const char *name, uint32_t len)
{
	uint32_t run;
	int i;

	for (i = 0; i < ENGINES; i++)
		if (l->has[i])
			lone_engine_set(&l->engine[i], kind, l->requests, len);
	compare(l, name);
	for (i = 0; i < ENGINES; i++) {
		l->times[i].count = 0;
		if (l->has[i])
			run_for(&l->engine[i], WARM_UP_NS, NULL);
	}
	for (run = 0; run < l->common.runs; run++)
		for (i = 0; i < ENGINES; i++)
			if (l->has[i])
				run_for(&l->engine[i], l->common.ms * 1000000,
					&l->times[i]);
}

/* Microseconds that @part of the frames took no longer than. */
static double quantile_us(const struct times *t, double part)
{
	return t->ns[(size_t)(part * (double)(t->count - 1))] / 1e3;
}

static void print_head(const struct lone *l)
{
	int i;

	printf("%-18s %-8s %8s", "what", "", "bytes");
	for (i = 0; i < ENGINES; i++)
		if (l->has[i])
			printf("  %6s us %8s", ops[i]->name, "99 %");
	putchar('\n');
}

static void put_row(struct lone *l, const struct wc_rate_kind *kind,
		    const char *name, uint32_t len, struct json_object *results)
{
	struct json_object *j = json_object_new_object();
	char key[32];
	int i;

	put_text(j, "what", name);
	put_text(j, "direction", kind->decrypt ? "decrypt" : "encrypt");
	put_int(j, "request_bytes", len);
	put_int(j, "requests", l->requests);
	printf("%-18s %-8s %8u", name, kind->decrypt ? "decrypt" : "", len);
	for (i = 0; i < ENGINES; i++) {
		struct times *t = &l->times[i];

		if (!l->has[i])
			continue;
		sort_up(t->ns, t->count);
		printf("  %9.2f %8.2f", quantile_us(t, 0.5), quantile_us(t, 0.99));
		snprintf(key, sizeof(key), "%s_median_us", ops[i]->name);
		put_real(j, key, quantile_us(t, 0.5));
		snprintf(key, sizeof(key), "%s_99_us", ops[i]->name);
		put_real(j, key, quantile_us(t, 0.99));
		snprintf(key, sizeof(key), "%s_frames", ops[i]->name);
		put_int(j, key, t->count);
	}
	putchar('\n');
	fflush(stdout);
	json_object_array_add(results, j);
}

static void measure_all(struct lone *l, struct json_object *results)
{
	struct wc_rate_kind kind;
	size_t a, s;

	print_head(l);
	for (a = 0; a < l->algs; a++) {
		kind = parse_kind(l->names[a], l->decrypt);
		for (s = 0; s < l->sizes.n; s++) {
			measure(l, &kind, l->names[a],
				(uint32_t)l->sizes.v[s]);
			put_row(l, &kind, l->names[a], (uint32_t)l->sizes.v[s],
				results);
		}
	}
}

int cmd_lone(int argc, char **argv)
{
	static struct lone l = {
		.sizes = { 3, { 512, 4096, 65536 } }, .requests = 1,
		.common = { .runs = 5, .ms = 20 },
	};
	struct json_object *report, *results = json_object_new_array();
	int i;

	parse(&l, argc, argv);
	report = report_new("lone", argc, argv);
	report_print_header(report);
	open_engines(&l, report);
	measure_all(&l, results);
	report_end(report, "results", results, l.common.json);
	for (i = 0; i < ENGINES; i++) {
		if (l.has[i])
			lone_engine_close(&l.engine[i]);
		free(l.times[i].ns);
	}
	return 0;
}
