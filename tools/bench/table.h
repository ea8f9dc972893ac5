/* SPDX-License-Identifier: GPL-2.0-only */
/* Results as tables. */
#ifndef WARPCRYPT_BENCH_TABLE_H
#define WARPCRYPT_BENCH_TABLE_H

#include <stdio.h>

#include "tools/bench/plan.h"

void table_cell(int width, int digits, double value, const char *unit);
void table_spread(int width, int digits, const double *values, size_t n);
void table_counts(const struct module_counts *c);
void table_head(void);
void table_print(const struct measured *m);

#endif /* WARPCRYPT_BENCH_TABLE_H */
