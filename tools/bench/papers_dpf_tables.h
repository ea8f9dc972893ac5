/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DPF-ECC: what was measured, for its tables.
 */
#ifndef WARPCRYPT_BENCH_PAPERS_DPF_TABLES_H
#define WARPCRYPT_BENCH_PAPERS_DPF_TABLES_H

#include "tools/bench/papers_common.h"
#include "tools/bench/papers_curve.h"

/* Millions a second, by papers_curve_kind(). */
struct papers_dpf_rates {
	double paper[CURVE_OPS];	/* the paper's own design */
	double best[CURVE_OPS];		/* the best of its variants */
	char which[CURVE_OPS][32];	/* its name */
	double ours[CURVE_OPS];		/* our kernels */
	/* The paper's own design with a block of threads for each multiprocessor. */
	double block[CURVE_OPS];
	double latency[CURVE_OPS];	/* ms of that with both copies */
};

void papers_dpf_tables(struct papers *p, const struct papers_dpf_rates *r);

#endif /* WARPCRYPT_BENCH_PAPERS_DPF_TABLES_H */
