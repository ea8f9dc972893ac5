// SPDX-License-Identifier: GPL-2.0-only
/*
 * The paper of 2021 on SKINNY (TITAN X): T-tables, one or four threads a block,
 * tables in constant or shared memory, 16 bytes to 64 MiB, means of ten, beside the
 * same tables in one thread of the CPU. Its own design is a thread a block, tables in
 * constant memory, 512 threads. Its tables 3 to 5 are missing from its text.
 */
#include <stdio.h>

#include "tools/bench/papers_cipher.h"
#include "tools/bench/papers_common.h"
#include "tools/bench/report.h"

#define BLOCK		512u
#define RUNS		10u
#define VARIANTS	4
/* The paper's own design, and the best of its variants here. */
#define OWN		0
#define BEST		1
/* Where the paper has its highest speed-ups. */
#define PEAK		(16u << 20)

static const char *const designs[VARIANTS] = {
	"16_constant", "16_shared", "4_constant", "4_shared"
};

/* Not in the text: the vendor's figures for a GeForce GTX TITAN X. */
static const struct papers_hardware titan_x = { 24, 1075, 336.5 };

static const struct paper_variant *variant(const char *cipher, int design,
					   const char *what)
{
	char entry[64];

	snprintf(entry, sizeof(entry), "%s_%s_%s", cipher, designs[design], what);
	return papers_variant(entry);
}

/* With transfers, divided by the CPU's time. */
static double speed_up(struct papers *p, struct papers_cipher *c,
		       const struct papers_run *run, double cpu_ms)
{
	struct papers_transfer t = papers_cipher_transfer(c, run, PAPER_PINNED);
	struct json_object *row;

	if (!t.total)
		return 0;
	row = papers_row(p, "skinny", "speed-up");
	put_text(row, "variant", run->v ? run->v->entry : "ours");
	put_text(row, "mode", papers_mode_name(run->mode));
	put_int(row, "bytes", run->bytes);
	put_real(row, "cpu_ms", cpu_ms);
	put_real(row, "gpu_ms", t.total);
	put_real(row, "kernel_ms", t.compute);
	put_real(row, "speed_up", cpu_ms / t.total);
	put_real(row, "speed_up_kernel", cpu_ms / t.compute);
	put_real(row, "efficiency_percent", 100 * (1 - t.total / cpu_ms));
	return cpu_ms / t.total;
}

/* One size. */
struct line {
	double cpu;			/* the paper's tables in one thread of the CPU, ms */
	double up[3];	/* speed-ups of its own design, of the best variant, and of ours */
	double rate[VARIANTS + 1];	/* kernels alone, GB/s; the last is ours */
};

static struct line measured(struct papers *p, struct papers_cipher *c, int mode,
			    size_t bytes)
{
	struct papers_run run = { NULL, mode, 0, bytes, BLOCK, RUNS };
	const int whose[] = { OWN, BEST, VARIANTS };
	struct line l;
	int i;

	for (i = 0; i <= VARIANTS; i++) {
		run.v = i < VARIANTS ? variant("skinny", i, papers_mode_name(mode)) :
				       NULL;
		l.rate[i] = papers_cipher_rate(p, "skinny", "kernel", c, &run);
	}
	l.cpu = papers_cipher_cpu_ms(c, bytes,
				     variant("skinny", OWN, papers_mode_name(mode)), 1);
	for (i = 0; i < 3; i++) {
		run.v = whose[i] < VARIANTS ?
			variant("skinny", whose[i], papers_mode_name(mode)) : NULL;
		l.up[i] = speed_up(p, c, &run, l.cpu);
	}
	return l;
}

/* All sizes of a mode; @up and @rate are filled in, of 16 and of 64 MiB. */
static void one_mode(struct papers *p, struct papers_cipher *c, int mode,
		     struct papers_claim *up, struct papers_claim *rate)
{
	size_t bytes;
	int i;

	up->own_design = variant("skinny", OWN, papers_mode_name(mode))->entry;
	rate->own_design = up->own_design;
	printf("\nSKINNY-128-256, %s: kernels alone, GB/s; one thread of the CPU, ms; and speed-ups of the\n"
	       "paper's own design, of %s and of ours, with transfers\n\n%-9s",
	       papers_mode_name(mode), designs[BEST], "");
	for (i = 0; i < VARIANTS; i++)
		printf("%13s", designs[i]);
	printf("%10s%12s%11s%11s%11s\n", "ours", "CPU ms", "own", "best", "ours");
	for (bytes = 16; bytes <= c->max; bytes *= 2) {
		struct line l = measured(p, c, mode, bytes);

		printf("%-9s", papers_size(bytes));
		for (i = 0; i < VARIANTS; i++)
			printf("%13.3f", l.rate[i]);
		printf("%10.2f%12.4f%11.2f%11.2f%11.2f\n", l.rate[VARIANTS],
		       l.cpu, l.up[0], l.up[1], l.up[2]);
		rate->own = l.rate[OWN];
		rate->ours = l.rate[VARIANTS];
		rate->theirs = 0;
		for (i = 0; i < VARIANTS; i++)
			papers_best(rate, variant("skinny", i,
						  papers_mode_name(mode))->entry,
				    l.rate[i]);
		if (bytes != PEAK && (bytes != c->max || c->max > PEAK))
			continue;
		up->own = l.up[0];
		up->ours = l.up[2];
		for (i = 0; i < 2; i++)
			papers_best(up, variant("skinny", i,
						papers_mode_name(mode))->entry,
				    l.up[i]);
	}
}

/* Threads a block, which the paper chose to be 512; and decryption. */
static void by_block(struct papers *p, struct papers_cipher *c,
		     struct papers_claim *decrypt)
{
	static const uint32_t blocks[] = { 64, 128, 256, 512, 1024 };
	static const char *const what[] = { "ecb", "decrypt" };
	struct papers_run run = { NULL, PAPER_ECB, 0, c->max, BLOCK, RUNS };
	size_t i;
	int d, w;

	printf("\nSKINNY-128-256, ecb, %s, kernel alone, GB/s: threads a block\n\n%-24s",
	       papers_size(c->max), "");
	for (i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++)
		printf("%10u", blocks[i]);
	putchar('\n');
	for (d = OWN; d <= BEST; d++) {
		for (w = 0; w < 2; w++) {
			run.v = variant("skinny", d, what[w]);
			run.decrypt = w;
			printf("%-12s%-12s", designs[d], what[w]);
			for (i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
				double rate;

				run.block = blocks[i];
				rate = papers_cipher_rate(p, "skinny", "block", c, &run);
				printf("%10.3f", rate);
				if (!w || run.block != BLOCK)
					continue;
				papers_best(decrypt, run.v->entry, rate);
				if (d == OWN) {
					decrypt->own = rate;
					decrypt->own_design = run.v->entry;
				}
			}
			putchar('\n');
		}
	}
	run.v = NULL;
	decrypt->ours = papers_cipher_rate(p, "skinny", "block", c, &run);
	printf("%-12s%-12s%10.3f\n", "ours", what[1], decrypt->ours);
}

/* What is in its table 5: SKINNY beside AES-256, ECB. */
static void table_5(struct papers *p, size_t bytes,
		    const struct papers_claim *skinny)
{
	struct papers_run run = { NULL, PAPER_ECB, 0, bytes, BLOCK, RUNS };
	double aes[3], rate[3] = { skinny->own, skinny->theirs, skinny->ours };
	static const char *const names[] = {
		"its own design", "the best variant", "ours"
	};
	struct papers_cipher c;
	int i;

	papers_cipher_open(&c, PAPER_AES, 32, bytes);
	for (i = 0; i < 3; i++) {
		run.v = i < 2 ? variant("aes", i, "ecb") : NULL;
		aes[i] = papers_cipher_rate(p, "skinny", "table 5", &c, &run);
	}
	papers_cipher_close(&c);
	printf("\nSKINNY, what its table 5 compares (the paper: 1.29 times SKINNY by OpenCL, 2.55 times AES-256,\n"
	       "both of other works): ECB, %s, kernel alone, GB/s\n\n%-20s%16s%10s%10s\n",
	       papers_size(bytes), "", "SKINNY-128-256", "AES-256", "ratio");
	for (i = 0; i < 3; i++)
		printf("%-20s%16.3f%10.3f%10.3f\n", names[i], rate[i], aes[i],
		       aes[i] > 0 ? rate[i] / aes[i] : 0);
}

void papers_skinny(struct papers *p)
{
	const size_t most = p->brief ? 4 << 10 : 64 << 20;
	struct papers_claim up[2] = { {
		.paper = "skinny", .what = "SKINNY ECB, times a CPU thread",
		.figure = "671", .hardware = "TITAN X"
	}, {
		.paper = "skinny", .what = "SKINNY CTR, times a CPU thread",
		.figure = "765", .hardware = "TITAN X"
	} };
	struct papers_claim rate[3] = { {
		.paper = "skinny", .what = "SKINNY-128-256 ECB, GB/s",
		.hardware = "TITAN X", .goal = 5
	}, {
		.paper = "skinny", .what = "SKINNY-128-256 CTR, GB/s",
		.hardware = "TITAN X", .goal = 5
	}, {
		.paper = "skinny", .what = "SKINNY-128-256 decryption, GB/s",
		.hardware = "TITAN X", .goal = 5
	} };
	struct papers_cipher c;
	int i;

	papers_cipher_open(&c, PAPER_SKINNY, 32, most);
	one_mode(p, &c, PAPER_ECB, &up[0], &rate[0]);
	one_mode(p, &c, PAPER_CTR, &up[1], &rate[1]);
	by_block(p, &c, &rate[2]);
	papers_cipher_close(&c);
	table_5(p, most, &rate[0]);
	/* As if a thread of this CPU were as fast as one of theirs. */
	papers_scale(&up[0], &titan_x, 671);
	papers_scale(&up[1], &titan_x, 765);
	for (i = 0; i < 2; i++)
		papers_claim(p, &up[i]);
	for (i = 0; i < 3; i++)
		papers_claim(p, &rate[i]);
	papers_crossover(p, "skinny", PAPER_SKINNY);
}
