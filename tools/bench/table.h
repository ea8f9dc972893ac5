/* SPDX-License-Identifier: GPL-2.0-only */
/* Results as tables, and as data for gnuplot. */
#ifndef WARPCRYPT_BENCH_TABLE_H
#define WARPCRYPT_BENCH_TABLE_H

#include <stdio.h>

#include "tools/bench/plan.h"

void table_cell(int width, int digits, double value, const char *unit);
void table_spread(int width, int digits, const double *values, size_t n);
void table_counts(const struct module_counts *c);
void table_head(void);
void table_print(const struct measured *m);
FILE *table_plot_open(const char *path);
void table_plot_row(FILE *f, const struct measured *m);
void table_plot_close(FILE *f, const char *path);

#endif /* WARPCRYPT_BENCH_TABLE_H */
