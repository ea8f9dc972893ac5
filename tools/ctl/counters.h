/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The module's counters, read from debugfs.
 */
#ifndef WARPCRYPT_CTL_COUNTERS_H
#define WARPCRYPT_CTL_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COUNTER_NAME_MAX	96

/**
 * struct counter - one line of the stats file
 * @name: Documentation/parameters.rst explains it
 * @value: counted since the module was loaded or the counters were reset
 */
struct counter {
	char name[COUNTER_NAME_MAX];
	uint64_t value;
};

/**
 * struct counters - all counters
 * @count: entries of @all
 * @all: the counters, in the file's order
 */
struct counters {
	size_t count;
	struct counter *all;
};

/* Returns 0 or a negative errno. Call counters_free() in either case. */
int counters_read(struct counters *counters, const char *path);
void counters_free(struct counters *counters);

/* A counter's value; 0 if there is no counter of that name. */
uint64_t counters_get(const struct counters *counters, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* WARPCRYPT_CTL_COUNTERS_H */
