// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/gpus.h"
#include "helper/engine/scheduler.h"

#define DEFAULT_STATS	"/run/warpcrypt/stats"
#define MEASURE_MS	250

#define WC_STRING_OF(x)	#x
#define WC_STRING(x)	WC_STRING_OF(x)

static const char help[] =
"usage: warpcryptd [OPTION]...\n"
"Does the work of the warpcrypt kernel module: attaches to its device and\n"
"computes the requests of the kernel's crypto API, on a GPU or on CPUs.\n"
"\n"
"  --backend=NAME,...  auto, cuda, cpu or null. cuda: GPUs; cpu: this machine's\n"
"                      CPUs; auto (default): cuda,cpu: the CPUs, and each GPU\n"
"                      whenever it answers; null, alone: return all frames\n"
"                      unchanged, to measure the transport\n"
"  --gpu=GPU,...       which GPUs: numbers, from 0, and UUIDs; all (default); or\n"
"                      the UUID of one MIG slice\n"
"  --frame-size=BYTES  size of a frame, 64K to 64M, default 1M (K, M: suffixes)\n"
"  --frames=N          number of frames, 2 to 4096, default 64\n"
"  --key-slots=N       keys in use at a time, 64 to 65536, default 1024\n"
"  --threads=N         worker threads of each engine, 1 to 256; default: one per\n"
"                      CPU for cpu and null, half of that, 3 to 8,\n"
"                      for each GPU\n"
"  --queues=N          queues of requests in the module for each engine, 1 to 64\n"
"                      and no more than half as many as frames; default: one per\n"
"                      worker thread, but no more than CPUs\n"
"  --measure=MS        how long it may take to measure an engine's rates at the\n"
"                      start, 0 to 10000; 0: they are not; default " WC_STRING(MEASURE_MS) "\n"
"  --rates             measure the engines, print their rates, and exit; attaches\n"
"                      to nothing\n"
"  --json              with --rates: as JSON\n"
"  --stats=FILE        statistics are written here on SIGUSR1 and at exit,\n"
"                      default " DEFAULT_STATS "\n"
"  --device=PATH       default " WARPCRYPT_DEVICE "\n"
"  --stop-timeout=N    seconds that the engine has to stop, 1 to 3600, default 10;\n"
"                      then it is killed\n"
"  --service           for service managers: log lines with a priority, and\n"
"                      readiness by sd_notify\n"
"  --verbose           more messages\n"
"  --help              print this text\n"
"  --version           print the version\n";

/* What an option is; those from BACKEND on have an argument. */
enum kind {
	FLAG,
	HELP,
	PRINT_VERSION,
	BACKEND,
	GPU,
	PATH,
	NUMBER,
	BYTES,
};

#define AT(member)	offsetof(struct wc_options, member)

/**
 * struct known - an option
 * @name: without "--"
 * @kind: enum kind
 * @at: where its value is in struct wc_options
 * @min: the least number
 * @max: the greatest
 */
static const struct known {
	const char *name;
	enum kind kind;
	size_t at;
	uint32_t min;
	uint32_t max;
} known[] = {
	{ "backend", BACKEND, 0, 0, 0 },
	{ "gpu", GPU, 0, 0, 0 },
	{ "measure", NUMBER, AT(measure_ms), 0, 10000 },
	{ "rates", FLAG, AT(rates), 0, 0 },
	{ "json", FLAG, AT(json), 0, 0 },
	{ "frame-size", BYTES, AT(geo.frame_size), WARPCRYPT_FRAME_SIZE_MIN,
	  WARPCRYPT_FRAME_SIZE_MAX },
	{ "frames", NUMBER, AT(geo.frame_count), WARPCRYPT_FRAME_COUNT_MIN,
	  WARPCRYPT_FRAME_COUNT_MAX },
	{ "key-slots", NUMBER, AT(geo.key_slots), WARPCRYPT_KEY_SLOTS_MIN,
	  WARPCRYPT_KEY_SLOTS_MAX },
	{ "threads", NUMBER, AT(threads), 1, WC_THREADS_MAX },
	{ "queues", NUMBER, AT(queues), 1, WARPCRYPT_QUEUES_MAX },
	{ "stats", PATH, AT(stats), 0, 0 },
	{ "device", PATH, AT(device), 0, 0 },
	{ "stop-timeout", NUMBER, AT(stop_timeout), 1, 3600 },
	{ "service", FLAG, AT(service), 0, 0 },
	{ "verbose", FLAG, AT(verbose), 0, 0 },
	{ "help", HELP, 0, 0, 0 },
	{ "version", PRINT_VERSION, 0, 0, 0 },
};

#define KNOWN	(sizeof(known) / sizeof(known[0]))

/* Parse a decimal number, of bytes also with suffix K or M, and check its range. */
static int number(const struct known *k, const char *text, uint32_t *value)
{
	bool suffix = k->kind == BYTES;
	unsigned long long n;
	char *end;

	errno = 0;
	n = strtoull(text, &end, 10);
	/* Otherwise strtoull() passes over spaces and takes a sign. */
	if (!isdigit((unsigned char)text[0]) || errno || n > UINT32_MAX)
		goto bad;
	if (suffix && (*end == 'K' || *end == 'k')) {
		n <<= 10;
		end++;
	} else if (suffix && (*end == 'M' || *end == 'm')) {
		n <<= 20;
		end++;
	}
	if (*end || n < k->min || n > k->max)
		goto bad;
	*value = (uint32_t)n;
	return 0;
bad:
	fprintf(stderr, "warpcryptd: --%s=%s: give a number from %u to %u\n",
		k->name, text, k->min, k->max);
	return -EINVAL;
}

/* One of the names between the commas of --backend. */
static bool one_backend(struct wc_options *o, const char *name, size_t len)
{
	const struct {
		const char *name;
		bool *wanted;
	} names[] = {
		{ "cuda", &o->cuda }, { "cpu", &o->cpu }, { "null", &o->null },
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strlen(names[i].name) != len ||
		    strncmp(names[i].name, name, len))
			continue;
		/* Twice is a mistake. */
		if (*names[i].wanted)
			return false;
		*names[i].wanted = true;
		return true;
	}
	return false;
}

static int backend_names(struct wc_options *o, const char *text)
{
	const char *at = strcmp(text, "auto") ? text : "cuda,cpu";
	bool ok = true;
	size_t len;

	o->cuda = false;
	o->cpu = false;
	o->null = false;
	for (; ok && at; at = at[len] ? at + len + 1 : NULL) {
		len = strcspn(at, ",");
		ok = one_backend(o, at, len);
	}
	if (ok && !(o->null && (o->cuda || o->cpu)))
		return 0;
	fprintf(stderr,
		"warpcryptd: --backend=%s: give auto, or cuda and cpu with a comma between them, or one of them, or null\n",
		text);
	return -EINVAL;
}

static int gpu_names(struct wc_options *o, const char *text)
{
	struct wc_error err;

	o->gpu = text;
	if (!wc_gpus_check(text, &err))
		return 0;
	fprintf(stderr, "warpcryptd: --gpu=%s\n", err.text);
	return -EINVAL;
}

static int path_name(const char *name, const char *text, const char **path)
{
	if (!*text) {
		fprintf(stderr, "warpcryptd: --%s: give a path\n", name);
		return -EINVAL;
	}
	*path = text;
	return 0;
}

/* Returns 0, 1 if the program must exit, or -EINVAL. */
static int one_option(struct wc_options *o, const struct known *k)
{
	void *value = (uint8_t *)o + k->at;

	switch (k->kind) {
	case FLAG:
		*(bool *)value = true;
		return 0;
	case HELP:
		fputs(help, stdout);
		return 1;
	case PRINT_VERSION:
		printf("warpcryptd " WARPCRYPT_VERSION ", ABI version %d\n",
		       WARPCRYPT_ABI_VERSION);
		return 1;
	case BACKEND:
		return backend_names(o, optarg);
	case GPU:
		return gpu_names(o, optarg);
	case PATH:
		return path_name(k->name, optarg, value);
	default:
		return number(k, optarg, value);
	}
}

/* Options that do not fit each other. */
static int check_together(const struct wc_options *o, struct wc_error *err)
{
	if (o->gpu && !o->cuda)
		return wc_fail(err, -EINVAL,
			       "--gpu is for --backend=cuda and auto");
	if (o->json && !o->rates)
		return wc_fail(err, -EINVAL, "--json is for --rates");
	if (o->rates && !o->measure_ms)
		return wc_fail(err, -EINVAL,
			       "--rates measures: give --measure=1 or more");
	if (o->queues > o->geo.frame_count / 2)
		return wc_fail(err, -EINVAL,
			       "%u queues: give at least %u frames", o->queues,
			       2 * o->queues);
	return wc_geometry_check(&o->geo, err);
}

/**
 * wc_options_parse() - read the command line
 * @options: filled in, defaults included; its strings are those of @argv
 * @argc: as of main()
 * @argv: as of main()
 *
 * Prints help, version and errors.
 *
 * Return: 0, 1 if the program must exit, or -EINVAL
 */
int wc_options_parse(struct wc_options *options, int argc, char **argv)
{
	struct option long_options[KNOWN + 1] = { };
	struct wc_error err;
	int ret, given;
	size_t i;

	for (i = 0; i < KNOWN; i++) {
		long_options[i].name = known[i].name;
		long_options[i].has_arg = known[i].kind >= BACKEND;
	}
	*options = (struct wc_options){
		.cuda = true,
		.cpu = true,
		.measure_ms = MEASURE_MS,
		.geo = { 1u << 20, 64, 1024 },
		.stats = DEFAULT_STATS,
		.device = WARPCRYPT_DEVICE,
		.stop_timeout = 10,
	};
	while ((ret = getopt_long(argc, argv, "", long_options, &given)) != -1) {
		if (ret) {
			fputs("warpcryptd: --help lists the options\n", stderr);
			return -EINVAL;
		}
		ret = one_option(options, &known[given]);
		if (ret)
			return ret;
	}
	if (optind < argc) {
		fprintf(stderr,
			"warpcryptd: %s: takes options only; --help lists them\n",
			argv[optind]);
		return -EINVAL;
	}
	ret = check_together(options, &err);
	if (ret)
		fprintf(stderr, "warpcryptd: %s\n", err.text);
	return ret;
}
