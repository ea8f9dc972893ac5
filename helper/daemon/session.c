// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/engine.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "helper/daemon/log.h"
#include "helper/daemon/privilege.h"
#include "helper/engine/scheduler.h"

/* How often to check whether the known answers have passed. */
#define LIVE_POLL_MS	20
/*
 * How often to look for GPUs that hang, in a deadline; and how often in one call is too
 * often, after the first: it takes half of a deadline, and a look more. In the other half
 * the GPU is retired, or the module ends the attachment with all engines.
 */
#define STUCK_LOOKS	16
#define STUCK_STILL	7

/**
 * struct session - one attachment
 * @options: the command line
 * @device: what to attach to
 * @engines: the engines
 * @shared: what the supervisor sees
 * @place: of each engine there
 * @rates: of each engine
 * @news: eventfd of the supervisor's
 * @arena: its memory
 * @channel: the open device
 * @sched: the threads of each engine
 * @running: how many of @sched are started
 * @retired: a bit for each engine that is out of service
 * @stuck: a bit for each of them that does not answer; its threads do not end
 * @seen: what was seen of the threads of each
 * @wake: eventfd, readable when the threads of an engine stopped without being asked
 * @signals: signalfd of SIGTERM
 * @engine_failed: what has failed is an engine
 */
struct session {
	const struct wc_options *options;
	const struct wc_device_kind *device;
	struct wc_engines *engines;
	struct wc_shared *shared;
	const unsigned int *place;
	const struct wc_rates *rates;
	int news;
	struct wc_mapping arena;
	struct wc_channel channel;
	struct wc_sched sched[WARPCRYPT_ENGINES_MAX];
	unsigned int running;
	uint32_t retired;
	uint32_t stuck;
	struct wc_stuck seen[WARPCRYPT_ENGINES_MAX];
	int wake;
	int signals;
	bool engine_failed;
};

static void tell(const struct session *s)
{
	uint64_t one = 1;

	if (write(s->news, &one, sizeof(one)) < 0)
		wc_log(WC_LOG_WARNING, "eventfd: %s", strerror(errno));
}

static void mark_failed(struct session *s, unsigned int i)
{
	atomic_store(&s->shared->engine[s->place[i]].state, WC_ENGINE_FAILED);
	s->engine_failed = true;
}

/* The module does without them if it must. */
static void send_rates(struct session *s)
{
	static struct warpcrypt_rate all[WARPCRYPT_RATES_MAX];
	unsigned int n = 0, i, k;
	int ret;

	for (i = 0; i < s->engines->count; i++) {
		for (k = 0; k < s->rates[i].count; k++) {
			all[n] = s->rates[i].rate[k];
			all[n++].engine = i;
		}
	}
	ret = wc_channel_rates(&s->channel, all, n);
	if (ret)
		wc_log(WC_LOG_WARNING,
		       "the module does not take the engines' rates: %s",
		       strerror(-ret));
}

/*
 * Attaches, and drops the last capabilities: from now on this process only
 * computes. (Its threads do not have them either.)
 */
static int attach(struct session *s, struct wc_error *err)
{
	struct warpcrypt_engine engines[WARPCRYPT_ENGINES_MAX];
	unsigned int i;
	int ret;

	for (i = 0; i < s->engines->count; i++)
		wc_engine_describe(&s->engines->engine[i], &engines[i]);
	ret = wc_channel_attach(&s->channel, &s->arena, engines,
				s->engines->count, err);
	if (ret)
		return ret;
	atomic_fetch_add(&s->shared->attaches, 1);
	wc_caps_drop();
	send_rates(s);
	return 0;
}

static int start_one(struct session *s, unsigned int i, struct wc_error *err)
{
	const struct wc_open_engine *e = &s->engines->engine[i];
	const struct wc_sched_job job = {
		.channel = &s->channel,
		.arena = &s->arena,
		.backend = e->backend,
		.first_queue = e->first_queue,
		.queues = e->queues,
		.depth = wc_backend_depth(e->backend),
		.counts = wc_shared_counts(s->shared, s->place[i],
					   s->shared->counts_max),
		.threads = e->threads,
		.wake = s->wake,
	};
	int ret = wc_sched_start(&s->sched[i], &job, err);

	if (ret)
		mark_failed(s, i);
	else
		atomic_store(&s->shared->engine[s->place[i]].workers,
			     e->threads);
	return ret;
}

/* They commit their frames and end. */
static void stop_all(struct session *s)
{
	unsigned int i;

	for (i = 0; i < s->running; i++)
		wc_sched_stop(&s->sched[i]);
}

/*
 * The engine's own failure counts more than that the attachment has ended, which may
 * be its consequence.
 */
static int join_all(struct session *s, struct wc_error *err)
{
	struct wc_error one;
	int ret = 0, code;

	while (s->running) {
		unsigned int i = --s->running;

		if (s->stuck >> i & 1)
			continue;
		code = wc_sched_join(&s->sched[i], &one);
		if (!code || (s->retired >> i & 1))
			continue;
		if (wc_sched_is_failure(code))
			mark_failed(s, i);
		if (!ret || wc_sched_is_failure(code)) {
			ret = code;
			*err = one;
		}
	}
	return ret;
}

static int start_all(struct session *s, struct wc_error *err)
{
	struct wc_error ignored;
	int ret;

	for (s->running = 0; s->running < s->engines->count; s->running++) {
		ret = start_one(s, s->running, err);
		if (ret) {
			stop_all(s);
			join_all(s, &ignored);
			return ret;
		}
	}
	return 0;
}

static int session_begin(struct session *s, struct wc_error *err)
{
	unsigned int failed;
	int ret;

	ret = s->device->open(&s->channel, s->options->device, err);
	if (ret)
		return ret;
	ret = s->device->arena(&s->channel, &s->options->geo, &s->arena, err);
	if (ret)
		goto free_arena;
	ret = wc_engines_arena_add(s->engines, &s->arena, &failed, err);
	if (ret) {
		mark_failed(s, failed);
		goto free_arena;
	}
	ret = attach(s, err);
	if (ret)
		goto remove_arena;
	ret = start_all(s, err);
	if (ret)
		goto remove_arena;
	atomic_store(&s->shared->phase, WC_PHASE_SERVING);
	return 0;

remove_arena:
	wc_engines_arena_remove(s->engines);
free_arena:
	wc_channel_close(&s->channel);
	wc_mapping_free(&s->arena);
	return ret;
}

/*
 * First the threads end, then the engines forget the arena, then the channel is
 * closed: closing promises that no engine writes to the arena any more.
 */
static int session_end(struct session *s, struct wc_error *err)
{
	int ret = join_all(s, err);

	atomic_store(&s->shared->phase, WC_PHASE_ENDING);
	/* All of it ends with the process: the module wipes the arena then. */
	if (s->stuck)
		return ret;
	wc_engines_arena_remove(s->engines);
	wc_channel_close(&s->channel);
	wc_mapping_free(&s->arena);
	return ret;
}

static void print_names(const struct wc_engines *engines, char *text, size_t len)
{
	size_t used = 0;
	unsigned int i;

	for (i = 0; i < engines->count && used < len; i++)
		used += (size_t)snprintf(text + used, len - used, "%s%s",
					 i ? ", " : "", engines->engine[i].name);
}

static void went_live(struct session *s)
{
	const struct wc_engines *engines = s->engines;
	const struct wc_open_engine *last = &engines->engine[engines->count - 1];
	char names[256];

	print_names(engines, names, sizeof(names));
	atomic_store(&s->shared->live, 1);
	wc_log(WC_LOG_NOTICE,
	       "live: %s, attachment %u, %u frames of %u KiB, %u queues, %u threads",
	       names, s->channel.generation, s->options->geo.frame_count,
	       s->options->geo.frame_size >> 10,
	       last->first_queue + last->queues, wc_engines_threads(engines));
	tell(s);
}

static bool is_live(const struct session *s)
{
	return atomic_load(&s->shared->live);
}

/*
 * The others go on. Its threads end by themselves; if they are held up in its
 * driver, they stay until the process ends.
 */
static bool retire(struct session *s, unsigned int i, const char *reason)
{
	const struct wc_open_engine *e = &s->engines->engine[i];
	int ret = wc_channel_retire(&s->channel, i);

	if (ret) {
		wc_log(WC_LOG_WARNING, "%s cannot be retired: %s", e->name,
		       strerror(-ret));
		return false;
	}
	s->retired |= 1u << i;
	atomic_store(&s->shared->engine[s->place[i]].state, WC_ENGINE_FAILED);
	wc_log(WC_LOG_WARNING, "%s is out of service, the others go on: %s",
	       e->name, reason);
	tell(s);
	return true;
}

/* Is any engine but @i in service? */
static bool has_others(const struct session *s, unsigned int i)
{
	uint32_t others = (1u << s->engines->count) - 1 - (1u << i);

	return others & ~s->retired;
}

/* Engine @i has stopped without being asked. Returns whether others go on. */
static bool goes_on_without(struct session *s, unsigned int i)
{
	struct wc_error why;

	if (!has_others(s, i) ||
	    !wc_sched_is_failure(wc_sched_stopped(&s->sched[i], &why)))
		return false;
	return retire(s, i, why.text);
}

/* Some threads have stopped. Returns whether any engine goes on. */
static bool any_goes_on(struct session *s)
{
	uint64_t count;
	unsigned int i;

	if (read(s->wake, &count, sizeof(count)) < 0)
		return true;
	for (i = 0; i < s->running; i++)
		if (!(s->retired >> i & 1) &&
		    wc_sched_stopped(&s->sched[i], NULL) &&
		    !goes_on_without(s, i))
			return false;
	return true;
}

/* The GPUs, as long as there is something to serve without them. */
static void look_for_stuck(struct session *s)
{
	unsigned int i;

	for (i = 0; i < s->running; i++) {
		const struct wc_open_engine *e = &s->engines->engine[i];

		if (!e->backend->ops->shared_engine ||
		    (s->retired >> i & 1) || !has_others(s, i) ||
		    !wc_stuck_look(&s->seen[i], &s->sched[i], STUCK_STILL))
			continue;
		if (retire(s, i, "it does not answer"))
			s->stuck |= 1u << i;
	}
}

/* How long to wait for events, ms. */
static int wait_ms(const struct session *s)
{
	unsigned int deadline = 0;

	if (!is_live(s))
		return LIVE_POLL_MS;
	if (s->engines->count > 1 && s->device->deadline_ms)
		deadline = s->device->deadline_ms();
	return deadline ? (int)(deadline / STUCK_LOOKS) + 1 : -1;
}

/* Until a signal asks to stop, or all threads have stopped. */
static void session_serve(struct session *s)
{
	struct pollfd fds[2] = {
		{ .fd = s->signals, .events = POLLIN },
		{ .fd = s->wake, .events = POLLIN },
	};

	for (;;) {
		int events;

		if (!is_live(s) && s->device->live(&s->channel))
			went_live(s);
		events = poll(fds, 2, wait_ms(s));
		if (!events && is_live(s))
			look_for_stuck(s);
		if (events <= 0)
			continue;
		if (fds[0].revents || (fds[1].revents && !any_goes_on(s)))
			break;
	}
	stop_all(s);
}

/* How it ended: @ret is of wc_sched_join(). */
static enum wc_end judge(struct session *s, int ret, const struct wc_error *err)
{
	if (!ret)
		return WC_END_STOPPED;
	if (ret == -EBADMSG) {
		wc_log(WC_LOG_ERROR,
		       "out of service: the module found wrong results (the kernel log says which); do not use the engine until the cause is found");
		return WC_END_WRONG;
	}
	if (ret != -ESHUTDOWN) {
		s->shared->reason = *err;
		return WC_END_ENGINE;
	}
	if (!is_live(s)) {
		wc_log(WC_LOG_ERROR,
		       "the module ended this attachment before it was live: known answers came back late or not at all; the kernel log has details");
		return WC_END_FAILED;
	}
	return WC_END_AGAIN;
}

/* With what the device and the supervisor allow. */
static int divide(const struct session *s, struct wc_error *err)
{
	const struct wc_engines_limits limits = {
		.threads = s->options->threads,
		.threads_max = s->device->threads_max ? s->device->threads_max :
						       WC_THREADS_MAX,
		.queues = s->options->queues,
		.frames = s->options->geo.frame_count,
	};

	return wc_engines_divide(s->engines, &limits, err);
}

static enum wc_end run(struct session *s)
{
	struct wc_error err;
	int ret = divide(s, &err);

	if (!ret)
		ret = session_begin(s, &err);

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

/**
 * wc_session_run() - attach and serve until SIGTERM or the attachment's end
 * @options: the command line
 * @device: what to attach to
 * @opened: the engines, at least one
 * @shared: what the supervisor sees; begun
 * @news: eventfd, written when the attachment is live
 *
 * If a GPU does not answer, the process ends here.
 *
 * SIGTERM is blocked, and was when @opened was filled in: an engine's library may
 * start threads, which inherit the mask. Errors are logged here, those of the
 * engine left in @shared->reason.
 *
 * Return: how it ended
 */
enum wc_end wc_session_run(const struct wc_options *options,
			   const struct wc_device_kind *device,
			   struct wc_opened *opened, struct wc_shared *shared,
			   int news)
{
	struct session s = {
		.options = options,
		.device = device,
		.engines = &opened->engines,
		.shared = shared,
		.place = opened->place,
		.rates = opened->rates,
		.news = news,
	};
	enum wc_end end = WC_END_FAILED;
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGTERM);
	s.signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	s.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (s.signals < 0 || s.wake < 0)
		wc_log(WC_LOG_ERROR, "no signalfd or eventfd: %s",
		       strerror(errno));
	else
		end = run(&s);
	/* Nor would the library's own end come. */
	if (s.stuck)
		_exit((int)end);
	if (s.signals >= 0)
		close(s.signals);
	if (s.wake >= 0)
		close(s.wake);
	return end;
}
