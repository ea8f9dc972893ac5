/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warpcrypt-bench papers: what its parts share. Rows go to the report as they are
 * measured; tables are printed to stdout.
 */
#ifndef WARPCRYPT_BENCH_PAPERS_COMMON_H
#define WARPCRYPT_BENCH_PAPERS_COMMON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/bench/papers_device.h"

/* One run of the command. */
struct papers {
	bool brief;			/* little data, few variants: what CI runs */
	struct json_object *rows;	/* of the report */
	/* Of the report: paper's figure, its design here, ours here. */
	struct json_object *summary;
};

/* A figure of a paper, beside ours. */
struct papers_claim {
	const char *paper;	/* "aes", ... */
	const char *what;	/* the operation, and in which unit it is counted */
	/* The paper's own design on its hardware, or NULL: its text has none. */
	const char *figure;
	const char *hardware;	/* the paper's */
	double theirs;		/* the best of its variants, measured */
	const char *design;	/* which one that is */
	double ours;		/* our kernel, measured */
	double goal;		/* what ours is to be, divided by @theirs; 0: none is set */
	double own;		/* the paper's own design, measured */
	const char *own_design;	/* which one that is */
	/*
	 * Its figure times the number of units and their clock, this GPU's over theirs; 0: cannot
	 * be said.
	 */
	double by_units;
	double by_memory;	/* its figure times the bandwidth of memory, likewise */
};

/* A paper's GPU, as far as it counts for a figure. */
struct papers_hardware {
	double units;		/* multiprocessors */
	double mhz;		/* their clock */
	double gb_per_s;	/* of its memory */
};

typedef void papers_part_fn(void *arg, size_t at, size_t count);

struct json_object *papers_row(struct papers *p, const char *paper,
			       const char *table);
void papers_claim(struct papers *p, const struct papers_claim *claim);
void papers_scale(struct papers_claim *claim, const struct papers_hardware *then,
		  double figure);
void papers_best(struct papers_claim *claim, const char *design, double rate);
const char *papers_size(uint64_t bytes);
void papers_figure(int width, int digits, double value);
void papers_summary(const struct papers *p);
void __attribute__((format(printf, 2, 3))) papers_check(bool right, const char *fmt, ...);
void papers_in_threads(papers_part_fn *fn, void *arg, size_t count, size_t step, long threads);
paper_ptr papers_on_device(const void *data, size_t size);

/* What was compared since the program started. */
extern unsigned long papers_checked, papers_wrong;

/* The papers, each in its file, and the sizes from which on the GPU is faster. */
void papers_crossover(struct papers *p, const char *paper, int which);
void papers_aes(struct papers *p);
void papers_skinny(struct papers *p);
void papers_kuznyechik(struct papers *p);
void papers_dpf(struct papers *p);
void papers_p256(struct papers *p);

#endif /* WARPCRYPT_BENCH_PAPERS_COMMON_H */
