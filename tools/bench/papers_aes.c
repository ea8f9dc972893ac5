// SPDX-License-Identifier: GPL-2.0-only
/*
 * The paper of 2011 on AES (GTX 285): three divisions of the work, tables in three
 * kinds of memory, ECB and CTR, 2 KiB to 8 MiB, and the transfers.
 */
#include <stdio.h>
#include <string.h>

#include "tools/bench/papers.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/report.h"
#include "tools/bench/util.h"

#define BLOCK	256u
#define RUNS	10u
#define SMALLEST (2u << 10)

static const char *const divisions[] = { "16", "4", "1" };
static const char *const memories[] = { "constant", "texture", "shared" };
static const char *const host_memories[] = {
	"pageable", "page-locked", "mapped, write-combined"
};

static const struct paper_variant *variant(int division, int memory, int mode)
{
	char entry[64];

	snprintf(entry, sizeof(entry), "aes_%s_%s_%s", divisions[division],
		 memories[memory], mode == PAPER_CTR ? "ctr" : "ecb");
	return papers_variant(entry);
}

static const char *mode_name(int mode)
{
	return mode == PAPER_CTR ? "ctr" : "ecb";
}

/* Times @v, or ours, and writes a row. */
static double measured(struct papers *p, struct papers_cipher *c,
		       const struct paper_variant *v, int mode, size_t bytes)
{
	const struct papers_run run = { v, mode, 0, bytes, BLOCK, RUNS };
	struct papers_time t;
	double rate;
	struct json_object *row;

	if (!v && papers_dev->played)
		return 0;
	t = papers_cipher_time(c, &run);
	rate = papers_gb_per_s(bytes, t.ms);
	row = papers_row(p, "aes", "kernel");
	put_text(row, "variant", v ? v->entry : "ours");
	put_text(row, "mode", mode_name(mode));
	put_text(row, "memory", v ? v->memory : "ours");
	put_int(row, "bytes_a_thread", v ? 16 / v->team : 0);
	put_int(row, "bytes", bytes);
	put_int(row, "block", v ? BLOCK : 0);
	put_int(row, "registers", (uint64_t)t.registers);
	put_int(row, "resident", (uint64_t)t.resident);
	put_real(row, "ms", t.ms);
	put_real(row, "gb_per_s", rate);
	return rate;
}

/* All variants and sizes of a mode; the best of the largest size comes back. */
static const struct paper_variant *by_size(struct papers *p,
					   struct papers_cipher *c, int mode,
					   double *best_rate, double *our_rate)
{
	const struct paper_variant *best = NULL;
	double rate[9];
	size_t bytes;
	char size[32];
	int d, m;

	printf("\nAES-%u, %s, kernel alone, GB/s: bytes a thread, and where the tables are\n\n%-9s",
	       8 * c->len, mode_name(mode), "");
	for (d = 0; d < 3; d++)
		for (m = 0; m < 3; m++)
			printf("  %2s %-8s", divisions[d], memories[m]);
	printf("%10s\n", "ours");
	for (bytes = SMALLEST; bytes <= c->max; bytes *= 2) {
		*best_rate = 0;
		papers_size(size, sizeof(size), bytes);
		printf("%-9s", size);
		for (d = 0; d < 3; d++) {
			for (m = 0; m < 3; m++) {
				const struct paper_variant *v =
					variant(d, m, mode);

				rate[3 * d + m] = measured(p, c, v, mode, bytes);
				printf("%13.2f", rate[3 * d + m]);
				if (rate[3 * d + m] > *best_rate) {
					*best_rate = rate[3 * d + m];
					best = v;
				}
			}
		}
		*our_rate = measured(p, c, NULL, mode, bytes);
		printf("%10.2f\n", *our_rate);
	}
	return best;
}

static void transfer_row(struct papers *p, const char *variant, int mode,
			 const char *memory, size_t bytes,
			 const struct papers_transfer *t)
{
	struct json_object *row = papers_row(p, "aes", "transfer");

	put_text(row, "variant", variant);
	put_text(row, "mode", mode_name(mode));
	put_text(row, "host_memory", memory);
	put_int(row, "bytes", bytes);
	put_real(row, "load_ms", t->load);
	put_real(row, "compute_ms", t->compute);
	put_real(row, "store_ms", t->store);
	put_real(row, "ms", t->total);
	put_real(row, "gb_per_s", papers_gb_per_s(bytes, t->total));
}

/* With the transfers, by each kind of host memory. */
static void with_transfers(struct papers *p, struct papers_cipher *c,
			   const struct paper_variant *v)
{
	struct papers_transfer t[PAPER_MEMORIES], ours = { 0, 0, 0, 0 };
	size_t bytes;
	char size[32];
	int m;

	printf("\nAES-%u, %s, with transfers, GB/s, and the shares of load, compute and store (%%)\n\n%-9s%23s%23s%23s%23s\n",
	       8 * c->len, v->entry, "", "pageable", "page-locked", "mapped",
	       "ours, page-locked");
	for (bytes = SMALLEST; bytes <= c->max; bytes *= 2) {
		struct papers_run run = { v, v->mode, 0, bytes, BLOCK, RUNS };

		papers_size(size, sizeof(size), bytes);
		printf("%-9s", size);
		for (m = 0; m < PAPER_MEMORIES; m++) {
			double sum;

			t[m] = papers_cipher_transfer(c, &run,
						      (enum paper_memory)m);
			transfer_row(p, v->entry, v->mode, host_memories[m],
				     bytes, &t[m]);
			sum = t[m].load + t[m].compute + t[m].store;
			printf("%11.3f %3.0f %3.0f %3.0f",
			       papers_gb_per_s(bytes, t[m].total),
			       100 * t[m].load / sum, 100 * t[m].compute / sum,
			       100 * t[m].store / sum);
		}
		if (!papers_dev->played) {
			run.v = NULL;
			ours = papers_cipher_transfer(c, &run, PAPER_PINNED);
			transfer_row(p, "ours", v->mode,
				     host_memories[PAPER_PINNED], bytes, &ours);
			printf("%23.3f", papers_gb_per_s(bytes, ours.total));
		}
		putchar('\n');
	}
}

/* Enough data to fill this GPU: 8 MiB is 2 microseconds of ours. */
static void large(struct papers *p, struct papers_cipher *c, int mode,
		  struct papers_claim *claim)
{
	int d, m;

	printf("\nAES-%u, %s, %zu MiB, kernel alone, GB/s\n\n%-16s", 8 * c->len,
	       mode_name(mode), c->max >> 20, "bytes a thread");
	for (m = 0; m < 3; m++)
		printf("%12s", memories[m]);
	putchar('\n');
	for (d = 0; d < 3; d++) {
		printf("%-16s", divisions[d]);
		for (m = 0; m < 3; m++) {
			const struct paper_variant *v = variant(d, m, mode);
			double rate = measured(p, c, v, mode, c->max);

			printf("%12.2f", rate);
			if (rate > claim->theirs) {
				claim->theirs = rate;
				claim->design = v->entry;
			}
		}
		putchar('\n');
	}
	claim->ours = measured(p, c, NULL, mode, c->max);
	printf("%-16s%12.2f\n", "ours", claim->ours);
}

/**
 * papers_aes() - the paper on AES
 * @p: the run
 */
void papers_aes(struct papers *p)
{
	static const struct {
		uint32_t key_len;
		int mode;
		const char *what;
	} runs[] = {
		{ 16, PAPER_ECB, "AES-128 ECB, GB/s" },
		{ 16, PAPER_CTR, "AES-128 CTR, GB/s" },
		{ 32, PAPER_CTR, "AES-256 CTR, GB/s" },
	};
	const size_t sweep = p->brief ? 4 << 10 : 8 << 20;
	const size_t most = p->brief ? 8 << 10 : 256 << 20;
	struct papers_cipher c;
	size_t i;
	int mode;

	papers_cipher_open(&c, PAPER_AES, 16, sweep);
	for (mode = PAPER_ECB; mode <= PAPER_CTR; mode++) {
		double theirs, ours;
		const struct paper_variant *best =
			by_size(p, &c, mode, &theirs, &ours);

		with_transfers(p, &c, best);
	}
	papers_cipher_close(&c);
	for (i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
		struct papers_claim claim = {
			.paper = "aes", .what = runs[i].what,
			.hardware = "GTX 285", .goal = 2
		};

		papers_cipher_open(&c, PAPER_AES, runs[i].key_len, most);
		large(p, &c, runs[i].mode, &claim);
		papers_cipher_close(&c);
		papers_claim(p, &claim);
	}
	papers_crossover(p, "aes", PAPER_AES);
}
