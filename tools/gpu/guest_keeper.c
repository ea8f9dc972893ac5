// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tools/gpu/guest_keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define LOCK_FILE	"/run/warpcrypt-bridge.lock"

/*
 * Bytes of the lock file: the bridge that is running locks the first one, the
 * keeper of a helper that may still be running the second one.
 */
#define LOCK_BRIDGE	0
#define LOCK_HELPER	1

/* The bridge sends this to its keeper before it asks for a helper. */
struct arm {
	uint32_t directory;
	uint64_t cookie;
};

static int lock_byte(off_t byte, int command)
{
	struct flock lock = {
		.l_type = F_WRLCK,
		.l_whence = SEEK_SET,
		.l_start = byte,
		.l_len = 1,
	};
	int fd = open(LOCK_FILE, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	int ret;

	if (fd < 0)
		return -errno;
	do {
		ret = fcntl(fd, command, &lock);
	} while (ret && errno == EINTR);
	/* The file stays open: closing it would drop the lock. */
	return ret ? -errno : 0;
}

/*
 * Become the only bridge of this guest. Returns 0; -EAGAIN or -EACCES if another bridge is
 * running; another negative errno.
 */
int guest_keeper_claim(void)
{
	return lock_byte(LOCK_BRIDGE, F_SETLK);
}

/* Asks for the helper to be killed; waits until bridge-host reports its end. */
static void end_helper(const struct arm *arm, int control)
{
	struct bridge_memory *memory = guest_memory_again();
	const __u32 *state;
	char text[64];
	int len;

	if (!memory)
		return;
	state = &memory->directory.helper_state;
	if (bridge_load(state) == BRIDGE_HELPER_GONE)
		return;
	len = snprintf(text, sizeof(text), "end %x %llx\n", arm->directory,
		       (unsigned long long)arm->cookie);
	if (write(control, text, len) != len)
		return;
	while (bridge_load(state) != BRIDGE_HELPER_GONE)
		if (read(control, text, sizeof(text)) <= 0 && errno != EINTR)
			sleep(1);
}

static void ignore_signals(void)
{
	int i;

	for (i = 1; i < NSIG; i++)
		signal(i, SIG_IGN);
}

/*
 * Change this process's name. Tests stop and kill the bridge by the name warpcryptd, which
 * no other process may have.
 */
void guest_rename(const char *name)
{
	size_t len = strlen(program_invocation_name);

	prctl(PR_SET_NAME, name);
	memset(program_invocation_name, 0, len);
	strncpy(program_invocation_name, name, len);
}

/* A reader of the bridge's output must see its end when the bridge exits. */
static void let_go_of_streams(void)
{
	int fd = open("/dev/null", O_RDWR);

	if (fd < 0)
		return;
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

static void keep(int from, int ready, int control)
{
	struct arm arm;
	char end;

	setsid();
	ignore_signals();
	guest_rename("bridge-keeper");
	let_go_of_streams();
	if (lock_byte(LOCK_HELPER, F_SETLKW))
		return;
	if (write(ready, "", 1) != 1)
		return;
	if (read(from, &arm, sizeof(arm)) != sizeof(arm))
		return;		/* the bridge ended before it asked for a helper */
	while (read(from, &end, 1) > 0)
		;
	end_helper(&arm, control);
}

/*
 * Wait until the helper of an earlier bridge has ended, and start the keeper, before there are
 * threads. A descriptor, or a negative errno; when it is closed, also by the end of this process,
 * the keeper has the helper killed.
 */
int guest_keeper_start(int control)
{
	int to[2], ready[2];
	char byte;
	ssize_t n;
	pid_t pid;

	if (pipe2(to, O_CLOEXEC) || pipe2(ready, O_CLOEXEC))
		return -errno;
	pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid) {
		close(to[1]);
		close(ready[0]);
		keep(to[0], ready[1], control);
		_exit(0);
	}
	close(to[0]);
	close(ready[1]);
	do {
		n = read(ready[0], &byte, 1);
	} while (n < 0 && errno == EINTR);
	close(ready[0]);
	if (n != 1) {
		close(to[1]);
		return -ECHILD;
	}
	return to[1];
}

/*
 * Tell the keeper that from now on there may be a helper, with the directory of @mem. 0 or a
 * negative errno.
 */
int guest_keeper_arm(int keeper, const struct guest_memory *mem)
{
	const struct arm arm = {
		.directory = mem->shared->directory.pages[0],
		.cookie = mem->shared->directory.cookie,
	};

	return write(keeper, &arm, sizeof(arm)) == sizeof(arm) ? 0 : -EPIPE;
}
