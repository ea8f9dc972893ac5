/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DPF-ECC: what was measured, for its tables.
 */
#ifndef WARPCRYPT_BENCH_PAPERS_DPF_TABLES_H
#define WARPCRYPT_BENCH_PAPERS_DPF_TABLES_H

#include "tools/bench/papers_common.h"
#include "tools/bench/papers_curve.h"

/**
 * struct papers_dpf_rates - millions a second, by papers_curve_kind()
 * @paper: the paper's own design
 * @best: the best of its variants
 * @which: which one that is
 * @ours: our kernels
 * @block: the paper's own design with a block of threads for each multiprocessor
 * @latency: ms of that with both copies
 */
struct papers_dpf_rates {
	double paper[CURVE_OPS];
	double best[CURVE_OPS];
	char which[CURVE_OPS][32];
	double ours[CURVE_OPS];
	double block[CURVE_OPS];
	double latency[CURVE_OPS];
};

void papers_dpf_tables(struct papers *p, const struct papers_dpf_rates *r);

#endif /* WARPCRYPT_BENCH_PAPERS_DPF_TABLES_H */
