// SPDX-License-Identifier: GPL-2.0-only
/*
 * bridge-host: the host's side of the bridge. Runs a guest (a command that
 * starts User-mode Linux) whose serial lines are sockets of this process, and
 * starts a helper when the guest asks for one. It reports the helper's end to
 * the guest only after waitpid() has returned it and its engine.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/gpu/bridge.h"
#include "tools/gpu/ram.h"

#define LINES		(BRIDGE_LINE_SLOT + BRIDGE_SLOTS)
#define FIRST_LINE	BRIDGE_LINE_CONTROL
#define ARGS_MAX	128

/* How often to check for statistics that were requested (ms). */
#define STATS_MS	20

/* Exit status, as tools/vm/run has it: the guest did not run its command. */
#define EXIT_BROKEN	125

struct host {
	const char *program;	/* the helper's */
	const char *dir;	/* for the session's files */
	/* Replaces "--backend=cpu" and "--backend=auto" in the helper's arguments, unless NULL. */
	char *backend;
	int lines[LINES];	/* this side's ends of the lines */
	int far[LINES];		/* the guest's ends, until the guest has them */
	int signals;
	pid_t guest;		/* the process of the guest's command, 0 when it has ended */
	int guest_status;	/* from waitpid() */
	char words[128];	/* an incomplete command from the guest */
	size_t words_len;
	struct ram ram;		/* the guest's RAM, while there is a helper */
	struct bridge_memory *memory;	/* what it shares, mapped, likewise */
	uint32_t pfn;		/* page frame number of the directory */
	uint64_t cookie;
	pid_t helper;		/* the helper's process, 0 when there is none */
	bool want_stats;	/* the helper was asked for its statistics */
};

static void __attribute__((format(printf, 1, 2))) complain(const char *fmt, ...)
{
	va_list args;

	fputs("bridge-host: ", stderr);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
}

static void __attribute__((noreturn)) usage(int status)
{
	fputs("Usage: bridge-host --helper PROGRAM --dir DIR [--backend NAME] -- COMMAND [ARG...]\n"
	      "Runs COMMAND, which starts a User-mode Linux guest with $WARPCRYPT_UML_ARGS and writes its\n"
	      "process number into $WARPCRYPT_GUEST_PID, and runs the helper PROGRAM for that guest.\n"
	      "  --helper PROGRAM  warpcryptd-bridge\n"
	      "  --dir DIR         an empty directory for the session's files\n"
	      "  --backend NAME    the backend of helpers that the guest starts with cpu or auto\n",
	      status ? stderr : stdout);
	exit(status);
}

static const char *path_in(const struct host *host, const char *name)
{
	static char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", host->dir, name);
	return path;
}

static void ring_guest(const struct host *host)
{
	const char doorbell = BRIDGE_DOORBELL;

	while (send(host->lines[BRIDGE_LINE_CONTROL], &doorbell, 1,
		    MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno == EINTR)
		;
}

/* Makes the lines, and puts the guest's arguments for them in the environment. */
static int make_lines(struct host *host)
{
	char args[LINES * 16] = "";
	size_t used = 0;
	int i, pair[2];

	for (i = FIRST_LINE; i < LINES; i++) {
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
			complain("no socket for a line: %s", strerror(errno));
			return -1;
		}
		host->lines[i] = pair[0];
		/* Scripts use the low numbers. */
		host->far[i] = fcntl(pair[1], F_DUPFD_CLOEXEC, 100);
		close(pair[1]);
		if (host->far[i] < 0) {
			complain("too few file descriptors: raise ulimit -n");
			return -1;
		}
		used += snprintf(args + used, sizeof(args) - used,
				 "%sssl%d=fd:%d", used ? " " : "", i,
				 host->far[i]);
	}
	setenv("WARPCRYPT_UML_ARGS", args, 1);
	setenv("WARPCRYPT_GUEST_PID", path_in(host, "guest.pid"), 1);
	return 0;
}

static void unblock_signals(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGINT, SIG_DFL);
}

static int start_guest(struct host *host, char **command)
{
	int i;

	host->guest = fork();
	if (host->guest < 0) {
		complain("fork: %s", strerror(errno));
		return -1;
	}
	if (!host->guest) {
		unblock_signals();
		for (i = FIRST_LINE; i < LINES; i++)
			fcntl(host->far[i], F_SETFD, 0);
		execvp(command[0], command);
		complain("cannot run %s: %s", command[0], strerror(errno));
		_exit(EXIT_BROKEN);
	}
	for (i = FIRST_LINE; i < LINES; i++)
		close(host->far[i]);
	return 0;
}

static void stop_guest(const struct host *host)
{
	if (host->guest)
		kill(host->guest, SIGTERM);
}

static pid_t guest_pid(const struct host *host)
{
	FILE *file = fopen(path_in(host, "guest.pid"), "r");
	int pid = 0;

	if (!file)
		return 0;
	if (fscanf(file, "%d", &pid) != 1)
		pid = 0;
	fclose(file);
	return pid;
}

static int write_session(const struct host *host)
{
	FILE *file = fopen(path_in(host, "session"), "w");
	int i;

	if (!file) {
		complain("cannot write %s: %s", path_in(host, "session"),
			 strerror(errno));
		return -1;
	}
	fprintf(file, "ram %d\ndirectory %" PRIx32 "\ncookie %" PRIx64
		"\ncontrol %d\nslots", host->ram.fd, host->pfn, host->cookie,
		host->lines[BRIDGE_LINE_CONTROL]);
	for (i = BRIDGE_LINE_SLOT; i < LINES; i++)
		fprintf(file, " %d", host->lines[i]);
	fputc('\n', file);
	return fclose(file);
}

/*
 * Tests and the runner ask for "cpu" or "auto" when they need an engine that
 * computes; --backend replaces these.
 */
static const char *choose_backend(const struct host *host, const char *arg)
{
	static const char *const any[] = {
		"--backend=cpu", "--backend=auto", "cpu", "auto",
	};
	size_t i;

	for (i = 0; host->backend && i < sizeof(any) / sizeof(any[0]); i++)
		if (!strcmp(arg, any[i]))
			return arg[0] == '-' ? host->backend : strchr(host->backend, '=') + 1;
	return arg;
}

/* In the helper's process: sets its arguments and descriptors, and executes it. */
static void __attribute__((noreturn)) become_helper(const struct host *host)
{
	const char *given = host->memory->args;
	const char *end = given + sizeof(host->memory->args);
	const char *argv[ARGS_MAX + 8];
	uint32_t i, argc = 0;
	int line;

	argv[argc++] = host->program;
	if (host->backend)
		argv[argc++] = host->backend;
	for (i = 0; i < host->memory->directory.args_count && argc < ARGS_MAX; i++) {
		if (given >= end || !memchr(given, 0, end - given))
			_exit(EXIT_BROKEN);
		argv[argc++] = choose_backend(host, given);
		given += strlen(given) + 1;
	}
	argv[argc++] = "--device";
	argv[argc++] = host->dir;
	argv[argc++] = "--stats";
	argv[argc++] = strdup(path_in(host, "stats"));
	argv[argc] = NULL;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* With the engine that it starts: signals to stop or kill are for both. */
	setpgid(0, 0);
	dup2(host->lines[BRIDGE_LINE_LOG], STDOUT_FILENO);
	dup2(host->lines[BRIDGE_LINE_LOG], STDERR_FILENO);
	fcntl(host->lines[BRIDGE_LINE_CONTROL], F_SETFD, 0);
	for (line = BRIDGE_LINE_SLOT; line < LINES; line++)
		fcntl(host->lines[line], F_SETFD, 0);
	fcntl(host->ram.fd, F_SETFD, 0);
	unblock_signals();
	execv(host->program, (char **)argv);
	complain("cannot run %s: %s", host->program, strerror(errno));
	_exit(127);
}

static void unmap_session(struct host *host)
{
	ram_unmap_memory(host->memory);
	host->memory = NULL;
	ram_close(&host->ram);
}

static int map_session(struct host *host, uint32_t pfn, uint64_t cookie)
{
	struct wc_error err = { "" };

	unmap_session(host);
	host->memory = ram_find(&host->ram, guest_pid(host), pfn, cookie, &err);
	if (!host->memory) {
		complain("%s", err.text);
		return -1;
	}
	host->pfn = pfn;
	host->cookie = cookie;
	return 0;
}

static int start_helper(struct host *host, uint32_t pfn, uint64_t cookie)
{
	if (host->helper) {
		complain("the guest asks for a second helper");
		return -1;
	}
	if (map_session(host, pfn, cookie) || write_session(host))
		return -1;
	unlink(path_in(host, "stats"));
	host->want_stats = false;
	bridge_store(&host->memory->directory.helper_state, BRIDGE_HELPER_RUNNING);
	host->helper = fork();
	if (!host->helper)
		become_helper(host);
	/* Here as well: either side may come first. */
	if (host->helper > 0)
		setpgid(host->helper, host->helper);
	if (host->helper < 0) {
		host->helper = 0;
		complain("fork: %s", strerror(errno));
		return -1;
	}
	return 0;
}

/* Copies the helper's statistics to the guest, if it has written any. */
static void publish_stats(struct host *host)
{
	FILE *file = fopen(path_in(host, "stats"), "r");
	struct bridge_directory *dir;

	if (!file)
		return;
	host->want_stats = false;
	dir = &host->memory->directory;
	dir->stats_len = fread(host->memory->stats, 1,
			       sizeof(host->memory->stats), file);
	bridge_store(&dir->stats_serial, dir->stats_serial + 1);
	ring_guest(host);
	fclose(file);
	unlink(path_in(host, "stats"));
}

static void tell_gone(struct host *host, int status)
{
	host->memory->directory.helper_status = status;
	bridge_store(&host->memory->directory.helper_state, BRIDGE_HELPER_GONE);
	ring_guest(host);
	unmap_session(host);
}

/* Is a signal for the helper's supervisor alone, which tells its engine? */
static bool is_for_one(int signal)
{
	return signal == SIGTERM || signal == SIGINT || signal == SIGUSR1;
}

/*
 * The supervisor is gone, and its engine dies with it; but only when that is gone,
 * too, does nothing access the guest's memory. It was left to this process.
 */
static void await_engine(pid_t group)
{
	kill(-group, SIGKILL);
	while (waitpid(-group, NULL, 0) > 0 || errno == EINTR)
		;
}

static void signal_helper(struct host *host, int signal)
{
	if (!host->helper)
		return;
	if (signal == SIGUSR1) {
		unlink(path_in(host, "stats"));
		host->want_stats = true;
	}
	kill(is_for_one(signal) ? host->helper : -host->helper, signal);
}

/* Does one command of the guest; see bridge.h. */
static int obey(struct host *host, const char *word)
{
	uint64_t cookie;
	uint32_t pfn;
	int number;

	if (sscanf(word, "start %" SCNx32 " %" SCNx64, &pfn, &cookie) == 2)
		return start_helper(host, pfn, cookie);
	if (sscanf(word, "signal %d", &number) == 1 && number > 0 &&
	    number < NSIG) {
		signal_helper(host, number);
	} else if (sscanf(word, "end %" SCNx32 " %" SCNx64, &pfn,
			  &cookie) == 2) {
		if (host->helper)
			signal_helper(host, SIGKILL);
		else if (!map_session(host, pfn, cookie))
			tell_gone(host, SIGKILL);
	}
	/* Anything else is an echo from before the guest made the line raw. */
	return 0;
}

static int read_words(struct host *host)
{
	char *end;
	ssize_t n;

	n = recv(host->lines[BRIDGE_LINE_CONTROL],
		 host->words + host->words_len,
		 sizeof(host->words) - 1 - host->words_len, MSG_DONTWAIT);
	if (n <= 0)
		return 0;	/* the guest has ended; SIGCHLD follows */
	host->words_len += n;
	host->words[host->words_len] = 0;
	while ((end = strpbrk(host->words, "\r\n"))) {
		*end = 0;
		if (obey(host, host->words))
			return -1;
		host->words_len -= end + 1 - host->words;
		memmove(host->words, end + 1, host->words_len + 1);
	}
	if (host->words_len == sizeof(host->words) - 1)
		host->words_len = 0;
	return 0;
}

static void reap(struct host *host)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid == host->guest) {
			host->guest = 0;
			host->guest_status = status;
		} else if (pid == host->helper) {
			host->helper = 0;
			await_engine(pid);
			publish_stats(host);
			tell_gone(host, status);
		}
	}
}

static void take_signal(struct host *host)
{
	struct signalfd_siginfo info;

	if (read(host->signals, &info, sizeof(info)) != sizeof(info))
		return;
	if (info.ssi_signo == SIGCHLD)
		reap(host);
	else
		stop_guest(host);
}

static void serve(struct host *host)
{
	struct pollfd ready[] = {
		{ .fd = host->signals, .events = POLLIN },
		{ .fd = host->lines[BRIDGE_LINE_CONTROL], .events = POLLIN },
	};

	while (host->guest) {
		if (poll(ready, 2, host->want_stats ? STATS_MS : -1) < 0)
			continue;
		if (host->want_stats)
			publish_stats(host);
		if (ready[0].revents)
			take_signal(host);
		if (ready[1].revents & POLLIN) {
			if (read_words(host)) {
				complain("the guest gets no helper: ending the guest");
				stop_guest(host);
			}
		} else if (ready[1].revents) {
			ready[1].fd = -1;	/* the other end is closed */
		}
	}
	if (host->helper) {
		signal_helper(host, SIGKILL);
		waitpid(host->helper, NULL, 0);
		await_engine(host->helper);
	}
}

static void catch_signals(struct host *host)
{
	sigset_t mine;

	/* An engine whose supervisor has died is left to this process. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	/* A terminal sends its interrupt to the guest's command too. */
	signal(SIGINT, SIG_IGN);
	sigemptyset(&mine);
	sigaddset(&mine, SIGCHLD);
	sigaddset(&mine, SIGTERM);
	sigaddset(&mine, SIGHUP);
	sigprocmask(SIG_BLOCK, &mine, NULL);
	host->signals = signalfd(-1, &mine, SFD_CLOEXEC);
}

static void parse_options(struct host *host, int argc, char **argv)
{
	static const struct option options[] = {
		{ "helper", required_argument, NULL, 'h' },
		{ "dir", required_argument, NULL, 'd' },
		{ "backend", required_argument, NULL, 'b' },
		{ "help", no_argument, NULL, '?' },
		{ },
	};
	int c;

	while ((c = getopt_long(argc, argv, "+", options, NULL)) != -1) {
		switch (c) {
		case 'h':
			host->program = optarg;
			break;
		case 'd':
			host->dir = optarg;
			break;
		case 'b':
			if (asprintf(&host->backend, "--backend=%s", optarg) < 0)
				exit(EXIT_BROKEN);
			break;
		default:
			usage(optopt ? 2 : 0);
		}
	}
	if (!host->program || !host->dir || optind >= argc)
		usage(2);
}

int main(int argc, char **argv)
{
	struct host host = { .ram = { .fd = -1 } };

	parse_options(&host, argc, argv);
	catch_signals(&host);
	if (host.signals < 0 || make_lines(&host) ||
	    start_guest(&host, argv + optind))
		return EXIT_BROKEN;
	serve(&host);
	if (WIFSIGNALED(host.guest_status))
		return 128 + WTERMSIG(host.guest_status);
	return WEXITSTATUS(host.guest_status);
}
