/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a process in the way of other people's disks and swap must be, and what
 * one that sees their keys must not be.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_PRIVILEGE_H
#define WARPCRYPT_HELPER_DAEMON_PRIVILEGE_H

#include <stdbool.h>

void wc_harden(void);
void wc_harden_report(void);
void wc_lock_memory(bool future);
void wc_caps_limit(void);
void wc_caps_raise(bool on);

#endif /* WARPCRYPT_HELPER_DAEMON_PRIVILEGE_H */
