// SPDX-License-Identifier: GPL-2.0-only
/*
 * The paper of 2011 on AES (GTX 285): three schemes (section 4.3), its tables 1 to 3
 * and its figure 3. Its own design is scheme 2, four threads a block, with tables in
 * texture memory and data in mapped, write-combined memory of the host. Tables in
 * shared memory are not the paper's.
 */
#include <stdio.h>
#include <string.h>

#include "tools/bench/papers_cipher.h"
#include "tools/bench/papers_common.h"
#include "tools/bench/report.h"

#define BLOCK	256u
#define RUNS	10u
#define SIZES	13
#define MEMORIES 3

/* Scheme 1: its threads load by themselves, or together as in the paper; 2; 3. */
static const char *const designs[] = {
	"16", "16_together", "4", "1", "1_by_4", "1_by_8"
};

#define DESIGNS	6
/* The three schemes, by size. */
static const int schemes[] = { 1, 2, 4 };

static const char *const memories[MEMORIES] = { "constant", "texture", "shared" };

/* What the paper has of a size, Gbit/s. */
struct figures {
	double constant;	/* table 2, kernel alone, tables in constant memory */
	double texture;		/* table 2, tables in texture memory */
	double pinned;		/* table 3, with transfers from and to page-locked memory */
	double mapped;		/* table 3, in mapped and write-combined memory */
	double g80;		/* table 1, the work of 2007 on a GeForce 8800 GTX; 0: not there */
};

/* 2 KiB to 8 MiB. Table 1 rounds what table 2 has of constant memory. */
static const struct figures figures[SIZES] = {
	{ 0.502409, 0.865683, 0.52, 0.82, 0.10 },
	{ 0.99813, 1.730662, 0.89, 1.48, 0 },
	{ 1.962591, 3.470947, 1.37, 2.49, 0 },
	{ 3.89305, 4.700313, 1.66, 3.51, 0 },
	{ 5.363889, 5.676988, 1.88, 4.44, 0 },
	{ 7.772146, 7.028225, 2.05, 5, 0 },
	{ 9.174054, 7.865578, 2.16, 5.29, 0 },
	{ 9.800646, 8.223545, 2.2, 5.56, 0 },
	{ 7.88483, 8.527729, 2.2, 5.96, 6.51 },
	{ 6.847843, 8.835499, 2.28, 6.35, 7.51 },
	{ 6.019034, 8.448253, 2.15, 6.21, 0 },
	{ 6.163743, 9.014605, 2.29, 6.55, 8.22 },
	{ 6.000971, 9.036186, 2.29, 6.64, 8.28 },
};

/* The clock of its processors, 1476 MHz, is the vendor's; the rest the paper's. */
static const struct papers_hardware gtx285 = { 30, 1476, 159 };

/* Kernels alone, GB/s. */
struct rates {
	/* By design and memory; 0: not measured at this size. */
	double theirs[DESIGNS][MEMORIES];
	double ours;
};

static size_t size_of(int i)
{
	return (size_t)2048 << i;
}

static const struct paper_variant *variant(int design, int memory, int mode)
{
	char entry[64];

	snprintf(entry, sizeof(entry), "aes_%s_%s_%s", designs[design],
		 memories[memory], papers_mode_name(mode));
	return papers_variant(entry);
}

/* Times @v, or ours, and writes a row. */
static double measured(struct papers *p, struct papers_cipher *c,
		       const struct paper_variant *v, int mode, size_t bytes)
{
	const struct papers_run run = { v, mode, 0, bytes, BLOCK, RUNS };

	return papers_cipher_rate(p, "aes", "kernel", c, &run);
}

static struct papers_transfer transferred(struct papers *p,
					  struct papers_cipher *c,
					  const struct paper_variant *v,
					  enum paper_memory memory, size_t bytes)
{
	const struct papers_run run = { v, PAPER_ECB, 0, bytes, BLOCK, RUNS };
	struct papers_transfer t = papers_cipher_transfer(c, &run, memory);
	struct json_object *row;

	if (!t.total)
		return t;
	row = papers_row(p, "aes", "transfer");
	put_text(row, "variant", v ? v->entry : "ours");
	put_text(row, "mode", "ecb");
	put_text(row, "host_memory", memory == PAPER_MAPPED ?
		 "mapped, write-combined" : "page-locked");
	put_int(row, "bytes", bytes);
	put_real(row, "load_ms", t.load);
	put_real(row, "compute_ms", t.compute);
	put_real(row, "store_ms", t.store);
	put_real(row, "ms", t.total);
	put_real(row, "gb_per_s", papers_gb_per_s(bytes, t.total));
	return t;
}

/* The schemes at all sizes; what was measured comes back in @r. */
static void by_size(struct papers *p, struct papers_cipher *c, int mode,
		    struct rates *r)
{
	int i, s, m;

	printf("\nAES-128, %s, kernel alone, GB/s: scheme 1 (loads together), 2, and 3 (by 4 blocks)\n\n%-9s",
	       papers_mode_name(mode), "");
	for (s = 0; s < 3; s++)
		for (m = 0; m < MEMORIES; m++)
			printf("  %d %-9s", s + 1, memories[m]);
	printf("%10s\n", "ours");
	for (i = 0; i < SIZES && size_of(i) <= c->max; i++) {
		printf("%-9s", papers_size(size_of(i)));
		for (s = 0; s < 3; s++) {
			int d = schemes[s];

			for (m = 0; m < MEMORIES; m++) {
				r[i].theirs[d][m] =
					measured(p, c, variant(d, m, mode),
						 mode, size_of(i));
				printf("%13.2f", r[i].theirs[d][m]);
			}
		}
		r[i].ours = measured(p, c, NULL, mode, size_of(i));
		printf("%10.2f\n", r[i].ours);
	}
}

/* Its tables 1 and 2, Gbit/s. */
static void tables_1_and_2(struct papers *p, struct papers_cipher *c,
			   const struct rates *r)
{
	const struct paper_variant *first = variant(2, 0, PAPER_ECB);
	int i;

	printf("\nAES, the paper's table 1, Gbit/s: G80 (2007), the paper, and its kernel here (scheme 2,\n"
	       "tables in constant memory), alone and with transfers of page-locked memory\n\n"
	       "%-9s%10s%10s%10s%16s\n", "", "2007", "paper", "here",
	       "with transfers");
	for (i = 0; i < SIZES && size_of(i) <= c->max; i++) {
		double ms;

		if (figures[i].g80 <= 0)
			continue;
		ms = transferred(p, c, first, PAPER_PINNED, size_of(i)).total;
		printf("%-9s", papers_size(size_of(i)));
		printf("%10.2f%10.2f%10.2f%16.2f\n", figures[i].g80,
		       figures[i].constant, 8 * r[i].theirs[2][0],
		       8 * papers_gb_per_s(size_of(i), ms));
	}
	printf("\nAES, the paper's table 2, scheme 2, kernel alone, Gbit/s: tables in constant memory\n"
	       "(before) and in texture memory (after), and the gain, in the paper and here\n\n"
	       "%-9s%10s%10s%7s%12s%10s%7s\n", "", "before", "after", "gain",
	       "here before", "after", "gain");
	for (i = 0; i < SIZES && size_of(i) <= c->max; i++) {
		printf("%-9s", papers_size(size_of(i)));
		printf("%10.2f%10.2f%7.2f%12.2f%10.2f%7.2f\n",
		       figures[i].constant, figures[i].texture,
		       figures[i].texture / figures[i].constant,
		       8 * r[i].theirs[2][0], 8 * r[i].theirs[2][1],
		       r[i].theirs[2][1] / r[i].theirs[2][0]);
	}
}

/* Its table 3 and figure 3; @claim: of the last size. */
static void table_3(struct papers *p, struct papers_cipher *c,
		    struct papers_claim *claim)
{
	const struct paper_variant *own = variant(2, 1, PAPER_ECB);
	const struct paper_variant *best = variant(0, 2, PAPER_ECB);
	int i;

	printf("\nAES, the paper's table 3, %s with transfers, Gbit/s: page-locked memory (before) and mapped,\n"
	       "write-combined memory (after), and the gain, in the paper and here; its figure 3: the\n"
	       "shares of load, compute and store before, here, %%; and %s and ours, both ways\n\n"
	       "%-9s%8s%8s%6s%13s%8s%6s%18s%10s%8s%10s%8s\n", own->entry,
	       best->entry, "", "before", "after", "gain", "here before",
	       "after", "gain", "shares", "best", "after", "ours", "after");
	for (i = 0; i < SIZES && size_of(i) <= c->max; i++) {
		const struct paper_variant *v[] = { own, best, NULL };
		struct papers_transfer t[3][PAPER_MEMORIES];
		double rate[3][PAPER_MEMORIES], sum;
		int k, m;

		for (k = 0; k < 3; k++) {
			for (m = 0; m < PAPER_MEMORIES; m++) {
				t[k][m] = transferred(p, c, v[k],
						      (enum paper_memory)m,
						      size_of(i));
				rate[k][m] = papers_gb_per_s(size_of(i),
							     t[k][m].total);
			}
		}
		sum = t[0][0].load + t[0][0].compute + t[0][0].store;
		printf("%-9s", papers_size(size_of(i)));
		printf("%8.2f%8.2f%6.2f%13.2f%8.2f%6.2f%10.0f%4.0f%4.0f%10.2f%8.2f%10.2f%8.2f\n",
		       figures[i].pinned, figures[i].mapped,
		       figures[i].mapped / figures[i].pinned, 8 * rate[0][0],
		       8 * rate[0][1], rate[0][1] / rate[0][0],
		       100 * t[0][0].load / sum, 100 * t[0][0].compute / sum,
		       100 * t[0][0].store / sum, 8 * rate[1][0],
		       8 * rate[1][1], 8 * rate[2][0], 8 * rate[2][1]);
		claim->own = rate[0][PAPER_MAPPED];
		claim->own_design = own->entry;
		claim->theirs = 0;
		papers_best(claim, own->entry, rate[0][PAPER_MAPPED]);
		papers_best(claim, best->entry, rate[1][PAPER_MAPPED]);
		claim->ours = rate[2][PAPER_MAPPED];
	}
}

/* Enough data to fill this GPU, and all variants: 8 MiB is 2 microseconds of ours. */
static void large(struct papers *p, struct papers_cipher *c, int mode,
		  struct papers_claim *claim)
{
	int d, m;

	printf("\nAES-%u, %s, %s, kernel alone, GB/s: bytes a thread and how, and where the tables are\n\n%-16s",
	       8 * c->len, papers_mode_name(mode), papers_size(c->max), "");
	for (m = 0; m < MEMORIES; m++)
		printf("%12s", memories[m]);
	putchar('\n');
	for (d = 0; d < DESIGNS; d++) {
		printf("%-16s", designs[d]);
		for (m = 0; m < MEMORIES; m++) {
			const struct paper_variant *v = variant(d, m, mode);
			double rate = measured(p, c, v, mode, c->max);

			printf("%12.2f", rate);
			papers_best(claim, v->entry, rate);
			if (d == 2 && m == 1) {
				claim->own = rate;
				claim->own_design = v->entry;
			}
		}
		putchar('\n');
	}
	claim->ours = measured(p, c, NULL, mode, c->max);
	printf("%-16s%12.2f\n", "ours", claim->ours);
	papers_claim(p, claim);
}

/* The paper's own sizes. */
static void papers_tables(struct papers *p, size_t most)
{
	struct papers_claim kernel = {
		.paper = "aes", .what = "AES-128 ECB, 8 MiB, GB/s",
		.figure = "1.13 (9.04 Gbit/s)", .hardware = "GTX 285",
		.goal = 2
	};
	struct papers_claim transfers = {
		.paper = "aes", .what = "the same, with transfers",
		.figure = "0.83 (6.64 Gbit/s)", .hardware = "GTX 285"
	};
	struct rates r[2][SIZES];
	const struct rates *last;
	struct papers_cipher c;
	int i, s, m;

	memset(r, 0, sizeof(r));
	papers_cipher_open(&c, PAPER_AES, 16, most);
	by_size(p, &c, PAPER_ECB, r[PAPER_ECB]);
	by_size(p, &c, PAPER_CTR, r[PAPER_CTR]);
	tables_1_and_2(p, &c, r[PAPER_ECB]);
	table_3(p, &c, &transfers);
	papers_cipher_close(&c);
	for (i = 0; i + 1 < SIZES && size_of(i + 1) <= most; i++)
		;
	last = &r[PAPER_ECB][i];
	kernel.own = last->theirs[2][1];
	kernel.own_design = variant(2, 1, PAPER_ECB)->entry;
	for (s = 0; s < 3; s++)
		for (m = 0; m < MEMORIES; m++)
			papers_best(&kernel, variant(schemes[s], m, PAPER_ECB)->entry,
				    last->theirs[schemes[s]][m]);
	kernel.ours = last->ours;
	papers_scale(&kernel, &gtx285, figures[SIZES - 1].texture / 8);
	papers_claim(p, &kernel);
	papers_claim(p, &transfers);
}

void papers_aes(struct papers *p)
{
	static const struct {
		uint32_t key_len;
		int mode;
		const char *what;
	} runs[] = {
		{ 16, PAPER_ECB, "AES-128 ECB, 256 MiB, GB/s" },
		{ 16, PAPER_CTR, "AES-128 CTR, 256 MiB, GB/s" },
		{ 32, PAPER_CTR, "AES-256 CTR, 256 MiB, GB/s" },
	};
	const size_t most = p->brief ? 8 << 10 : 256 << 20;
	struct papers_cipher c;
	size_t i;

	papers_tables(p, p->brief ? 4 << 10 : 8 << 20);
	for (i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
		struct papers_claim claim = {
			.paper = "aes", .what = runs[i].what,
			.hardware = "GTX 285", .goal = 2
		};

		papers_cipher_open(&c, PAPER_AES, runs[i].key_len, most);
		large(p, &c, runs[i].mode, &claim);
		papers_cipher_close(&c);
	}
	papers_crossover(p, "aes", PAPER_AES);
}
