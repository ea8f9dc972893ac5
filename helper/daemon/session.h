/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One attachment from its arena to its end, and the one after it.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_SESSION_H
#define WARPCRYPT_HELPER_DAEMON_SESSION_H

#include "helper/engine/backend.h"
#include "helper/daemon/options.h"
#include "helper/engine/stats.h"

void wc_sessions_block_signals(void);
int wc_sessions_run(const struct wc_options *options,
		    struct wc_backend *backend, struct wc_totals *stats);

#endif /* WARPCRYPT_HELPER_DAEMON_SESSION_H */
