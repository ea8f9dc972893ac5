// SPDX-License-Identifier: GPL-2.0-only
/*
 * hostile-helper: a helper that injects the faults that a test asks for. With
 * --reattach every attachment has a process of its own, which is not cleaned up.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/hostile/faults.h"

/* One attachment in a child; returns its wait status. */
static int attach_in_child(const struct faults *faults)
{
	pid_t parent = getpid(), pid = fork();
	int status;

	if (pid < 0) {
		fprintf(stderr, "hostile-helper: fork: %s\n", strerror(errno));
		return -1;
	}
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* If the parent died before prctl(), no signal comes. */
		if (getppid() != parent)
			_exit(1);
		_exit(serve(faults));
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

int main(int argc, char **argv)
{
	struct faults faults;
	int status;

	faults_parse(&faults, argc, argv);
	if (counts_open(faults.counts)) {
		fprintf(stderr, "hostile-helper: %s: %s\n", faults.counts,
			strerror(errno));
		return 1;
	}
	if (trace_open(faults.trace)) {
		fprintf(stderr, "hostile-helper: %s: %s\n", faults.trace,
			strerror(errno));
		return 1;
	}
	if (!faults.reattach)
		return serve(&faults);
	for (;;) {
		status = attach_in_child(&faults);
		if (status < 0)
			return 1;
		faults.seed++;
		/* Another helper may be attached for a moment. */
		usleep(20000);
	}
}
