// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/daemon.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/bench/module.h"
#include "tools/bench/util.h"

static pid_t daemon_pid;

/* Waits until the module's state is @wanted; false after a timeout. */
static bool wait_state(const char *wanted, unsigned int seconds)
{
	uint64_t end = now_ns() + seconds * 1000000000ull;

	while (!module_state_is(wanted)) {
		if (now_ns() > end || interrupted)
			return false;
		if (daemon_pid && waitpid(daemon_pid, NULL, WNOHANG) > 0) {
			daemon_pid = 0;
			return false;
		}
		sleep_ms(50);
	}
	return true;
}

static void __attribute__((noreturn)) exec_daemon(const char *path,
						  const char *backend,
						  const struct geometry *geo)
{
	char args[3][64];

	snprintf(args[0], sizeof(args[0]), "--backend=%s", backend);
	snprintf(args[1], sizeof(args[1]), "--frame-size=%u", geo->frame_size);
	snprintf(args[2], sizeof(args[2]), "--frames=%u", geo->frame_count);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	execl(path, path, args[0], args[1], args[2], NULL);
	fprintf(stderr, "warpcrypt-bench: cannot run %s: %s\n", path,
		strerror(errno));
	_exit(127);
}

/**
 * daemon_start() - start a helper and wait until it is live
 * @path: warpcryptd
 * @backend: its backend
 * @geo: its arena
 * @known_answers: whether the module tests it with known answers
 *
 * Exits with a message if it does not become live.
 */
void daemon_start(const char *path, const char *backend,
		  const struct geometry *geo, bool known_answers)
{
	module_expect_no_helper();
	module_set_known_answers(known_answers);
	progress("starting %s --backend=%s", path, backend);
	daemon_pid = fork();
	if (daemon_pid < 0)
		die("fork: %s", strerror(errno));
	if (!daemon_pid)
		exec_daemon(path, backend, geo);
	atexit(daemon_stop);
	if (!wait_state("live", 60))
		die("the helper with the %s backend did not go live; its log or the kernel's says why",
		    backend);
}

/** daemon_stop() - stop the helper, if there is one */
void daemon_stop(void)
{
	if (daemon_pid <= 0)
		return;
	kill(daemon_pid, SIGTERM);
	while (waitpid(daemon_pid, NULL, 0) < 0 && errno == EINTR)
		;
	daemon_pid = 0;
	if (!wait_state("down", 10))
		progress("the module still thinks that it has a helper");
	module_set_known_answers(true);
}
