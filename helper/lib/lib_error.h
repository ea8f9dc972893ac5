/* SPDX-License-Identifier: GPL-2.0-only */
/* The line that warpcrypt_error() returns. */
#ifndef WARPCRYPT_HELPER_LIB_ERROR_H
#define WARPCRYPT_HELPER_LIB_ERROR_H

#include "helper/transport/error.h"

extern _Thread_local struct wc_error lib_error;

/* wc_fail() with this thread's line. */
#define lib_fail(code, ...)	wc_fail(&lib_error, code, __VA_ARGS__)

#endif /* WARPCRYPT_HELPER_LIB_ERROR_H */
