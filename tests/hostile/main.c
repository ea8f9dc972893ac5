// SPDX-License-Identifier: GPL-2.0-only
/*
 * hostile-helper: a helper that injects the faults that a test asks for. With
 * --reattach every attachment has a process of its own, which is not cleaned up.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/hostile/faults.h"

int main(int argc, char **argv)
{
	struct faults faults;

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
	return faults.reattach ? lives(&faults) : serve(&faults);
}
