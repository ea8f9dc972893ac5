// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench native: the module's own code in this process, with the engines and
 * workers of warpcryptd. No time is simulated and nothing is played but the kernel's
 * primitives (tests/core). Beside it, in turn: software, copies, the engine alone.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "helper/transport/names.h"
#include "tools/bench/commands.h"
#include "tools/bench/common.h"
#include "tools/bench/native/check.h"
#include "tools/bench/native/helper.h"
#include "tools/bench/native/library.h"
#include "tools/bench/native/road.h"
#include "tools/bench/report.h"
#include "tools/bench/stats.h"
#include "tools/bench/util.h"

#define ALGS_MAX	16
/* What requests in flight have together, of a submitter: more would be another memory. */
#define FLIGHT_BYTES	(32u << 20)
#define LATENCIES	1000000u
/* Of each submitter. */
#define CHECK_BYTES	(256u << 10)
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
 * @depths: requests in flight
 * @submitters: how many
 * @ops: the engine
 * @count: requests of each submitter in a run, 0: by time
 * @seed: of keys and data
 * @verify_all: compare all that fits into the buffers, not a part
 * @helper: the engine
 * @library: the same by libwarpcrypt
 * @job: the job, without what differs from way to way
 * @kind: the same for engines
 * @src: buffers
 * @dst: buffers
 * @latency: of lone requests
 * @ways: what is measured in turn
 * @way_count: how many
 * @sums: their results
 * @results: the report's
 */
struct native {
	struct common common;
	char *names[ALGS_MAX + 1];
	size_t algs;
	struct list sizes;
	struct list depths;
	struct list submitters;
	const struct wc_backend_ops *ops;
	uint64_t count;
	uint64_t seed;
	bool verify_all;
	struct native_helper helper;
	struct native_library library;
	struct road_job job;
	struct wc_rate_kind kind;
	uint8_t *src[ROAD_SUBMITTERS_MAX];
	uint8_t *dst[ROAD_SUBMITTERS_MAX];
	uint32_t *latency;
	struct way ways[WAYS_MAX];
	unsigned int way_count;
	struct sums sums[WAYS_MAX];
	struct json_object *results;
};

static void usage(void)
{
	printf("Usage: warpcrypt-bench native [OPTION...]\n\n"
	       "Runs the module's own code in this process, from the crypto API's entry to its\n"
	       "callback, with the engines and workers of warpcryptd: no kernel module is needed,\n"
	       "and no root. Beside it, in turn: the software that the module falls back on, in each\n"
	       "form that this CPU has, in the submitters; copies in and out by as many threads; the\n"
	       "engine alone. All bytes are compared with another implementation first.\n\n"
	       "  --alg=NAME,...       xts(kuznyechik) and so on (default: xts and ctr of it);\n"
	       "                       ciphers that the kernel has itself are not here\n"
	       "  --engine=NAME        cpu (default), cuda or null\n"
	       "  --sizes=N,...        bytes of a request (default 4K,64K,1M)\n"
	       "  --depths=N,...       requests of each submitter in flight (default 1,256); fewer\n"
	       "                       if they have more than 32 MiB\n"
	       "  --submitters=N,...   threads that submit, each on a CPU (default 1)\n"
	       "  --count=N            requests of each in a run, instead of a time\n"
	       "  --seed=N             of keys and data (default 1)\n"
	       "  --verify-all         compare the whole buffers first, not 256 KiB of each\n"
	       "  --runs=N             runs of each, of which the median counts (default 3)\n"
	       "  --time=MS            length of a run (default 200)\n"
	       "  --buffer=BYTES       of sources and of destinations, of each submitter\n"
	       "                       (default 16M; more if what is in flight needs it)\n"
	       "  --json=FILE          write everything into FILE too\n"
	       "  --help               this text\n\n"
	       "SIM_VERBOSE=1 in the environment shows the module's messages.\n");
}

enum { OPT_ALG = 256, OPT_ENGINE, OPT_SIZES, OPT_DEPTHS, OPT_SUBMITTERS, OPT_COUNT,
       OPT_SEED, OPT_VERIFY };

static const struct option long_options[] = {
	{ "alg", required_argument, NULL, OPT_ALG },
	{ "engine", required_argument, NULL, OPT_ENGINE },
	{ "sizes", required_argument, NULL, OPT_SIZES },
	{ "depths", required_argument, NULL, OPT_DEPTHS },
	{ "submitters", required_argument, NULL, OPT_SUBMITTERS },
	{ "count", required_argument, NULL, OPT_COUNT },
	{ "seed", required_argument, NULL, OPT_SEED },
	{ "verify-all", no_argument, NULL, OPT_VERIFY },
	COMMON_LONG_OPTIONS,
	{ "help", no_argument, NULL, 'h' },
	{ }
};

static const struct wc_backend_ops *parse_engine(const char *name)
{
	static const struct wc_backend_ops *const all[] = {
		&wc_backend_cpu, &wc_backend_cuda, &wc_backend_null,
	};
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!strcmp(all[i]->name, name))
			return all[i];
	usage_error("--engine: '%s' is no engine; give cpu, cuda or null", name);
}

static void set_value(struct native *b, int opt, const char *arg)
{
	switch (opt) {
	case OPT_ALG:
		b->algs = common_algs(arg, b->names, ALGS_MAX);
		break;
	case OPT_ENGINE:
		b->ops = parse_engine(arg);
		break;
	case OPT_SIZES:
		parse_list("--sizes", arg, 512, 4u << 20, &b->sizes);
		break;
	case OPT_DEPTHS:
		parse_list("--depths", arg, 1, 4096, &b->depths);
		break;
	case OPT_SUBMITTERS:
		parse_list("--submitters", arg, 1, ROAD_SUBMITTERS_MAX,
			   &b->submitters);
		break;
	case OPT_COUNT:
		b->count = parse_number("--count", arg, 1, 1u << 30);
		break;
	case OPT_SEED:
		b->seed = parse_number("--seed", arg, 0, UINT64_MAX);
		break;
	case OPT_VERIFY:
		b->verify_all = true;
		break;
	case 'h':
		usage();
		exit(0);
	default:
		usage_error("warpcrypt-bench native --help lists the options");
	}
}

/* splitmix64 (Steele, Lea and Flood, 2014) */
static uint64_t draw(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15ull;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

/* --- memory */

static uint64_t largest(const struct list *list)
{
	uint64_t most = 0;
	size_t i;

	for (i = 0; i < list->n; i++)
		most = list->v[i] > most ? list->v[i] : most;
	return most;
}

/* Not page by page in the kernel's order: as memory that was used for a while. */
static uint8_t *get_buffer(size_t bytes)
{
	uint8_t *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		die("no memory for buffers: give fewer --submitters or a smaller --buffer");
	return at;
}

static void get_buffers(struct native *b)
{
	uint64_t n = largest(&b->submitters), i, state = b->seed;
	size_t bytes = b->common.buffer, at;

	if (bytes < FLIGHT_BYTES && largest(&b->depths) * largest(&b->sizes) > bytes)
		bytes = FLIGHT_BYTES;
	b->job.bytes = bytes;
	for (i = 0; i < n; i++) {
		b->src[i] = get_buffer(bytes);
		b->dst[i] = get_buffer(bytes);
		for (at = 0; at + 8 <= bytes; at += 8) {
			uint64_t x = draw(&state);

			memcpy(b->src[i] + at, &x, sizeof(x));
		}
		memset(b->dst[i], 0, bytes);
	}
	b->latency = calloc(LATENCIES, sizeof(*b->latency));
	if (!b->latency)
		die("out of memory");
}

/* --- what is measured */

/* As the engines' rates are measured. */
#define KEY_MOST	32
#define KEY_LENGTH(NAME, name, number, least, most, step)	\
	[WARPCRYPT_CIPHER_##NAME] = (most) < KEY_MOST ? (most) : KEY_MOST,

static void set_alg(struct native *b, const char *name)
{
	static const unsigned int key_len[WARPCRYPT_CIPHER_COUNT] = {
		WARPCRYPT_CIPHERS(KEY_LENGTH)
	};
	static uint8_t key[128];
	const char *names[ROAD_FORMS_MAX], *titles[ROAD_FORMS_MAX];
	char mode_name[8], cipher_name[24], end;
	uint64_t state = b->seed + 1;
	int cipher, mode;
	size_t i;

	if (sscanf(name, "%7[a-z](%23[a-z0-9]%c", mode_name, cipher_name, &end) != 3 ||
	    end != ')')
		usage_error("--alg: '%s' is no algorithm; give xts(kuznyechik) and the like",
			    name);
	cipher = wc_find_cipher(cipher_name);
	mode = wc_find_mode(mode_name);
	if (cipher < 0 || mode < 0 || wc_is_group((unsigned int)cipher))
		usage_error("--alg: '%s' is no algorithm; give xts(kuznyechik) and the like",
			    name);
	if (!road_forms(cipher_name, names, titles))
		usage_error("--alg: the software of '%s' is the kernel's, and not here",
			    cipher_name);
	b->kind = (struct wc_rate_kind){ (uint8_t)cipher, (uint8_t)mode, false };
	b->job.cipher = wc_name_of_cipher((unsigned int)cipher);
	b->job.mode = wc_name_of_mode((unsigned int)cipher, (unsigned int)mode);
	b->job.key_len = key_len[cipher];
	if (mode == WARPCRYPT_MODE_XTS)
		b->job.key_len *= 2;
	for (i = 0; i < sizeof(key); i++)
		key[i] = (uint8_t)draw(&state);
	b->job.key = key;
}

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

/* Copies, software in each form, the module at each depth. */
static void make_ways(struct native *b)
{
	const char *names[ROAD_FORMS_MAX], *titles[ROAD_FORMS_MAX];
	unsigned int n = road_forms(b->job.cipher, names, titles), i;
	struct way *w;
	size_t d;

	b->way_count = 0;
	w = add_way(b, ROAD_COPY, 1);
	snprintf(w->name, sizeof(w->name), "copies in and out");
	for (i = 0; i < n; i++) {
		w = add_way(b, ROAD_SOFTWARE, 1);
		w->form = names[i];
		snprintf(w->name, sizeof(w->name), "software, %s", titles[i]);
	}
	for (d = 0; d < b->depths.n; d++) {
		w = add_way(b, ROAD_MODULE, fitting(b, b->depths.v[d]));
		snprintf(w->name, sizeof(w->name), "module, %s", b->ops->name);
		if (b->ops == &wc_backend_null)
			continue;
		w = add_way(b, ROAD_MODULE, fitting(b, b->depths.v[d]));
		w->automatic = true;
		snprintf(w->name, sizeof(w->name), "module, %s, auto", b->ops->name);
	}
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

/* The null engine gives back what it got; what CTR makes of that nobody knows. */
static void check_null(struct native *b, const struct way *w)
{
	struct road_result once;
	uint32_t i;

	if (b->kind.mode == WARPCRYPT_MODE_CTR)
		return;
	b->job.count = b->job.bytes / b->job.size;
	run_way(b, w, &once);
	b->job.count = b->count;
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

static void print_way(struct native *b, unsigned int i, bool engine)
{
	const struct way *w = &b->ways[i];
	const struct sums *s = &b->sums[i];
	uint32_t runs = b->common.runs;
	double submit = median(s->submit, runs), deliver = median(s->deliver, runs);
	double helper = median(s->helper, runs), per = median(s->per_frame, runs);
	struct json_object *j = json_object_new_object();

	printf("%-33s %4u %5u  %7.3f", w->name, b->job.submitters, w->depth,
	       median(s->gb, runs));
	if (w->way == ROAD_COPY || w->way == ROAD_SOFTWARE)
		printf("  %7.3f %7s %7s %7s", submit, "", "", "");
	else
		printf("  %7.3f %7.3f %7.3f %7.1f", submit, deliver, helper, per);
	if (w->automatic)
		printf("  software %.0f %%", 100 * median(s->soft, runs));
	putchar('\n');
	fflush(stdout);
	put_text(j, "way", w->name);
	put_text(j, "mode", b->job.mode);
	put_text(j, "cipher", b->job.cipher);
	put_int(j, "request_bytes", b->job.size);
	put_int(j, "submitters", b->job.submitters);
	put_int(j, "depth", w->depth);
	put_real(j, "gb_s", median(s->gb, runs));
	put_real(j, "submit_s_gb", submit);
	put_real(j, "deliver_s_gb", engine ? deliver : -1);
	put_real(j, "helper_s_gb", engine ? helper : -1);
	put_real(j, "requests_frame", engine ? per : -1);
	put_real(j, "software_part", engine ? median(s->soft, runs) : -1);
	json_object_array_add(b->results, j);
}

static void measure(struct native *b, uint64_t submitters)
{
	struct road_result r;
	unsigned int i;
	uint32_t run;

	b->job.submitters = (uint32_t)submitters;
	for (i = 0; i < b->way_count; i++)
		check(b, &b->ways[i]);
	for (run = 0; run < b->common.runs; run++) {
		for (i = 0; i < b->way_count; i++) {
			run_way(b, &b->ways[i], &r);
			note(&b->sums[i], run, &r, b->job.size);
		}
	}
	for (i = 0; i < b->way_count; i++)
		print_way(b, i, b->ways[i].way == ROAD_MODULE);
}

/* --- the library: by one thread that submits, and its own */

static void measure_library(struct native *b, const char *name, bool registered)
{
	double gb[RUNS_MAX], cpu[RUNS_MAX];
	uint32_t runs = b->common.runs, run;
	struct json_object *j = json_object_new_object();
	struct engine_result r;
	struct engine_load *load;
	struct engine_alg alg;
	char way[48];

	engine_parse(name, 0, &alg);
	load = native_library_load(&b->library, &alg, b->job.size, registered);
	engine_load_run(load, 1, &r);
	for (run = 0; run < runs; run++) {
		engine_load_run(load, b->job.ns, &r);
		gb[run] = (double)r.done * b->job.size / (double)r.ns;
		cpu[run] = (double)r.cpu_ns / ((double)r.done * b->job.size);
	}
	engine_load_free(load);
	snprintf(way, sizeof(way), "library, %s memory", registered ? "registered" : "ordinary");
	printf("%-33s %4u %5s  %7.3f  %7.3f together\n", way,
	       warpcrypt_threads(b->library.w), "", median(gb, runs), median(cpu, runs));
	fflush(stdout);
	put_text(j, "way", way);
	put_text(j, "mode", b->job.mode);
	put_text(j, "cipher", b->job.cipher);
	put_int(j, "request_bytes", b->job.size);
	put_real(j, "gb_s", median(gb, runs));
	put_real(j, "cpu_s_gb", median(cpu, runs));
	json_object_array_add(b->results, j);
}

/* --- lone requests */

static int by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void measure_lone(struct native *b)
{
	struct road_result r;
	unsigned int i;

	b->job.submitters = 1;
	b->job.latency = b->latency;
	b->job.latency_max = LATENCIES;
	for (i = 0; i < b->way_count; i++) {
		const struct way *w = &b->ways[i];
		struct json_object *j;
		size_t n;

		if (w->way == ROAD_COPY || w->depth > 1)
			continue;
		/* The first run is for caches, a GPU's clock, and what auto learns. */
		run_way(b, w, &r);
		run_way(b, w, &r);
		n = r.requests < LATENCIES ? r.requests : LATENCIES;
		qsort(b->latency, n, sizeof(*b->latency), by_value);
		printf("%-33s lone  median %9.2f us  99 %% %9.2f us  of %zu\n", w->name,
		       b->latency[n / 2] / 1e3, b->latency[n - 1 - n / 100] / 1e3, n);
		fflush(stdout);
		j = json_object_new_object();
		put_text(j, "way", w->name);
		put_text(j, "mode", b->job.mode);
		put_text(j, "cipher", b->job.cipher);
		put_int(j, "request_bytes", b->job.size);
		put_real(j, "lone_median_us", b->latency[n / 2] / 1e3);
		put_real(j, "lone_99_us", b->latency[n - 1 - n / 100] / 1e3);
		json_object_array_add(b->results, j);
	}
	b->job.latency = NULL;
}

static void print_head(const struct native *b)
{
	printf("\n%s(%s), %u bytes\n%-33s %4s %5s  %7s  %7s %7s %7s %7s\n", b->job.mode,
	       b->job.cipher, b->job.size, "", "thr", "depth", "GB/s", "submit",
	       "deliver", "helper", "a frame");
}

static void measure_size(struct native *b, const char *name, uint32_t size, double alone)
{
	size_t i;

	b->job.size = size;
	b->job.count = b->count;
	b->job.ns = b->common.ms * 1000000;
	make_ways(b);
	native_expect(&b->job, (uint32_t)largest(&b->submitters),
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

static void measure_algs(struct native *b)
{
	static double alone[ALGS_MAX][LIST_MAX];
	bool null = b->ops == &wc_backend_null;
	size_t a, s;

	for (a = 0; a < b->algs; a++) {
		set_alg(b, b->names[a]);
		for (s = 0; s < b->sizes.n; s++)
			alone[a][s] = native_engine_alone(&b->helper, &b->kind,
							  (uint32_t)b->sizes.v[s],
							  (unsigned int)b->common.ms);
	}
	if (!null)
		native_library_open(&b->library, b->ops->name);
	native_helper_attach(&b->helper, !null);
	for (a = 0; a < b->algs; a++) {
		set_alg(b, b->names[a]);
		for (s = 0; s < b->sizes.n; s++)
			measure_size(b, b->names[a], (uint32_t)b->sizes.v[s],
				     alone[a][s]);
	}
	native_helper_detach(&b->helper);
	if (!null)
		native_library_close(&b->library);
}

static void measure_all(struct native *b)
{
	const struct wc_engine *e;

	if (road_load((uint32_t)largest(&b->submitters)))
		die("the module does not load");
	road_ask_known_answers(b->ops != &wc_backend_null);
	native_helper_open(&b->helper, b->ops);
	e = &b->helper.engines.engine[0];
	printf("engine: %s, %u threads, %u queues; %u CPUs here\n"
	       "GB/s: 10^9 bytes a second; submit, deliver, helper: processor seconds for 10^9 bytes\n",
	       e->backend->ops->describe(e->backend), e->threads, e->queues,
	       wc_backend_cpus());
	measure_algs(b);
	native_helper_close(&b->helper);
	road_unload();
}

/**
 * cmd_native() - warpcrypt-bench native
 * @argc: arguments
 * @argv: arguments, the subcommand's name first
 *
 * Return: exit status
 */
int cmd_native(int argc, char **argv)
{
	static struct native b = {
		.common = { .runs = 3, .ms = 200, .buffer = 16u << 20 },
		.ops = &wc_backend_cpu,
		.seed = 1,
		.sizes = { 3, { 4096, 65536, 1u << 20 } },
		.depths = { 2, { 1, 256 } },
		.submitters = { 1, { 1 } },
	};
	struct json_object *report;
	int opt;

	while ((opt = getopt_long(argc, argv, "h", long_options, NULL)) != -1)
		if (!common_option(&b.common, opt, optarg))
			set_value(&b, opt, optarg);
	if (optind < argc)
		usage_error("unexpected argument '%s'", argv[optind]);
	if (!b.algs)
		b.algs = common_algs("xts(kuznyechik),ctr(kuznyechik)", b.names,
				     ALGS_MAX);
	if (largest(&b.sizes) > b.common.buffer)
		usage_error("--buffer: give at least as much as the largest of --sizes");
	report = report_new("native", argc, argv);
	report_print_header(report);
	b.results = json_object_new_array();
	get_buffers(&b);
	b.job.src = b.src;
	b.job.dst = b.dst;
	measure_all(&b);
	json_object_object_add(report, "results", b.results);
	report_write(report, b.common.json);
	json_object_put(report);
	return 0;
}
