// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/session.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "helper/daemon/log.h"
#include "helper/daemon/notify.h"
#include "helper/daemon/privilege.h"
#include "helper/engine/scheduler.h"

/* The pause before attaching again; it doubles each time. */
#define BACKOFF_MIN_MS	100
#define BACKOFF_MAX_MS	30000
/* After an attachment that lasted this long the pause is the shortest again. */
#define STEADY_MS	60000
/* How often to check whether the known answers have passed. */
#define LIVE_POLL_MS	20

/**
 * struct session - one attachment
 * @options: the command line
 * @device: what to attach to
 * @backend: the engine
 * @stats: the counts of all attachments
 * @arena: its memory
 * @channel: the open device
 * @sched: its threads
 * @wake: eventfd, readable when the threads stopped without being asked
 * @signals: signalfd of SIGINT, SIGTERM and SIGUSR1
 * @live: the known answers have passed
 */
struct session {
	const struct wc_options *options;
	const struct wc_device_kind *device;
	struct wc_backend *backend;
	struct wc_totals *stats;
	struct wc_mapping arena;
	struct wc_channel channel;
	struct wc_sched sched;
	int wake;
	int signals;
	bool live;
};

static long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

static void write_stats(const struct session *s)
{
	struct wc_error err;

	if (wc_totals_write(s->stats, s->options->stats, &err))
		wc_log(WC_LOG_WARNING, "%s", err.text);
}

static int attach(struct session *s, struct wc_error *err)
{
	int ret;

	wc_caps_raise(true);
	ret = wc_channel_attach(&s->channel, &s->arena, s->stats->modes, err);
	wc_caps_raise(false);
	return ret;
}

static int session_begin(struct session *s, struct wc_error *err)
{
	const struct wc_backend_ops *ops = s->backend->ops;
	int ret;

	s->live = false;
	ret = s->device->open(&s->channel, s->options->device, err);
	if (ret)
		return ret;
	ret = s->device->arena(&s->channel, &s->options->geo, &s->arena, err);
	if (ret)
		goto close_channel;
	ret = ops->arena_add(s->backend, &s->arena, err);
	if (ret)
		goto free_arena;
	ret = attach(s, err);
	if (ret)
		goto remove_arena;
	atomic_fetch_add(&s->stats->attaches, 1);
	ret = wc_sched_start(&s->sched, &s->channel, &s->arena, s->backend,
			     s->stats, s->wake, err);
	if (ret)
		goto remove_arena;
	return 0;

remove_arena:
	ops->arena_remove(s->backend);
free_arena:
	wc_channel_close(&s->channel);
	wc_mapping_free(&s->arena);
	return ret;
close_channel:
	wc_channel_close(&s->channel);
	return ret;
}

/*
 * First the threads end, then the engine forgets the arena, then the channel is
 * closed: closing promises that no engine writes to the arena any more.
 */
static int session_end(struct session *s, struct wc_error *err)
{
	uint64_t count;
	int ret = wc_sched_join(&s->sched, err);

	s->backend->ops->arena_remove(s->backend);
	wc_channel_close(&s->channel);
	wc_mapping_free(&s->arena);
	/* The threads may have stopped just before they were asked to. */
	if (read(s->wake, &count, sizeof(count)) < 0 && errno != EAGAIN)
		wc_log(WC_LOG_WARNING, "eventfd: %s", strerror(errno));
	return ret;
}

/* Returns whether to stop. */
static bool take_signal(struct session *s)
{
	struct signalfd_siginfo info;

	if (read(s->signals, &info, sizeof(info)) != sizeof(info))
		return false;
	if (info.ssi_signo == SIGUSR1) {
		write_stats(s);
		return false;
	}
	return true;
}

/*
 * Wait for an event, at most @timeout_ms (negative: no limit). Returns whether
 * a signal asks to stop; *@woken: whether the threads have stopped.
 */
static bool wait_event(struct session *s, int timeout_ms, bool *woken)
{
	struct pollfd fds[2] = {
		{ .fd = s->signals, .events = POLLIN },
		{ .fd = s->wake, .events = POLLIN },
	};

	*woken = false;
	if (poll(fds, 2, timeout_ms) <= 0)
		return false;
	*woken = fds[1].revents;
	return fds[0].revents && take_signal(s);
}

static void went_live(struct session *s)
{
	s->live = true;
	wc_log(WC_LOG_NOTICE,
	       "live: %s, attachment %u, %u frames of %u KiB, %u threads",
	       s->backend->ops->name, s->channel.generation,
	       s->options->geo.frame_count, s->options->geo.frame_size >> 10,
	       s->sched.threads);
	wc_notify("READY=1");
}

/* Returns true if a signal asks to stop, false if the threads have stopped. */
static bool session_serve(struct session *s)
{
	bool woken;

	for (;;) {
		if (!s->live && s->device->live(&s->channel))
			went_live(s);
		if (wait_event(s, s->live ? -1 : LIVE_POLL_MS, &woken)) {
			wc_notify("STOPPING=1");
			wc_sched_stop(&s->sched);
			return true;
		}
		if (woken)
			return false;
	}
}

/* Pause. Returns whether a signal asks to stop. */
static bool back_off(struct session *s, int ms)
{
	long long end = now_ms() + ms, left;
	bool woken;

	while ((left = end - now_ms()) > 0)
		if (wait_event(s, (int)left, &woken))
			return true;
	return false;
}

/*
 * Whether to attach again after the threads stopped: 0, or a negative errno.
 * If the engine failed or its results are wrong, attaching again does not help.
 */
static int judge(const struct session *s, int ret, const struct wc_error *err)
{
	if (ret == -EBADMSG) {
		wc_log(WC_LOG_ERROR,
		       "out of service: the module found wrong results (the kernel log says which); do not use this engine until the cause is found");
		return ret;
	}
	if (ret != -ESHUTDOWN) {
		wc_log(WC_LOG_ERROR, "%s", err->text);
		return ret;
	}
	if (!s->live) {
		wc_log(WC_LOG_ERROR,
		       "the module ended this attachment before it was live: known answers came back late; the kernel log has details");
		return -EPROTO;
	}
	return 0;
}

static int run(struct session *s)
{
	int backoff = BACKOFF_MIN_MS, ret;
	bool first = true;
	struct wc_error err;
	long long since;

	for (;;) {
		since = now_ms();
		ret = session_begin(s, &err);
		if (ret && first) {
			wc_log(WC_LOG_ERROR, "%s", err.text);
			return ret;
		}
		if (ret) {
			wc_log(WC_LOG_WARNING, "%s", err.text);
		} else {
			first = false;
			if (session_serve(s))
				return session_end(s, &err);
			ret = judge(s, session_end(s, &err), &err);
			if (ret)
				return ret;
			if (now_ms() - since > STEADY_MS)
				backoff = BACKOFF_MIN_MS;
		}
		wc_log(WC_LOG_WARNING,
		       "not attached (a deadline passed or the module is gone, see the kernel log); trying again in %d ms",
		       backoff);
		if (back_off(s, backoff))
			return 0;
		backoff = backoff * 2 < BACKOFF_MAX_MS ? backoff * 2 :
							 BACKOFF_MAX_MS;
	}
}

static sigset_t our_signals(void)
{
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigaddset(&mask, SIGUSR1);
	return mask;
}

/**
 * wc_sessions_block_signals() - block the signals that wc_sessions_run() reads
 *
 * To be called before the process has a second thread: an engine's library may
 * start threads, which inherit the mask. A thread with the signals unblocked
 * would receive them, and they would kill the process.
 */
void wc_sessions_block_signals(void)
{
	sigset_t mask = our_signals();

	sigprocmask(SIG_BLOCK, &mask, NULL);
}

/**
 * wc_sessions_run() - attach and serve until a signal asks to stop
 * @options: the command line
 * @device: what to attach to
 * @backend: the engine, open
 * @stats: the counts; @stats->workers is the number of threads
 *
 * wc_sessions_block_signals() was called before @backend was opened. SIGINT and
 * SIGTERM stop it; SIGUSR1 writes the counts. They are also written at the end,
 * if it ever attached. When the module ends an attachment that was live because
 * a deadline passed, it attaches again with a new arena. Errors are logged here.
 *
 * Return: 0 after a signal, or a negative errno
 */
int wc_sessions_run(const struct wc_options *options,
		    const struct wc_device_kind *device,
		    struct wc_backend *backend, struct wc_totals *stats)
{
	struct session s = {
		.options = options,
		.device = device,
		.backend = backend,
		.stats = stats,
	};
	sigset_t mask = our_signals();
	int ret;

	s.signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	s.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (s.signals < 0 || s.wake < 0) {
		ret = -errno;
		wc_log(WC_LOG_ERROR, "no signalfd or eventfd: %s",
		       strerror(errno));
	} else {
		ret = run(&s);
		/* The file may be that of the helper that is attached. */
		if (atomic_load(&stats->attaches))
			write_stats(&s);
	}
	if (s.signals >= 0)
		close(s.signals);
	if (s.wake >= 0)
		close(s.wake);
	return ret;
}
