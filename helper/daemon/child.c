// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/child.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The other signals of the supervisor's stay blocked: they are not for it. */
static void unblock_sigchld(void)
{
	sigset_t mask;

	/* NVIDIA's driver library runs programs and waits for them. */
	sigemptyset(&mask);
	sigaddset(&mask, SIGCHLD);
	sigprocmask(SIG_UNBLOCK, &mask, NULL);
}

/**
 * wc_child_start() - start a process
 * @child: filled in
 * @run: what it does; its result is the exit status
 * @arg: argument of @run
 *
 * The process dies with this one, whatever happens. This one has no threads.
 *
 * Return: 0 or a negative errno
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

/**
 * wc_child_kill() - kill a process
 * @child: the process; it may take a while, if it is in a system call that does
 *	not end
 */
void wc_child_kill(struct wc_child *child)
{
	if (!child->pid || child->killed)
		return;
	kill(child->pid, SIGKILL);
	child->killed = true;
	child->ticks = 0;
}

/**
 * wc_child_end() - how a process ended
 * @child: the process
 * @status: from waitpid()
 *
 * Return: how
 */
enum wc_end wc_child_end(const struct wc_child *child, int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) <= WC_END_AGAIN)
		return (enum wc_end)WEXITSTATUS(status);
	return child->killed ? WC_END_HUNG : WC_END_KILLED;
}
