/* SPDX-License-Identifier: GPL-2.0-only */
/* One attachment: attach, serve, end. */
#ifndef WARPCRYPT_HELPER_DAEMON_SESSION_H
#define WARPCRYPT_HELPER_DAEMON_SESSION_H

#include "helper/daemon/device.h"
#include "helper/daemon/options.h"
#include "helper/daemon/policy.h"
#include "helper/daemon/shared.h"
#include "helper/engine/engines.h"

enum wc_end wc_session_run(const struct wc_options *options,
			   const struct wc_device_kind *device,
			   struct wc_engines *engines,
			   struct wc_shared *shared,
			   const unsigned int *place, int news);

#endif /* WARPCRYPT_HELPER_DAEMON_SESSION_H */
