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

struct counter {
	char name[COUNTER_NAME_MAX];	/* Documentation/parameters.rst explains it */
	uint64_t value;	/* counted since the module was loaded or the counters were reset */
};

struct counters {
	size_t count;
	struct counter *all;
};

/* Why software did requests. */
struct reason {
	char name[COUNTER_NAME_MAX];	/* Documentation/parameters.rst explains it */
	uint64_t requests, bytes;
};

/* The counters of one algorithm. */
struct alg_counts {
	char name[COUNTER_NAME_MAX];	/* mode and cipher, as in xts-kuznyechik */
	uint64_t requests, bytes;	/* that the device did */
	uint64_t software_requests, software_bytes;
	size_t reason_count;
	/* That software did, by reason; those that are 0, too. */
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
