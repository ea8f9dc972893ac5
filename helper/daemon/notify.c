// SPDX-License-Identifier: GPL-2.0-only
/*
 * The readiness protocol of sd_notify(3): one datagram to a socket named in
 * the environment. Without libsystemd, because this process sees keys and locks
 * its memory: libsystemd and its compression libraries would be part of it.
 */
#include "helper/daemon/notify.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Tell the service manager, if there is one: "READY=1", or another assignment of sd_notify(3). */
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
