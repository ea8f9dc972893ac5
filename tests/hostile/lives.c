// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lives of a helper that another process ends: each attachment has a process,
 * which its parent kills, or stops past the deadline, after a random number of frames.
 */
#include "tests/hostile/faults.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/device.h"

/* How often the parent looks how many frames the helper has had. */
#define LOOK_US		500

/* The process of one attachment, or -1. */
static pid_t start(const struct faults *faults)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		fprintf(stderr, "hostile-helper: fork: %s\n", strerror(errno));
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* If the parent died before prctl(), no signal comes. */
	if (getppid() != parent)
		_exit(1);
	_exit(serve(faults));
}

/* Waits for its end; whether it is known. */
static bool ended(pid_t pid)
{
	while (waitpid(pid, NULL, 0) < 0)
		if (errno != EINTR)
			return false;
	return true;
}

/* Whether all helpers have had @frames frames; false: it ended before. */
static bool has_served(pid_t pid, uint64_t frames)
{
	while (faults_counted(COUNT_served) < frames) {
		if (waitpid(pid, NULL, WNOHANG) == pid)
			return false;
		usleep(LOOK_US);
	}
	return true;
}

/* Ends the life of @pid; false: it had ended before. */
static bool end_life(pid_t pid, const struct faults *faults, uint64_t before,
		     unsigned long number)
{
	if (!has_served(pid, before + 1 + (unsigned long)rand() % faults->kill_after))
		return false;
	if (faults->stop_every && number % faults->stop_every == 0) {
		if (kill(pid, SIGSTOP) || !test_state("down"))
			return false;
		count_faults(COUNT_stopped, 1);
	} else {
		count_faults(COUNT_died, 1);
	}
	kill(pid, SIGKILL);
	return ended(pid);
}

/*
 * Attach again and again, in a process for each attachment; those with @kill_after are ended from
 * outside, until as many as @lives were. The exit status.
 */
int lives(struct faults *faults)
{
	unsigned long number = 0;

	srand((unsigned int)faults->seed);
	while (!faults->lives || number < faults->lives) {
		uint64_t before = faults_counted(COUNT_served);
		pid_t pid = start(faults);

		if (pid < 0)
			return 1;
		if (!faults->kill_after) {
			number += ended(pid);
			/* Another helper may be attached for a moment. */
			usleep(20000);
		} else if (end_life(pid, faults, before, number + 1)) {
			number++;
		}
		faults->seed++;
	}
	return 0;
}
