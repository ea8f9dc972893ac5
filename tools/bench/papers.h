/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warpcrypt-bench papers: what its parts share. Rows go to the report as they are
 * measured; tables are printed to stdout.
 */
#ifndef WARPCRYPT_BENCH_PAPERS_H
#define WARPCRYPT_BENCH_PAPERS_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct papers - one run of the command
 * @brief: little data, few variants: what CI plays
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
 * @figure: the paper's, or NULL: not known here
 * @hardware: the paper's
 * @theirs: the best of its variants, measured
 * @design: which one that is
 * @ours: our kernel, measured
 * @goal: what ours is to be, divided by @theirs; 0: none is set
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
};

struct json_object *papers_row(struct papers *p, const char *paper,
			       const char *table);
void papers_claim(struct papers *p, const struct papers_claim *claim);
void papers_crossover(struct papers *p, const char *paper, int which);
void papers_size(char *text, size_t room, uint64_t bytes);

void papers_aes(struct papers *p);
void papers_skinny(struct papers *p);
void papers_kuznyechik(struct papers *p);
void papers_dpf(struct papers *p);

#endif /* WARPCRYPT_BENCH_PAPERS_H */
