// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench dm-crypt: fio on an encrypted disk in memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/bench/commands.h"
#include "tools/bench/common.h"
#include "tools/bench/dm_stack.h"
#include "tools/bench/module.h"
#include "tools/bench/plan.h"
#include "tools/bench/report.h"
#include "tools/bench/stats.h"
#include "tools/bench/table.h"
#include "tools/bench/util.h"

#define ALGS_MAX	8
#define JOBS_MAX	8
#define OUTPUT_MAX	(1u << 20)

struct options {
	char *algs[ALGS_MAX + 1];
	size_t alg_count;
	char *jobs[JOBS_MAX + 1];
	size_t job_count;
	struct list sectors;
	struct list blocks;
	uint32_t io_depth;
	uint32_t fio_jobs;
	uint32_t key_len;
	const char *iv;
	const char *dm_options;
	uint32_t runs;
	uint64_t ms;
	uint64_t disk;
	const char *json;
};

/* What fio says of one job on one device, of each run. */
struct cell {
	double mbps[RUNS_MAX];	/* 10^6 bytes a second */
	double iops[RUNS_MAX];	/* operations a second */
	double p99[RUNS_MAX];	/* 99th percentile of completion latencies, us */
	struct module_counts counters;	/* the module's */
};

static void usage(void)
{
	printf("Usage: warpcrypt-bench dm-crypt --alg=NAME[,NAME...] [OPTION...]\n\n"
	       "Puts a dm-crypt device with each of the ciphers on a disk in memory (/dev/ram0 when\n"
	       "it is free and large enough: ITS CONTENTS ARE LOST; else a loop device in a tmpfs)\n"
	       "and runs fio on it. 'none' as a name is the disk without encryption, 'cipher_null'\n"
	       "dm-crypt with the kernel's cipher that does nothing. Everything is\n"
	       "removed at the end, also after Ctrl-C.\n\n"
	       "  --alg=NAME,...       algorithms or drivers, at most %d; NAME:CHOICE sets the\n"
	       "                       parameter of warpcrypt.ko (auto, software, offload)\n"
	       "  --jobs=NAME,...      of read, write, randread, randwrite, randrw\n"
	       "                       (default randread,randwrite,read,write)\n"
	       "  --sector-sizes=N,... of dm-crypt: 512, 1024, 2048, 4096 (default 512,4096)\n"
	       "  --block-sizes=N,...  of fio's reads and writes (default 4096,65536)\n"
	       "  --depth=N            fio's iodepth (default 32)\n"
	       "  --fio-jobs=N         fio's numjobs (default 1)\n"
	       "  --key-bytes=N        key length (default 64 for xts, else 32)\n"
	       "  --iv=NAME            how dm-crypt makes IVs (default plain64)\n"
	       "  --dm-options=TEXT    more of dm-crypt's options, for instance\n"
	       "                       \"no_read_workqueue no_write_workqueue\"\n"
	       "  --runs=N             runs of each, of which the median counts (default 3)\n"
	       "  --time=MS            length of a run, whole seconds (default 1000)\n"
	       "  --disk=BYTES         size of the disk (default 64M)\n"
	       USAGE_JSON_HELP, ALGS_MAX);
}

static void parse(struct options *o, int argc, char **argv)
{
	const struct bench_option options[] = {
		{ "alg", .names = o->algs, .count = &o->alg_count, .max = ALGS_MAX },
		{ "jobs", .names = o->jobs, .count = &o->job_count, .max = JOBS_MAX,
		  .known = " read write randread randwrite randrw " },
		{ "sector-sizes", .list = &o->sectors, .min = 512, .max = 4096 },
		{ "block-sizes", .list = &o->blocks, .min = 512, .max = 16 << 20 },
		{ "depth", .n32 = &o->io_depth, .min = 1, .max = 4096 },
		{ "fio-jobs", .n32 = &o->fio_jobs, .min = 1, .max = 256 },
		{ "key-bytes", .n32 = &o->key_len, .max = 256 },
		{ "iv", .text = &o->iv },
		{ "dm-options", .text = &o->dm_options },
		{ "runs", .n32 = &o->runs, .min = 1, .max = RUNS_MAX },
		{ "time", .n64 = &o->ms, .min = 1000, .max = 600000 },
		{ "disk", .n64 = &o->disk, .min = 16 << 20, .max = 1ull << 40 },
		{ "json", .set = set_report, .to = &o->json },
		{ }
	};
	size_t i;

	o->job_count = common_names("jobs", "randread,randwrite,read,write", o->jobs, JOBS_MAX);
	common_parse(argc, argv, options, usage);
	if (!o->alg_count)
		usage_error("--alg is missing: which algorithms?");
	for (i = 0; i < o->sectors.n; i++)
		if (o->sectors.v[i] & (o->sectors.v[i] - 1))
			usage_error("--sector-sizes: powers of two only");
	if (o->disk % (1 << 16))
		usage_error("--disk must be a multiple of 64k");
}

/* A number deep in fio's JSON: the first of @path under @o, and so on. */
static double dig(struct json_object *o, const char *const *path)
{
	for (; *path; path++)
		if (!json_object_object_get_ex(o, *path, &o))
			return 0;
	return json_object_get_double(o);
}

static void parse_fio(const char *text, struct cell *c, uint32_t run)
{
	static const char *const sides[] = { "read", "write" };
	const char *start = strchr(text, '{');
	struct json_object *all = start ? json_tokener_parse(start) : NULL;
	struct json_object *jobs, *job;
	size_t i;

	if (!all || !json_object_object_get_ex(all, "jobs", &jobs) ||
	    !(job = json_object_array_get_idx(jobs, 0)))
		die("fio's output is not what was expected; is it fio 3?");
	c->mbps[run] = 0;
	c->iops[run] = 0;
	c->p99[run] = 0;
	for (i = 0; i < 2; i++) {
		const char *const bytes[] = { sides[i], "bw_bytes", NULL };
		const char *const iops[] = { sides[i], "iops", NULL };
		const char *const p99[] = { sides[i], "clat_ns", "percentile",
					    "99.000000", NULL };
		double late = dig(job, p99) / 1e3;

		c->mbps[run] += dig(job, bytes) / 1e6;
		c->iops[run] += dig(job, iops);
		if (late > c->p99[run])
			c->p99[run] = late;
	}
	json_object_put(all);
}

static void run_fio(const struct options *o, const char *device,
		    const char *job, uint64_t block, struct cell *c,
		    uint32_t run)
{
	char rw[64], bs[64], depth[64], jobs[64], runtime[64], filename[256];
	const char *const argv[] = {
		"fio", "--name=warpcrypt-bench", "--output-format=json",
		"--ioengine=libaio", "--direct=1", "--time_based",
		"--group_reporting", "--norandommap", "--randrepeat=1", rw, bs,
		depth, jobs, runtime, filename, NULL,
	};
	static char output[OUTPUT_MAX];
	int status;

	snprintf(rw, sizeof(rw), "--rw=%s", job);
	snprintf(bs, sizeof(bs), "--bs=%llu", (unsigned long long)block);
	snprintf(depth, sizeof(depth), "--iodepth=%u", o->io_depth);
	snprintf(jobs, sizeof(jobs), "--numjobs=%u", o->fio_jobs);
	snprintf(runtime, sizeof(runtime), "--runtime=%llu",
		 (unsigned long long)(o->ms + 999) / 1000);
	snprintf(filename, sizeof(filename), "--filename=%s", device);
	status = run_program(argv, NULL, output, sizeof(output));
	if (interrupted)
		die("interrupted");
	if (status)
		die("fio %s %s on %s: exit status %d", rw, bs, device, status);
	parse_fio(output, c, run);
}

/* Writes the whole disk, so that page faults are not measured. */
static void prefill(const char *path, uint64_t bytes)
{
	static const char zeros[1 << 16];
	int fd = open(path, O_WRONLY | O_EXCL | O_CLOEXEC);
	uint64_t done;

	if (fd < 0)
		die("cannot open %s: %s", path, strerror(errno));
	for (done = 0; done < bytes && !interrupted; done += sizeof(zeros))
		if (write(fd, zeros, sizeof(zeros)) != sizeof(zeros))
			die("cannot write %s: %s", path, strerror(errno));
	if (fsync(fd) || close(fd))
		die("cannot write %s: %s", path, strerror(errno));
}

static void print_row(const struct options *o, const char *alg,
		      const char *job, uint64_t sector, uint64_t block,
		      const struct cell *c)
{
	printf("%6llu %7llu  %-10s %-34s", (unsigned long long)sector, (unsigned long long)block,
	       job, alg);
	table_spread(8, 1, c->mbps, o->runs);
	table_cell(9, 0, median(c->iops, o->runs), "");
	table_cell(9, 0, median(c->p99, o->runs), "");
	table_counts(&c->counters);
	putchar('\n');
	fflush(stdout);
}

static void add_row(const struct options *o, const char *alg, const char *job,
		    uint64_t sector, uint64_t block, const struct cell *c,
		    struct json_object *results)
{
	struct json_object *r = json_object_new_object();

	put_text(r, "algorithm", alg);
	put_text(r, "job", job);
	put_int(r, "sector_bytes", sector);
	put_int(r, "block_bytes", block);
	put_int(r, "depth", o->io_depth);
	put_int(r, "fio_jobs", o->fio_jobs);
	put_spread(r, "mbps", c->mbps, o->runs);
	put_real(r, "iops", median(c->iops, o->runs));
	put_real(r, "latency_p99_us", median(c->p99, o->runs));
	module_counts_put(r, &c->counters);
	json_object_array_add(results, r);
}

/* Sets the module's parameter, too, if that is behind the name. */
static const char *make_device(const struct options *o, const char *label,
			       uint64_t sector)
{
	static struct variant v;
	const char *alg;

	free((char *)v.alg);
	plan_alg(&v, label);
	module_set_choice(v.choice);
	alg = v.alg;
	if (!strcmp(alg, "none"))
		return stack_crypt(NULL, "", 0, sector, "");
	/* It has neither key nor IV. */
	if (!strcmp(alg, "cipher_null"))
		return stack_crypt("ecb(cipher_null)", "null", 0, sector,
				   o->dm_options);
	return stack_crypt(alg, o->iv, o->key_len == KEY_USUAL ? v.key_len : o->key_len,
			   sector, o->dm_options);
}

/*
 * One row of the table for each algorithm. The runs are interleaved, so each run
 * makes its own device.
 */
static void measure(const struct options *o, const char *job, uint64_t sector,
		    uint64_t block, struct json_object *results)
{
	static struct cell cells[ALGS_MAX];
	uint32_t r;
	size_t i;

	memset(cells, 0, sizeof(cells));
	for (r = 0; r < o->runs; r++) {
		for (i = 0; i < o->alg_count; i++) {
			const char *path = make_device(o, o->algs[i], sector);
			struct module_counts before;

			module_counts_read(&before);
			run_fio(o, path, job, block, &cells[i], r);
			module_counts_add_since(&cells[i].counters, &before);
			stack_drop_crypt();
		}
	}
	for (i = 0; i < o->alg_count; i++) {
		print_row(o, o->algs[i], job, sector, block, &cells[i]);
		add_row(o, o->algs[i], job, sector, block, &cells[i], results);
	}
	putchar('\n');
}

static void measure_all(const struct options *o, struct json_object *results)
{
	size_t s, b, j, n = 0;
	size_t all = o->sectors.n * o->blocks.n * o->job_count;

	printf("%6s %7s  %-10s %-34s %8s %8s %8s %9s %9s %7s %7s\n", "sector",
	       "block", "job", "cipher", "MB/s", "lowest", "highest", "IOPS",
	       "p99 us", "offload", "req/frm");
	for (s = 0; s < o->sectors.n; s++) {
		for (b = 0; b < o->blocks.n; b++) {
			for (j = 0; j < o->job_count; j++) {
				progress("%zu of %zu: %s, %llu-byte blocks, %llu-byte sectors",
					 ++n, all, o->jobs[j],
					 (unsigned long long)o->blocks.v[b],
					 (unsigned long long)o->sectors.v[s]);
				measure(o, o->jobs[j], o->sectors.v[s],
					o->blocks.v[b], results);
			}
		}
	}
}

int cmd_dm_crypt(int argc, char **argv)
{
	struct options o = {
		.sectors = { 2, { 512, 4096 } }, .blocks = { 2, { 4096, 65536 } },
		.io_depth = 32, .fio_jobs = 1, .key_len = KEY_USUAL, .iv = "plain64",
		.dm_options = "", .runs = 3, .ms = 1000, .disk = 64 << 20,
	};
	struct json_object *report, *results = json_object_new_array();
	const char *disk;

	parse(&o, argc, argv);
	catch_signals();
	report = report_new("dm-crypt", argc, argv);
	disk = stack_disk(o.disk);
	put_text(report, "disk", disk);
	report_print_header(report);
	prefill(disk, o.disk);
	measure_all(&o, results);
	report_end(report, "results", results, o.json);
	stack_drop();
	return 0;
}
