// SPDX-License-Identifier: GPL-2.0-only
/*
 * The paper of 2018 on Kuznyechik (GTX 850M): 64 KiB of tables in global, constant
 * and texture memory; its tables 1 to 3, with its figures. Its own design is one block
 * a thread in half-warp order, tables in global memory, 384 threads, round keys in
 * shared memory; in decryption pi in shared memory. Tables in shared memory are not
 * the paper's.
 */
#include <stdio.h>

#include "tools/bench/papers_cipher.h"
#include "tools/bench/papers_common.h"
#include "tools/bench/report.h"

#define RUNS		5u
#define BLOCK		384u
#define CPU_THREADS	4u
#define MEMORIES	4

static const char *const memories[MEMORIES] = {
	"global", "constant", "texture", "shared"
};

static const char *const orders[] = {
	"1", "1_half", "1_half_argument", "2", "2_apart", "4", "4_apart"
};

#define ORDERS	(sizeof(orders) / sizeof(orders[0]))

/* The columns of its tables 1 and 2; the last one is ours to try. */
static const char *const columns[] = {
	"kuznyechik_global_1_half", "kuznyechik_global_2", "kuznyechik_global_4",
	"kuznyechik_constant_1_half", "kuznyechik_texture_1_half",
	"kuznyechik_shared_1_half"
};

/* Of the CPU, which table 2 leaves out, and of the columns. */
static const char *const titles[] = {
	"CPU", "global", "global, 2", "global, 4", "constant", "texture", "shared"
};

#define COLUMNS		6
#define PAPER_COLUMNS	5

#define ROWS		8

/* MB/s. Table 1: KiB, the CPU, then the columns. */
static const double table_1[ROWS][2 + PAPER_COLUMNS] = {
	{ 1, 58.07, 14.53, 9.39, 5.30, 2.31, 16.11 },
	{ 32, 75.47, 276.63, 324.42, 167.14, 44.75, 322.99 },
	{ 128, 82.78, 1101.35, 1289.36, 653.11, 199.69, 1274.43 },
	{ 1024, 148.62, 2081.43, 1420.33, 871.99, 517.61, 1410.79 },
	{ 16384, 170.23, 2676.07, 1409.46, 807.41, 593.97, 1399.39 },
	{ 65536, 173.47, 2749.11, 1413.56, 795.88, 597.32, 1402.86 },
	{ 131072, 172.52, 2753.49, 1414.09, 777.02, 597.34, 1403.36 },
	{ 524288, 175.65, 2751.96, 1410.59, 765.46, 598.01, 1401.16 },
};

/* Threads a block, then the columns. */
static const double table_2[][1 + PAPER_COLUMNS] = {
	{ 32, 794.98, 795.12, 815.39, 21.26, 770.33 },
	{ 64, 1690.93, 1136.62, 811.03, 48.90, 1154.25 },
	{ 128, 2475.98, 1310.17, 805.84, 104.12, 1303.11 },
	{ 192, 2609.98, 1362.72, 827.18, 193.09, 1346.03 },
	{ 256, 2660.58, 1344.85, 815.99, 423.87, 1360.66 },
	{ 384, 2753.76, 1413.43, 778.76, 598.26, 1403.06 },
	{ 512, 2653.44, 1347.74, 817.92, 551.30, 1336.63 },
	{ 768, 2662.99, 1330.55, 984.20, 507.61, 1318.83 },
	{ 1024, 2474.16, 1257.86, 769.86, 438.11, 1246.79 },
};

/* KiB, the CPU, then pi in global, constant and shared memory. */
static const double table_3[ROWS][5] = {
	{ 1, 17.03, 12.76, 13.40, 15.11 },
	{ 32, 66.12, 241.46, 256.22, 296.46 },
	{ 128, 65.40, 958.29, 1022.64, 1187.42 },
	{ 1024, 113.84, 1807.57, 1926.67, 2258.10 },
	{ 16384, 183.09, 2173.85, 2128.08, 2505.29 },
	{ 65536, 181.24, 2375.58, 2143.06, 2522.35 },
	{ 131072, 180.80, 2368.84, 2144.83, 2517.98 },
	{ 524288, 178.86, 2362.16, 2144.83, 2523.55 },
};

/* Not in the text: the vendor's figures for a GTX 850M with DDR3. */
static const struct papers_hardware gtx850m = { 5, 936, 32 };

/* Times @v, or ours; a row of @table. */
static double measured(struct papers *p, struct papers_cipher *c,
		       const char *table, const struct paper_variant *v,
		       int decrypt, size_t bytes, uint32_t block)
{
	const struct papers_run run = { v, PAPER_ECB, decrypt, bytes, block,
					RUNS };

	return papers_cipher_rate(p, "kuznyechik", table, c, &run);
}

/* The paper's tables in threads of the CPU. */
static double cpu_rate(struct papers *p, struct papers_cipher *c,
		       const struct paper_variant *v, size_t bytes)
{
	double ms = papers_cipher_cpu_ms(c, bytes, v, CPU_THREADS);
	struct json_object *row = papers_row(p, "kuznyechik", "cpu");

	put_text(row, "direction", v->decrypt ? "decrypt" : "encrypt");
	put_int(row, "bytes", bytes);
	put_int(row, "threads", CPU_THREADS);
	put_real(row, "ms", ms);
	put_real(row, "gb_per_s", papers_gb_per_s(bytes, ms));
	return papers_gb_per_s(bytes, ms);
}

/* A figure of the paper, if there is one, and ours in GB/s as MB/s. */
static void cell(const double *figure, double rate)
{
	if (figure)
		printf("%9.2f", *figure);
	else
		printf("%9s", "");
	printf("%10.0f", 1e3 * rate);
}

static void head(const char *const *title, int count, const char *first,
		 const char *last)
{
	int i;

	printf("%-9s", first);
	for (i = 0; i < count; i++)
		printf("%19s", title[i]);
	printf("%10s\n", last);
}

/* Encryption by size. */
static void by_size(struct papers *p, struct papers_cipher *c)
{
	size_t row = 0, bytes;
	int i;

	printf("\nKuznyechik, the paper's table 1, encryption, MB/s, in the paper and here; %u threads a block\n"
	       "(CPU: %u threads, SSE); the last two are not the paper's\n\n", BLOCK,
	       CPU_THREADS);
	head(titles, 1 + COLUMNS, "", "ours");
	for (bytes = 1 << 10; bytes <= c->max; bytes *= 2) {
		const double *was = NULL;

		if (row < ROWS && (size_t)table_1[row][0] << 10 == bytes)
			was = table_1[row++];
		printf("%-9s", papers_size(bytes));
		cell(was ? &was[1] : NULL,
		     cpu_rate(p, c, papers_variant(columns[0]), bytes));
		for (i = 0; i < COLUMNS; i++)
			cell(was && i < PAPER_COLUMNS ? &was[2 + i] : NULL,
			     measured(p, c, "size", papers_variant(columns[i]),
				      0, bytes, BLOCK));
		printf("%10.0f\n", 1e3 * measured(p, c, "size", NULL, 0, bytes,
						  0));
	}
}

/* Encryption by threads a block. */
static void by_block(struct papers *p, struct papers_cipher *c, int count,
		     size_t bytes)
{
	int i, k;

	printf("\nKuznyechik, the paper's table 2, encryption of %s, MB/s, in the paper and here, by\n"
	       "threads a block\n\n", papers_size(bytes));
	head(titles + 1, COLUMNS, "threads", "");
	for (k = 0; k < count; k++) {
		uint32_t block = (uint32_t)table_2[k][0];

		printf("%-9u", block);
		for (i = 0; i < COLUMNS; i++)
			cell(i < PAPER_COLUMNS ? &table_2[k][1 + i] : NULL,
			     measured(p, c, "block", papers_variant(columns[i]),
				      0, bytes, block));
		putchar('\n');
	}
}

/* Blocks a thread, their order, and where keys are: for all memories. */
static void by_order(struct papers *p, struct papers_cipher *c, size_t bytes,
		     struct papers_claim *claim)
{
	size_t o;
	int m;

	printf("\nKuznyechik, encryption of %s, %u threads a block, GB/s: blocks a thread and their order\n"
	       "(\"argument\": round keys are the kernel's argument), and where the tables are\n\n%-17s",
	       papers_size(bytes), BLOCK, "");
	for (m = 0; m < MEMORIES; m++)
		printf("%10s", memories[m]);
	putchar('\n');
	for (o = 0; o < ORDERS; o++) {
		printf("%-17s", orders[o]);
		for (m = 0; m < MEMORIES; m++) {
			const struct paper_variant *v;
			char entry[64];
			double rate;

			snprintf(entry, sizeof(entry), "kuznyechik_%s_%s",
				 memories[m], orders[o]);
			v = papers_variant(entry);
			rate = measured(p, c, "order", v, 0, bytes, BLOCK);
			printf("%10.2f", rate);
			papers_best(claim, v->entry, rate);
			if (m == 0 && o == 1) {
				claim->own = rate;
				claim->own_design = v->entry;
			}
		}
		putchar('\n');
	}
	claim->ours = measured(p, c, "order", NULL, 0, bytes, 0);
	printf("%-17s%10.2f\n", "ours", claim->ours);
}

/* Decryption by size; @claim: of @at bytes. */
static void decryption(struct papers *p, struct papers_cipher *c, size_t at,
		       struct papers_claim *claim)
{
	static const char *const entries[] = {
		"kuznyechik_decrypt_global", "kuznyechik_decrypt_constant",
		"kuznyechik_decrypt_shared"
	};
	static const char *const with_cpu[] = {
		"CPU", "pi in global", "pi in constant", "pi in shared"
	};
	size_t row = 0, bytes;
	int i;

	printf("\nKuznyechik, the paper's table 3, decryption, MB/s, in the paper and here; tables in global\n"
	       "memory, %u threads a block (CPU: %u threads, SSE)\n\n", BLOCK,
	       CPU_THREADS);
	head(with_cpu, 4, "", "ours");
	for (bytes = 1 << 10; bytes <= c->max; bytes *= 2) {
		const double *was = NULL;
		double rate;

		if (row < ROWS && (size_t)table_3[row][0] << 10 == bytes)
			was = table_3[row++];
		printf("%-9s", papers_size(bytes));
		cell(was ? &was[1] : NULL,
		     cpu_rate(p, c, papers_variant(entries[0]), bytes));
		for (i = 0; i < 3; i++) {
			rate = measured(p, c, "decrypt",
					papers_variant(entries[i]), 1, bytes,
					BLOCK);
			cell(was ? &was[2 + i] : NULL, rate);
			if (bytes != at)
				continue;
			papers_best(claim, entries[i], rate);
			claim->own = rate;
			claim->own_design = entries[i];
		}
		rate = measured(p, c, "decrypt", NULL, 1, bytes, 0);
		printf("%10.0f\n", 1e3 * rate);
		if (bytes == at)
			claim->ours = rate;
	}
}

void papers_kuznyechik(struct papers *p)
{
	const size_t most = p->brief ? 8 << 10 : 512 << 20;
	const size_t bytes = p->brief ? 8 << 10 : 128 << 20;
	const int count = p->brief ? 2 : sizeof(table_2) / sizeof(table_2[0]);
	struct papers_claim enc = {
		.paper = "kuznyechik", .what = "Kuznyechik encryption, GB/s",
		.figure = "2.75 (384 threads)", .hardware = "GTX 850M", .goal = 5
	};
	struct papers_claim dec = {
		.paper = "kuznyechik", .what = "Kuznyechik decryption, GB/s",
		.figure = "2.52 (pi in shared)", .hardware = "GTX 850M",
		.goal = 5
	};
	struct papers_cipher c;

	papers_cipher_open(&c, PAPER_KUZNYECHIK, 32, most);
	by_size(p, &c);
	by_block(p, &c, count, bytes);
	by_order(p, &c, bytes, &enc);
	decryption(p, &c, bytes, &dec);
	papers_cipher_close(&c);
	/* 128 MiB in its tables 2 and 3. */
	papers_scale(&enc, &gtx850m, 2.75376);
	papers_scale(&dec, &gtx850m, 2.51798);
	papers_claim(p, &enc);
	papers_claim(p, &dec);
	papers_crossover(p, "kuznyechik", PAPER_KUZNYECHIK);
}
