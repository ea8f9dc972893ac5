/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One line that says what failed and what to do about it. Only the daemon
 * prints. All other parts fill in a struct wc_error and return a negative
 * errno; the caller decides where the line goes.
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_ERROR_H
#define WARPCRYPT_HELPER_TRANSPORT_ERROR_H

/* A list of some GPUs fits. */
#define WC_ERROR_MAX	640

/* One line without a newline that explains a negative errno; empty if nothing failed. */
struct wc_error {
	char text[WC_ERROR_MAX];
};

int wc_fail(struct wc_error *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* WARPCRYPT_HELPER_TRANSPORT_ERROR_H */
