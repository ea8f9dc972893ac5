/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_HELPER_DAEMON_NOTIFY_H
#define WARPCRYPT_HELPER_DAEMON_NOTIFY_H

void wc_notify(const char *state);

#endif /* WARPCRYPT_HELPER_DAEMON_NOTIFY_H */
