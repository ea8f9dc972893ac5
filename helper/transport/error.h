/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One line that says what went wrong and how to mend it. The library part of
 * the helper never prints; it fills one of these and returns a negative errno,
 * and whoever called decides where the line goes.
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_ERROR_H
#define WARPCRYPT_HELPER_TRANSPORT_ERROR_H

#define WC_ERROR_MAX	320

/**
 * struct wc_error - an explanation to go with a negative errno
 * @text: one line without a newline, empty if nothing failed
 */
struct wc_error {
	char text[WC_ERROR_MAX];
};

int wc_fail(struct wc_error *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* WARPCRYPT_HELPER_TRANSPORT_ERROR_H */
