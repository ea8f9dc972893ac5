// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "helper/daemon/log.h"

/* The other signals of the supervisor's stay blocked: they are not for it. */
static void unblock_sigchld(void)
{
	sigset_t mask;

	/* NVIDIA's driver library runs programs and waits for them. */
	sigemptyset(&mask);
	sigaddset(&mask, SIGCHLD);
	sigprocmask(SIG_UNBLOCK, &mask, NULL);
}

/*
 * Start a process that does @run, whose result is the exit status. It dies with this one,
 * whatever happens. This one has no threads. Returns 0 or a negative errno.
 */
int wc_child_start(struct wc_child *child, int (*run)(void *arg), void *arg)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		return -errno;
	if (!pid) {
		unblock_sigchld();
		/* Or it dies with the thread that it would be left to. */
		if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent)
			_exit(EXIT_FAILURE);
		exit(run(arg));
	}
	memset(child, 0, sizeof(*child));
	child->pid = pid;
	return 0;
}

/* Ask a process to stop. */
void wc_child_stop(struct wc_child *child)
{
	if (!child->pid || child->asked)
		return;
	kill(child->pid, SIGTERM);
	child->asked = true;
	child->ticks = 0;
}

/* Kill a process; it may take a while, if it is in a system call that does not end. */
void wc_child_kill(struct wc_child *child)
{
	if (!child->pid || child->killed)
		return;
	kill(child->pid, SIGKILL);
	child->killed = true;
	child->ticks = 0;
}

/* How a process ended; @status: from waitpid(). */
enum wc_end wc_child_end(const struct wc_child *child, int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) <= WC_END_AGAIN)
		return (enum wc_end)WEXITSTATUS(status);
	return child->killed ? WC_END_HUNG : WC_END_KILLED;
}

static const char *reason_of_end(enum wc_end end)
{
	switch (end) {
	case WC_END_HUNG:
		return "the engine made no progress";
	case WC_END_KILLED:
		return "the engine's process died of a signal";
	case WC_END_ENGINE:
		return "the engine failed";
	default:
		return "a deadline passed, the system has slept, or the module is gone, see the kernel log";
	}
}

static void name_places(const struct wc_shared *shared, uint32_t places,
			char *text, size_t len)
{
	size_t used = 0;
	unsigned int i;

	text[0] = '\0';
	for (i = 0; i < WARPCRYPT_ENGINES_MAX && used < len; i++)
		if (places >> i & 1)
			used += (size_t)snprintf(text + used, len - used,
						 "%s%.*s", used ? ", " : "",
						 WARPCRYPT_ENGINE_NAME - 1,
						 shared->engine[i].name);
}

/**
 * wc_ended_report() - log why an engine's process has ended and what comes next
 * @shared: what it has shown
 * @end: how it ended
 * @pause: when the next one starts, ms; negative: the program ends
 * @lost: places of the GPUs that the next one does without and this one did not, or
 *	WC_ENDED_ALL_GPUS
 */
void wc_ended_report(const struct wc_shared *shared, enum wc_end end, int pause,
		     uint32_t lost)
{
	struct wc_error reason = shared->reason;
	char without[256];

	/* It ends with a NUL whatever is in @shared. */
	reason.text[sizeof(reason.text) - 1] = '\0';
	if (!reason.text[0])
		wc_fail(&reason, 0, "%s", reason_of_end(end));
	if (lost == WC_ENDED_ALL_GPUS)
		snprintf(without, sizeof(without), "GPUs");
	else
		name_places(shared, lost, without, sizeof(without));
	if (without[0])
		wc_log(WC_LOG_NOTICE, "going on without %s: %s", without,
		       reason.text);
	else if (pause >= 0)
		wc_log(WC_LOG_WARNING, "not attached (%s); trying again in %d ms",
		       reason.text, pause);
	else if (end >= WC_END_ENGINE || end == WC_END_OPTION)
		wc_log(WC_LOG_ERROR, "%s", reason.text);
}
