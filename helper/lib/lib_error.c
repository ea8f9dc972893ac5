// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_error.h"

#include <stdarg.h>
#include <stdio.h>

#include "helper/lib/libwarpcrypt.h"
#include "helper/transport/error.h"

static _Thread_local struct wc_error last_error;

/**
 * lib_fail() - set this thread's error line and return its code
 * @code: a negative errno
 * @fmt: printf() format of the line, without a newline
 *
 * Return: @code
 */
int lib_fail(int code, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(last_error.text, sizeof(last_error.text), fmt, args);
	va_end(args);
	return code;
}

const char *warpcrypt_error(void)
{
	return last_error.text;
}
