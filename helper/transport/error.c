// SPDX-License-Identifier: GPL-2.0-only
#include "helper/transport/error.h"

#include <stdarg.h>
#include <stdio.h>

/*
 * Fill in an error, unless it is NULL, and return @code: ``return wc_fail(err, -ENOMEM,
 * "...")``. A line longer than WC_ERROR_MAX is cut.
 */
int wc_fail(struct wc_error *err, int code, const char *fmt, ...)
{
	va_list args;

	if (!err)
		return code;
	va_start(args, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	return code;
}
