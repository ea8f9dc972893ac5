/* SPDX-License-Identifier: GPL-2.0-only */
/* The line that warpcrypt_error() returns. */
#ifndef WARPCRYPT_HELPER_LIB_ERROR_H
#define WARPCRYPT_HELPER_LIB_ERROR_H

int lib_fail(int code, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* WARPCRYPT_HELPER_LIB_ERROR_H */
