/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a program prints is written, or the program says so and fails: a full disk, a
 * closed pipe. For the main() of programs that define _GNU_SOURCE.
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_OUTPUT_H
#define WARPCRYPT_HELPER_TRANSPORT_OUTPUT_H

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void wc_output_end(void)
{
	bool failed = ferror(stdout), pending = __fpending(stdout);

	errno = 0;
	/* Who closes standard output before the start wants nothing written. */
	if (!(fclose(stdout) && (errno != EBADF || pending)) && !failed)
		return;
	/* What an earlier write() failed with is not known any more. */
	fprintf(stderr, "%s: cannot write the output: %s\n",
		program_invocation_short_name,
		errno ? strerror(errno) : "is the disk full?");
	_exit(EXIT_FAILURE);
}

/* Standard output is closed, and looked at, when the program exits. */
static inline void wc_output_check(void)
{
	atexit(wc_output_end);
}

#endif /* WARPCRYPT_HELPER_TRANSPORT_OUTPUT_H */
