/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Process settings: robust, because disks and swap depend on these processes, and
 * with few privileges, because an engine sees keys.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_PRIVILEGE_H
#define WARPCRYPT_HELPER_DAEMON_PRIVILEGE_H

#include <stdbool.h>

void wc_harden(void);
void wc_harden_report(void);
void wc_lock_memory(bool on_fault);
void wc_caps_effective(bool on);
void wc_caps_limit(void);
void wc_caps_drop(void);

#endif /* WARPCRYPT_HELPER_DAEMON_PRIVILEGE_H */
