// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/papers_curve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/cpu/25519_engine.h"
#include "kernels/cpu/x25519.h"
#include "kernels/gpu/launch.h"
#include "kernels/papers/curve_job.h"
#include "tools/bench/papers_common.h"
#include "tools/bench/util.h"

#define RUNS		5u
#define PIECE		64u
/* With no mixed addition an entry has 2 Z = 2 besides: 16 words. */
#define ENTRY_WORDS	12
#define LONG_WORDS	16
#define ENTRIES		(ED_TABLE_WORDS(ED_GPU_BASE_W) / ENTRY_WORDS)

enum { X, Y, DEN, WORK, OUT, STATUS };

/* Which elements and results an operation has: CURVE_X25519, CURVE_KNOWN or CURVE_UNKNOWN. */
int papers_curve_kind(int op)
{
	if (op == CURVE_UNKNOWN || op == CURVE_UNKNOWN_PAPER)
		return CURVE_UNKNOWN;
	return op == CURVE_X25519 ? op : CURVE_KNOWN;
}

static const int kinds[] = { CURVE_X25519, CURVE_KNOWN, CURVE_UNKNOWN };

#define KINDS	(sizeof(kinds) / sizeof(kinds[0]))

/* Our kernel of an operation. */
static int our_kind(int op)
{
	switch (papers_curve_kind(op)) {
	case CURVE_X25519:
		return WC_SHARED;
	case CURVE_UNKNOWN:
		return WC_MULT;
	default:
		return WC_BASE;
	}
}

/* Memory of the host, aligned; free() frees it. */
uint8_t *papers_curve_room(size_t size)
{
	uint8_t *at = aligned_alloc(64, (size + 63) & ~(size_t)63);

	if (!at)
		die("no memory for %zu bytes", size);
	return at;
}

/* Numbers that look random, the same for the same seed; @size is a multiple of 8, @at aligned. */
void papers_curve_fill(uint8_t *at, size_t size, uint64_t seed)
{
	size_t i;

	for (i = 0; i < size / 8; i++)
		((uint64_t *)(void *)at)[i] = splitmix64(&(uint64_t){ seed + i });
}

struct cpu_work {
	int op;
	uint8_t *out;
	const uint8_t *scalars;
	const uint8_t *points;
};

static void do_piece(void *arg, size_t at, size_t n)
{
	const struct cpu_work *w = arg;
	uint8_t *out = w->out + 32 * at;
	const uint8_t *k = w->scalars + 32 * at;

	if (w->op == CURVE_X25519)
		wc25519_shared(NULL, out, k, w->points + 32 * at, n, NULL);
	else if (w->op == CURVE_UNKNOWN)
		wc25519_mult(NULL, out, k, w->points + 32 * at, n, NULL);
	else
		wc25519_base(NULL, out, k, n);
}

/* By the CPU engine, in as many threads as there are CPUs. */
static void on_cpu(int op, uint8_t *out, const uint8_t *scalars,
		   const uint8_t *points, uint32_t n)
{
	struct cpu_work w = { op, out, scalars, points };

	papers_in_threads(do_piece, &w, n, PIECE, sysconf(_SC_NPROCESSORS_ONLN));
}

/* Twice @v modulo 2^255 - 19. */
static void twice(uint64_t v[4])
{
	uint64_t top, carry;
	int i;

	for (i = 3; i > 0; i--)
		v[i] = v[i] << 1 | v[i - 1] >> 63;
	v[0] <<= 1;
	top = v[3] >> 63;
	v[3] &= ~0ull >> 1;
	carry = 19 * top;
	for (i = 0; i < 4 && carry; i++) {
		v[i] += carry;
		carry = v[i] < carry;
	}
}

/* The table, and what it is without mixed addition: kernels/curve/ed25519_base.h. */
static void put_tables(struct papers_curve *c)
{
	const size_t size = 8 * ED_TABLE_WORDS(ED_GPU_BASE_W);
	uint64_t *table = (uint64_t *)(void *)papers_curve_room(size);
	uint64_t *wide = (uint64_t *)(void *)
		papers_curve_room(8 * LONG_WORDS * ENTRIES);
	size_t i, j;

	wc25519_make_table(table, ED_GPU_BASE_W);
	c->table[0] = papers_on_device(table, size);
	for (i = 0; i < ENTRIES; i++) {
		uint64_t *e = wide + LONG_WORDS * i;

		memset(e, 0, 8 * LONG_WORDS);
		memcpy(e, table + ENTRY_WORDS * i, 8 * ENTRY_WORDS);
		for (j = 0; j < 3; j++)
			twice(e + 4 * j);
		e[12] = 2;
	}
	c->table[1] = papers_on_device(wide, 8 * LONG_WORDS * ENTRIES);
	free(table);
	free(wide);
}

/* Scalars and points as our kernels take them. */
static void put_units(struct papers_curve *c)
{
	struct wc_job job;
	const uint64_t *tables = wc25519_gpu_tables();
	uint8_t *units = papers_curve_room((size_t)WC_UNIT_BYTES * c->max);
	uint32_t i;
	size_t k;

	if (!tables)
		die("no memory for tables");
	for (k = 0; k < KINDS; k++) {
		const int op = kinds[k];

		memset(units, 0, (size_t)WC_UNIT_BYTES * c->max);
		for (i = 0; i < c->max; i++) {
			memcpy(units + 64ull * i, c->scalars + 32ull * i, 32);
			if (c->points[op])
				memcpy(units + 64ull * i + 32,
				       c->points[op] + 32ull * i, 32);
		}
		c->our_units[op] = papers_on_device(units,
					     (size_t)WC_UNIT_BYTES * c->max);
	}
	memset(&job, 0, sizeof(job));
	job.len = WC_UNIT_BYTES * c->max;
	c->our_job = papers_on_device(&job, sizeof(job));
	c->our_scratch = papers_dev->alloc(WC_TABLE_BYTES +
					   (size_t)WC_UNIT_SCRATCH * c->max);
	papers_dev->upload(c->our_scratch, tables, WC_TABLE_BYTES);
	papers_dev->wait();
	free(units);
}

/*
 * Make @max elements, and what must come out. Returns false if nothing here can emulate the
 * kernels.
 */
bool papers_curve_open(struct papers_curve *c, uint32_t max)
{
	const size_t size = 32ull * max;
	size_t k;
	int i;

	memset(c, 0, sizeof(*c));
	if (papers_dev->emulated) {
#if defined(__x86_64__)
		if (!__builtin_cpu_supports("fma"))
			return false;
#endif
		if (!papers_dev->kernel("", "dpf_paper_x25519").fn)
			return false;
	}
	c->max = max;
	c->scalars = papers_curve_room(size);
	c->got = papers_curve_room(size);
	papers_curve_fill(c->scalars, size, 1);
	c->points[CURVE_X25519] = papers_curve_room(size);
	papers_curve_fill(c->points[CURVE_X25519], size, 1ull << 40);
	/* Points of the curve, and some that are none. */
	c->points[CURVE_UNKNOWN] = papers_curve_room(size);
	on_cpu(CURVE_KNOWN, c->points[CURVE_UNKNOWN], c->points[CURVE_X25519],
	       NULL, max);
	for (i = 3; i < (int)max; i += 16)
		memcpy(c->points[CURVE_UNKNOWN] + 32ull * (unsigned int)i,
		       c->points[CURVE_X25519] + 32ull * (unsigned int)i, 32);
	for (k = 0; k < KINDS; k++) {
		i = kinds[k];
		c->want[i] = papers_curve_room(size);
		on_cpu(i, c->want[i], c->scalars, c->points[i], max);
		if (c->points[i])
			c->dev_points[i] = papers_on_device(c->points[i], size);
	}
	c->dev_scalars = papers_on_device(c->scalars, size);
	for (i = 0; i <= STATUS; i++) {
		c->dev[i] = papers_dev->alloc(size);
		papers_dev->fill(c->dev[i], 0, size);
	}
	put_tables(c);
	if (!papers_dev->emulated)
		put_units(c);
	return true;
}

/* Free it all. */
void papers_curve_close(struct papers_curve *c)
{
	int i;

	papers_dev->wait();
	for (i = 0; i < CURVE_OPS; i++) {
		free(c->points[i]);
		free(c->want[i]);
		if (c->dev_points[i])
			papers_dev->free(c->dev_points[i]);
		if (c->our_units[i])
			papers_dev->free(c->our_units[i]);
	}
	for (i = 0; i <= STATUS; i++)
		papers_dev->free(c->dev[i]);
	papers_dev->free(c->dev_scalars);
	papers_dev->free(c->table[0]);
	papers_dev->free(c->table[1]);
	if (c->known)
		papers_dev->free(c->known);
	if (c->our_scratch) {
		papers_dev->free(c->our_scratch);
		papers_dev->free(c->our_job);
	}
	free(c->scalars);
	free(c->got);
}

/* --- the paper's launches */

static const char *const entries[] = {
	"x25519", "known", "known_address", "unknown", "known_paper",
	"known_full", "unknown_paper"
};

/*
 * A kernel by the parts of its name, of which the first two name the module; ends the program
 * if there is none.
 */
struct paper_kernel papers_curve_kernel(const char *prefix, const char *design,
					const char *entry)
{
	char module[64], name[128];
	struct paper_kernel k;

	snprintf(module, sizeof(module), "%s_%s", prefix, design);
	snprintf(name, sizeof(name), "%s_%s", module, entry);
	k = papers_dev->kernel(module, name);
	if (!k.fn)
		die("no kernel %s", name);
	return k;
}

/* The multiplication of a run of the paper's. */
static struct paper_kernel mult_of(const struct papers_curve_run *run)
{
	char entry[32];

	if (!run->registers)
		return papers_curve_kernel("dpf", run->design, entries[run->op]);
	snprintf(entry, sizeof(entry), "%s_%u", entries[run->op],
		 run->registers);
	return papers_curve_kernel("dpf", "registers", entry);
}

/* The paper's table of the base point for segments of @width bits. */
static void put_known(struct papers_curve *c, uint32_t width)
{
	const size_t size = 8ull * PAPER_KNOWN_WORDS * PAPER_KNOWN_ENTRIES(width);
	uint64_t *table;

	if (c->known && c->width == width)
		return;
	if (c->known)
		papers_dev->free(c->known);
	table = (uint64_t *)(void *)papers_curve_room(size);
	paper_known_table(table, width);
	c->known = papers_on_device(table, size);
	c->width = width;
	free(table);
}

static struct paper_curve job_of(struct papers_curve *c,
				 const struct papers_curve_run *run)
{
	bool projective = run->design && !strcmp(run->design, "projective");
	struct paper_curve j;

	memset(&j, 0, sizeof(j));
#define AT(ptr)	((void *)(uintptr_t)(ptr))
	j.scalars = AT(c->dev_scalars);
	j.points = AT(c->dev_points[papers_curve_kind(run->op)]);
	j.table = AT(c->table[projective]);
	if (run->op == CURVE_KNOWN_PAPER || run->op == CURVE_KNOWN_FULL) {
		j.width = run->width ? run->width : PAPER_WIDTH;
		put_known(c, j.width);
		j.table = AT(c->known);
	}
	j.x = AT(c->dev[X]);
	j.y = AT(c->dev[Y]);
	j.den = AT(c->dev[DEN]);
	j.work = AT(c->dev[WORK]);
	j.out = AT(c->dev[OUT]);
	j.status = AT(c->dev[STATUS]);
#undef AT
	j.n = run->n;
	j.step = run->own_inversions ? run->n :
		 wc_finish_threads(our_kind(run->op), run->n);
	return j;
}

static void launch_paper(struct papers_curve *c,
			 const struct papers_curve_run *run)
{
	const bool x = run->op == CURVE_X25519;
	struct paper_kernel mult = mult_of(run);
	struct paper_kernel finish =
		papers_curve_kernel("dpf", run->design,
				    x ? "finish_montgomery" : "finish");
	struct paper_curve job = job_of(c, run);
	/* Lanes of a warp exchange entries: no thread may be missing. */
	struct paper_launch l = {
		.kernel = &mult, .threads = run->n, .block = run->block,
		.team = 1, .job = &job,
	};

	papers_dev->launch(&l);
	l.kernel = &finish;
	l.threads = job.step;
	/* Blocks of more threads are for the multiplication alone. */
	l.block = run->block > 128 ? 128 : run->block;
	papers_dev->launch(&l);
}

/* --- ours */

static void launch_ours(struct papers_curve *c,
			const struct papers_curve_run *run)
{
	const struct wc_kernel *row = wc_kernels[WC_GPU_25519];
	const struct wc_kernel *k = &row[our_kind(run->op)];
	const struct wc_kernel *f = &row[our_kind(run->op) + WC_FINISH];
	uint32_t sms = (uint32_t)papers_dev->sms, count = 1, n = run->n;
	paper_ptr none = 0;
	void *args[] = { &c->our_job, &count, &n, &c->our_scratch,
			 &c->our_units[papers_curve_kind(run->op)], &none };
	struct paper_kernel fn = papers_dev->kernel("our_25519_units", k->name);
	struct paper_launch l = {
		.kernel = &fn, .threads = n, .block = wc_kernel_block(k, n, sms),
		.grid = wc_kernel_blocks(k, n, sms), .team = 1, .args = args,
	};

	papers_dev->launch(&l);
	fn = papers_dev->kernel("our_25519_units", f->name);
	args[0] = &none;
	count = run->n;
	n = wc_finish_threads(our_kind(run->op), run->n);
	l.block = wc_kernel_block(f, n, sms);
	l.grid = wc_kernel_blocks(f, n, sms);
	papers_dev->launch(&l);
}

static void launch(struct papers_curve *c, const struct papers_curve_run *run)
{
	if (run->design)
		launch_paper(c, run);
	else
		launch_ours(c, run);
}

/* Where the results are. */
static paper_ptr results(const struct papers_curve *c,
			 const struct papers_curve_run *run)
{
	if (run->design)
		return c->dev[OUT];
	return c->our_scratch + WC_TABLE_BYTES + 4 * 32ull * run->n;
}

static void compare(struct papers_curve *c, const struct papers_curve_run *run)
{
	papers_dev->download(c->got, results(c, run), 32ull * run->n);
	papers_check(!memcmp(c->got, c->want[papers_curve_kind(run->op)], 32ull * run->n),
		     "%s of %s, %u elements, %u threads a block", entries[run->op],
		     run->design ? run->design : "ours", run->n, run->block);
}

/* How long a batch takes with both copies of pageable memory: ms, by the CPU's clock. */
double papers_curve_latency(struct papers_curve *c,
			    const struct papers_curve_run *run)
{
	const int kind = papers_curve_kind(run->op);
	const size_t bytes = 32ull * run->n;
	double total = 0;
	uint64_t start;
	unsigned int i;

	for (i = 0; i <= RUNS; i++) {
		start = now_ns();
		if (run->design) {
			papers_dev->upload(c->dev_scalars, c->scalars, bytes);
			if (c->points[kind])
				papers_dev->upload(c->dev_points[kind],
						   c->points[kind], bytes);
		}
		launch(c, run);
		papers_dev->download(c->got, results(c, run), bytes);
		if (i)
			total += (double)(now_ns() - start) / 1e6;
	}
	return total / RUNS;
}

/*
 * Run, compare all that it gives, and time it, elements in device memory before and after: a
 * mean.
 */
struct papers_curve_time papers_curve_time(struct papers_curve *c,
					   const struct papers_curve_run *run)
{
	struct papers_curve_time t = { 0, -1, 0, 0, 0 };
	unsigned int i, runs = papers_dev->emulated ? 1 : RUNS;
	struct paper_launch l = { .block = run->block };
	struct paper_kernel k;

	k = run->design ? mult_of(run) : papers_dev->kernel("our_25519_units",
		wc_kernels[WC_GPU_25519][our_kind(run->op)].name);
	t.registers = k.registers;
	t.local = k.local;
	l.kernel = &k;
	t.resident = papers_dev->resident(&l);
	if (!t.resident)
		return t;
	papers_dev->fill(results(c, run), 0xa5, 32ull * run->n);
	launch(c, run);
	compare(c, run);
	for (i = 0; i < runs && !run->once; i++) {
		papers_dev->mark(0);
		launch(c, run);
		papers_dev->mark(1);
		t.ms += papers_dev->marked_ms(0, 1) / runs;
	}
	if (!papers_dev->emulated && !run->once)
		t.latency_ms = papers_curve_latency(c, run);
	return t;
}

/* The paper's kernels and ours once; no times. */
void papers_curve_once(void)
{
	const uint32_t n = papers_dev->emulated ? 4 : 1 << 18;
	struct papers_curve c;
	int op;

	if (!papers_curve_open(&c, n))
		return;
	for (op = 0; op < CURVE_OPS; op++) {
		struct papers_curve_run run = {
			.op = op, .design = "paper", .n = n, .block = 128,
			.once = true
		};

		papers_curve_time(&c, &run);
		run.design = NULL;
		if (!papers_dev->emulated && op == papers_curve_kind(op))
			papers_curve_time(&c, &run);
	}
	papers_curve_close(&c);
}
