// SPDX-License-Identifier: GPL-2.0-only
#include "tests/fail_nth.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int file = -1;
static bool armed;

bool fail_nth_open(void)
{
	file = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	return file >= 0;
}

static void write_nth(unsigned long n)
{
	char text[24];
	int len = snprintf(text, sizeof(text), "%lu", n);

	/* The write itself may be the n-th. */
	if (pwrite(file, text, (size_t)len, 0) == len ||
	    pwrite(file, text, (size_t)len, 0) == len)
		return;
	fprintf(stderr, "fail-nth: %s\n", strerror(errno));
	exit(2);
}

void fail_nth_on(unsigned long n)
{
	armed = n;
	if (n)
		write_nth(n);
}

bool fail_nth_off(void)
{
	char text[24] = "";
	int error = errno;
	bool reached;

	if (!armed)
		return false;
	/* A fault that hits the read came after. */
	reached = pread(file, text, sizeof(text) - 1, 0) > 0 &&
		  !strtoul(text, NULL, 10);
	write_nth(0);
	armed = false;
	errno = error;
	return reached;
}
