// SPDX-License-Identifier: GPL-2.0-only
/*
 * The paper on Kuznyechik (GTX 850M): 64 KiB of tables in global, constant and
 * texture memory, and now in shared memory; blocks a thread, threads a block, the
 * order of a half-warp's blocks, sizes, and decryption.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tools/bench/papers.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/report.h"
#include "tools/bench/util.h"

#define RUNS		5u
#define MEMORIES	4
#define CPU_THREADS	4u

static const char *const memories[MEMORIES] = {
	"global", "constant", "texture", "shared"
};
static const char *const orders[] = { "1", "2", "2_half", "4", "4_half" };

#define ORDERS	5

static const struct paper_variant *variant(int memory, int order)
{
	char entry[64];

	snprintf(entry, sizeof(entry), "kuznyechik_%s_%s", memories[memory],
		 orders[order]);
	return papers_variant(entry);
}

static double measured(struct papers *p, struct papers_cipher *c,
		       const char *table, const struct paper_variant *v,
		       int decrypt, size_t bytes, uint32_t block)
{
	const struct papers_run run = { v, PAPER_ECB, decrypt, bytes, block,
					RUNS };
	struct json_object *row;
	struct papers_time t;
	double rate;

	if (!v && papers_dev->played)
		return 0;
	t = papers_cipher_time(c, &run);
	rate = papers_gb_per_s(bytes, t.ms);
	row = papers_row(p, "kuznyechik", table);
	put_text(row, "variant", v ? v->entry : "ours");
	put_text(row, "memory", v ? v->memory : "ours");
	put_text(row, "direction", decrypt ? "decrypt" : "encrypt");
	put_int(row, "blocks_a_thread", v ? v->many : 0);
	put_int(row, "half_warp_order", v ? (uint64_t)v->half_warps : 0);
	put_int(row, "bytes", bytes);
	put_int(row, "block", v ? block : 0);
	put_int(row, "registers", (uint64_t)t.registers);
	put_int(row, "resident", (uint64_t)t.resident);
	put_real(row, "ms", t.ms);
	put_real(row, "gb_per_s", rate);
	return rate;
}

/**
 * struct best - the fastest variant
 * @v: it
 * @block: threads of a block
 * @rate: GB/s
 */
struct best {
	const struct paper_variant *v;
	uint32_t block;
	double rate;
};

/* Threads a block, for each memory and order. */
static void by_block(struct papers *p, struct papers_cipher *c,
		     const uint32_t *blocks, int count, size_t bytes,
		     struct best *best)
{
	char size[32];
	int m, o, i;

	papers_size(size, sizeof(size), bytes);
	printf("\nKuznyechik, encryption, %s, GB/s: threads a block\n\n%-10s%-9s",
	       size, "tables in", "blocks");
	for (i = 0; i < count; i++)
		printf("%10u", blocks[i]);
	putchar('\n');
	for (m = 0; m < MEMORIES; m++) {
		for (o = 0; o < ORDERS; o++) {
			const struct paper_variant *v = variant(m, o);

			printf("%-10s%-9s", memories[m], orders[o]);
			for (i = 0; i < count; i++) {
				double rate = measured(p, c, "block", v, 0,
						       bytes, blocks[i]);

				printf("%10.2f", rate);
				if (rate > best[m].rate)
					best[m] = (struct best){ v, blocks[i],
								 rate };
			}
			putchar('\n');
		}
	}
}

static void by_size(struct papers *p, struct papers_cipher *c,
		    const struct best *best)
{
	size_t bytes;
	char size[32];
	int m;

	printf("\nKuznyechik, encryption, the best of each memory, GB/s; the paper's tables in %u threads of the CPU\n\n%-9s",
	       CPU_THREADS, "");
	for (m = 0; m < MEMORIES; m++)
		printf("%10s", memories[m]);
	printf("%10s%10s\n", "ours", "CPU");
	for (bytes = 1 << 10; bytes <= c->max; bytes *= 2) {
		papers_size(size, sizeof(size), bytes);
		printf("%-9s", size);
		for (m = 0; m < MEMORIES; m++)
			printf("%10.3f", measured(p, c, "size", best[m].v, 0,
						  bytes, best[m].block));
		printf("%10.3f", measured(p, c, "size", NULL, 0, bytes, 0));
		if (bytes <= 64 << 20) {
			double ms = papers_cipher_cpu_ms(c, bytes,
				papers_variant("kuznyechik_global_1"),
				CPU_THREADS);
			struct json_object *row =
				papers_row(p, "kuznyechik", "cpu");

			put_int(row, "bytes", bytes);
			put_int(row, "threads", CPU_THREADS);
			put_real(row, "ms", ms);
			put_real(row, "gb_per_s", papers_gb_per_s(bytes, ms));
			printf("%10.3f", papers_gb_per_s(bytes, ms));
		}
		putchar('\n');
	}
}

static void decryption(struct papers *p, struct papers_cipher *c,
		       const uint32_t *blocks, int count, size_t bytes,
		       struct papers_claim *claim)
{
	static const char *const entries[] = {
		"kuznyechik_decrypt_global", "kuznyechik_decrypt_constant",
		"kuznyechik_decrypt_shared"
	};
	char size[32];
	int m, i;

	papers_size(size, sizeof(size), bytes);
	printf("\nKuznyechik, decryption, %s, GB/s: where pi is, and threads a block\n\n%-10s",
	       size, "pi in");
	for (i = 0; i < count; i++)
		printf("%10u", blocks[i]);
	putchar('\n');
	for (m = 0; m < 3; m++) {
		const struct paper_variant *v = papers_variant(entries[m]);

		printf("%-10s", v->memory);
		for (i = 0; i < count; i++) {
			double rate = measured(p, c, "decrypt", v, 1, bytes,
					       blocks[i]);

			printf("%10.2f", rate);
			if (rate > claim->theirs) {
				claim->theirs = rate;
				claim->design = v->entry;
			}
		}
		putchar('\n');
	}
	claim->ours = measured(p, c, "decrypt", NULL, 1, bytes, 0);
	printf("%-10s%10.2f\n", "ours", claim->ours);
}

/**
 * papers_kuznyechik() - the paper on Kuznyechik
 * @p: the run
 */
void papers_kuznyechik(struct papers *p)
{
	static const uint32_t blocks[] = {
		32, 64, 96, 128, 192, 256, 384, 512, 768, 1024
	};
	const size_t most = p->brief ? 8 << 10 : 512 << 20;
	const size_t bytes = p->brief ? 8 << 10 : 128 << 20;
	const int count = p->brief ? 2 : sizeof(blocks) / sizeof(blocks[0]);
	struct papers_claim enc = {
		.paper = "kuznyechik", .what = "Kuznyechik encryption, GB/s",
		.figure = "3.85 GB/s (30.83 Gbit/s)", .hardware = "GTX 1070",
		.goal = 5
	};
	struct papers_claim now = {
		.paper = "kuznyechik", .what = "the same, tables in shared",
		.figure = "not tried", .hardware = "GTX 850M", .goal = 5
	};
	struct papers_claim dec = {
		.paper = "kuznyechik", .what = "Kuznyechik decryption, GB/s",
		.hardware = "GTX 850M", .goal = 5
	};
	struct best best[MEMORIES] = { { NULL, 0, 0 } };
	struct papers_cipher c;
	int m;

	papers_cipher_open(&c, PAPER_KUZNYECHIK, 32, most);
	by_block(p, &c, blocks, count, bytes, best);
	by_size(p, &c, best);
	decryption(p, &c, blocks, count, bytes, &dec);
	enc.ours = measured(p, &c, "block", NULL, 0, bytes, 0);
	now.ours = enc.ours;
	papers_cipher_close(&c);
	for (m = 0; m < 3; m++) {
		if (best[m].rate > enc.theirs) {
			enc.theirs = best[m].rate;
			enc.design = best[m].v->entry;
		}
	}
	now.theirs = best[3].rate;
	now.design = best[3].v->entry;
	papers_claim(p, &enc);
	papers_claim(p, &now);
	papers_claim(p, &dec);
	papers_crossover(p, "kuznyechik", PAPER_KUZNYECHIK);
}
