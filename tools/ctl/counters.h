/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The module's counters, read from sysfs.
 */
#ifndef WARPCRYPT_CTL_COUNTERS_H
#define WARPCRYPT_CTL_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

#define COUNTER_NAME_MAX	96
#define COUNTERS_REASONS_MAX	32

/**
 * struct counter - one counter
 * @name: Documentation/parameters.rst explains it
 * @value: counted since the module was loaded or the counters were reset
 */
struct counter {
	char name[COUNTER_NAME_MAX];
	uint64_t value;
};

/**
 * struct counters - all counters, by name
 * @count: entries of @all
 * @all: the counters
 */
struct counters {
	size_t count;
	struct counter *all;
};

/**
 * struct reason - why software did requests
 * @name: see Documentation/parameters.rst
 * @requests: their number
 * @bytes: their bytes
 */
struct reason {
	char name[COUNTER_NAME_MAX];
	uint64_t requests, bytes;
};

/**
 * struct alg_counts - the counters of one algorithm
 * @name: mode and cipher, as in xts-kuznyechik
 * @requests: that the device did
 * @bytes: their bytes
 * @software_requests: that software did
 * @software_bytes: their bytes
 * @reason_count: entries of @reasons
 * @reasons: that software did, by reason; those that are 0, too
 */
struct alg_counts {
	char name[COUNTER_NAME_MAX];
	uint64_t requests, bytes;
	uint64_t software_requests, software_bytes;
	size_t reason_count;
	struct reason reasons[COUNTERS_REASONS_MAX];
};

int counters_read(struct counters *counters);
void counters_free(struct counters *counters);
uint64_t counters_get(const struct counters *counters, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
size_t counters_next_alg(const struct counters *counters, size_t from,
			 struct alg_counts *alg);
int counters_grown(struct counters *grown, const struct counters *now,
		   const struct counters *before);
uint64_t counters_at_helper(const struct counters *counters);

#endif /* WARPCRYPT_CTL_COUNTERS_H */
