// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static bool log_service;
static bool log_verbose;

/**
 * wc_log_setup() - choose the format of the lines
 * @service: begin every line with its priority, for the journal, instead of
 *	with the program's name
 * @verbose: write WC_LOG_DEBUG lines too
 *
 * Called once, before there are threads.
 */
void wc_log_setup(bool service, bool verbose)
{
	log_service = service;
	log_verbose = verbose;
}

/**
 * wc_log() - write one line
 * @level: its priority
 * @fmt: printf() format, without a newline
 *
 * Does not allocate, and writes the line with one write(), so that lines of
 * several threads do not mix. A line is cut at 767 bytes.
 */
void wc_log(enum wc_log_level level, const char *fmt, ...)
{
	char line[768];
	va_list args;
	int len, more;

	if (level == WC_LOG_DEBUG && !log_verbose)
		return;
	if (log_service)
		len = snprintf(line, sizeof(line), "<%d>", (int)level);
	else
		len = snprintf(line, sizeof(line), "warpcryptd: %s",
			       level == WC_LOG_WARNING ? "warning: " : "");
	va_start(args, fmt);
	more = vsnprintf(line + len, sizeof(line) - len - 1, fmt, args);
	va_end(args);
	if (more > 0)
		len += more;
	if (len > (int)sizeof(line) - 2)
		len = sizeof(line) - 2;
	line[len++] = '\n';
	/* Without standard error this failure cannot be reported. */
	if (write(STDERR_FILENO, line, len) < 0)
		return;
}
