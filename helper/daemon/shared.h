/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The memory that an engine's process shares with its supervisor: how far it is,
 * which engines it has, and the counts. The supervisor checks every value: wrong
 * ones give wrong statistics, or the end of the process, and nothing else.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_SHARED_H
#define WARPCRYPT_HELPER_DAEMON_SHARED_H

#include <stdatomic.h>
#include <stdint.h>

#include "helper/engine/engines.h"
#include "helper/engine/rates.h"
#include "helper/engine/stats.h"
#include "helper/transport/error.h"

/**
 * enum wc_phase - what an engine's process does
 * @WC_PHASE_STARTING: opens the engines, attaches, starts the workers
 * @WC_PHASE_SERVING: the workers call ENTER and process frames
 * @WC_PHASE_ENDING: has stopped, and closes everything
 */
enum wc_phase {
	WC_PHASE_STARTING,
	WC_PHASE_SERVING,
	WC_PHASE_ENDING,
};

/**
 * enum wc_engine_state - what became of an engine in this process
 * @WC_ENGINE_UNUSED: it has not been opened
 * @WC_ENGINE_OPENING: it is being opened
 * @WC_ENGINE_OPEN: it serves, or is about to
 * @WC_ENGINE_FAILED: it could not be opened, or has failed
 */
enum wc_engine_state {
	WC_ENGINE_UNUSED,
	WC_ENGINE_OPENING,
	WC_ENGINE_OPEN,
	WC_ENGINE_FAILED,
};

/**
 * struct wc_shared_engine - an engine of some process
 * @name: as &wc_engine.name; empty: this place is free
 * @id: as &wc_engine.id
 * @state: enum wc_engine_state
 * @workers: its worker threads
 * @modes: its modes
 * @rates: its rates, which the next process need not measure again
 */
struct wc_shared_engine {
	char name[WARPCRYPT_ENGINE_NAME];
	char id[WC_GPU_ID_MAX];
	_Atomic uint32_t state;
	_Atomic uint32_t workers;
	_Atomic uint16_t modes[WARPCRYPT_CIPHER_COUNT];
	struct wc_rates rates;
};

/**
 * struct wc_shared - what an engine's process shows
 * @phase: enum wc_phase
 * @live: the known answers have passed
 * @missing: a GPU that was asked for is not open
 * @attaches: attachments of all processes
 * @reason: why the process has ended; empty: for no reason of its own
 * @probed: the UUID of the GPU that was tried last; empty: none
 * @engine: the engines of all processes; each keeps its place
 * @counts_max: the most workers that an engine may have
 * @counts: @counts_max for each place of @engine; they go on from one process to the
 *	next
 */
struct wc_shared {
	_Atomic uint32_t phase;
	_Atomic uint32_t live;
	_Atomic uint32_t missing;
	_Atomic uint64_t attaches;
	struct wc_error reason;
	char probed[WC_GPU_ID_MAX];
	struct wc_shared_engine engine[WARPCRYPT_ENGINES_MAX];
	unsigned int counts_max;
	struct wc_counts counts[];
};

struct wc_shared *wc_shared_map(unsigned int workers);
void wc_shared_unmap(struct wc_shared *shared, unsigned int workers);
void wc_shared_begin(struct wc_shared *shared);
int wc_shared_find(const struct wc_shared *shared, const char *id);
int wc_shared_place(struct wc_shared *shared, const char *name, const char *id);
uint32_t wc_shared_gpus(const struct wc_shared *shared,
			enum wc_engine_state state);
uint32_t wc_shared_gpus_known(const struct wc_shared *shared);

/**
 * struct wc_shared_names - copies of the engines' names
 * @name: of each place; each ends with a NUL
 */
struct wc_shared_names {
	char name[WARPCRYPT_ENGINES_MAX][WARPCRYPT_ENGINE_NAME];
};

void wc_shared_totals(struct wc_shared *shared, unsigned int workers,
		      struct wc_totals *totals, struct wc_shared_names *names);

/* The counts of the engine at @place, one for each worker; @workers as for wc_shared_map(). */
static inline struct wc_counts *wc_shared_counts(struct wc_shared *shared,
						 unsigned int place,
						 unsigned int workers)
{
	return &shared->counts[place * workers];
}

#endif /* WARPCRYPT_HELPER_DAEMON_SHARED_H */
