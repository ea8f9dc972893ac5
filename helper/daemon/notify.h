/* SPDX-License-Identifier: GPL-2.0-only */
/* Readiness, for service managers. */
#ifndef WARPCRYPT_HELPER_DAEMON_NOTIFY_H
#define WARPCRYPT_HELPER_DAEMON_NOTIFY_H

void wc_notify(const char *state);

#endif /* WARPCRYPT_HELPER_DAEMON_NOTIFY_H */
