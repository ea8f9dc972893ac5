// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench papers: the designs of the four papers that warpcrypt grew out
 * of, on this machine's GPU, beside ours: Documentation/papers.rst.
 */
#include <stdio.h>
#include <string.h>

#include "kernels/bench/gpu-clock.h"
#include "tools/bench/commands.h"
#include "tools/bench/common.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/papers_curve.h"
#include "tools/bench/papers_device.h"
#include "tools/bench/papers_common.h"
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
	papers_summary(p);
	if (papers_wrong || !papers_checked)
		printf("\n%lu of %lu results are WRONG\n", papers_wrong,
		       papers_checked);
	else
		printf("\nall %lu results right, every byte compared\n",
		       papers_checked);
	put_int(report, "results", papers_checked);
	put_int(report, "wrong", papers_wrong);
	report_end(report, "summary", p->summary, json);
	return papers_wrong || !papers_checked;
}

struct options {
	const char *only;	/* one paper, or NULL */
	const char *json;	/* the report's file, or NULL */
	const char *images;	/* the folder with the kernels, or NULL */
	bool brief;		/* less data */
	bool once;		/* each kernel once */
	bool cpu;		/* this machine emulates the GPU */
};

static void open_device(const struct options *o)
{
	if (o->cpu)
		papers_open_emulated();
	else
		papers_open_cuda(o->images ? o->images : beside("papers", "--images"));
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
	struct options o = { };
	struct papers p;
	const struct bench_option options[] = {
		{ "paper", .text = &o.only, .known = " aes skinny kuznyechik dpf " },
		{ "json", .set = set_report, .to = &o.json },
		{ "images", .text = &o.images },
		{ "brief", .flag = &o.brief },
		{ "once", .flag = &o.once },
		{ "cpu", .flag = &o.cpu },
		{ }
	};

	common_parse(argc, argv, options, usage);
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
	gpu_clock = run_clocked(&p, &o);
	put_clock(report, &gpu_clock);
	printf("\nSM clock while this ran: lowest %u, median %u, highest %u MHz (%u samples)\n",
	       gpu_clock.lowest, gpu_clock.median, gpu_clock.highest,
	       gpu_clock.samples);
	return conclude(&p, report, o.json);
}
