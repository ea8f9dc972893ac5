// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/log.h"

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
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

/**
 * wc_notify() - tell the service manager, if there is one
 * @state: "READY=1", or another assignment of sd_notify(3)
 *
 * One datagram to a socket named in the environment. Without libsystemd, because this
 * process sees keys and locks its memory: libsystemd and its compression libraries would be
 * part of it.
 */
void wc_notify(const char *state)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	size_t len;
	int fd;

	if (!path || (path[0] != '/' && path[0] != '@'))
		return;
	len = strlen(path);
	if (len >= sizeof(to.sun_path))
		return;
	memcpy(to.sun_path, path, len);
	/* '@' stands for the zero byte of an abstract name. */
	if (to.sun_path[0] == '@')
		to.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	/* If the manager does not read it, its own timeout expires. */
	sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to,
	       offsetof(struct sockaddr_un, sun_path) + len);
	close(fd);
}

/* How often the service manager wants WATCHDOG=1: ms, at least 1; 0: it does not. */
unsigned int wc_notify_watchdog_ms(void)
{
	const char *usec = getenv("WATCHDOG_USEC");
	const char *pid = getenv("WATCHDOG_PID");
	unsigned long long ms;

	if (!usec || (pid && strtoll(pid, NULL, 10) != getpid()))
		return 0;
	ms = strtoull(usec, NULL, 10) / 1000;
	return ms < UINT_MAX ? (unsigned int)ms : UINT_MAX;
}
