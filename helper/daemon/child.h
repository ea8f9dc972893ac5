/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes of the supervisor's: started, asked to stop, killed; and the line in the log
 * when an engine's process has ended: why, and what comes next.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_CHILD_H
#define WARPCRYPT_HELPER_DAEMON_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "helper/daemon/policy.h"
#include "helper/daemon/shared.h"

/**
 * struct wc_child - a process
 * @pid: its id; 0: there is none
 * @asked: it was asked to stop
 * @killed: the supervisor has killed it
 * @ticks: since one of the two
 */
struct wc_child {
	pid_t pid;
	bool asked;
	bool killed;
	unsigned int ticks;
};

int wc_child_start(struct wc_child *child, int (*run)(void *arg), void *arg);
void wc_child_stop(struct wc_child *child);
void wc_child_kill(struct wc_child *child);
enum wc_end wc_child_end(const struct wc_child *child, int status);

/* In place of a set of places: no GPU is used any more, and none has a name. */
#define WC_ENDED_ALL_GPUS	UINT32_MAX

void wc_ended_report(const struct wc_shared *shared, enum wc_end end, int pause,
		     uint32_t lost);

#endif /* WARPCRYPT_HELPER_DAEMON_CHILD_H */
