// SPDX-License-Identifier: GPL-2.0-only
/*
 * How often each fault has happened, in memory that all processes of a helper
 * share: the counts outlive the process that dies of a fault.
 */
#include "tests/hostile/faults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BYTES	(COUNTS * sizeof(uint64_t))

static uint64_t *counts;

#define FAULT_NAME(name)	#name,
static const char *const names[COUNTS] = { FAULT_COUNTS(FAULT_NAME) };

/* Begin to count, from 0, in a file too, unless @path is NULL. 0, or -1 with errno set. */
int counts_open(const char *path)
{
	int fd = -1, flags = MAP_SHARED;
	void *map;

	if (path) {
		fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		if (fd < 0 || ftruncate(fd, BYTES))
			return -1;
	} else {
		flags |= MAP_ANONYMOUS;
	}
	map = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, flags, fd, 0);
	if (path)
		close(fd);
	if (map == MAP_FAILED)
		return -1;
	counts = map;
	return 0;
}

/* Count so many; from any thread and any process since counts_open(). */
void count_faults(enum fault_count fault, uint64_t number)
{
	__atomic_fetch_add(&counts[fault], number, __ATOMIC_RELAXED);
}

/* How often that has happened by now, in all processes. */
uint64_t faults_counted(enum fault_count fault)
{
	return __atomic_load_n(&counts[fault], __ATOMIC_RELAXED);
}

/* Print all counts, "NAME NUMBER" to a line, of a file: the exit status. */
int counts_print(const char *path)
{
	uint64_t values[COUNTS];
	FILE *file = fopen(path, "r");
	unsigned int i;

	if (!file || fread(values, BYTES, 1, file) != 1) {
		fprintf(stderr, "hostile-helper: %s has no counts: %s\n", path,
			strerror(errno));
		return 1;
	}
	fclose(file);
	for (i = 0; i < COUNTS; i++)
		printf("%s %llu\n", names[i], (unsigned long long)values[i]);
	return 0;
}
