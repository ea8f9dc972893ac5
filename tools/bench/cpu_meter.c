// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench cpu-meter: runs a guest, and tells the processor time that it and its
 * helper have used: questions and answers are in a directory that host and guest share.
 *
 * A guest's own clock of processor time counts ticks of 10 ms, and the helper may be
 * outside. The host knows better: a guest is a process, and those of its programs are its
 * children. Question number N is a directory ask.N, the answer a file told.N.
 */
#include "tools/bench/cpu_meter.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/bench/commands.h"
#include "tools/bench/util.h"

#define PROCESSES_MAX	4096
/* How long an answer may take. */
#define PATIENCE_MS	10000

/**
 * struct process - a process of the host
 * @pid: its number
 * @parent: its parent's
 * @name: its name
 * @seconds: processor time, with that of children that have ended
 */
struct process {
	pid_t pid;
	pid_t parent;
	char name[64];
	double seconds;
};

static struct process processes[PROCESSES_MAX];
static size_t process_count;

/* Reads /proc/PID/stat. Returns false if there is none any more. */
static bool read_process(const char *pid, struct process *p)
{
	unsigned long long t[4];
	char path[300], line[1024], *end;

	snprintf(path, sizeof(path), "/proc/%s/stat", pid);
	if (!read_line(path, line, sizeof(line)))
		return false;
	/* The name may have blanks and parentheses. */
	end = strrchr(line, ')');
	if (!end || sscanf(line, "%d (%63[^)]", &p->pid, p->name) != 2)
		return false;
	if (sscanf(end + 1,
		   " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu",
		   &p->parent, &t[0], &t[1], &t[2], &t[3]) != 5)
		return false;
	p->seconds = (double)(t[0] + t[1] + t[2] + t[3]) / sysconf(_SC_CLK_TCK);
	return true;
}

static void read_processes(void)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;

	if (!proc)
		die("cannot read /proc: %s", strerror(errno));
	process_count = 0;
	while ((entry = readdir(proc)) && process_count < PROCESSES_MAX)
		if (*entry->d_name >= '1' && *entry->d_name <= '9' &&
		    read_process(entry->d_name, &processes[process_count]))
			process_count++;
	closedir(proc);
}

static const struct process *find(pid_t pid)
{
	size_t i;

	for (i = 0; i < process_count; i++)
		if (processes[i].pid == pid)
			return &processes[i];
	return NULL;
}

/*
 * What a process below @root belongs to: the first ancestor, beginning with itself, that
 * is a helper or a guest's kernel. 'h', 'g', or 0 for others.
 */
static char owner(const struct process *p, pid_t root)
{
	char found = 0;

	for (; p && p->pid != root; p = find(p->parent)) {
		if (found)
			continue;
		if (!strncmp(p->name, "warpcryptd", 10))
			found = 'h';
		else if (!strcmp(p->name, "kernel") ||
			 !strncmp(p->name, "linux", 5) ||
			 !strncmp(p->name, "qemu-system", 11))
			found = 'g';
	}
	return p ? found : 0;
}

static void measure(pid_t root, struct cpu_time *time)
{
	size_t i;

	*time = (struct cpu_time){ };
	read_processes();
	for (i = 0; i < process_count; i++) {
		switch (owner(&processes[i], root)) {
		case 'h':
			time->helper += processes[i].seconds;
			break;
		case 'g':
			time->guest += processes[i].seconds;
			break;
		}
	}
}

/* Answers question @n, if it has been asked. */
static bool answer(const char *dir, unsigned int n, pid_t root)
{
	char ask[4096], told[4096], part[4096 + 8];
	struct cpu_time time;
	FILE *f;

	snprintf(ask, sizeof(ask), "%s/ask.%u", dir, n);
	if (rmdir(ask))
		return false;
	measure(root, &time);
	snprintf(told, sizeof(told), "%s/told.%u", dir, n);
	snprintf(part, sizeof(part), "%s.part", told);
	f = fopen(part, "we");
	if (!f || fprintf(f, "%.2f %.2f\n", time.guest, time.helper) < 0 ||
	    fclose(f) || rename(part, told))
		die("cannot write %s: %s", told, strerror(errno));
	return true;
}

/**
 * cpu_meter_ask() - in the guest: how much processor time has been used?
 * @dir: the directory that is shared with the host
 * @time: filled in
 *
 * Exits with a message if there is no answer.
 */
void cpu_meter_ask(const char *dir, struct cpu_time *time)
{
	static unsigned int n;
	char path[4096], line[128];
	unsigned int ms;

	snprintf(path, sizeof(path), "%s/ask.%u", dir, n);
	/* hostfs looks for what it has made; the host may have taken it away by then. */
	if (mkdir(path, 0700) && errno != ENOENT)
		die("cannot make %s: %s", path, strerror(errno));
	snprintf(path, sizeof(path), "%s/told.%u", dir, n++);
	for (ms = 0; ms < PATIENCE_MS; ms += 5) {
		if (read_line(path, line, sizeof(line)) &&
		    sscanf(line, "%lf %lf", &time->guest, &time->helper) == 2)
			return;
		sleep_ms(5);
	}
	die("no answer in %s: warpcrypt-bench cpu-meter has to run on the host",
	    dir);
}

static void usage(void)
{
	printf("Usage: warpcrypt-bench cpu-meter DIR COMMAND...\n\n"
	       "Runs COMMAND, which runs a guest, on the host. Meanwhile tells warpcrypt-bench\n"
	       "dm-crypt --cpu-meter in the guest how much processor time guest and helper use.\n"
	       "DIR is shared by both.\n");
}

int cmd_cpu_meter(int argc, char **argv)
{
	unsigned int n = 0;
	int status;
	pid_t pid;

	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
		usage();
		return 0;
	}
	if (argc < 3)
		usage_error("which directory, which command? warpcrypt-bench cpu-meter --help");
	pid = fork();
	if (pid < 0)
		die("fork: %s", strerror(errno));
	if (!pid) {
		execvp(argv[2], argv + 2);
		die("cannot run %s: %s", argv[2], strerror(errno));
	}
	/* It ends by itself after Ctrl-C, and this after it. */
	signal(SIGINT, SIG_IGN);
	while (!waitpid(pid, &status, WNOHANG)) {
		n += answer(argv[1], n, getpid());
		sleep_ms(2);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
