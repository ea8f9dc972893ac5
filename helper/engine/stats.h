/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Statistics: each worker counts its frames. Only committed frames are counted,
 * so the totals equal the module's counters when no frame is in flight.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_STATS_H
#define WARPCRYPT_HELPER_ENGINE_STATS_H

#include <stdatomic.h>
#include <stdint.h>

#include "helper/transport/error.h"
#include "helper/transport/view.h"

/**
 * struct wc_counts - the counts of one worker; only this worker writes them
 * @frames: frames committed with status 0
 * @failed: frames committed with an error
 * @refused: commits that the module refused (not in the other counts)
 * @wiped: expanded keys that were wiped because their key was released
 * @steps: whatever the worker does, it counts up: ENTERs and frames
 * @requests: descriptors in @frames, for each cipher and mode
 * @bytes: their payload bytes
 */
struct wc_counts {
	_Atomic uint64_t frames;
	_Atomic uint64_t failed;
	_Atomic uint64_t refused;
	_Atomic uint64_t wiped;
	_Atomic uint64_t steps;
	_Atomic uint64_t requests[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT];
	_Atomic uint64_t bytes[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT];
} __attribute__((aligned(64)));

/**
 * struct wc_engine_totals - the counts of an engine's workers
 * @name: the engine's
 * @modes: its modes; they are written even if their counts are 0
 * @threads: worker threads that it has now
 * @workers: entries of @counts, as many or more
 * @counts: one for each worker
 */
struct wc_engine_totals {
	const char *name;
	uint16_t modes[WARPCRYPT_CIPHER_COUNT];
	unsigned int threads;
	unsigned int workers;
	struct wc_counts *counts;
};

/*
 * The counts of all engines since the program started. @attaches: attachments that were
 * made.
 */
struct wc_totals {
	struct wc_engine_totals engine[WARPCRYPT_ENGINES_MAX];
	unsigned int engines;
	uint64_t attaches;
};

struct wc_counts *wc_counts_alloc(unsigned int workers);
void wc_counts_step(struct wc_counts *counts);
void wc_counts_commit(struct wc_counts *counts, const struct wc_tally *tally,
		      int status);
void wc_counts_refused(struct wc_counts *counts, const struct wc_tally *tally,
		       int status);
void wc_counts_wiped(struct wc_counts *counts, unsigned int keys);
int wc_totals_write(const struct wc_totals *stats, const char *path,
		    struct wc_error *err);

#endif /* WARPCRYPT_HELPER_ENGINE_STATS_H */
