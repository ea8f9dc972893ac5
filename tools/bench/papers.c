// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench papers: the designs of the four papers that warpcrypt grew out
 * of, on this machine's GPU, beside ours: Documentation/papers.rst.
 */
#include "tools/bench/papers.h"

#include <getopt.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/bench/gpu-clock.h"
#include "tools/bench/commands.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/papers_curve.h"
#include "tools/bench/papers_device.h"
#include "tools/bench/report.h"
#include "tools/bench/util.h"

static const struct {
	const char *name;
	void (*run)(struct papers *p);
} papers[] = {
	{ "aes", papers_aes },
	{ "skinny", papers_skinny },
	{ "kuznyechik", papers_kuznyechik },
	{ "dpf", papers_dpf },
};

#define PAPERS	(sizeof(papers) / sizeof(papers[0]))

static void usage(void)
{
	puts("Usage: warpcrypt-bench papers [OPTION...]\n\n"
	     "Runs the designs of the papers on the first GPU, compares what they give with\n"
	     "the CPU engine, and prints them beside ours.\n\n"
	     "  --paper=NAME   only aes, skinny, kuznyechik or dpf\n"
	     "  --json=FILE    write a report, for `make plots`\n"
	     "  --images=DIR   the kernels, made by `make papers` (default: papers/ beside\n"
	     "                 this program)\n"
	     "  --brief        less data\n"
	     "  --once         each kernel once, with much data, and no times: for profilers\n"
	     "  --cpu          this machine emulates a GPU: says what is right, not what is fast;\n"
	     "                 implies --brief\n"
	     "  --help         this text");
}

/**
 * papers_row() - begin a row of the report
 * @p: the run
 * @paper: "aes", ...
 * @table: which of its tables
 *
 * Return: the row, to which the caller adds
 */
struct json_object *papers_row(struct papers *p, const char *paper,
			       const char *table)
{
	struct json_object *row = json_object_new_object();

	put_text(row, "paper", paper);
	put_text(row, "table", table);
	json_object_array_add(p->rows, row);
	return row;
}

/**
 * papers_claim() - keep a line of the last table
 * @p: the run
 * @claim: the line
 */
void papers_claim(struct papers *p, const struct papers_claim *claim)
{
	struct json_object *row = json_object_new_object();
	bool own = claim->own_design;

	put_text(row, "paper", claim->paper);
	put_text(row, "what", claim->what);
	put_text(row, "figure", claim->figure ? claim->figure : "not in its text");
	put_text(row, "hardware", claim->hardware);
	put_real(row, "by_units", claim->by_units);
	put_real(row, "by_memory", claim->by_memory);
	put_real(row, "own", own ? claim->own : claim->theirs);
	put_text(row, "own_design", own ? claim->own_design : claim->design);
	put_real(row, "theirs", claim->theirs);
	put_text(row, "design", claim->design);
	put_real(row, "ours", claim->ours);
	put_real(row, "goal", claim->goal);
	json_object_array_add(p->summary, row);
}

/**
 * papers_scale() - what a paper's figure is by the size of this GPU
 * @claim: the result: @by_units and @by_memory
 * @then: the paper's GPU
 * @figure: the paper's
 */
void papers_scale(struct papers_claim *claim, const struct papers_hardware *then,
		  double figure)
{
	claim->by_units = figure * papers_dev->sms * papers_dev->khz /
			  (then->units * then->mhz * 1e3);
	claim->by_memory = figure * papers_dev->gb_per_s / then->gb_per_s;
}

/**
 * papers_best() - keep the fastest of a paper's variants
 * @claim: the line it is for
 * @design: a variant
 * @rate: what it does
 */
void papers_best(struct papers_claim *claim, const char *design, double rate)
{
	if (rate <= claim->theirs)
		return;
	claim->theirs = rate;
	claim->design = design;
}

/**
 * papers_size() - a size for people
 * @text: the result
 * @room: of @text
 * @bytes: the size
 */
void papers_size(char *text, size_t room, uint64_t bytes)
{
	if (bytes >= 1 << 20 && bytes % (1 << 20) == 0)
		snprintf(text, room, "%u MiB", (unsigned int)(bytes >> 20));
	else if (bytes >= 1024 && bytes % 1024 == 0)
		snprintf(text, room, "%u KiB", (unsigned int)(bytes >> 10));
	else
		snprintf(text, room, "%u B", (unsigned int)bytes);
}

static const char *text_of(struct json_object *o, const char *name)
{
	return json_object_get_string(json_object_object_get(o, name));
}

static double real_of(struct json_object *o, const char *name)
{
	return json_object_get_double(json_object_object_get(o, name));
}

/* A figure, or a dash where there is none. */
static void print_real(int width, double value)
{
	if (value > 0)
		printf("%*.2f", width, value);
	else
		printf("%*s", width, "-");
}

static void print_summary(struct papers *p)
{
	size_t i;

	printf("\nThe papers' figures on their hardware, what they are by the units and the clock and by\n"
	       "the memory of this GPU, their own designs here, the best of their variants, and ours\n\n"
	       "%-11s%-34s%-34s%10s%10s%10s %-32s%10s %-32s%10s%7s%6s\n",
	       "paper", "what", "the paper's figure", "by units", "by memory",
	       "own", "(which)", "best", "(which)", "ours", "ratio", "goal");
	for (i = 0; i < json_object_array_length(p->summary); i++) {
		struct json_object *o = json_object_array_get_idx(p->summary, i);
		double theirs = real_of(o, "theirs"), ours = real_of(o, "ours");
		char figure[80];

		snprintf(figure, sizeof(figure), "%s (%s)", text_of(o, "figure"),
			 text_of(o, "hardware"));
		printf("%-11s%-34s%-34s", text_of(o, "paper"),
		       text_of(o, "what"), figure);
		print_real(10, real_of(o, "by_units"));
		print_real(10, real_of(o, "by_memory"));
		print_real(10, real_of(o, "own"));
		printf(" %-32s", text_of(o, "own_design"));
		print_real(10, theirs);
		printf(" %-32s", text_of(o, "design"));
		print_real(10, ours);
		print_real(7, theirs > 0 ? ours / theirs : 0);
		print_real(6, real_of(o, "goal"));
		putchar('\n');
	}
}

/* papers/ beside this program. */
static void default_images(char *path, size_t room)
{
	char self[3000];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	self[len > 0 ? len : 0] = '\0';
	snprintf(path, room, "%s/papers", dirname(self));
}

static bool is_paper(const char *name)
{
	size_t i;

	for (i = 0; i < PAPERS; i++)
		if (!strcmp(papers[i].name, name))
			return true;
	return false;
}

static void put_clock(struct json_object *report, const struct gpu_clock *c)
{
	put_int(report, "clock_lowest_mhz", c->lowest);
	put_int(report, "clock_median_mhz", c->median);
	put_int(report, "clock_highest_mhz", c->highest);
	put_int(report, "clock_samples", c->samples);
}

static void run_papers(struct papers *p, const char *only)
{
	size_t i;

	for (i = 0; i < PAPERS; i++) {
		if (only && strcmp(only, papers[i].name))
			continue;
		progress("papers: %s", papers[i].name);
		papers[i].run(p);
		fflush(stdout);
	}
}

/* Every kernel once; @only: those of one paper. */
static void papers_once(const char *only)
{
	int which;

	for (which = 0; which < PAPER_CIPHERS; which++)
		if (!only || !strcmp(only, papers[which].name))
			papers_cipher_once((enum paper_cipher)which);
	if (!only || !strcmp(only, "dpf"))
		papers_curve_once();
}

/* Prints what was compared, and says whether all was right. */
static int conclude(struct papers *p, struct json_object *report,
		    const char *json)
{
	print_summary(p);
	if (papers_wrong || !papers_checked)
		printf("\n%lu of %lu results are WRONG\n", papers_wrong,
		       papers_checked);
	else
		printf("\nall %lu results right, every byte compared\n",
		       papers_checked);
	put_int(report, "results", papers_checked);
	put_int(report, "wrong", papers_wrong);
	report_write(report, json);
	return papers_wrong || !papers_checked;
}

/**
 * struct options - what the user asked for
 * @only: one paper, or NULL
 * @json: the report's file, or NULL
 * @images: the folder with the kernels, or NULL
 * @brief: less data
 * @once: each kernel once
 * @cpu: this machine emulates the GPU
 */
struct options {
	const char *only;
	const char *json;
	const char *images;
	bool brief;
	bool once;
	bool cpu;
};

/* Return: false after --help. */
static bool parse(struct options *o, int argc, char **argv)
{
	static const struct option options[] = {
		{ "paper", required_argument, NULL, 'p' },
		{ "json", required_argument, NULL, 'j' },
		{ "images", required_argument, NULL, 'i' },
		{ "brief", no_argument, NULL, 'b' },
		{ "once", no_argument, NULL, 'o' },
		{ "cpu", no_argument, NULL, 'c' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	int opt;

	memset(o, 0, sizeof(*o));
	optind = 1;
	while ((opt = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (opt) {
		case 'p':
			o->only = optarg;
			break;
		case 'j':
			o->json = optarg;
			break;
		case 'i':
			o->images = optarg;
			break;
		case 'b':
			o->brief = true;
			break;
		case 'o':
			o->once = true;
			break;
		case 'c':
			o->cpu = true;
			break;
		case 'h':
			usage();
			return false;
		default:
			exit(2);
		}
	}
	if (optind < argc)
		usage_error("papers takes no argument '%s'", argv[optind]);
	if (o->only && !is_paper(o->only))
		usage_error("no paper '%s'; there are aes, skinny, kuznyechik and dpf",
			    o->only);
	return true;
}

static void open_device(const struct options *o)
{
	static char beside[4096];	/* It stays: images are opened as they are needed. */

	default_images(beside, sizeof(beside));
	if (o->cpu)
		papers_open_emulated();
	else
		papers_open_cuda(o->images ? o->images : beside);
}

/* All that was asked for, while the clock is read. */
static struct gpu_clock run_clocked(struct papers *p, const struct options *o)
{
	static struct gpu_clock_reader reader;

	gpu_clock_start(&reader);
	if (o->once)
		papers_once(o->only);
	else
		run_papers(p, o->only);
	return gpu_clock_stop(&reader);
}

int cmd_papers(int argc, char **argv)
{
	struct json_object *report;
	struct gpu_clock gpu_clock;
	struct options o;
	struct papers p;
	int ret;

	if (!parse(&o, argc, argv))
		return 0;
	open_device(&o);
	report = report_new("papers", argc, argv);
	p.brief = o.brief || papers_dev->emulated;
	p.rows = json_object_new_array();
	p.summary = json_object_new_array();
	put_text(report, "gpu", papers_dev->name);
	put_text(report, "driver", papers_dev->driver);
	put_int(report, "emulated", papers_dev->emulated);
	report_print_header(report);
	json_object_object_add(report, "rows", p.rows);
	json_object_object_add(report, "summary", p.summary);
	gpu_clock = run_clocked(&p, &o);
	put_clock(report, &gpu_clock);
	printf("\nSM clock while this ran: lowest %u, median %u, highest %u MHz (%u samples)\n",
	       gpu_clock.lowest, gpu_clock.median, gpu_clock.highest,
	       gpu_clock.samples);
	ret = conclude(&p, report, o.json);
	json_object_put(report);
	return ret;
}
