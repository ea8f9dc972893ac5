// SPDX-License-Identifier: GPL-2.0-only
#include "tests/leak/ttest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_size(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Begin; the bounds are made from @n times of both classes, at least 100, which get sorted. */
void ttest_start(struct ttest *t, uint64_t *sample, size_t n)
{
	static const unsigned int percent[TTEST_BOUNDS - 1] = { 50, 80, 95 };

	memset(t, 0, sizeof(*t));
	qsort(sample, n, sizeof(*sample), by_size);
	for (int i = 0; i < TTEST_BOUNDS - 1; i++)
		t->part[i].bound = sample[n * percent[i] / 100];
	t->part[TTEST_BOUNDS - 1].bound = UINT64_MAX;
}

/* One more time, in any unit, of class 0 or 1. */
void ttest_add(struct ttest *t, int class, uint64_t time)
{
	for (int i = 0; i < TTEST_BOUNDS; i++) {
		struct ttest_part *p = &t->part[i];
		double d;

		if (time > p->bound)
			continue;
		d = (double)time - p->mean[class];
		p->n[class]++;
		p->mean[class] += d / (double)p->n[class];
		p->m2[class] += d * ((double)time - p->mean[class]);
	}
}

static double part_value(const struct ttest_part *p)
{
	double variance = 0;

	for (int c = 0; c < 2; c++) {
		if (p->n[c] < 100)
			return 0;
		variance += p->m2[c] / (double)(p->n[c] - 1) / (double)p->n[c];
	}
	if (variance == 0)
		return p->mean[0] == p->mean[1] ? 0 : INFINITY;
	return (p->mean[0] - p->mean[1]) / sqrt(variance);
}

/*
 * The largest of the values of Welch's t, by its distance from 0; without a difference it is within
 * 5 but for one in some 400,000. @difference: of its means, as a part of the mean of class 1.
 */
double ttest_value(const struct ttest *t, double *difference)
{
	double most = 0;

	*difference = 0;

	for (int i = 0; i < TTEST_BOUNDS; i++) {
		double v = part_value(&t->part[i]);

		if (fabs(v) <= fabs(most))
			continue;
		most = v;
		*difference = t->part[i].mean[0] / t->part[i].mean[1] - 1;
	}
	return most;
}
