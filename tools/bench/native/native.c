// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench native: the module's own code in this process, with the engines and
 * workers of warpcryptd. No time is simulated and nothing is emulated but the kernel's
 * primitives (tests/core). Beside it, in turn: software, copies, the engine alone.
 */
#include <stdio.h>
#include <string.h>

#include "helper/transport/names.h"
#include "tools/bench/commands.h"
#include "tools/bench/native/measure.h"
#include "tools/bench/report.h"

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
	       "  --dm-crypt=N,...     instead of --sizes and --depths: requests as dm-crypt makes them, of\n"
	       "                       4 KiB sectors, for I/Os of so many bytes, 256 in flight\n"
	       "  --depths=N,...       requests of each submitter in flight (default 1,256); fewer\n"
	       "                       if they have more than 32 MiB\n"
	       "  --submitters=N,...   threads that submit, each on a CPU (default 1)\n"
	       "  --verify-all         compare the whole buffers first, not 256 KiB of each\n"
	       USAGE_RUNS(3, 200)
	       "  --buffer=BYTES       of sources and of destinations, of each submitter\n"
	       "                       (default 16M; more if what is in flight needs it)\n"
	       USAGE_JSON_HELP
	       "\nSIM_VERBOSE=1 in the environment shows the module's messages.\n");
}

static void set_engine(void *to, const char *name)
{
	static const struct wc_backend_ops *const all[] = {
		&wc_backend_cpu, &wc_backend_cuda, &wc_backend_null,
	};
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]) && strcmp(all[i]->name, name); i++)
		;
	if (i == sizeof(all) / sizeof(all[0]))
		usage_error("--engine: '%s' is no engine; give cpu, cuda or null", name);
	*(const struct wc_backend_ops **)to = all[i];
}

/* --- memory */

/* Of the data; that of keys is the next number. */
#define SEED	1
/* A batch of the library. */
#define LIBRARY_BYTES	(64u << 20)

static void get_buffers(struct native *b)
{
	uint64_t n = list_largest(&b->submitters), i, state = SEED;
	size_t bytes = b->common.buffer, at;

	if (bytes < FLIGHT_BYTES && list_largest(&b->depths) * list_largest(&b->sizes) > bytes)
		bytes = FLIGHT_BYTES;
	b->job.bytes = bytes;
	for (i = 0; i < n; i++) {
		b->src[i] = common_buffer(bytes);
		b->dst[i] = common_buffer(bytes);
		for (at = 0; at + 8 <= bytes; at += 8) {
			uint64_t x = splitmix64(&state);

			memcpy(b->src[i] + at, &x, sizeof(x));
		}
	}
	b->latency = get_zeroed(LATENCIES, sizeof(*b->latency));
}

/* --- what is measured */

/* Exits if it cannot be measured. */
static void check_alg(const char *name)
{
	struct engine_alg alg;

	engine_parse(name, &alg);
	if (!*alg.cipher)
		usage_error("--alg: '%s' is no cipher; give xts(kuznyechik) and the like", name);
	if (!road_has_software(alg.cipher))
		usage_error("--alg: the software of '%s' is the kernel's, and not here",
			    alg.cipher);
}

static void set_alg(struct native *b, const char *name)
{
	unsigned int cipher, mode;
	static uint8_t key[128];
	uint64_t state = SEED + 1;
	struct engine_alg alg;
	size_t i;

	engine_parse(name, &alg);
	cipher = (unsigned int)wc_find_cipher(alg.cipher);
	mode = (unsigned int)wc_find_mode(alg.mode);
	b->kind = (struct wc_rate_kind){ (uint8_t)cipher, (uint8_t)mode, false };
	b->job.cipher = wc_name_of_cipher(cipher);
	b->job.mode = wc_name_of_mode(cipher, mode);
	b->job.key_len = alg.key_len;
	for (i = 0; i < sizeof(key); i++)
		key[i] = (uint8_t)splitmix64(&state);
	b->job.key = key;
}

static void open_library(struct native *b)
{
	const struct warpcrypt_options options = {
		.size = sizeof(options), .backend = b->ops->name,
	};

	if (warpcrypt_open(&b->library, &options))
		die("%s", warpcrypt_error());
	engine_memory_get(b->library, LIBRARY_BYTES, b->memory);
}

static void measure_algs(struct native *b)
{
	static double alone[ALGS_MAX][LIST_MAX];
	bool null = b->ops == &wc_backend_null;
	size_t a, s;

	for (a = 0; a < b->algs && !b->ios.n; a++) {
		set_alg(b, b->names[a]);
		for (s = 0; s < b->sizes.n; s++)
			alone[a][s] = native_engine_alone(&b->helper, &b->kind,
							  (uint32_t)b->sizes.v[s],
							  (unsigned int)b->common.ms);
	}
	if (!null)
		open_library(b);
	native_helper_attach(&b->helper, !null);
	for (a = 0; a < b->algs; a++) {
		set_alg(b, b->names[a]);
		for (s = 0; s < b->ios.n; s++)
			native_measure_dm_crypt(b, (uint32_t)b->ios.v[s]);
		for (s = 0; s < b->sizes.n && !b->ios.n; s++)
			native_measure(b, b->names[a], (uint32_t)b->sizes.v[s],
				       alone[a][s]);
	}
	native_helper_detach(&b->helper);
	if (!null)
		warpcrypt_close(b->library);
}

static void measure_all(struct native *b)
{
	const struct wc_open_engine *e;

	if (road_load((uint32_t)list_largest(&b->submitters)))
		die("the module does not load");
	road_ask_known_answers(b->ops != &wc_backend_null);
	native_helper_open(&b->helper, b->ops);
	e = &b->helper.engines.engine[0];
	printf("engine: %s, %u threads, %u queues; %u CPUs here\n"
	       "GB/s: 10^9 bytes a second; submit, deliver, helper: processor seconds for 10^9 bytes\n",
	       e->backend->ops->describe(e->backend), e->threads, e->queues,
	       wc_backend_cpus());
	measure_algs(b);
	if (b->choices)
		printf("\nauto: %u of %u are at %.2f or above of the better of software and offload\n",
		       b->choices_near, b->choices, NATIVE_NEAR);
	native_helper_close(&b->helper);
	road_unload();
}

int cmd_native(int argc, char **argv)
{
	static struct native b = {
		.common = { .runs = 3, .ms = 200, .buffer = 16u << 20 },
		.ops = &wc_backend_cpu,
		.sizes = { 3, { 4096, 65536, 1u << 20 } },
		.depths = { 2, { 1, 256 } },
		.submitters = { 1, { 1 } },
	};
	const struct bench_option options[] = {
		{ "alg", .names = b.names, .count = &b.algs, .max = ALGS_MAX },
		{ "engine", .set = set_engine, .to = &b.ops },
		{ "sizes", .list = &b.sizes, .min = 512, .max = 4u << 20 },
		{ "dm-crypt", .list = &b.ios, .min = 4096, .max = 4u << 20 },
		{ "depths", .list = &b.depths, .min = 1, .max = 4096 },
		{ "submitters", .list = &b.submitters, .min = 1, .max = ROAD_SUBMITTERS_MAX },
		{ "verify-all", .flag = &b.verify_all },
		COMMON_OPTIONS(&b.common),
		{ }
	};
	struct json_object *report;
	size_t i;

	common_parse(argc, argv, options, usage);
	if (!b.algs)
		b.algs = common_names("alg", "xts(kuznyechik),ctr(kuznyechik)", b.names,
				      ALGS_MAX);
	for (i = 0; i < b.algs; i++)
		check_alg(b.names[i]);
	if (list_largest(&b.sizes) > b.common.buffer)
		usage_error("--buffer: give at least as much as the largest of --sizes");
	for (i = 0; i < b.ios.n; i++)
		if (b.ios.v[i] % 4096 || b.ios.v[i] > b.common.buffer)
			usage_error("--dm-crypt: give multiples of 4096, at most --buffer");
	report = report_new("native", argc, argv);
	report_print_header(report);
	b.results = json_object_new_array();
	get_buffers(&b);
	b.job.src = b.src;
	b.job.dst = b.dst;
	measure_all(&b);
	report_end(report, "results", b.results, b.common.json);
	return 0;
}
