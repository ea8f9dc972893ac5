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

/**
 * struct papers - one run of the command
 * @brief: little data, few variants: what CI runs
 * @rows: of the report
 * @summary: of the report: paper's figure, its design here, ours here
 */
struct papers {
	bool brief;
	struct json_object *rows;
	struct json_object *summary;
};

/**
 * struct papers_claim - a figure of a paper, beside ours
 * @paper: "aes", ...
 * @what: the operation, and in which unit it is counted
 * @figure: the paper's own design on its hardware, or NULL: its text has none
 * @hardware: the paper's
 * @theirs: the best of its variants, measured
 * @design: which one that is
 * @ours: our kernel, measured
 * @goal: what ours is to be, divided by @theirs; 0: none is set
 * @own: the paper's own design, measured
 * @own_design: which one that is; NULL: @theirs is it
 * @by_units: its figure times the number of units and their clock, this GPU's over
 *	theirs; 0: cannot be said
 * @by_memory: its figure times the bandwidth of memory, likewise
 */
struct papers_claim {
	const char *paper;
	const char *what;
	const char *figure;
	const char *hardware;
	double theirs;
	const char *design;
	double ours;
	double goal;
	double own;
	const char *own_design;
	double by_units;
	double by_memory;
};

/**
 * struct papers_hardware - a paper's GPU, as far as it counts for a figure
 * @units: multiprocessors
 * @mhz: their clock
 * @gb_per_s: of its memory
 */
struct papers_hardware {
	double units;
	double mhz;
	double gb_per_s;
};

typedef void papers_part_fn(void *arg, size_t at, size_t count);

struct json_object *papers_row(struct papers *p, const char *paper,
			       const char *table);
void papers_claim(struct papers *p, const struct papers_claim *claim);
void papers_scale(struct papers_claim *claim, const struct papers_hardware *then,
		  double figure);
void papers_best(struct papers_claim *claim, const char *design, double rate);
const char *papers_size(uint64_t bytes);
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
