/* SPDX-License-Identifier: GPL-2.0-only */
/* The module's counters, before and after something was measured. */
#ifndef WARPCRYPT_BENCH_COUNTERS_H
#define WARPCRYPT_BENCH_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct counters - sums over the module's counters
 * @valid: the module is loaded and its counters could be read
 * @offload_bytes: bytes whose results came from the helper
 * @fallback_bytes: bytes whose results came from software
 * @frames: frames the helper gave back
 * @requests: requests in these frames
 */
struct counters {
	bool valid;
	uint64_t offload_bytes;
	uint64_t fallback_bytes;
	uint64_t frames;
	uint64_t requests;
};

void counters_read(struct counters *c);
void counters_add_since(struct counters *sum, const struct counters *before);
double counters_offloaded(const struct counters *c);
double counters_per_frame(const struct counters *c);

#endif /* WARPCRYPT_BENCH_COUNTERS_H */
