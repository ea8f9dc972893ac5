// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/session.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "helper/daemon/log.h"
#include "helper/daemon/privilege.h"
#include "helper/engine/scheduler.h"

/* How often to check whether the known answers have passed. */
#define LIVE_POLL_MS	20

/**
 * struct session - one attachment
 * @options: the command line
 * @device: what to attach to
 * @backend: the engine
 * @shared: what the supervisor sees
 * @news: eventfd of the supervisor's
 * @stats: the counts, in @shared
 * @arena: its memory
 * @channel: the open device
 * @sched: its threads
 * @wake: eventfd, readable when the threads stopped without being asked
 * @signals: signalfd of SIGTERM
 * @engine_failed: what has failed is the engine
 */
struct session {
	const struct wc_options *options;
	const struct wc_device_kind *device;
	struct wc_backend *backend;
	struct wc_shared *shared;
	int news;
	struct wc_totals stats;
	struct wc_mapping arena;
	struct wc_channel channel;
	struct wc_sched sched;
	int wake;
	int signals;
	bool engine_failed;
};

/*
 * Attaches, and drops the last capabilities: from now on this process only
 * computes. (Its threads do not have them either.)
 */
static int attach(struct session *s, struct wc_error *err)
{
	int ret;

	s->channel.queues = s->options->queues ? s->options->queues :
		wc_backend_queues(s->stats.workers, s->arena.geo.frame_count);
	/* Workers that share an engine are as fast as one that has fuller frames. */
	s->channel.engines = s->backend->ops->shared_engine ? 1 :
							      s->stats.workers;
	s->channel.engine = s->backend->ops->name;
	/* What does not compute on the CPUs, the null engine too, is no CPU. */
	s->channel.kind = s->backend->ops == &wc_backend_cpu ?
		WARPCRYPT_ENGINE_CPU : WARPCRYPT_ENGINE_GPU;
	ret = wc_channel_attach(&s->channel, &s->arena, s->stats.modes, err);
	if (ret)
		return ret;
	atomic_fetch_add(&s->shared->attaches, 1);
	wc_caps_drop();
	return 0;
}

static int session_begin(struct session *s, struct wc_error *err)
{
	const struct wc_backend_ops *ops = s->backend->ops;
	int ret;

	ret = s->device->open(&s->channel, s->options->device, err);
	if (ret)
		return ret;
	ret = s->device->arena(&s->channel, &s->options->geo, &s->arena, err);
	if (ret)
		goto close_channel;
	ret = ops->arena_add(s->backend, &s->arena, err);
	if (ret) {
		s->engine_failed = true;
		goto free_arena;
	}
	ret = attach(s, err);
	if (ret)
		goto remove_arena;
	ret = wc_sched_start(&s->sched, &s->channel, &s->arena, s->backend,
			     1, &s->stats, s->wake, err);
	if (ret) {
		s->engine_failed = true;
		goto remove_arena;
	}
	atomic_store(&s->shared->workers, s->stats.workers);
	atomic_store(&s->shared->phase, WC_PHASE_SERVING);
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
	int ret = wc_sched_join(&s->sched, err);

	atomic_store(&s->shared->phase, WC_PHASE_ENDING);
	s->backend->ops->arena_remove(s->backend);
	wc_channel_close(&s->channel);
	wc_mapping_free(&s->arena);
	return ret;
}

static void went_live(struct session *s)
{
	uint64_t one = 1;

	atomic_store(&s->shared->live, 1);
	wc_log(WC_LOG_NOTICE,
	       "live: %s, attachment %u, %u frames of %u KiB, %u queues, %u threads",
	       s->backend->ops->name, s->channel.generation,
	       s->options->geo.frame_count, s->options->geo.frame_size >> 10,
	       s->channel.queues, s->sched.threads);
	if (write(s->news, &one, sizeof(one)) < 0)
		wc_log(WC_LOG_WARNING, "eventfd: %s", strerror(errno));
}

static bool is_live(const struct session *s)
{
	return atomic_load(&s->shared->live);
}

/* Until a signal asks to stop, or the threads have stopped. */
static void session_serve(struct session *s)
{
	struct pollfd fds[2] = {
		{ .fd = s->signals, .events = POLLIN },
		{ .fd = s->wake, .events = POLLIN },
	};

	for (;;) {
		if (!is_live(s) && s->device->live(&s->channel))
			went_live(s);
		if (poll(fds, 2, is_live(s) ? -1 : LIVE_POLL_MS) <= 0)
			continue;
		if (fds[0].revents) {
			wc_sched_stop(&s->sched);
			return;
		}
		if (fds[1].revents)
			return;
	}
}

/* How it ended: @ret is of wc_sched_join(). */
static enum wc_end judge(struct session *s, int ret, const struct wc_error *err)
{
	if (!ret)
		return WC_END_STOPPED;
	if (ret == -EBADMSG) {
		wc_log(WC_LOG_ERROR,
		       "out of service: the module found wrong results (the kernel log says which); do not use this engine until the cause is found");
		return WC_END_WRONG;
	}
	if (ret != -ESHUTDOWN) {
		s->shared->reason = *err;
		return WC_END_ENGINE;
	}
	if (!is_live(s)) {
		wc_log(WC_LOG_ERROR,
		       "the module ended this attachment before it was live: known answers came back late; the kernel log has details");
		return WC_END_FAILED;
	}
	return WC_END_AGAIN;
}

static enum wc_end run(struct session *s)
{
	struct wc_error err;
	int ret = session_begin(s, &err);

	if (ret && s->engine_failed) {
		s->shared->reason = err;
		return WC_END_ENGINE;
	}
	if (ret) {
		wc_log(WC_LOG_ERROR, "%s", err.text);
		return WC_END_FAILED;
	}
	session_serve(s);
	ret = session_end(s, &err);
	return judge(s, ret, &err);
}

static unsigned int count_threads(const struct session *s)
{
	unsigned int n = s->options->threads;

	if (!n)
		n = wc_backend_threads(s->backend);
	/* A thread without a frame would only wait. */
	if (n > s->options->geo.frame_count)
		n = s->options->geo.frame_count;
	if (s->device->threads_max && n > s->device->threads_max)
		n = s->device->threads_max;
	return n < s->shared->counts_max ? n : s->shared->counts_max;
}

static void begin_stats(struct session *s)
{
	uint16_t modes[WARPCRYPT_CIPHER_COUNT];
	int c;

	s->backend->ops->modes(s->backend, modes);
	for (c = 0; c < WARPCRYPT_CIPHER_COUNT; c++)
		atomic_store(&s->shared->modes[c], modes[c]);
	wc_totals_use(&s->stats, s->backend->ops->name, modes, count_threads(s),
		      s->shared->counts);
}

/**
 * wc_session_run() - attach and serve until SIGTERM or the attachment's end
 * @options: the command line
 * @device: what to attach to
 * @backend: the engine, open
 * @shared: what the supervisor sees; begun
 * @news: eventfd, written when the attachment is live
 *
 * SIGTERM is blocked, and was when @backend was opened: an engine's library may
 * start threads, which inherit the mask. Errors are logged here, those of the
 * engine left in @shared->reason.
 *
 * Return: how it ended
 */
enum wc_end wc_session_run(const struct wc_options *options,
			   const struct wc_device_kind *device,
			   struct wc_backend *backend,
			   struct wc_shared *shared, int news)
{
	struct session s = {
		.options = options,
		.device = device,
		.backend = backend,
		.shared = shared,
		.news = news,
	};
	enum wc_end end = WC_END_FAILED;
	sigset_t mask;

	begin_stats(&s);
	sigemptyset(&mask);
	sigaddset(&mask, SIGTERM);
	s.signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	s.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (s.signals < 0 || s.wake < 0)
		wc_log(WC_LOG_ERROR, "no signalfd or eventfd: %s",
		       strerror(errno));
	else
		end = run(&s);
	if (s.signals >= 0)
		close(s.signals);
	if (s.wake >= 0)
		close(s.wake);
	return end;
}
