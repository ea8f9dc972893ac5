// SPDX-License-Identifier: GPL-2.0-only
/*
 * The paper of 2021 on SKINNY (TITAN X): T-tables, one or four threads a block,
 * tables in constant or shared memory, 512 threads, 16 bytes to 64 MiB, means of ten;
 * and the same tables in one thread of the CPU, to which it compares itself.
 */
#include <stdio.h>

#include "tools/bench/papers.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/report.h"
#include "tools/bench/util.h"

#define BLOCK		512u
#define RUNS		10u
#define VARIANTS	4

static const char *const designs[VARIANTS] = {
	"16_constant", "16_shared", "4_constant", "4_shared"
};

static const char *mode_name(int mode)
{
	return mode == PAPER_CTR ? "ctr" : "ecb";
}

static const struct paper_variant *variant(int design, int mode)
{
	char entry[64];

	snprintf(entry, sizeof(entry), "skinny_%s_%s", designs[design],
		 mode_name(mode));
	return papers_variant(entry);
}

/**
 * struct line - one size
 * @cpu: the paper's tables in one thread of the CPU, ms
 * @gpu: with transfers of page-locked memory, ms
 * @rate: kernels alone, GB/s
 */
struct line {
	double cpu;
	double gpu;
	double rate[VARIANTS + 1];
};

static struct line measured(struct papers *p, struct papers_cipher *c, int mode,
			    size_t bytes, int best)
{
	struct line l = { 0, 0, { 0 } };
	int i;

	for (i = 0; i <= VARIANTS; i++) {
		struct papers_run run = { NULL, mode, 0, bytes, BLOCK, RUNS };
		struct json_object *row;
		struct papers_time t;

		if (i == VARIANTS && papers_dev->played)
			break;
		if (i < VARIANTS)
			run.v = variant(i, mode);
		t = papers_cipher_time(c, &run);
		l.rate[i] = papers_gb_per_s(bytes, t.ms);
		row = papers_row(p, "skinny", "kernel");
		put_text(row, "variant", run.v ? run.v->entry : "ours");
		put_text(row, "mode", mode_name(mode));
		put_text(row, "memory", run.v ? run.v->memory : "ours");
		put_int(row, "bytes_a_thread", run.v ? 16 / run.v->team : 0);
		put_int(row, "bytes", bytes);
		put_int(row, "registers", (uint64_t)t.registers);
		put_int(row, "resident", (uint64_t)t.resident);
		put_real(row, "ms", t.ms);
		put_real(row, "gb_per_s", l.rate[i]);
	}
	if (best >= 0) {
		const struct papers_run run = { variant(best, mode), mode, 0,
						bytes, BLOCK, RUNS };
		struct papers_transfer t =
			papers_cipher_transfer(c, &run, PAPER_PINNED);
		struct json_object *row = papers_row(p, "skinny", "speed-up");

		l.gpu = t.total;
		l.cpu = papers_cipher_cpu_ms(c, bytes, run.v, 1);
		put_text(row, "variant", run.v->entry);
		put_text(row, "mode", mode_name(mode));
		put_int(row, "bytes", bytes);
		put_real(row, "cpu_ms", l.cpu);
		put_real(row, "gpu_ms", l.gpu);
		put_real(row, "kernel_ms", t.compute);
		put_real(row, "speed_up", l.cpu / l.gpu);
		put_real(row, "speed_up_kernel", l.cpu / t.compute);
		put_real(row, "efficiency_percent", 100 * (1 - l.gpu / l.cpu));
	}
	return l;
}

/* Which of the paper's variants is the fastest with much data. */
static int best_variant(struct papers_cipher *c, int mode)
{
	double most = 0, rate;
	int i, best = 0;

	for (i = 0; i < VARIANTS; i++) {
		const struct papers_run run = { variant(i, mode), mode, 0,
						c->max, BLOCK, RUNS };

		rate = papers_gb_per_s(c->max, papers_cipher_time(c, &run).ms);
		if (rate > most) {
			most = rate;
			best = i;
		}
	}
	return best;
}

static void one_mode(struct papers *p, struct papers_cipher *c, int mode,
		     struct papers_claim *claim)
{
	int best = best_variant(c, mode), i;
	struct line l = { 0, 0, { 0 } };
	size_t bytes;
	char size[32];

	printf("\nSKINNY-128-256, %s: kernels alone, GB/s; CPU (one thread) and GPU (%s, with transfers), ms\n\n%-9s",
	       mode_name(mode), designs[best], "");
	for (i = 0; i < VARIANTS; i++)
		printf("%13s", designs[i]);
	printf("%10s%12s%11s%10s%14s\n", "ours", "CPU ms", "GPU ms",
	       "speed-up", "efficiency, %");
	for (bytes = 16; bytes <= c->max; bytes *= 2) {
		l = measured(p, c, mode, bytes, best);
		papers_size(size, sizeof(size), bytes);
		printf("%-9s", size);
		for (i = 0; i < VARIANTS; i++)
			printf("%13.3f", l.rate[i]);
		printf("%10.2f%12.4f%11.4f%10.2f%14.2f\n", l.rate[VARIANTS],
		       l.cpu, l.gpu, l.cpu / l.gpu, 100 * (1 - l.gpu / l.cpu));
	}
	claim->theirs = l.rate[best];
	claim->design = variant(best, mode)->entry;
	claim->ours = l.rate[VARIANTS];
}

/**
 * papers_skinny() - the paper on SKINNY
 * @p: the run
 */
void papers_skinny(struct papers *p)
{
	const size_t most = p->brief ? 4 << 10 : 64 << 20;
	struct papers_claim ecb = {
		.paper = "skinny", .what = "SKINNY-128-256 ECB, GB/s",
		.figure = "speed-up 671 to one CPU thread",
		.hardware = "TITAN X", .goal = 5
	};
	struct papers_claim ctr = {
		.paper = "skinny", .what = "SKINNY-128-256 CTR, GB/s",
		.figure = "speed-up 765 to one CPU thread",
		.hardware = "TITAN X", .goal = 5
	};
	struct papers_cipher c;

	papers_cipher_open(&c, PAPER_SKINNY, 32, most);
	one_mode(p, &c, PAPER_ECB, &ecb);
	one_mode(p, &c, PAPER_CTR, &ctr);
	papers_cipher_close(&c);
	papers_claim(p, &ecb);
	papers_claim(p, &ctr);
	papers_crossover(p, "skinny", PAPER_SKINNY);
}
