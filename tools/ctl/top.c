// SPDX-License-Identifier: GPL-2.0-only
/*
 * top: rates, again and again.
 */
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "tools/ctl/commands.h"
#include "tools/ctl/json.h"
#include "tools/ctl/root.h"
#include "tools/ctl/table.h"

#define CLEAR	"\033[H\033[J"

/* What is read at one moment. */
struct reading {
	double when;		/* seconds, of a clock that only goes on */
	struct driver driver;
	struct counters counters;
	struct counters grown;	/* of the counters, since the reading before */
	double seconds;		/* since then */
	struct gpu gpus[GPUS_MAX];
	size_t gpu_count;
};

static volatile sig_atomic_t stopped;

static void stop(int sig)
{
	(void)sig;
	stopped = 1;
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

/* Prints what could not be read, and returns the exit status. @before is NULL at first. */
static int take(struct reading *r, const struct reading *before)
{
	int err;

	memset(r, 0, sizeof(*r));
	if (driver_must_read(&r->driver))
		return CTL_FAILED;
	err = counters_read(&r->counters);
	r->when = now();
	if (!err && before) {
		r->seconds = r->when - before->when;
		err = counters_grown(&r->grown, &r->counters, &before->counters);
	}
	r->gpu_count = err ? 0 : gpus_read(r->gpus);
	return err ? root_fail("the counters", err) : CTL_OK;
}

/* How much one counter has grown a second. */
static double rate(const struct reading *r, const char *name)
{
	return counters_get(&r->grown, "%s", name) / r->seconds;
}

static double share(uint64_t part, uint64_t all)
{
	return all ? 100.0 * part / all : 0;
}

static void print_alg(const struct alg_counts *alg, double seconds)
{
	size_t i;

	printf("%-20s %10.0f %9.1f %10.0f %9.1f  %5.1f %%", alg->name,
	       alg->requests / seconds, alg->bytes / seconds / 1e6,
	       alg->software_requests / seconds,
	       alg->software_bytes / seconds / 1e6,
	       share(alg->bytes, alg->bytes + alg->software_bytes));
	for (i = 0; i < alg->reason_count; i++)
		if (alg->reasons[i].requests)
			printf("  %s %.0f %%", alg->reasons[i].name,
			       share(alg->reasons[i].requests,
				     alg->software_requests));
	putchar('\n');
}

static void print_text(const struct reading *r)
{
	double frames = rate(r, "frames.committed");
	double requests = rate(r, "requests.committed");
	struct alg_counts alg;
	unsigned int shown = 0;
	size_t at = 0;

	printf("warpcrypt: %s; %" PRIu64 " of %" PRIu64
	       " frames in use, %" PRIu64 " of them at the helper\n",
	       r->driver.state, r->driver.frames_busy, r->driver.frames,
	       counters_at_helper(&r->counters));
	printf("%.0f frames/s, %.1f requests per frame, %.0f waited for room/s, %.0f frames failed or lost/s\n",
	       frames, frames > 0 ? requests / frames : 0,
	       rate(r, "backlog.queued"),
	       rate(r, "frames.failed") + rate(r, "frames.lost"));
	table_gpus(r->gpus, r->gpu_count);
	printf("\n%-20s %10s %9s %10s %9s  %7s  %s\n", "algorithm", "device/s",
	       "MB/s", "software/s", "MB/s", "share", "why in software");
	while ((at = counters_next_alg(&r->grown, at, &alg))) {
		if (!alg.requests && !alg.software_requests)
			continue;
		print_alg(&alg, r->seconds);
		shown++;
	}
	if (!shown)
		printf("(no requests)\n");
}

static int print_json(const struct reading *r)
{
	struct json_object *o = json_object_new_object(), *list;
	struct alg_counts alg;
	size_t at = 0;

	put_driver(o, &r->driver);
	put_real(o, "seconds", r->seconds);
	put_int(o, "frames_at_helper", counters_at_helper(&r->counters));
	put_real(o, "frames_per_second", rate(r, "frames.committed"));
	put_real(o, "requests_per_second", rate(r, "requests.committed"));
	put_gpus(o, r->gpus, r->gpu_count);
	/* Of the interval: not rates. */
	list = put_list(o, "algorithms");
	while ((at = counters_next_alg(&r->grown, at, &alg)))
		if (alg.requests || alg.software_requests)
			json_object_array_add(list, alg_json(&alg));
	return json_out(o, true);
}

/* Waits; returns true if the user wants to end it. */
static bool pause_or_quit(double seconds, bool keys)
{
	struct pollfd in = { .fd = keys ? STDIN_FILENO : -1, .events = POLLIN };
	char key;

	if (poll(&in, 1, seconds * 1000) <= 0)
		return stopped;
	return read(STDIN_FILENO, &key, 1) <= 0 || key == 'q' || key == 'Q';
}

static int show(const struct ctl_options *o, const struct reading *r, bool screen)
{
	if (o->json)
		return print_json(r) ? CTL_FAILED : CTL_OK;
	if (screen)
		fputs(CLEAR, stdout);
	print_text(r);
	if (!screen)
		putchar('\n');
	return fflush(stdout) ? CTL_FAILED : CTL_OK;
}

static void forget(struct reading *r)
{
	counters_free(&r->counters);
	counters_free(&r->grown);
}

static int loop(const struct ctl_options *o, bool keys, bool screen)
{
	struct reading before = { 0 }, r;
	unsigned int n = 0;
	int ret = take(&r, NULL);

	while (!ret && !(o->count && n++ == o->count) && !pause_or_quit(o->interval, keys)) {
		forget(&before);
		before = r;
		ret = take(&r, &before);
		if (!ret)
			ret = show(o, &r, screen);
	}
	forget(&before);
	forget(&r);
	return ret;
}

int ctl_top(const struct ctl_options *options)
{
	bool screen = isatty(STDOUT_FILENO) && !options->json;
	struct sigaction action = { .sa_handler = stop };
	struct termios was, raw;
	bool keys = screen && !tcgetattr(STDIN_FILENO, &was);
	int ret;

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (keys) {
		raw = was;
		raw.c_lflag &= ~(ICANON | ECHO);
		tcsetattr(STDIN_FILENO, TCSANOW, &raw);
	}
	ret = loop(options, keys, screen);
	if (keys)
		tcsetattr(STDIN_FILENO, TCSANOW, &was);
	return ret;
}
