/* SPDX-License-Identifier: GPL-2.0-only */
/* Processes of the supervisor's: started, asked to stop, killed. */
#ifndef WARPCRYPT_HELPER_DAEMON_CHILD_H
#define WARPCRYPT_HELPER_DAEMON_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "helper/daemon/policy.h"

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

#endif /* WARPCRYPT_HELPER_DAEMON_CHILD_H */
