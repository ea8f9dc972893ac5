/* SPDX-License-Identifier: GPL-2.0-only */
/* Compares the results of several submitters with those of one. */
#ifndef WARPCRYPT_BENCH_KERNEL_CHECK_H
#define WARPCRYPT_BENCH_KERNEL_CHECK_H

#include "tools/bench/plan.h"

void kernel_check(struct device *dev, const struct point *point,
		  const struct variant *variants, size_t n);

#endif /* WARPCRYPT_BENCH_KERNEL_CHECK_H */
