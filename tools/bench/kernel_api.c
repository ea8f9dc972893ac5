// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench kernel-api: one submitter inside the kernel.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/bench/commands.h"
#include "tools/bench/common.h"
#include "tools/bench/plan.h"
#include "tools/bench/report.h"
#include "tools/bench/util.h"

#define ALGS_MAX	(VARIANTS_MAX - 3)

struct options {
	char *algs[ALGS_MAX + 1];
	size_t alg_count;
	struct list sizes;
	struct list depths;
	uint32_t seg;
	uint32_t flags;
	uint32_t key_len;
	bool key_given;
	struct geometry geo;
	bool floors;
	bool loop;
	struct common common;
};

static void usage(void)
{
	printf("Usage: warpcrypt-bench kernel-api --alg NAME[,NAME...] [OPTION...]\n\n"
	       "One thread in the kernel keeps DEPTH requests of SIZE bytes in flight. The named\n"
	       "algorithms, the echo floor and the memcpy bound are measured in turn.\n\n"
	       "  --alg NAME,...       algorithms or drivers, at most %d\n"
	       "  --sizes N,...        bytes of a request (default 4096)\n"
	       "  --depths N,...       requests in flight (default 1,16,256,1024)\n"
	       "  --key-bytes N        key length (default 64 for xts, else 32)\n"
	       "  --decrypt            decrypt\n"
	       "  --in-place           source and destination are the same memory\n"
	       "  --backlog            requests may be put on a backlog\n"
	       "  --segment N          scatterlist entries of at most N bytes\n"
	       "  --runs N             runs of each, of which the median counts (default 5)\n"
	       "  --time MS            length of a run (default 300)\n"
	       "  --buffer BYTES       source and destination, each (default 64M)\n"
	       "  --frame-size BYTES   a frame of the echo's arena (default 1M)\n"
	       "  --frames N           frames of the echo's arena (default 64)\n"
	       "  --no-floors          neither echo nor memcpy\n"
	       "  --loop               measure the submitter alone as well\n"
	       "  --json FILE          write everything into FILE too\n"
	       "  --help               this text\n", ALGS_MAX);
}

enum {
	OPT_ALG = 256, OPT_SIZES, OPT_DEPTHS, OPT_KEY, OPT_DECRYPT, OPT_IN_PLACE,
	OPT_BACKLOG, OPT_SEG, OPT_FRAME_SIZE, OPT_FRAMES, OPT_NO_FLOORS,
	OPT_LOOP,
};

static const struct option long_options[] = {
	{ "alg", required_argument, NULL, OPT_ALG },
	{ "sizes", required_argument, NULL, OPT_SIZES },
	{ "depths", required_argument, NULL, OPT_DEPTHS },
	{ "key-bytes", required_argument, NULL, OPT_KEY },
	{ "decrypt", no_argument, NULL, OPT_DECRYPT },
	{ "in-place", no_argument, NULL, OPT_IN_PLACE },
	{ "backlog", no_argument, NULL, OPT_BACKLOG },
	{ "segment", required_argument, NULL, OPT_SEG },
	{ "frame-size", required_argument, NULL, OPT_FRAME_SIZE },
	{ "frames", required_argument, NULL, OPT_FRAMES },
	{ "no-floors", no_argument, NULL, OPT_NO_FLOORS },
	{ "loop", no_argument, NULL, OPT_LOOP },
	COMMON_LONG_OPTIONS,
	{ "help", no_argument, NULL, 'h' },
	{ }
};

static void set_algs(struct options *o, const char *text)
{
	size_t i;

	o->alg_count = common_algs(text, o->algs, ALGS_MAX);
	for (i = 0; i < o->alg_count; i++)
		if (!*o->algs[i] || strlen(o->algs[i]) >= WCB_ALG_MAX)
			usage_error("--alg: '%s' is no algorithm's name",
				    o->algs[i]);
}

static bool set_flag(struct options *o, int opt)
{
	switch (opt) {
	case OPT_DECRYPT:
		o->flags |= WCB_DECRYPT;
		return true;
	case OPT_IN_PLACE:
		o->flags |= WCB_IN_PLACE;
		return true;
	case OPT_BACKLOG:
		o->flags |= WCB_BACKLOG;
		return true;
	case OPT_NO_FLOORS:
		o->floors = false;
		return true;
	case OPT_LOOP:
		o->loop = true;
		return true;
	}
	return false;
}

static void set_value(struct options *o, int opt, const char *arg)
{
	switch (opt) {
	case OPT_ALG:
		set_algs(o, arg);
		break;
	case OPT_SIZES:
		parse_list("--sizes", arg, 1, WCB_SIZE_MAX, &o->sizes);
		break;
	case OPT_DEPTHS:
		parse_list("--depths", arg, 1, WCB_DEPTH_MAX, &o->depths);
		break;
	case OPT_KEY:
		o->key_len = parse_number("--key-bytes", arg, 0, WCB_KEY_MAX);
		o->key_given = true;
		break;
	case OPT_SEG:
		o->seg = parse_number("--segment", arg, 1, WCB_SIZE_MAX);
		break;
	case OPT_FRAME_SIZE:
		o->geo.frame_size = parse_number("--frame-size", arg, 65536,
						 64 << 20);
		break;
	case OPT_FRAMES:
		o->geo.frame_count = parse_number("--frames", arg, 1, 4096);
		break;
	default:
		usage_error("warpcrypt-bench kernel-api --help lists the options");
	}
}

static void parse(struct options *o, int argc, char **argv)
{
	int opt;

	while ((opt = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
		if (opt == 'h') {
			usage();
			exit(0);
		}
		if (!common_option(&o->common, opt, optarg) &&
		    !set_flag(o, opt))
			set_value(o, opt, optarg);
	}
	if (optind < argc)
		usage_error("unexpected argument '%s'", argv[optind]);
	if (!o->alg_count)
		usage_error("--alg is missing: which algorithms?");
	if (o->common.buffer % 65536)
		usage_error("--buffer must be a multiple of 64k");
}

static size_t make_variants(const struct options *o, struct variant *v)
{
	size_t n = 0, i;

	for (i = 0; i < o->alg_count; i++) {
		v[n].label = o->algs[i];
		v[n].kind = WCB_SKCIPHER;
		v[n].alg = o->algs[i];
		v[n++].key_len = o->key_given ? o->key_len :
				 default_key_len(o->algs[i]);
	}
	if (o->floors) {
		v[n++] = (struct variant){ .label = "echo", .kind = WCB_ECHO };
		v[n++] = (struct variant){ .label = "memcpy",
					   .kind = WCB_MEMCPY };
	}
	if (o->loop)
		v[n++] = (struct variant){ .label = "loop", .kind = WCB_LOOP };
	return n;
}

/**
 * cmd_kernel_api() - warpcrypt-bench kernel-api
 * @argc: arguments
 * @argv: arguments, the subcommand's name first
 *
 * Return: exit status
 */
int cmd_kernel_api(int argc, char **argv)
{
	struct options o = {
		.sizes = { 1, { 4096 } },
		.depths = { 4, { 1, 16, 256, 1024 } },
		.common = { .runs = 5, .ms = 300, .buffer = 64 << 20 },
		.geo = { 1 << 20, 64 }, .floors = true,
	};
	struct variant variants[VARIANTS_MAX] = { };
	struct json_object *report, *points;
	static struct measured m;
	struct point point = { };
	bool errors = false;
	struct device dev;
	size_t n, i, j;

	parse(&o, argc, argv);
	n = make_variants(&o, variants);
	device_open(&dev, o.common.buffer, &o.geo);
	point.seg = o.seg;
	point.flags = o.flags;
	point.runs = o.common.runs;
	point.ns = o.common.ms * 1000000;
	fill_random(point.key, sizeof(point.key));

	report = report_new("kernel-api", argc, argv);
	points = json_object_new_array();
	put_int(report, "buffer_bytes", o.common.buffer);
	put_int(report, "frame_bytes", o.geo.frame_size);
	put_int(report, "frames", o.geo.frame_count);
	report_print_header(report);
	plan_print_head();
	for (i = 0; i < o.sizes.n; i++) {
		for (j = 0; j < o.depths.n; j++) {
			point.size = o.sizes.v[i];
			point.depth = o.depths.v[j];
			progress("%u bytes, depth %u (%zu of %zu), %u runs of %zu things",
				 point.size, point.depth,
				 i * o.depths.n + j + 1,
				 o.sizes.n * o.depths.n, o.common.runs, n);
			plan_measure(&dev, &point, variants, n, &m);
			plan_print(&m);
			json_object_array_add(points, plan_json(&m));
			errors |= plan_errors(&m);
		}
	}
	json_object_object_add(report, "points", points);
	report_write(report, o.common.json);
	json_object_put(report);
	device_close(&dev);
	if (errors)
		die("requests failed: see the table");
	return 0;
}
