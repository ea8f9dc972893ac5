// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/supervise.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "helper/daemon/child.h"
#include "helper/daemon/engine.h"
#include "helper/daemon/log.h"
#include "helper/daemon/policy.h"
#include "helper/daemon/privilege.h"
#include "helper/daemon/watch.h"

/* After a fork() that failed. */
#define NO_PROCESS_MS	1000

struct wc_timing wc_timing = {
	.tick = 1000,
	.start = 120000,
	.deadline = 5000,
	.slack = 2000,
	.hurry = 1,
};

/**
 * struct supervisor - all of it
 * @options: the command line
 * @device: what engines attach to
 * @shared: what the engine's process shows
 * @workers_max: entries of its counts, for each engine
 * @policy: which GPUs are in use
 * @known: GPUs that have failed in this process, and the policy knows
 * @suspect: the GPU whose worker made no progress
 * @engine: the engines' process
 * @watch: its progress
 * @live_at: since when its attachment is live, ms; 0: it is not
 * @probe: the process that tries a GPU
 * @signals: signalfd
 * @news: eventfd, written by the engine's process
 * @tick_ms: the length of a tick
 * @watchdog: the service manager wants to hear of progress
 * @tick_at: when the next tick is, ms
 * @start_at: when to start the next engine; 0: there is one
 * @probe_at: when to try a GPU; 0: not planned
 * @ready: an engine was live once
 * @switching: the process was asked to stop: the next one has a GPU again, or has
 *	none any more
 * @stopping: a signal has asked to stop
 * @done: the program ends
 * @status: its exit status
 */
struct supervisor {
	const struct wc_options *options;
	const struct wc_device_kind *device;
	struct wc_shared *shared;
	unsigned int workers_max;
	struct wc_policy policy;
	uint32_t known;
	uint32_t suspect;
	struct wc_child engine;
	struct wc_watch watch;
	long long live_at;
	struct wc_child probe;
	int signals;
	int news;
	int tick_ms;
	bool watchdog;
	long long tick_at;
	long long start_at;
	long long probe_at;
	bool ready;
	bool switching;
	bool stopping;
	bool done;
	int status;
};

static long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

/* When @pause ms have passed. */
static long long after(int pause)
{
	return now_ms() + pause / (int)wc_timing.hurry;
}

static unsigned int ticks(const struct supervisor *s, unsigned int ms)
{
	return ms / (unsigned int)s->tick_ms + 1;
}

static unsigned int stop_ticks(const struct supervisor *s)
{
	return ticks(s, 1000 * s->options->stop_timeout);
}

static void write_stats(const struct supervisor *s)
{
	struct wc_shared_names names;
	struct wc_totals totals;
	struct wc_error err;

	wc_shared_totals(s->shared, s->workers_max, &totals, &names);
	if (wc_totals_write(&totals, s->options->stats, &err))
		wc_log(WC_LOG_WARNING, "%s", err.text);
}

/*
 * A process that opens no GPU does not load CUDA either, so that GPUs can be reset
 * while the CPUs serve.
 */
static bool without_cuda(const struct supervisor *s)
{
	uint32_t known = wc_shared_gpus_known(s->shared);

	return s->policy.no_gpus || (known && !(known & ~s->policy.out));
}

static struct wc_engine_job job_for(const struct supervisor *s)
{
	return (struct wc_engine_job){
		.options = s->options,
		.device = s->device,
		.shared = s->shared,
		.news = s->news,
		.strict = !s->policy.was_live,
		.no_gpus = without_cuda(s),
		.out = s->policy.out,
	};
}

static void start_engine(struct supervisor *s)
{
	struct wc_engine_job job = job_for(s);
	int ret;

	s->start_at = 0;
	s->live_at = 0;
	s->switching = false;
	s->known = 0;
	s->suspect = 0;
	wc_shared_begin(s->shared);
	memset(&s->watch, 0, sizeof(s->watch));
	ret = wc_child_start(&s->engine, wc_engine_serve, &job);
	if (!ret)
		return;
	wc_log(WC_LOG_WARNING, "no process for the engine: %s", strerror(-ret));
	s->start_at = after(NO_PROCESS_MS);
}

static void start_probe(struct supervisor *s)
{
	struct wc_engine_job job = job_for(s);

	s->probe_at = 0;
	if (!s->policy.out && !s->policy.no_gpus &&
	    !atomic_load(&s->shared->missing))
		return;
	if (wc_child_start(&s->probe, wc_engine_probe, &job))
		s->probe_at = after(NO_PROCESS_MS);
}

static void plan_probe(struct supervisor *s)
{
	if (s->policy.gpus && !s->probe.pid && !s->probe_at)
		s->probe_at = after(wc_policy_probe(&s->policy));
}

/* Which GPUs the process had, and which of them may be the reason of its end. */
static struct wc_policy_end judge(const struct supervisor *s, enum wc_end end)
{
	uint32_t opening = wc_shared_gpus(s->shared, WC_ENGINE_OPENING);
	uint32_t failed = wc_shared_gpus(s->shared, WC_ENGINE_FAILED);
	uint32_t open = wc_shared_gpus(s->shared, WC_ENGINE_OPEN);

	failed &= ~s->known;
	return (struct wc_policy_end){
		.end = end,
		.live_ms = s->live_at ? now_ms() - s->live_at : -1,
		.used = opening | failed | open,
		.blamed = opening | failed | (s->suspect & open),
	};
}

static void end_program(struct supervisor *s, int status)
{
	s->done = true;
	s->status = status;
}

static void engine_ended(struct supervisor *s, enum wc_end end)
{
	struct wc_policy_end e = judge(s, end);
	bool had_gpus = s->policy.gpus && !s->policy.no_gpus;
	uint32_t lost, out = s->policy.out;
	int pause;

	s->engine.pid = 0;
	if (s->stopping || end == WC_END_WRONG) {
		end_program(s, end == WC_END_WRONG || end == WC_END_OPTION ?
			    (int)end : EXIT_SUCCESS);
		return;
	}
	if (s->switching) {
		s->start_at = now_ms();
		return;
	}
	pause = wc_policy_ended(&s->policy, &e);
	lost = s->policy.out & ~out;
	if (!lost && had_gpus && s->policy.no_gpus)
		lost = WC_ENDED_ALL_GPUS;
	wc_ended_report(s->shared, end, pause, lost);
	if (pause < 0) {
		end_program(s, end == WC_END_OPTION ? (int)end : EXIT_FAILURE);
		return;
	}
	s->start_at = after(pause);
}

/* It is a GPU that was used before, or a new one. */
static void probe_ended(struct supervisor *s, enum wc_end end)
{
	char id[WC_GPU_ID_MAX];
	int place;

	s->probe.pid = 0;
	if (end != WC_END_STOPPED) {
		plan_probe(s);
		return;
	}
	memcpy(id, s->shared->probed, sizeof(id));
	id[sizeof(id) - 1] = '\0';
	place = wc_shared_find(s->shared, id);
	wc_log(WC_LOG_NOTICE, "%s answers: it serves again", id);
	wc_policy_found(&s->policy, place < 0 ? 0 : 1u << place);
	if (s->engine.pid) {
		s->switching = true;
		wc_child_stop(&s->engine);
	} else {
		s->start_at = now_ms();
	}
}

static void reap(struct supervisor *s)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid == s->engine.pid)
			engine_ended(s, wc_child_end(&s->engine, status));
		else if (pid == s->probe.pid)
			probe_ended(s, wc_child_end(&s->probe, status));
	}
}

static void stop(struct supervisor *s)
{
	if (s->stopping)
		return;
	s->stopping = true;
	wc_notify("STOPPING=1");
	wc_child_kill(&s->probe);
	if (!s->engine.pid)
		end_program(s, EXIT_SUCCESS);
	else if (atomic_load(&s->shared->phase) == WC_PHASE_STARTING)
		/* It has nothing that it could finish. */
		wc_child_kill(&s->engine);
	else
		wc_child_stop(&s->engine);
}

static void take_signals(struct supervisor *s)
{
	struct signalfd_siginfo info;

	while (read(s->signals, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGUSR1)
			write_stats(s);
		else if (info.ssi_signo != SIGCHLD)
			stop(s);
	}
}

/* GPUs that have failed while the others go on, or could not be opened. */
static void look_for_failures(struct supervisor *s)
{
	uint32_t failed = wc_shared_gpus(s->shared, WC_ENGINE_FAILED);
	bool ended = atomic_load(&s->shared->phase) != WC_PHASE_SERVING;

	failed &= ~s->known;
	if (!s->engine.pid || !s->live_at || ended || !failed)
		return;
	s->known |= failed;
	wc_policy_without(&s->policy, failed, now_ms() - s->live_at);
	plan_probe(s);
	if (wc_shared_gpus(s->shared, WC_ENGINE_OPEN))
		return;
	/* What is left of CUDA ends with the process. */
	s->switching = true;
	wc_child_stop(&s->engine);
}

static void went_live(struct supervisor *s)
{
	s->live_at = now_ms();
	s->policy.was_live = true;
	if (atomic_load(&s->shared->missing))
		plan_probe(s);
	if (s->ready)
		return;
	s->ready = true;
	wc_harden_report();
	wc_notify("READY=1");
}

static void look_for_news(struct supervisor *s)
{
	uint64_t count;

	if (read(s->news, &count, sizeof(count)) < 0 && errno != EAGAIN)
		wc_log(WC_LOG_WARNING, "eventfd: %s", strerror(errno));
	if (s->engine.pid && !s->live_at && atomic_load(&s->shared->live))
		went_live(s);
	look_for_failures(s);
}

/* Twice the deadline: by then the module has given up the frame. */
static unsigned int step_ticks(const struct supervisor *s)
{
	unsigned int ms = 0;

	if (s->device->deadline_ms)
		ms = s->device->deadline_ms();
	if (!ms)
		ms = wc_timing.deadline;
	return ticks(s, 2 * ms + wc_timing.slack);
}

/* Returns whether the engine makes progress. */
static bool watch_engine(struct supervisor *s)
{
	const struct wc_watch_limits limits = {
		.start = ticks(s, wc_timing.start),
		.step = step_ticks(s),
		.end = stop_ticks(s),
	};
	enum wc_watch_result result;

	result = wc_watch_tick(&s->watch, s->shared, s->workers_max, &limits);
	if (result == WC_WATCH_HUNG) {
		wc_log(WC_LOG_ERROR,
		       "the engine makes no progress: its process is killed");
		s->suspect = s->watch.hung;
		wc_child_kill(&s->engine);
	}
	return result == WC_WATCH_MOVES;
}

/*
 * A process that was killed may stay, in a system call of a driver that does not
 * end. No signal can end it. The module has given up its attachment by then.
 */
static bool is_stuck(struct supervisor *s, struct wc_child *child)
{
	if (!child->killed || ++child->ticks <= stop_ticks(s))
		return false;
	if (child->ticks == stop_ticks(s) + 1)
		wc_log(WC_LOG_ERROR,
		       "process %d does not die, its driver holds it",
		       (int)child->pid);
	return true;
}

/* Without it the CPUs can serve, or the program end. The same GPU cannot. */
static bool can_do_without(const struct supervisor *s)
{
	uint32_t gpus = wc_shared_gpus(s->shared, WC_ENGINE_OPEN) |
			wc_shared_gpus(s->shared, WC_ENGINE_OPENING) |
			wc_shared_gpus(s->shared, WC_ENGINE_FAILED);

	return s->stopping || (s->policy.others && gpus);
}

/* Returns whether there is progress, or nothing to do. */
static bool tick_engine(struct supervisor *s)
{
	if (!s->engine.pid)
		return true;
	if (is_stuck(s, &s->engine) && can_do_without(s))
		engine_ended(s, WC_END_HUNG);
	if (!s->engine.pid || s->engine.killed)
		return true;
	if (!s->engine.asked)
		return watch_engine(s);
	if (++s->engine.ticks > stop_ticks(s)) {
		wc_log(WC_LOG_WARNING,
		       "the engine does not stop: its process is killed");
		wc_child_kill(&s->engine);
	}
	return true;
}

static void tick_probe(struct supervisor *s)
{
	if (!s->probe.pid)
		return;
	if (!is_stuck(s, &s->probe) && !s->probe.killed &&
	    ++s->probe.ticks > ticks(s, wc_timing.start))
		wc_child_kill(&s->probe);
}

static void tick(struct supervisor *s)
{
	/* Those that were missed, while this process was stopped, do not count. */
	s->tick_at = now_ms() + s->tick_ms;
	tick_probe(s);
	if (tick_engine(s) && s->watchdog)
		wc_notify("WATCHDOG=1");
}

static bool is_due(long long at)
{
	return at && now_ms() >= at;
}

static void wait_event(const struct supervisor *s)
{
	struct pollfd fds[2] = {
		{ .fd = s->signals, .events = POLLIN },
		{ .fd = s->news, .events = POLLIN },
	};
	long long next = s->tick_at, left;

	if (s->start_at && s->start_at < next)
		next = s->start_at;
	if (s->probe_at && s->probe_at < next)
		next = s->probe_at;
	left = next - now_ms();
	poll(fds, 2, left > 0 ? (int)left : 0);
}

static void run(struct supervisor *s)
{
	s->start_at = now_ms();
	s->tick_at = s->start_at + s->tick_ms;
	while (!s->done) {
		if (is_due(s->start_at))
			start_engine(s);
		if (is_due(s->probe_at))
			start_probe(s);
		wait_event(s);
		look_for_news(s);
		take_signals(s);
		reap(s);
		if (!s->done && is_due(s->tick_at))
			tick(s);
	}
}

static int open_descriptors(struct supervisor *s)
{
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigaddset(&mask, SIGUSR1);
	sigaddset(&mask, SIGCHLD);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	s->signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	s->news = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return s->signals < 0 || s->news < 0 ? -errno : 0;
}

/* No engine has more workers than this. */
static unsigned int most_workers(const struct wc_options *options)
{
	unsigned int n = options->threads ? options->threads :
			 wc_backend_threads_max();

	return n < WC_THREADS_MAX ? n : WC_THREADS_MAX;
}

static void set_up_tick(struct supervisor *s)
{
	unsigned int watchdog = wc_notify_watchdog_ms();

	s->tick_ms = (int)wc_timing.tick;
	s->watchdog = watchdog;
	if (watchdog && watchdog / 4 < wc_timing.tick)
		s->tick_ms = watchdog < 4 ? 1 : (int)(watchdog / 4);
}

/**
 * wc_supervise() - serve until a signal asks to stop
 * @options: the command line
 * @device: what engines attach to
 *
 * SIGINT and SIGTERM stop it; SIGUSR1 writes the counts. They are also written
 * at the end, if an engine ever attached. Errors are logged here.
 *
 * Return: the exit status of the program
 */
int wc_supervise(const struct wc_options *options,
		 const struct wc_device_kind *device)
{
	struct supervisor s = {
		.options = options,
		.device = device,
		.workers_max = most_workers(options),
	};
	int ret;

	wc_policy_init(&s.policy, options->cuda &&
		       wc_backend_is_built_in(&wc_backend_cuda),
		       options->cpu || options->null, options->service);
	s.shared = wc_shared_map(s.workers_max);
	ret = open_descriptors(&s);
	if (!s.shared || ret) {
		wc_log(WC_LOG_ERROR, "cannot start: %s",
		       strerror(ret ? -ret : ENOMEM));
		return EXIT_FAILURE;
	}
	/* Without a warning: the engine's process has the same one. */
	mlockall(MCL_CURRENT | MCL_FUTURE);
	wc_caps_effective(false);
	set_up_tick(&s);
	run(&s);
	/* The file may be that of the helper that is attached. */
	if (atomic_load(&s.shared->attaches))
		write_stats(&s);
	close(s.signals);
	close(s.news);
	wc_shared_unmap(s.shared, s.workers_max);
	return s.status;
}
