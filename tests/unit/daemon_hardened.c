// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/unit/daemon_hardened.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/unit/daemon_run.h"
#include "tests/unit/unit.h"

static FILE *open_proc(pid_t pid, const char *name)
{
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	f = fopen(path, "re");
	assert_non_null(f);
	return f;
}

/* A number in /proc/PID/status, after @name; it is hexadecimal, or one digit. */
unsigned long long daemon_status(pid_t pid, const char *name)
{
	FILE *f = open_proc(pid, "status");
	char line[1024] = "";

	while (strncmp(line, name, strlen(name)))
		assert_non_null(fgets(line, sizeof(line), f));
	fclose(f);
	return strtoull(line + strlen(name), NULL, 16);
}

/* What /proc/PID/oom_score_adj has. */
static int oom_score(pid_t pid)
{
	FILE *f = open_proc(pid, "oom_score_adj");
	int score;

	assert_int_equal(fscanf(f, "%d", &score), 1);
	fclose(f);
	return score;
}

/* The kernel's PF_MEMALLOC_NOIO, of the flags in /proc/PID/stat. */
static bool is_io_flusher(pid_t pid)
{
	FILE *f = open_proc(pid, "stat");
	char line[1024], *after;
	unsigned int flags;

	assert_non_null(fgets(line, sizeof(line), f));
	fclose(f);
	after = strrchr(line, ')');
	assert_non_null(after);
	assert_int_equal(sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %u", &flags), 1);
	return flags & 0x80000;
}

/* What the kernel has refused is said, and nothing else. */
static void must_be_or_say(bool is, const char *what)
{
	assert_true(is ? !daemon_has_said(what) : daemon_says(what));
}

/*
 * A supervisor or its engine must be as wc_harden() makes it; whether it is dumpable, it must
 * say itself.
 */
void daemon_must_be_hardened(pid_t pid)
{
	struct rlimit core = { 1, 1 }, memlock = { 0, 0 };

	assert_int_equal(prlimit(pid, RLIMIT_CORE, NULL, &core), 0);
	assert_int_equal(core.rlim_cur, 0);
	assert_int_equal(core.rlim_max, 0);
	assert_int_equal(daemon_status(pid, "NoNewPrivs:"), 1);
	must_be_or_say(oom_score(pid) == -1000,
		       "not exempt from the OOM killer");
	must_be_or_say(is_io_flusher(pid), "not an IO flusher");
	assert_int_equal(prlimit(pid, RLIMIT_MEMLOCK, NULL, &memlock), 0);
	must_be_or_say(memlock.rlim_cur == RLIM_INFINITY,
		       "RLIMIT_MEMLOCK stays as it is");
}
