// SPDX-License-Identifier: GPL-2.0-only
/*
 * attach-loop N: attaches and closes N times, for tests that look for what an
 * attachment leaves behind. With the known answers off; every 16th attachment
 * ends with a frame in its hands.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/device.h"

/* A request is handed out, and never comes back. */
static bool hold_frame(int fd, pid_t *pid)
{
	struct warpcrypt_frame frame;

	/* Before, a request would be done in software. */
	if (!test_state("live"))
		return false;
	*pid = test_request_start();
	return !test_fetch(fd, &frame);
}

static bool attach_once(void *arena, bool hold)
{
	int fd = test_open_attached(arena);
	bool ok = fd >= 0;
	pid_t pid = 0;

	if (ok && hold)
		ok = hold_frame(fd, &pid);
	if (fd >= 0)
		close(fd);
	/* Software does it. */
	return ok && (!pid || test_request_end(pid));
}

int main(int argc, char **argv)
{
	long count = argc == 2 ? strtol(argv[1], NULL, 10) : 0, i;
	void *arena;

	if (count < 1) {
		fputs("Usage: attach-loop N\n", stderr);
		return 2;
	}
	test_set_param("kat", "0");
	arena = test_arena(TEST_ARENA_LEN);
	for (i = 0; i < count; i++)
		if (!attach_once(arena, i % 16 == 0)) {
			fprintf(stderr, "attach-loop: attachment %ld: %s\n", i,
				strerror(errno));
			break;
		}
	test_set_param("kat", "1");
	return i < count;
}
