/* SPDX-License-Identifier: GPL-2.0-only */
/* Readiness and the watchdog, for service managers. */
#ifndef WARPCRYPT_HELPER_DAEMON_NOTIFY_H
#define WARPCRYPT_HELPER_DAEMON_NOTIFY_H

void wc_notify(const char *state);
unsigned int wc_notify_watchdog_ms(void);

#endif /* WARPCRYPT_HELPER_DAEMON_NOTIFY_H */
