// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench lib: libwarpcrypt with registered and with ordinary memory, beside
 * the rates at which that memory is copied; 25519 beside the kernels' own rate; P-256;
 * and signatures beside OpenSSL. Every output is compared with that of the CPU engine
 * first.
 */
#include <stdio.h>
#include <string.h>

#include "kmod/uapi/warpcrypt_ciphers.h"
#include "tools/bench/commands.h"
#include "tools/bench/lib_bench.h"
#include "tools/bench/lib_signatures.h"
#include "tools/bench/report.h"
#include "tools/bench/table.h"
#include "tools/bench/util.h"

/* Before the first run, for page faults, keys and a GPU's clock. */
#define WARM_UP_NS	100000000ull
/* What an engine has room for. */
#define KEYS_MAX	65536
/* Multiplications in a batch; the most memory that one takes of the source, or of the results. */
#define POINTS_USUAL	(1u << 20)
#define POINT_BYTES	96u

#define AND_NAME(NAME, name, ...)	" " #name
#define AND_OWN(NAME, name, number, CIPHER, cipher, ...)	" " #name "(" #cipher ")"

static void usage(void)
{
	printf("Usage: warpcrypt-bench lib [OPTION...]\n\n"
	       "Measures libwarpcrypt: every cipher and mode, 25519 and P-256, with registered and\n"
	       "with ordinary memory, beside the rate at which that memory is copied, and 25519\n"
	       "beside the rate of the GPU's kernels. Every output is compared with the CPU\n"
	       "engine's first. And the checking of signatures beside OpenSSL in one thread.\n"
	       "Modes:  " WARPCRYPT_MODES(AND_NAME) "\n"
	       "Ciphers:" WARPCRYPT_CIPHERS(AND_NAME) "\n"
	       "Also:   " WARPCRYPT_OWN_MODES(AND_OWN) "\n\n"
	       "  --backend=NAME       auto, cuda or cpu (default auto)\n"
	       "  --gpu=N              number of the GPU, which must answer (default: 0 if there is\n"
	       "                       one, or the CPUs)\n"
	       "  --gpus=GPU,...       several GPUs, by number or UUID, or all; the rates to\n"
	       "                       compare with are those of the first alone\n"
	       "  --threads=N          the engine's threads (default: the engine's)\n"
	       "  --memory=BYTES       memory for requests in progress (default: the engine's)\n"
	       "  --signatures         the checking of signatures alone\n"
	       "  --alg=NAME,...       these alone, without signatures: like xts(aes), or x25519,\n"
	       "                       edwards25519, p256, or one of these with -base\n"
	       "  --size=N             bytes of a request (default 65536)\n"
	       "  --batch=N            requests in a batch (default: the buffer's)\n"
	       "  --keys=N,...         keys, used by the requests of a batch in turn (default 1)\n"
	       "  --fresh-keys         new keys for each batch\n"
	       "  --points=N           multiplications, or signatures, in a batch (default\n"
	       "                       1048576, or as many as fit into the buffer)\n"
	       "  --in-flight=N        batches in progress for each GPU (default 2). 1: what a\n"
	       "                       program gets that waits for each before the next\n"
	       "  --callers=N          threads that submit, each with --in-flight batches of its\n"
	       "                       own; only with --alg (default 1)\n"
	       USAGE_RUNS(5, 200)
	       "  --buffer=BYTES       source and destination, each (default 256M)\n"
	       USAGE_JSON_HELP);
}

/* A GPU that is named is meant, 0 as any other: no CPU takes its place. */
static void check_gpu(struct lib_options *o)
{
	if (o->gpu == NO_GPU)
		return;
	if (o->engine.gpus)
		usage_error("--gpu and --gpus: give one of them");
	if (o->engine.backend && !strcmp(o->engine.backend, "cpu"))
		usage_error("--gpu: give --backend=cuda, or none");
	o->engine.backend = "cuda";
	o->engine.gpu = o->gpu;
}

static void parse(struct lib_options *o, int argc, char **argv)
{
	const struct bench_option options[] = {
		{ "backend", .text = &o->engine.backend, .known = " auto cuda cpu " },
		{ "gpu", .n32 = &o->gpu, .max = 1023 },
		{ "gpus", .text = &o->engine.gpus },
		{ "threads", .n32 = &o->engine.threads, .min = 1, .max = 256 },
		{ "memory", .n64 = &o->engine.memory, .min = 1, .max = 1ull << 35 },
		{ "size", .n32 = &o->size, .min = 16, .max = 1 << 30 },
		{ "batch", .n32 = &o->batch, .min = 1, .max = 1 << 20 },
		{ "keys", .list = &o->keys, .min = 1, .max = KEYS_MAX },
		{ "fresh-keys", .flag = &o->fresh },
		{ "points", .n32 = &o->points, .min = 1, .max = 1 << 24 },
		{ "in-flight", .n32 = &o->in_flight, .min = 1, .max = 64 },
		{ "callers", .n32 = &o->callers, .min = 1, .max = 256 },
		{ "signatures", .flag = &o->signatures },
		{ "alg", .names = o->names, .count = &o->alg_count, .max = ALGS_MAX },
		COMMON_OPTIONS(&o->common),
		{ }
	};

	struct engine_alg alg;
	size_t i;

	common_parse(argc, argv, options, usage);
	check_gpu(o);
	for (i = 0; i < o->alg_count; i++)
		engine_parse(o->names[i], &alg);
	if (o->signatures && o->alg_count)
		usage_error("--signatures measures no --alg; leave out one of them");
	if (!o->alg_count && o->in_flight > LIB_SIGNATURES_BATCHES)
		usage_error("--in-flight: more than %u need --alg", LIB_SIGNATURES_BATCHES);
	if (!o->alg_count && o->callers > 1)
		usage_error("--callers: more than 1 need --alg");
	if (o->size % 16)
		usage_error("--size: give a multiple of 16");
	if (o->size > o->common.buffer)
		usage_error("--size: no request can be larger than --buffer");
	if ((uint64_t)o->batch * o->size > o->common.buffer)
		usage_error("--batch: give --buffer the bytes of all its requests");
	if ((uint64_t)o->points * POINT_BYTES > o->common.buffer)
		usage_error("--points: give --buffer %u bytes for each", POINT_BYTES);
	if (!o->points)
		o->points = (uint32_t)(o->common.buffer / POINT_BYTES < POINTS_USUAL ?
				       o->common.buffer / POINT_BYTES : POINTS_USUAL);
	o->engine.keys = list_largest(&o->keys) > 1 ? KEYS_MAX : 4096;
}

/* Is it among those that are to be measured? */
static bool is_chosen(const struct lib_bench *b, const char *name)
{
	size_t i;

	for (i = 0; i < b->o.alg_count; i++)
		if (!strcmp(b->o.names[i], name))
			return true;
	return !b->o.alg_count;
}

static struct lib_row *add_row(struct lib_bench *b, bool registered)
{
	struct lib_row *r = &b->row[b->rows];

	if (++b->rows > ROWS_MAX)
		die("more algorithms than there is room for");
	r->registered = registered;
	return r;
}

static void add_cipher(struct lib_bench *b, const char *mode, const char *cipher,
		       bool registered)
{
	size_t i, n = b->o.keys.n, ways = strcmp(mode, "ctr") ? 2 : 1;
	char name[NAME_MAX_LEN];

	snprintf(name, sizeof(name), "%s(%s)", mode, cipher);
	for (i = 0; i < ways * n && is_chosen(b, name); i++) {
		struct lib_row *r = add_row(b, registered);

		memcpy(r->name, name, sizeof(r->name));
		engine_parse(r->name, &r->alg);
		r->decrypt = i / n;
		r->keys = b->o.keys.v[i % n];
	}
}

static void add_curve(struct lib_bench *b, const char *name, enum rates_curve curve,
		      bool registered)
{
	struct lib_row *r;

	if (!is_chosen(b, name))
		return;
	r = add_row(b, registered);
	snprintf(r->name, sizeof(r->name), "%s", name);
	engine_parse(r->name, &r->alg);
	r->curve = curve;
}

/* Points on P-256 are none on other curves: its own must be those that are made last. */
static void add_p256(struct lib_bench *b, bool registered)
{
	const struct warpcrypt_points none = {
		.size = sizeof(none), .curve = WARPCRYPT_P256,
	};

	if (warpcrypt_run_points(b->w, &none)) {
		printf("P-256 is left out: %s\n", warpcrypt_error());
		return;
	}
	add_curve(b, "p256-base", RATES_CURVES, registered);
	add_curve(b, "p256", RATES_CURVES, registered);
}

static void make_rows(struct lib_bench *b)
{
	static const char *const ciphers[] = {
#define NAME_OF(NAME, name, ...)	#name,
		WARPCRYPT_CIPHERS(NAME_OF)
	};
	static const char *const modes[] = { WARPCRYPT_MODES(NAME_OF) };
	static const char *const curves[RATES_CURVES] = {
		"x25519-base", "x25519", "edwards25519-base", "edwards25519",
	};
	size_t c, m;
	int way;

	for (way = 1; way >= 0; way--) {
		for (c = 0; c < sizeof(ciphers) / sizeof(ciphers[0]); c++)
			for (m = 0; m < sizeof(modes) / sizeof(modes[0]); m++)
				add_cipher(b, modes[m], ciphers[c], way);
#define ADD_OWN(NAME, name, number, CIPHER, cipher, ...)	\
		add_cipher(b, #name, #cipher, way);
		WARPCRYPT_OWN_MODES(ADD_OWN)
		for (c = 0; c < RATES_CURVES; c++)
			add_curve(b, curves[c], (enum rates_curve)c, way);
		add_p256(b, way);
	}
}

static uint32_t in_flight(const struct lib_bench *b)
{
	unsigned int gpus = b->gpus ? rates_gpus_count(b->gpus) : 1;

	return gpus * b->o.in_flight;
}

/* Requests in a batch. */
static uint32_t batch(const struct lib_bench *b)
{
	return b->o.batch ? b->o.batch : (uint32_t)(b->o.common.buffer / b->o.size);
}

static void begin_load(const struct lib_bench *b, struct lib_row *r)
{
	const struct engine_memory *m = lib_memory_of(b, r);
	const struct engine_shape shape = {
		.size = b->o.size, .keys = r->keys, .callers = b->o.callers, .in_flight = in_flight(b),
		.count = lib_is_cipher(r) ? batch(b) : b->o.points,
		.decrypt = r->decrypt, .fresh = b->o.fresh,
	};

	r->load = engine_load_new(b->w, &r->alg, &shape, m);
}

/* Bytes per second each way, by the first @gpus GPUs. */
static double copy_by_gpus(const struct lib_bench *b, unsigned int gpus,
			   uint64_t ns)
{
	const struct engine_memory *m = &b->memory[0];

	return rates_gpus_copy(b->gpus, gpus, m->dst, m->src, m->bytes, ns);
}

/* The rates that this run is compared with. */
static void measure_rates(struct lib_bench *b, uint32_t run)
{
	const struct engine_memory *m = &b->memory[0];
	uint64_t ns = b->o.common.ms * 1000000;
	unsigned int gpus;
	int c;

	b->copied[run] = rates_memcpy(m->dst, m->src, m->bytes, warpcrypt_threads(b->w), ns);
	if (!b->gpus)
		return;
	gpus = rates_gpus_count(b->gpus);
	b->pinned[run] = copy_by_gpus(b, 1, ns);
	b->pinned_all[run] = gpus > 1 ? copy_by_gpus(b, gpus, ns) :
					b->pinned[run];
	for (c = 0; c < RATES_CURVES; c++)
		b->curves[c][run] = rates_gpus_curve(b->gpus, c, ns);
}

static double compared_with(const struct lib_bench *b, const struct lib_row *r,
			    uint32_t run)
{
	if (!lib_is_cipher(r))
		return b->gpus && r->curve < RATES_CURVES ?
		       b->curves[r->curve][run] : 0;
	return r->registered && b->gpus ? b->pinned[run] : b->copied[run];
}

static void measure_row(struct lib_bench *b, struct lib_row *r, uint32_t run)
{
	double unit = lib_is_cipher(r) ? b->o.size : 1, rate = compared_with(b, r, run);
	struct engine_result result;

	engine_load_run(r->load, b->o.common.ms * 1000000, &result);
	r->rate[run] = (double)result.done * unit * 1e9 / (double)result.ns;
	r->core[run] = (double)result.done * unit * 1e9 / (double)result.cpu_ns;
	r->ratio[run] = rate > 0 ? r->rate[run] / rate : -1;
}

static void measure(struct lib_bench *b)
{
	struct engine_result warm;
	uint32_t run;
	size_t i;

	for (i = 0; i < b->rows; i++)
		lib_verify(b, &b->row[i]);
	printf("%zu outputs are those of the CPU engine\n\n", b->rows);
	for (i = 0; i < b->rows; i++)
		begin_load(b, &b->row[i]);
	engine_load_run(b->row[0].load, WARM_UP_NS, &warm);
	for (run = 0; run < b->o.common.runs; run++) {
		progress("run %u of %u", run + 1, b->o.common.runs);
		measure_rates(b, run);
		for (i = 0; i < b->rows; i++)
			measure_row(b, &b->row[i], run);
	}
	for (i = 0; i < b->rows; i++)
		engine_load_free(b->row[i].load);
}

static void put_rates(const struct lib_bench *b, struct json_object *report)
{
	static const char *const names[RATES_CURVES] = {
		"kernels_x25519_base", "kernels_x25519",
		"kernels_edwards25519_base", "kernels_edwards25519",
	};
	uint32_t runs = b->o.common.runs;
	double copied = median(b->copied, runs);
	int c;

	put_real(report, "memcpy_gbps", copied / 1e9);
	printf("%u threads copy in and out: %.2f GB/s\n",
	       warpcrypt_threads(b->w), copied / 1e9);
	if (!b->gpus)
		return;
	put_real(report, "pinned_copy_gbps", median(b->pinned, runs) / 1e9);
	printf("to the GPU and back at a time: %.2f GB/s each way\n",
	       median(b->pinned, runs) / 1e9);
	put_real(report, "pinned_copy_all_gbps",
		 median(b->pinned_all, runs) / 1e9);
	if (rates_gpus_count(b->gpus) > 1)
		printf("to %u GPUs and back at a time: %.2f GB/s each way\n",
		       rates_gpus_count(b->gpus),
		       median(b->pinned_all, runs) / 1e9);
	for (c = 0; c < RATES_CURVES; c++)
		put_real(report, names[c], median(b->curves[c], runs));
}

static void put_row(const struct lib_bench *b, const struct lib_row *r,
		    struct json_object *results)
{
	struct json_object *j = json_object_new_object();
	uint32_t runs = b->o.common.runs;
	double rate = median(r->rate, runs), core = median(r->core, runs);
	double scale = lib_is_cipher(r) ? 1e-9 : 1e-6;

	put_text(j, "what", r->name);
	put_text(j, "memory", r->registered ? "registered" : "ordinary");
	if (lib_is_cipher(r)) {
		put_text(j, "direction", r->decrypt ? "decrypt" : "encrypt");
		put_int(j, "key_bytes", r->alg.key_len);
		put_int(j, "keys", r->keys);
		put_real(j, "gbps", rate / 1e9);
		put_real(j, "per_second", rate / b->o.size);
		put_real(j, "gb_per_cpu_second", core / 1e9);
	} else {
		put_real(j, "per_second", rate);
		put_real(j, "per_cpu_second", core);
	}
	put_text(j, "compared_with", !lib_is_cipher(r) ? "kernels" :
		 r->registered && b->gpus ? "pinned_copy" : "memcpy");
	put_spread(j, "ratio", r->ratio, runs);
	json_object_array_add(results, j);
	printf("%-11s %-20s %-8s",
	       r->registered ? "registered" : "ordinary", r->name,
	       !lib_is_cipher(r) ? "" : r->decrypt ? "decrypt" : "encrypt");
	table_cell(6, 0, r->keys ? (double)r->keys : -1, "");
	table_cell(9, 3, core * scale, "");
	printf(" %9.3f %-5s", rate * scale, lib_is_cipher(r) ? "GB/s" : "M/s");
	if (r->ratio[0] >= 0)
		table_spread(6, 3, r->ratio, runs);
	putchar('\n');
}

static void write_report(struct lib_bench *b, int argc, char **argv)
{
	struct json_object *report = report_new("lib", argc, argv);
	struct json_object *results = json_object_new_array();
	size_t i;

	put_text(report, "engine", warpcrypt_describe(b->w));
	put_int(report, "threads", warpcrypt_threads(b->w));
	put_int(report, "request_bytes", b->o.size);
	put_int(report, "requests_per_batch", batch(b));
	put_int(report, "points_per_batch", b->o.points);
	put_int(report, "batches_in_flight", in_flight(b));
	put_int(report, "callers", b->o.callers);
	put_text(report, "keys_are", b->o.fresh ? "fresh" : "kept");
	report_print_header(report);
	if (b->rows) {
		put_rates(b, report);
		printf("\n%-11s %-20s %-8s %6s %9s %9s %-5s %6s %6s %6s\n", "memory",
		       "what", "", "keys", "a cpu-s", "rate", "", "ratio", "lowest",
		       "highest");
	}
	for (i = 0; i < b->rows; i++)
		put_row(b, &b->row[i], results);
	if (!b->o.alg_count)
		lib_signatures_put(b->gpus, b->o.common.runs, report);
	report_end(report, "results", results, b->o.common.json);
}

static void open_all(struct lib_bench *b)
{
	const struct warpcrypt_options cpu = {
		.size = sizeof(cpu), .backend = "cpu",
	};

	if (warpcrypt_open(&b->w, &b->o.engine) || warpcrypt_open(&b->cpu, &cpu))
		die("%s", warpcrypt_error());
	if (!strncmp(warpcrypt_describe(b->w), "cuda", 4))
		b->gpus = rates_gpus_open(b->o.engine.gpus,
					  b->o.engine.gpu, b->o.points);
	engine_memory_get(b->w, b->o.common.buffer, b->memory);
	b->expected = common_buffer(b->o.common.buffer);
}

int cmd_lib(int argc, char **argv)
{
	static struct lib_bench b = {
		.o = {
			.engine = { .size = sizeof(b.o.engine) }, .gpu = NO_GPU,
			.size = 65536, .callers = 1, .in_flight = 2, .keys = { 1, { 1 } },
			.common = { .runs = 5, .ms = 200, .buffer = 256 << 20 },
		},
	};

	parse(&b.o, argc, argv);
	open_all(&b);
	if (!b.o.signatures) {
		make_rows(&b);
		if (!b.rows)
			die("the engine has none of these");
		measure(&b);
	}
	if (!b.o.alg_count)
		lib_signatures_measure(b.w, b.o.points, b.o.in_flight, b.o.common.runs,
				       b.o.common.ms * 1000000);
	write_report(&b, argc, argv);
	warpcrypt_close(b.cpu);
	warpcrypt_close(b.w);
	return 0;
}
