/* SPDX-License-Identifier: GPL-2.0-only */
/* One attachment: attach, serve, end. */
#ifndef WARPCRYPT_HELPER_DAEMON_SESSION_H
#define WARPCRYPT_HELPER_DAEMON_SESSION_H

#include "helper/daemon/device.h"
#include "helper/daemon/open.h"
#include "helper/daemon/options.h"
#include "helper/daemon/policy.h"
#include "helper/daemon/shared.h"

enum wc_end wc_session_run(const struct wc_options *options,
			   const struct wc_device_kind *device,
			   struct wc_opened *opened, struct wc_shared *shared,
			   int news);

#endif /* WARPCRYPT_HELPER_DAEMON_SESSION_H */
