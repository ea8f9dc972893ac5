/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sessions: attach, serve, and attach again when the module ends an attachment.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_SESSION_H
#define WARPCRYPT_HELPER_DAEMON_SESSION_H

#include "helper/daemon/device.h"
#include "helper/daemon/options.h"
#include "helper/engine/backend.h"
#include "helper/engine/stats.h"

void wc_sessions_block_signals(void);
int wc_sessions_run(const struct wc_options *options,
		    const struct wc_device_kind *device,
		    struct wc_backend *backend, struct wc_totals *stats);

#endif /* WARPCRYPT_HELPER_DAEMON_SESSION_H */
