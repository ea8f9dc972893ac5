// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/scheduler.h"

#define DEFAULT_STATS	"/run/warpcrypt/stats"

static const char help[] =
"usage: warpcryptd [OPTION]...\n"
"Does the work of the warpcrypt kernel module: attaches to its device and\n"
"computes the requests of the kernel's crypto API, on a GPU or on CPUs.\n"
"\n"
"  --backend=NAME      cuda: a GPU; cpu: this machine's CPUs; null: return all\n"
"                      frames unchanged, to measure the transport;\n"
"                      auto (default): cuda whenever a GPU answers, otherwise\n"
"                      cpu\n"
"  --frame-size=BYTES  size of a frame, 64K to 64M, default 1M (K, M: suffixes)\n"
"  --frames=N          number of frames, 2 to 4096, default 64\n"
"  --key-slots=N       keys in use at a time, 64 to 65536, default 1024\n"
"  --threads=N         worker threads, 1 to 256; default: one per CPU for cpu\n"
"                      and null, 3 for cuda\n"
"  --queues=N          queues of requests in the module, 1 to 64 and no more than\n"
"                      half as many as frames; default: one per worker thread,\n"
"                      but no more than CPUs\n"
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

enum {
	OPT_BACKEND = 256,
	OPT_FRAME_SIZE,
	OPT_FRAMES,
	OPT_KEY_SLOTS,
	OPT_THREADS,
	OPT_QUEUES,
	OPT_STATS,
	OPT_DEVICE,
	OPT_STOP_TIMEOUT,
	OPT_SERVICE,
	OPT_VERBOSE,
	OPT_HELP,
	OPT_VERSION,
};

static const struct option long_options[] = {
	{ "backend", required_argument, NULL, OPT_BACKEND },
	{ "frame-size", required_argument, NULL, OPT_FRAME_SIZE },
	{ "frames", required_argument, NULL, OPT_FRAMES },
	{ "key-slots", required_argument, NULL, OPT_KEY_SLOTS },
	{ "threads", required_argument, NULL, OPT_THREADS },
	{ "queues", required_argument, NULL, OPT_QUEUES },
	{ "stats", required_argument, NULL, OPT_STATS },
	{ "device", required_argument, NULL, OPT_DEVICE },
	{ "stop-timeout", required_argument, NULL, OPT_STOP_TIMEOUT },
	{ "service", no_argument, NULL, OPT_SERVICE },
	{ "verbose", no_argument, NULL, OPT_VERBOSE },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 },
};

/* Parse a decimal number, with suffix K or M if @suffix, and check its range. */
static int number(const char *name, const char *text, bool suffix,
		  uint32_t min, uint32_t max, uint32_t *value)
{
	unsigned long long n;
	char *end;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (end == text || errno || text[0] == '-' || n > UINT32_MAX)
		goto bad;
	if (suffix && (*end == 'K' || *end == 'k')) {
		n <<= 10;
		end++;
	} else if (suffix && (*end == 'M' || *end == 'm')) {
		n <<= 20;
		end++;
	}
	if (*end || n < min || n > max)
		goto bad;
	*value = (uint32_t)n;
	return 0;
bad:
	fprintf(stderr, "warpcryptd: --%s=%s: give a number from %u to %u\n",
		name, text, min, max);
	return -EINVAL;
}

static int backend_name(struct wc_options *o, const char *text)
{
	static const char *const names[] = { "auto", "cuda", "cpu", "null" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!strcmp(text, names[i])) {
			o->backend = names[i];
			return 0;
		}
	}
	fprintf(stderr,
		"warpcryptd: --backend=%s: give cuda, cpu, null or auto\n",
		text);
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
static int one_option(struct wc_options *o, int option)
{
	switch (option) {
	case OPT_BACKEND:
		return backend_name(o, optarg);
	case OPT_FRAME_SIZE:
		return number("frame-size", optarg, true,
			      WARPCRYPT_FRAME_SIZE_MIN,
			      WARPCRYPT_FRAME_SIZE_MAX, &o->geo.frame_size);
	case OPT_FRAMES:
		return number("frames", optarg, false,
			      WARPCRYPT_FRAME_COUNT_MIN,
			      WARPCRYPT_FRAME_COUNT_MAX, &o->geo.frame_count);
	case OPT_KEY_SLOTS:
		return number("key-slots", optarg, false,
			      WARPCRYPT_KEY_SLOTS_MIN, WARPCRYPT_KEY_SLOTS_MAX,
			      &o->geo.key_slots);
	case OPT_THREADS:
		return number("threads", optarg, false, 1, WC_THREADS_MAX,
			      &o->threads);
	case OPT_QUEUES:
		return number("queues", optarg, false, 1, WARPCRYPT_QUEUES_MAX,
			      &o->queues);
	case OPT_STATS:
		return path_name("stats", optarg, &o->stats);
	case OPT_DEVICE:
		return path_name("device", optarg, &o->device);
	case OPT_STOP_TIMEOUT:
		return number("stop-timeout", optarg, false, 1, 3600,
			      &o->stop_timeout);
	case OPT_SERVICE:
		o->service = true;
		return 0;
	case OPT_VERBOSE:
		o->verbose = true;
		return 0;
	case OPT_HELP:
		fputs(help, stdout);
		return 1;
	case OPT_VERSION:
		printf("warpcryptd " WARPCRYPT_VERSION ", ABI version %u\n",
		       WARPCRYPT_ABI_VERSION);
		return 1;
	default:
		fputs("warpcryptd: --help lists the options\n", stderr);
		return -EINVAL;
	}
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
	struct wc_error err;
	int option, ret;

	*options = (struct wc_options){
		.backend = "auto",
		.geo = { 1u << 20, 64, 1024 },
		.stats = DEFAULT_STATS,
		.device = WARPCRYPT_DEVICE,
		.stop_timeout = 10,
	};
	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		ret = one_option(options, option);
		if (ret)
			return ret;
	}
	if (optind < argc) {
		fprintf(stderr,
			"warpcryptd: %s: takes options only; --help lists them\n",
			argv[optind]);
		return -EINVAL;
	}
	ret = wc_geometry_check(&options->geo, &err);
	if (!ret && options->queues > options->geo.frame_count / 2)
		ret = wc_fail(&err, -EINVAL,
			      "%u queues: give at least %u frames",
			      options->queues, 2 * options->queues);
	if (ret)
		fprintf(stderr, "warpcryptd: %s\n", err.text);
	return ret;
}
