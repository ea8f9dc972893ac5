/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The line in the log about an engine's process that has ended: why, and what comes
 * next.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_ENDED_H
#define WARPCRYPT_HELPER_DAEMON_ENDED_H

#include <stdint.h>

#include "helper/daemon/policy.h"
#include "helper/daemon/shared.h"

/* In place of a set of places: no GPU is used any more, and none has a name. */
#define WC_ENDED_ALL_GPUS	UINT32_MAX

void wc_ended_report(const struct wc_shared *shared, enum wc_end end, int pause,
		     uint32_t lost);

#endif /* WARPCRYPT_HELPER_DAEMON_ENDED_H */
