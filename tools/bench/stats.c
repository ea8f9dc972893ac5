// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/stats.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The middle value, or the mean of the two middle ones; @n: 1 to RUNS_MAX. */
double median(const double *values, size_t n)
{
	double sorted[RUNS_MAX];

	memcpy(sorted, values, n * sizeof(*values));
	qsort(sorted, n, sizeof(*sorted), compare);
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* The smallest of @n values, at least 1, in any order. */
double lowest(const double *values, size_t n)
{
	double low = values[0];

	while (n--)
		low = values[n] < low ? values[n] : low;
	return low;
}

/* The largest of @n values, at least 1, in any order. */
double highest(const double *values, size_t n)
{
	double high = values[0];

	while (n--)
		high = values[n] > high ? values[n] : high;
	return high;
}
