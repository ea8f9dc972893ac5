// SPDX-License-Identifier: GPL-2.0-only
/*
 * bridge-guest: takes warpcryptd's place in a guest whose helper runs on the
 * host. It takes the same options and passes them to the helper, it is the
 * process that has /dev/warpcrypt open, and its exit status is the helper's. So
 * it can be started, stopped, signalled and killed like a helper.
 *
 * Linked statically: it must run in any guest.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "tools/gpu/guest_keeper.h"
#include "tools/gpu/guest_memory.h"
#include "tools/gpu/guest_slots.h"

#define DEFAULT_STATS	"/run/warpcrypt/stats"

/* How long to wait for the last log lines of a helper that has ended (ms). */
#define LAST_WORDS_MS	100

struct bridge {
	const char *device;
	const char *stats;
	uint32_t stats_seen;	/* the serial number of what was written there last */
	int control;
	int log;
	int signals;
	struct guest_memory mem;
	struct guest_slots slots;
};

static void __attribute__((noreturn, format(printf, 1, 2)))
die(const char *fmt, ...)
{
	va_list args;

	fputs("warpcryptd (bridge): ", stderr);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

/* The value of @name in @argv[*i], as "--name=value" or "--name value". */
static const char *option(char **argv, int *i, const char *name)
{
	size_t len = strlen(name);

	if (strncmp(argv[*i], name, len))
		return NULL;
	if (argv[*i][len] == '=')
		return argv[*i] + len + 1;
	if (!argv[*i][len] && argv[*i + 1])
		return argv[++*i];
	return NULL;
}

/* Takes the options that name files of the guest; passes the others on. */
static void take_arguments(struct bridge *bridge, char **argv)
{
	struct bridge_memory *shared = bridge->mem.shared;
	const size_t room = sizeof(shared->args);
	const char *value;
	size_t len, used = 0;
	int i;

	for (i = 1; argv[i]; i++) {
		value = option(argv, &i, "--device");
		if (value) {
			bridge->device = value;
			continue;
		}
		value = option(argv, &i, "--stats");
		if (value) {
			bridge->stats = value;
			continue;
		}
		len = strlen(argv[i]) + 1;
		if (len > room - used)
			die("more than %zu bytes of arguments", room);
		memcpy(shared->args + used, argv[i], len);
		used += len;
		shared->directory.args_count++;
	}
}

static int open_line(unsigned int number)
{
	struct termios raw;
	char path[32];
	int fd;

	snprintf(path, sizeof(path), "/dev/ttyS%u", number);
	fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 || tcgetattr(fd, &raw))
		die("no line %s to the host (%s): this is for guests that tools/vm/gpu-run has started",
		    path, strerror(errno));
	cfmakeraw(&raw);
	raw.c_cflag |= CLOCAL;
	if (tcsetattr(fd, TCSANOW, &raw))
		die("%s: %s", path, strerror(errno));
	return fd;
}

/* Sends a command to bridge-host. */
static void __attribute__((format(printf, 2, 3)))
say(const struct bridge *bridge, const char *fmt, ...)
{
	char text[64];
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (write(bridge->control, text, len) != len)
		die("the control line is broken: %s", strerror(errno));
}

/* Signals are read from a descriptor; threads inherit the blocked mask. */
static void catch_signals(struct bridge *bridge)
{
	sigset_t all, mine;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	sigemptyset(&mine);
	sigaddset(&mine, SIGTERM);
	sigaddset(&mine, SIGINT);
	sigaddset(&mine, SIGHUP);
	sigaddset(&mine, SIGQUIT);
	sigaddset(&mine, SIGUSR1);
	bridge->signals = signalfd(-1, &mine, SFD_CLOEXEC);
	if (bridge->signals < 0)
		die("signalfd: %s", strerror(errno));
}

static void start(struct bridge *bridge, char **argv)
{
	int lines[BRIDGE_SLOTS], keeper, ret, i;

	ret = guest_keeper_claim();
	if (ret == -EAGAIN || ret == -EACCES)
		die("another helper is attached: stop it first");
	if (ret)
		die("cannot lock a file in /run: %s", strerror(-ret));
	bridge->control = open_line(BRIDGE_LINE_CONTROL);
	bridge->log = open_line(BRIDGE_LINE_LOG);
	for (i = 0; i < BRIDGE_SLOTS; i++)
		lines[i] = open_line(BRIDGE_LINE_SLOT + i);

	keeper = guest_keeper_start(bridge->control);
	if (keeper < 0)
		die("cannot start a keeper: %s", strerror(-keeper));
	/* Drop doorbells and log lines of an earlier helper. */
	tcflush(bridge->control, TCIFLUSH);
	tcflush(bridge->log, TCIFLUSH);

	ret = guest_memory_init(&bridge->mem);
	if (ret)
		die("no memory that the host can access: %s%s", strerror(-ret),
		    ret == -EPERM ? "; needs CAP_SYS_ADMIN" : "");
	take_arguments(bridge, argv);
	ret = guest_slots_start(&bridge->slots, &bridge->mem, bridge->device,
				lines);
	if (ret)
		die("cannot start threads: %s", strerror(-ret));
	ret = guest_keeper_arm(keeper, &bridge->mem);
	if (ret)
		die("the keeper died: %s", strerror(-ret));
	say(bridge, "start %x %llx\n", bridge->mem.shared->directory.pages[0],
	    (unsigned long long)bridge->mem.shared->directory.cookie);
}

/* Writes the helper's statistics, if they are new, to the file of --stats. */
static void write_stats(struct bridge *bridge)
{
	const struct bridge_memory *shared = bridge->mem.shared;
	uint32_t serial = bridge_load(&shared->directory.stats_serial);
	uint32_t len = shared->directory.stats_len;
	char path[4096];
	FILE *file;
	bool good;

	if (serial == bridge->stats_seen ||
	    len > sizeof(shared->stats))
		return;
	bridge->stats_seen = serial;
	if (!strcmp(bridge->stats, DEFAULT_STATS))
		mkdir("/run/warpcrypt", 0755);
	snprintf(path, sizeof(path), "%s.new", bridge->stats);
	file = fopen(path, "w");
	good = file && fwrite(shared->stats, 1, len, file) == len;
	if (file && fclose(file))
		good = false;
	if (!good || rename(path, bridge->stats))
		fprintf(stderr, "warpcryptd (bridge): cannot write %s: %s\n",
			bridge->stats, strerror(errno));
}

/* Copies the helper's log to standard error. Returns false at its end. */
static bool copy_log(const struct bridge *bridge, int timeout_ms)
{
	struct pollfd ready = { .fd = bridge->log, .events = POLLIN };
	char text[1024];
	ssize_t n;

	if (poll(&ready, 1, timeout_ms) <= 0)
		return false;
	n = read(bridge->log, text, sizeof(text));
	return n > 0 && write(STDERR_FILENO, text, n) == n;
}

static void pass_signal_on(struct bridge *bridge)
{
	struct signalfd_siginfo info;

	if (read(bridge->signals, &info, sizeof(info)) == sizeof(info))
		say(bridge, "signal %u\n", info.ssi_signo);
}

static void serve(struct bridge *bridge)
{
	const __u32 *state = &bridge->mem.shared->directory.helper_state;
	struct pollfd ready[] = {
		{ .fd = bridge->control, .events = POLLIN },
		{ .fd = bridge->log, .events = POLLIN },
		{ .fd = bridge->signals, .events = POLLIN },
	};
	char bytes[64];

	while (bridge_load(state) != BRIDGE_HELPER_GONE) {
		if (poll(ready, 3, -1) < 0)
			continue;
		if (ready[0].revents) {
			if (read(bridge->control, bytes, sizeof(bytes)) <= 0)
				die("the control line is broken: %s",
				    strerror(errno));
			guest_slots_cancel(&bridge->slots);
			write_stats(bridge);
		}
		if (ready[1].revents)
			copy_log(bridge, 0);
		if (ready[2].revents)
			pass_signal_on(bridge);
	}
	while (copy_log(bridge, LAST_WORDS_MS))
		;
	write_stats(bridge);
}

int main(int argc, char **argv)
{
	static struct bridge bridge = {
		.device = WARPCRYPT_DEVICE,
		.stats = DEFAULT_STATS,
	};
	int status;

	(void)argc;
	catch_signals(&bridge);
	start(&bridge, argv);
	serve(&bridge);

	/* The helper has ended, and with it its DMA; exiting closes the device. */
	status = bridge.mem.shared->directory.helper_status;
	if (WIFSIGNALED(status)) {
		fprintf(stderr,
			"warpcryptd (bridge): the helper on the host was killed by signal %d\n",
			WTERMSIG(status));
		return 128 + WTERMSIG(status);
	}
	return WEXITSTATUS(status);
}
