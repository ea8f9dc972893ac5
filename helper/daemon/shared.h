/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The page that an engine's process shares with its supervisor: how far it is,
 * and the counts. The supervisor believes none of it: wrong values give wrong
 * statistics, or the end of the engine, and nothing else.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_SHARED_H
#define WARPCRYPT_HELPER_DAEMON_SHARED_H

#include <stdatomic.h>
#include <stdint.h>

#include "helper/engine/stats.h"
#include "helper/transport/error.h"

/**
 * enum wc_phase - what an engine's process does
 * @WC_PHASE_STARTING: opens the engine, attaches, starts the workers
 * @WC_PHASE_SERVING: the workers call ENTER and process frames
 * @WC_PHASE_ENDING: has stopped, and closes everything
 */
enum wc_phase {
	WC_PHASE_STARTING,
	WC_PHASE_SERVING,
	WC_PHASE_ENDING,
};

/**
 * struct wc_shared - what an engine's process shows
 * @phase: enum wc_phase
 * @workers: its worker threads
 * @live: the known answers have passed
 * @modes: the engine's modes
 * @attaches: attachments of all engines
 * @reason: why the engine could not be opened, or has failed; empty: it has not
 * @counts_max: entries of @counts
 * @counts: of each worker; they go on from one process to the next
 */
struct wc_shared {
	_Atomic uint32_t phase;
	_Atomic uint32_t workers;
	_Atomic uint32_t live;
	_Atomic uint16_t modes[WARPCRYPT_CIPHER_COUNT];
	_Atomic uint64_t attaches;
	struct wc_error reason;
	unsigned int counts_max;
	struct wc_counts counts[];
};

struct wc_shared *wc_shared_map(unsigned int workers);
void wc_shared_unmap(struct wc_shared *shared, unsigned int workers);
void wc_shared_begin(struct wc_shared *shared);

#endif /* WARPCRYPT_HELPER_DAEMON_SHARED_H */
