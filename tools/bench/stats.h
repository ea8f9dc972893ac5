/* SPDX-License-Identifier: GPL-2.0-only */
/* Medians, and what they are made of. */
#ifndef WARPCRYPT_BENCH_STATS_H
#define WARPCRYPT_BENCH_STATS_H

#include <stddef.h>

#define RUNS_MAX	101

double median(const double *values, size_t n);
double lowest(const double *values, size_t n);
double highest(const double *values, size_t n);

#endif /* WARPCRYPT_BENCH_STATS_H */
