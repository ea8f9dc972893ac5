/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Process settings: robust, because disks and swap depend on this process, and
 * with few privileges, because it sees keys.
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
