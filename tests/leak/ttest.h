/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Welch's t-test on times, as they come: do two classes have the same mean?
 *
 * Times have a long tail (interrupts, other processes), in which a difference drowns. So
 * the test is made several times side by side: on all times, and on those below each
 * of some bounds, which are percentiles of a sample taken before. A bound is the same for
 * both classes and known before the times are, so without a difference each of the
 * values is nearly normal, as it would be without bounds.
 */
#ifndef WARPCRYPT_TESTS_LEAK_TTEST_H
#define WARPCRYPT_TESTS_LEAK_TTEST_H

#include <stddef.h>
#include <stdint.h>

#define TTEST_BOUNDS	4

/* The times below one bound. */
struct ttest_part {
	uint64_t bound;	/* times above it are left out */
	uint64_t n[2];	/* how many, of each class */
	double mean[2];	/* of each class */
	double m2[2];	/* sum of the squares of the distances from it */
};

struct ttest {
	struct ttest_part part[TTEST_BOUNDS];
};

void ttest_start(struct ttest *t, uint64_t *sample, size_t n);
void ttest_add(struct ttest *t, int class, uint64_t time);
double ttest_value(const struct ttest *t, double *difference);

#endif /* WARPCRYPT_TESTS_LEAK_TTEST_H */
