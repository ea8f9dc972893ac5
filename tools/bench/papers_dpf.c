// SPDX-License-Identifier: GPL-2.0-only
/*
 * DPF-ECC (TITAN V, P100): known and unknown points of Edwards25519 and unknown
 * points of Curve25519 on doubles; batches and threads a block swept; each of its
 * optimizations on and off.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/cpu/25519_engine.h"
#include "kernels/cpu/x25519.h"
#include "kernels/gpu/launch.h"
#include "kernels/papers/curve_job.h"
#include "tools/bench/papers.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/papers_curve.h"
#include "tools/bench/papers_device.h"
#include "tools/bench/report.h"
#include "tools/bench/util.h"

#define BLOCK		128u

#define SWITCH_NAME(name, what)	{ #name, what },

static const struct {
	const char *name;
	const char *what;
} switches[] = { PAPER_DPF_SWITCHES(SWITCH_NAME) };

#define SWITCHES	(sizeof(switches) / sizeof(switches[0]))

static const char *const op_names[] = {
	"X25519", "[k]B", "[k]B by address", "[k]P"
};

/* Times a run, writes a row. Return: millions a second. */
static double measured(struct papers *p, struct papers_curve *c,
		       const char *table, const struct papers_curve_run *run)
{
	struct json_object *row;
	struct papers_curve_time t;

	if (!run->design && papers_dev->played)
		return 0;
	t = papers_curve_time(c, run);
	row = papers_row(p, "dpf", table);
	put_text(row, "operation", op_names[run->op]);
	put_text(row, "design", run->design ? run->design : "ours");
	put_int(row, "batch", run->n);
	put_int(row, "block", run->block);
	put_int(row, "own_inversions", run->own_inversions);
	put_int(row, "registers", (uint64_t)t.registers);
	put_int(row, "resident", (uint64_t)t.resident);
	put_real(row, "ms", t.ms);
	put_real(row, "latency_ms", t.latency_ms);
	put_real(row, "m_per_s", run->n / t.ms / 1e3);
	return run->n / t.ms / 1e3;
}

/* Each optimization on and off. */
static void by_switch(struct papers *p, struct papers_curve *c, uint32_t n,
		      struct papers_claim *claims)
{
	size_t s;
	int op;

	printf("\n25519 on doubles, %u elements, millions a second\n\n%-62s",
	       n, "");
	for (op = 0; op < CURVE_OPS; op++)
		printf("%17s", op_names[op]);
	putchar('\n');
	for (s = 0; s < SWITCHES + 2; s++) {
		bool own = s == SWITCHES;
		const char *what = s < SWITCHES ? switches[s].what :
			own ? "as the paper has it, but an inversion for each element" :
			      "our kernels";

		printf("%-62s", what);
		for (op = 0; op < CURVE_OPS; op++) {
			struct papers_curve_run run = {
				op, own ? "paper" : s < SWITCHES ?
				switches[s].name : NULL, n, BLOCK, own, false
			};
			double rate;

			/* Ours does not read tables by address. */
			if (!run.design && op == CURVE_KNOWN_ADDRESS) {
				printf("%17s", "-");
				continue;
			}
			rate = measured(p, c, "switch", &run);
			printf("%17.2f", rate);
			if (!run.design)
				claims[op].ours = rate;
			else if (!s) {
				claims[op].theirs = rate;
				claims[op].design = "dpf_paper";
			}
		}
		putchar('\n');
	}
	claims[CURVE_KNOWN_ADDRESS].ours = claims[CURVE_KNOWN].ours;
}

/* Batches, and threads a block. */
static void by_batch(struct papers *p, struct papers_curve *c, uint32_t most)
{
	static const uint32_t blocks[] = { 32, 64, 96, 128 };
	const int count = p->brief ? 1 : 4;
	uint32_t n;
	int op, i;

	for (op = 0; op < CURVE_OPS; op++) {
		printf("\n%s, the paper's shape: millions a second by threads a block, and ms for a batch with both copies\n\n%-10s",
		       op_names[op], "batch");
		for (i = 0; i < count; i++)
			printf("%10u", blocks[i]);
		printf("%12s%14s\n", "latency", "ours");
		for (n = p->brief ? 4 : 1024; n <= most; n *= 4) {
			struct papers_curve_run run = { op, "paper", n, 0,
							false, false };
			double latency;

			printf("%-10u", n);
			for (i = 0; i < count; i++) {
				run.block = blocks[i];
				printf("%10.2f",
				       measured(p, c, "batch", &run));
			}
			latency = papers_curve_latency(c, &run);
			run.design = NULL;
			run.block = BLOCK;
			printf("%12.3f", latency);
			if (op != CURVE_KNOWN_ADDRESS)
				printf("%14.2f",
				       measured(p, c, "batch", &run));
			putchar('\n');
		}
	}
}

/**
 * papers_dpf() - the paper on 25519
 * @p: the run
 */
void papers_dpf(struct papers *p)
{
	const uint32_t n = p->brief ? 4 : 1 << 20;
	struct papers_claim claims[CURVE_OPS] = {
		[CURVE_X25519] = { "dpf", "X25519, M/s", "13.56", "TITAN V", 0,
				   "", 0, 1.15 },
		[CURVE_KNOWN] = { "dpf", "[k]B, M/s", "77.3", "TITAN V", 0, "",
				  0, 0 },
		[CURVE_KNOWN_ADDRESS] = { "dpf", "[k]B by address, M/s",
					  "77.3", "TITAN V", 0, "", 0, 0 },
		[CURVE_UNKNOWN] = { "dpf", "[k]P, M/s", "7.22", "TITAN V", 0,
				    "", 0, 1.15 },
	};
	struct papers_curve c;
	int op;

	if (!papers_curve_open(&c, n)) {
		puts("\n25519 on doubles needs a GPU, or a processor with FMA: left out");
		return;
	}
	by_switch(p, &c, n, claims);
	by_batch(p, &c, n);
	papers_curve_close(&c);
	for (op = 0; op < CURVE_OPS; op++)
		papers_claim(p, &claims[op]);
}
