/* SPDX-License-Identifier: GPL-2.0-only */
/* Children of programs that have several threads. */
#ifndef WARPCRYPT_TESTS_UNIT_FORK_CHILD_H
#define WARPCRYPT_TESTS_UNIT_FORK_CHILD_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A child that takes longer hangs. */
#define FORK_CHILD_SECONDS 120

/* Whether every thread but the caller sleeps. (In /proc/self/task/ID/stat the state follows the name.) */
static inline bool fork_others_sleep(void)
{
	char path[64], line[128], *state;
	DIR *dir = opendir("/proc/self/task");
	struct dirent *entry;
	bool sleep = dir;
	FILE *f;

	while (sleep && (entry = readdir(dir))) {
		if (atoi(entry->d_name) <= 0 || atoi(entry->d_name) == syscall(SYS_gettid))
			continue;
		snprintf(path, sizeof(path), "/proc/self/task/%d/stat", atoi(entry->d_name));
		f = fopen(path, "r");
		/* (A thread that has ended has no file.) */
		if (!f)
			continue;
		state = fgets(line, sizeof(line), f) ? strrchr(line, ')') : NULL;
		sleep = !state || state[2] == 'S';
		fclose(f);
	}
	if (dir)
		closedir(dir);
	return sleep;
}

/*
 * fork(); an alarm ends a child that takes too long. With AddressSanitizer fork() copies
 * the locks of its allocator as they are, so a child in which one is held waits for ever at
 * its first free(): fork() waits until every other thread sleeps, for none sleeps with such
 * a lock.
 */
static inline pid_t fork_child(void)
{
	pid_t pid;

#if defined(__SANITIZE_ADDRESS__)
	while (!fork_others_sleep())
		usleep(100);
#endif
	pid = fork();
	if (!pid)
		alarm(FORK_CHILD_SECONDS);
	return pid;
}

#endif /* WARPCRYPT_TESTS_UNIT_FORK_CHILD_H */
