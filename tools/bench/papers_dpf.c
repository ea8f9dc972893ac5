// SPDX-License-Identifier: GPL-2.0-only
/*
 * DPF-ECC (TITAN V, P100): known and unknown points of Edwards25519 and unknown
 * points of Curve25519 on doubles; batches, threads a block, registers and widths of
 * segments swept; each of its optimizations on and off; its tables, with ours beside.
 */
#include <stdio.h>
#include <string.h>

#include "kernels/papers/curve_job.h"
#include "tools/bench/papers_common.h"
#include "tools/bench/papers_curve.h"
#include "tools/bench/papers_device.h"
#include "tools/bench/papers_dpf_tables.h"
#include "tools/bench/report.h"

#define BLOCK		128u

#define SWITCH_NAME(name, what, points)	{ #name, what, points },

static const struct {
	const char *name;
	const char *what;
	bool points;
} switches[] = { PAPER_DPF_SWITCHES(SWITCH_NAME) };

#define SWITCHES	(sizeof(switches) / sizeof(switches[0]))

static const char *const op_names[] = {
	"X25519", "[k]B", "[k]B by address", "[k]P", "[k]B, paper's",
	"[k]B, 8 variables", "[k]P, paper's"
};

/* The operations of the paper, as it has them. */
static const int own_ops[] = {
	CURVE_X25519, CURVE_KNOWN_PAPER, CURVE_UNKNOWN_PAPER
};

#define OWN_OPS		(sizeof(own_ops) / sizeof(own_ops[0]))

static bool is_own_op(int op)
{
	size_t i;

	for (i = 0; i < OWN_OPS; i++)
		if (own_ops[i] == op)
			return true;
	return false;
}

/* Whether a design has the paper's unsigned limbs, and so its points. */
static bool is_own_design(const char *design)
{
	size_t s;

	for (s = 0; s < SWITCHES; s++)
		if (!strcmp(switches[s].name, design))
			return switches[s].points;
	return false;
}

/*
 * What the tables of the paper need. Its own design has an inversion for each element;
 * its variants are all that have its limbs and its points.
 */
static void keep(struct papers_dpf_rates *r, const struct papers_curve_run *run,
		 double rate, bool whole)
{
	const int kind = papers_curve_kind(run->op);
	char *which = r->which[kind];
	const size_t room = sizeof(r->which[kind]);

	if (!run->design) {
		if (whole)
			r->ours[kind] = rate;
		return;
	}
	if (!is_own_op(run->op) || !is_own_design(run->design))
		return;
	if (whole && run->own_inversions && !strcmp(run->design, "paper"))
		r->paper[kind] = rate;
	if (rate <= r->best[kind])
		return;
	r->best[kind] = rate;
	snprintf(which, room, "%s", run->design);
	if (run->width)
		snprintf(which, room, "%u bits", run->width);
	if (run->registers)
		snprintf(which, room, "%u registers", run->registers);
}

/* Times a run, writes a row, keeps what the paper's tables need. */
static struct papers_curve_time timed(struct papers *p, struct papers_curve *c,
				      const char *table,
				      const struct papers_curve_run *run,
				      struct papers_dpf_rates *rates)
{
	struct papers_curve_time t = papers_curve_time(c, run);
	struct json_object *row;

	if (!t.resident)
		return t;
	row = papers_row(p, "dpf", table);
	put_text(row, "operation", op_names[run->op]);
	put_text(row, "design", run->design ? run->design : "ours");
	put_int(row, "batch", run->n);
	put_int(row, "block", run->block);
	put_int(row, "own_inversions", run->own_inversions);
	put_int(row, "width", run->width);
	put_int(row, "most_registers", run->registers);
	put_int(row, "registers", (uint64_t)t.registers);
	put_int(row, "local", (uint64_t)t.local);
	put_int(row, "resident", (uint64_t)t.resident);
	put_real(row, "ms", t.ms);
	put_real(row, "latency_ms", t.latency_ms);
	put_real(row, "m_per_s", run->n / t.ms / 1e3);
	keep(rates, run, run->n / t.ms / 1e3, !strcmp(table, "switch"));
	return t;
}

/* The same. Return: millions a second; 0 if nothing was run. */
static double measured(struct papers *p, struct papers_curve *c,
		       const char *table, const struct papers_curve_run *run,
		       struct papers_dpf_rates *rates)
{
	struct papers_curve_time t;

	if (!run->design && papers_dev->emulated)
		return 0;
	t = timed(p, c, table, run, rates);
	return t.resident ? run->n / t.ms / 1e3 : 0;
}

/* Whether a design, or ours, has an operation. */
static bool has_op(const char *design, bool points, int op)
{
	if (!design)
		return op == papers_curve_kind(op);
	return op <= CURVE_UNKNOWN || points;
}

/* Each optimization on and off. */
static void by_switch(struct papers *p, struct papers_curve *c, uint32_t n,
		      struct papers_dpf_rates *rates)
{
	size_t s;
	int op;

	printf("\n25519 on doubles, %u elements, millions a second. The paper's: segments of %u bits, mixed additions\n"
	       "or not, and a window of %d bits.\n\n%-66s",
	       n, PAPER_WIDTH, PAPER_WINDOW, "");
	for (op = 0; op < CURVE_OPS; op++)
		printf("%18s", op_names[op]);
	putchar('\n');
	for (s = 0; s < SWITCHES + 2; s++) {
		const bool own = s == SWITCHES;
		const char *what = s < SWITCHES ? switches[s].what :
			own ? "as the paper has it, and an inversion for each element" :
			      "our kernels";
		const char *design = own ? "paper" : s < SWITCHES ?
				     switches[s].name : NULL;
		const bool points = own || (s < SWITCHES && switches[s].points);

		printf("%-66s", what);
		for (op = 0; op < CURVE_OPS; op++) {
			struct papers_curve_run run = {
				.op = op, .design = design, .n = n,
				.block = BLOCK, .own_inversions = own,
			};

			if (!has_op(design, points, op)) {
				printf("%18s", "-");
				continue;
			}
			printf("%18.2f",
			       measured(p, c, "switch", &run, rates));
		}
		putchar('\n');
	}
}

/* Batches, and threads a block, of the paper's design. */
static void by_batch(struct papers *p, struct papers_curve *c, uint32_t most,
		     struct papers_dpf_rates *rates)
{
	static const uint32_t blocks[] = { 32, 64, 96, 128 };
	const int count = p->brief ? 1 : 4;
	uint32_t n;
	size_t o;
	int i;

	for (o = 0; o < OWN_OPS; o++) {
		printf("\n%s, as the paper has it, an inversion for each: millions a second by threads a block, and ms\n"
		       "for a batch with both copies; ours\n\n%-10s",
		       op_names[own_ops[o]], "batch");
		for (i = 0; i < count; i++)
			printf("%10u", blocks[i]);
		printf("%12s%14s%12s\n", "latency", "ours", "latency");
		for (n = p->brief ? 4 : 1024; n <= most; n *= 4) {
			struct papers_curve_run run = {
				.op = own_ops[o], .design = "paper", .n = n,
				.own_inversions = true,
			};
			double rate;

			printf("%-10u", n);
			for (i = 0; i < count; i++) {
				run.block = blocks[i];
				printf("%10.2f",
				       measured(p, c, "batch", &run, rates));
			}
			printf("%12.3f", papers_curve_latency(c, &run));
			run.op = papers_curve_kind(run.op);
			run.design = NULL;
			run.own_inversions = false;
			run.block = BLOCK;
			rate = measured(p, c, "batch", &run, rates);
			if (rate > 0)
				printf("%14.2f%12.3f", rate,
				       papers_curve_latency(c, &run));
			putchar('\n');
		}
	}
}

/* Known points: bits a segment of the paper's table, which is read by address. */
static void by_width(struct papers *p, struct papers_curve *c, uint32_t n,
		     struct papers_dpf_rates *rates)
{
	static const uint32_t widths[] = { 4, 8, 12, 16 };
	const int count = p->brief ? 2 : 4;
	int i, own;

	printf("\n[k]B as the paper has it, %u elements, by bits a segment: millions a second\n\n"
	       "%-8s%14s%18s%18s%24s\n", n, "bits", "table, bytes", "mixed",
	       "8 variables", "mixed, own inversions");
	for (i = 0; i < count; i++) {
		printf("%-8u%14zu", widths[i], 8 * PAPER_KNOWN_WORDS *
		       PAPER_KNOWN_ENTRIES(widths[i]));
		for (own = 0; own < 3; own++) {
			const struct papers_curve_run run = {
				.op = own == 1 ? CURVE_KNOWN_FULL :
						 CURVE_KNOWN_PAPER,
				.design = "paper", .n = n, .block = BLOCK,
				.own_inversions = own == 2, .width = widths[i],
			};

			printf("%*.2f", own == 2 ? 24 : 18,
			       measured(p, c, "width", &run, rates));
		}
		putchar('\n');
	}
}

/* Registers and threads a block. */
static void by_registers(struct papers *p, struct papers_curve *c, uint32_t n,
			 struct papers_dpf_rates *rates)
{
#define NUMBER(registers)	registers,
	static const uint32_t all[] = { PAPER_REGISTERS(NUMBER) };
	static const uint32_t few[] = { PAPER_REGISTERS_FEW(NUMBER) };
	static const uint32_t blocks[] = { 32, 64, 128, 256, 384, 512, 1024 };
	const size_t count = p->brief ? 1 : sizeof(blocks) / sizeof(blocks[0]);
	size_t o, r, b;

	for (o = 0; o < OWN_OPS; o++) {
		const uint32_t *registers = o ? few : all;
		size_t rows = (o ? sizeof(few) : sizeof(all)) / sizeof(all[0]);

		printf("\n%s, the paper's shape, %u elements: millions a second by registers (at most, in use, bytes of\n"
		       "local memory) and threads a block\n\n%-8s%8s%8s",
		       op_names[own_ops[o]], n, "most", "used", "local");
		for (b = 0; b < count; b++)
			printf("%10u", blocks[b]);
		putchar('\n');
		for (r = 0; r < rows; r++) {
			printf("%-8u", registers[r]);
			for (b = 0; b < count; b++) {
				const struct papers_curve_run run = {
					.op = own_ops[o], .design = "paper",
					.n = n, .block = blocks[b],
					.registers = registers[r],
				};
				struct papers_curve_time t =
					timed(p, c, "registers", &run,
					      rates);

				if (!b)
					printf("%8d%8d", t.registers, t.local);
				if (t.resident)
					printf("%10.2f", n / t.ms / 1e3);
				else
					printf("%10s", "-");
			}
			putchar('\n');
		}
	}
}

/*
 * A block of threads for each multiprocessor, as in the paper's figures (56 on P100, 80 on
 * TITAN V): by threads a block, with as many registers as they leave for each.
 */
static void one_block(struct papers *p, struct papers_curve *c,
		      struct papers_dpf_rates *rates)
{
	static const struct {
		uint32_t threads;
		uint32_t registers;
	} shapes[] = {
		{ 128, 255 }, { 256, 255 }, { 384, 168 }, { 512, 128 },
		{ 1024, 64 }
	};
	const size_t count = p->brief ? 1 : sizeof(shapes) / sizeof(shapes[0]);
	size_t o, i;

	printf("\nAs the paper has it, an inversion for each, one block of threads for each multiprocessor (%d):\n"
	       "millions a second, and ms with both copies\n\n%-10s%11s",
	       papers_dev->sms, "threads", "registers");
	for (o = 0; o < OWN_OPS; o++)
		printf("%20s%10s", op_names[own_ops[o]], "ms");
	putchar('\n');
	for (i = 0; i < count; i++) {
		const uint32_t n = p->brief ? 4 : (uint32_t)papers_dev->sms *
				   shapes[i].threads;

		printf("%-10u%11u", shapes[i].threads, shapes[i].registers);
		for (o = 0; o < OWN_OPS; o++) {
			const struct papers_curve_run run = {
				.op = own_ops[o], .design = "paper", .n = n,
				.block = shapes[i].threads,
				.own_inversions = true,
				.registers = shapes[i].registers,
			};
			const int kind = papers_curve_kind(run.op);
			struct papers_curve_time t =
				timed(p, c, "one-block", &run, rates);
			double rate = n / t.ms / 1e3;

			printf("%20.2f%10.3f", rate, t.latency_ms);
			if (rate > rates->block[kind]) {
				rates->block[kind] = rate;
				rates->latency[kind] = t.latency_ms;
			}
		}
		putchar('\n');
	}
}

void papers_dpf(struct papers *p)
{
	const uint32_t n = p->brief ? 4 : 1 << 20;
	struct papers_dpf_rates rates;
	struct papers_curve c;

	memset(&rates, 0, sizeof(rates));
	if (!papers_curve_open(&c, n)) {
		puts("\n25519 on doubles needs a GPU, or a processor with FMA: left out");
		return;
	}
	by_switch(p, &c, n, &rates);
	one_block(p, &c, &rates);
	by_batch(p, &c, n, &rates);
	by_width(p, &c, n, &rates);
	by_registers(p, &c, n, &rates);
	papers_curve_close(&c);
	papers_dpf_tables(p, &rates);
	papers_p256(p);
}
