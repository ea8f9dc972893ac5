/* SPDX-License-Identifier: GPL-2.0-only */
/* When a search ends: after a number of steps, which is reproducible, or by the clock. */
#ifndef WARPCRYPT_CIRCUITS_LIMIT_H
#define WARPCRYPT_CIRCUITS_LIMIT_H

#include <time.h>

/**
 * struct limit - where a search ends
 * @steps: number of steps; 0: @seconds decides
 * @seconds: duration
 * @done: steps so far
 * @start: when it began
 */
struct limit {
	unsigned long steps;
	unsigned long seconds;
	unsigned long done;
	struct timespec start;
};

static inline void limit_begin(struct limit *l)
{
	l->done = 0;
	clock_gettime(CLOCK_MONOTONIC, &l->start);
}

static inline double limit_elapsed(const struct limit *l)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)(t.tv_sec - l->start.tv_sec) +
	       (double)(t.tv_nsec - l->start.tv_nsec) / 1e9;
}

/* The part of the search that is left: from 1 down. At 0 or below it is over. */
static inline double limit_step(struct limit *l)
{
	if (l->steps)
		return 1 - (double)l->done++ / (double)l->steps;
	l->done++;
	return l->seconds ? 1 - limit_elapsed(l) / (double)l->seconds : 0;
}

#endif /* WARPCRYPT_CIRCUITS_LIMIT_H */
