/* SPDX-License-Identifier: GPL-2.0-only */
/* What the papers' .cu files call, compiled for this machine. */
#ifndef WARPCRYPT_BENCH_PAPERS_EMULATED_H
#define WARPCRYPT_BENCH_PAPERS_EMULATED_H

#include "kernels/papers/curve_job.h"
#include "kernels/papers/job.h"

typedef void paper_curve_fn(const struct paper_curve *job, uint32_t thread);

int paper_entry_add(const char *name, paper_emulated_fn *entry);
int paper_constant_add(const char *name, void *at, uint32_t size);
int paper_curve_add(const char *name, paper_curve_fn *entry);

#endif /* WARPCRYPT_BENCH_PAPERS_EMULATED_H */
