/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The supervisor: owns the signals, the service manager, the statistics, and two
 * kinds of processes: one with the engines, and, while a GPU that was asked for is
 * not among them, one now and then that tries it. It replaces a process whose engines
 * have failed, and one that died or made no progress. It sees no keys and no data.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_SUPERVISE_H
#define WARPCRYPT_HELPER_DAEMON_SUPERVISE_H

#include "helper/daemon/device.h"
#include "helper/daemon/options.h"

/**
 * struct wc_timing - the supervisor's limits, ms
 * @tick: how often it looks at the engine
 * @start: for opening an engine and attaching; compiling for a GPU takes some
 *	ten seconds
 * @deadline: the module's deadline, if that is not known
 * @slack: beyond twice the deadline a worker may take this long for one step
 * @hurry: pauses are divided by this
 */
struct wc_timing {
	unsigned int tick;
	unsigned int start;
	unsigned int deadline;
	unsigned int slack;
	unsigned int hurry;
};

/* Tests make it shorter, before wc_supervise(). */
extern struct wc_timing wc_timing;

int wc_supervise(const struct wc_options *options,
		 const struct wc_device_kind *device);

#endif /* WARPCRYPT_HELPER_DAEMON_SUPERVISE_H */
