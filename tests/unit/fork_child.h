/* SPDX-License-Identifier: GPL-2.0-only */
/* The threads of a program, and its children. */
#ifndef WARPCRYPT_TESTS_UNIT_FORK_CHILD_H
#define WARPCRYPT_TESTS_UNIT_FORK_CHILD_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child that takes longer hangs. */
#define FORK_CHILD_SECONDS 120

/* Of a thread's flags in /proc/self/task/ID/stat: it ends. */
#define FORK_ENDS	4u

/* The threads of this process. */
struct fork_threads {
	/*
	 * Those that have not begun to end; one that was joined has, though the kernel may still
	 * count it.
	 */
	int count;
	int awake;	/* those that do not sleep, but for the caller */
};

static inline struct fork_threads fork_threads(void)
{
	struct fork_threads threads = { 0 };
	DIR *dir = opendir("/proc/self/task");
	char path[64], line[512], *name_end;
	struct dirent *entry;
	unsigned int flags;
	char state;
	FILE *f;

	while (dir && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), "/proc/self/task/%d/stat", atoi(entry->d_name));
		f = fopen(path, "r");
		/* (No thread is number 0, and one that has ended has no file.) */
		if (!f)
			continue;
		name_end = fgets(line, sizeof(line), f) ? strrchr(line, ')') : NULL;
		fclose(f);
		if (!name_end || sscanf(name_end + 1, " %c %*d %*d %*d %*d %*d %u", &state, &flags) != 2)
			continue;
		threads.count += !(flags & FORK_ENDS);
		threads.awake += state != 'S' && atoi(entry->d_name) != syscall(SYS_gettid);
	}
	if (dir)
		closedir(dir);
	return threads;
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
	while (fork_threads().awake)
		usleep(100);
#endif
	pid = fork();
	if (!pid)
		alarm(FORK_CHILD_SECONDS);
	return pid;
}

/* Waits for it: whether it has ended with this status. */
static inline bool child_says(pid_t pid, int code)
{
	int status;

	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       WEXITSTATUS(status) == code;
}

#endif /* WARPCRYPT_TESTS_UNIT_FORK_CHILD_H */
