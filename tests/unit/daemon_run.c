// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/daemon_run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "helper/daemon/device.h"
#include "helper/daemon/supervise.h"

/* Until a wait is in vain, s. */
#define PATIENCE	120
#define ARGS_MAX	16

struct daemon_tally daemon_tally;
char daemon_log[1 << 16];

static pid_t pid;
/* It was started and has not been waited for. */
static bool running;
static int log_fd = -1;
static size_t log_len;
static char stats_path[] = "/tmp/warpcrypt-unit-stats.XXXXXX";

/*
 * Once, at the start of a test program. Makes the supervisor impatient: it is the order of
 * events that counts here.
 */
void daemon_setup(const struct wc_geometry *geo)
{
	module_init(geo);
	close(mkstemp(stats_path));
	wc_timing.tick = 50;
	wc_timing.slack = 500;
	wc_timing.hurry = 20;
}

/* A test that has failed leaves it running; its engine dies with it. */
static void end_leftover(void)
{
	if (!running)
		return;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	running = false;
}

/* Once, at the end. */
void daemon_clean_up(void)
{
	end_leftover();
	unlink(stats_path);
}

static int run_daemon(const char *const *args)
{
	const struct wc_geometry *geo = &module_builder.arena.geo;
	static char frame_size[40], frames[40], slots[40], stats[80];
	const char *argv[ARGS_MAX + 9] = {
		"warpcryptd", frame_size, frames, slots, stats,
		"--threads=1", "--verbose", "--measure=0",
	};
	int n = 8;

	snprintf(frame_size, sizeof(frame_size), "--frame-size=%u", geo->frame_size);
	snprintf(frames, sizeof(frames), "--frames=%u", geo->frame_count);
	snprintf(slots, sizeof(slots), "--key-slots=%u", geo->key_slots);
	snprintf(stats, sizeof(stats), "--stats=%s", stats_path);
	while (*args && n < ARGS_MAX + 8)
		argv[n++] = *args++;
	return wc_daemon(n, (char **)argv, &module_device);
}

/*
 * Start warpcryptd with these arguments, up to NULL, besides geometry, one thread and
 * statistics.
 */
void daemon_start(const char *const *args)
{
	int fds[2];

	end_leftover();
	if (log_fd >= 0)
		close(log_fd);
	log_len = 0;
	daemon_log[0] = '\0';
	fflush(stdout);
	if (pipe(fds))
		abort();
	pid = fork();
	if (!pid) {
		dup2(fds[1], STDERR_FILENO);
		close(fds[0]);
		close(fds[1]);
		exit(run_daemon(args));
	}
	running = true;
	close(fds[1]);
	log_fd = fds[0];
	fcntl(log_fd, F_SETFL, O_NONBLOCK);
}

pid_t daemon_pid(void)
{
	return pid;
}

/* Read its messages into daemon_log. */
static void read_log(void)
{
	ssize_t n;

	while (log_len + 1 < sizeof(daemon_log) &&
	       (n = read(log_fd, daemon_log + log_len,
			 sizeof(daemon_log) - 1 - log_len)) > 0)
		log_len += (size_t)n;
	daemon_log[log_len] = '\0';
}

/* A number of its statistics, from the file that was written last, or -1. */
long long daemon_stat(const char *name)
{
	FILE *f = fopen(stats_path, "re");
	long long value = -1, number;
	char line[128], word[96];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%95s %lld", word, &number) == 2 &&
		    !strcmp(word, name))
			value = number;
	if (f)
		fclose(f);
	return value;
}

static bool is_done(enum module_result result)
{
	bool done = result == MODULE_DONE;

	daemon_tally.done += done;
	daemon_tally.software += !done;
	return done;
}

/* One more frame: whether the helper did it. */
bool daemon_serves(void)
{
	return module_test_helper() && is_done(module_frame());
}

/* One more frame, for an engine whose name begins with this: whether it did it. */
bool daemon_serves_on(const char *engine)
{
	int i = module_test_helper() ? module_find(engine) : -1;

	return i >= 0 && is_done(module_frame_on((unsigned int)i));
}

/* Call @is_so until it returns true; false: that took too long, and the messages are printed. */
bool daemon_until(bool (*is_so)(void))
{
	long long end = module_now_ms() + PATIENCE * 1000;

	while (!is_so()) {
		read_log();
		if (module_now_ms() > end) {
			printf("# waited in vain; warpcryptd says:\n%s",
			       daemon_log);
			return false;
		}
		module_pause();
	}
	read_log();
	return true;
}

static bool has_counts(void)
{
	return !access(stats_path, F_OK);
}

/*
 * Let the supervisor look at its engine so often, at least, however slow it is: after a tick's
 * time it writes its counts, and looks, too. False: that took too long.
 */
bool daemon_ticks(unsigned int n)
{
	/* Before the first, less time has passed. */
	for (n++; n; n--) {
		usleep(1000 * wc_timing.tick);
		unlink(stats_path);
		kill(pid, SIGUSR1);
		if (!daemon_until(has_counts))
			return false;
	}
	return true;
}

/* Is there a message so far? */
bool daemon_has_said(const char *what)
{
	read_log();
	return strstr(daemon_log, what);
}

static const char *wanted;

static bool is_said(void)
{
	return daemon_has_said(wanted);
}

/* Wait for a message, which may come after what it is about; false: that took too long. */
bool daemon_says(const char *what)
{
	wanted = what;
	return daemon_until(is_said);
}

static int wait_status;

static bool has_ended(void)
{
	running = waitpid(pid, &wait_status, WNOHANG) != pid;
	return !running;
}

/* Wait for its end: its exit status, or -1: it did not end, or died of a signal. */
int daemon_wait(void)
{
	if (!daemon_until(has_ended)) {
		end_leftover();
		return -1;
	}
	return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
}

/* End it as a service manager does, and wait as daemon_wait() does. */
int daemon_stop(void)
{
	kill(pid, SIGTERM);
	return daemon_wait();
}
