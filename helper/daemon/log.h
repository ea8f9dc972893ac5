/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages of warpcryptd: one line each, to standard error. With --service a
 * line begins with its priority, such as "<3>", which the journal reads. And readiness and
 * the watchdog, for service managers.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_LOG_H
#define WARPCRYPT_HELPER_DAEMON_LOG_H

#include <stdbool.h>

/* The numbers are syslog's. */
enum wc_log_level {
	WC_LOG_ERROR = 3,
	WC_LOG_WARNING = 4,
	WC_LOG_NOTICE = 5,
	WC_LOG_DEBUG = 7,
};

void wc_log_setup(bool service, bool verbose);
void wc_log(enum wc_log_level level, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void wc_notify(const char *state);
unsigned int wc_notify_watchdog_ms(void);

#endif /* WARPCRYPT_HELPER_DAEMON_LOG_H */
