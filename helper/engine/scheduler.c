// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/engine/scheduler.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "helper/engine/registers.h"

/* An ENTER waits no longer than this: the signal that ends it may be lost. */
#define WAIT_NS		1000000000ll
/* Smaller than the usual 8 MiB, because all of it is locked. CUDA needs some. */
#define STACK_BYTES	((size_t)512 << 10)
/* A stack that is still too small for what the program has in it is an error. */
#define STACK_MOST	((size_t)256 << 20)
/* Interrupts an ENTER that waits. */
#define KICK_SIGNAL	SIGUSR2

static void kick_handler(int sig)
{
	(void)sig;
}

static void kick_all(struct wc_sched *s)
{
	unsigned int i;

	if (wc_channel_kick(s->job.channel))
		return;
	for (i = 0; i < s->threads; i++)
		if (!pthread_equal(s->workers[i].thread, pthread_self()))
			pthread_kill(s->workers[i].thread, KICK_SIGNAL);
}

/* Around each call of the engine's functions: those of a GPU call its driver. */
static void ask(struct wc_sched_worker *w)
{
	atomic_fetch_add(&w->asked, 1);
}

/* Engines, and the copies for them, have left parts of keys and data in vector registers. */
static int answered(struct wc_sched_worker *w, int ret)
{
	wc_wipe_registers();
	atomic_fetch_add(&w->asked, 1);
	return ret;
}

/* Make all threads stop. The first reason is kept. */
static void give_up(struct wc_sched *s, int code, const char *what)
{
	int none = 0;
	uint64_t one = 1;

	if (!atomic_compare_exchange_strong(&s->result, &none, code))
		return;
	wc_fail(&s->error, code, "%s (%s)", what, strerror(-code));
	atomic_store(&s->stop, true);
	if (s->job.wake >= 0 && write(s->job.wake, &one, sizeof(one)) < 0)
		wc_fail(&s->error, code, "%s (%s; eventfd: %s)", what,
			strerror(-code), strerror(errno));
}

/* A lane has no frame yet. If it goes alone, its frame is done at once. */
static void begin_frame(struct wc_sched_worker *w,
			const struct warpcrypt_frame *handed)
{
	struct wc_sched *s = w->sched;
	const struct wc_backend_ops *ops = s->job.backend->ops;
	struct wc_sched_lane *lane =
		&w->lane[(w->first + w->flying++) % s->job.depth];
	struct wc_view frame;

	lane->id = handed->id;
	lane->begun = false;
	lane->soon = false;
	lane->status = wc_view_open(&frame, s->job.arena, handed);
	if (lane->status) {
		memset(&lane->tally, 0, sizeof(lane->tally));
		return;
	}
	wc_view_tally(&frame, &lane->tally);
	lane->status = w->unusable;
	if (lane->status)
		return;
	lane->begun = s->job.depth > 1;
	ask(w);
	if (lane->begun)
		lane->soon = ops->begin(lane->worker, &frame);
	else
		lane->status = ops->process(lane->worker, &frame);
	answered(w, 0);
}

/* The oldest frame becomes the pending commit; there is no other pending one. */
static void finish_frame(struct wc_sched_worker *w)
{
	struct wc_sched *s = w->sched;
	struct wc_sched_lane *lane = &w->lane[w->first];
	int ret = lane->status;

	if (lane->begun) {
		ask(w);
		ret = answered(w, s->job.backend->ops->finish(lane->worker));
	}
	w->first = (w->first + 1) % s->job.depth;
	w->flying--;
	wc_counts_step(w->counts);
	if (ret && ret != -EINVAL) {
		w->failed = ret;
		/* The worker is gone when the threads are joined. */
		if (!w->unusable)
			w->error = lane->worker->error;
		give_up(s, ret, w->error.text);
	}
	w->tally = lane->tally;
	w->pending = (struct warpcrypt_commit){
		.id = lane->id,
		.status = ret,
	};
	w->have_pending = true;
}

/*
 * Wipe what the workers have of keys that the module has released meanwhile. If
 * that fails, no frame begins any more.
 */
static void forget_keys(struct wc_sched_worker *w, uint32_t releases)
{
	struct wc_sched *s = w->sched;
	unsigned int i;
	int n;

	if (releases == w->releases || !s->job.backend->ops->forget)
		return;
	w->releases = releases;
	for (i = 0; i < s->job.depth; i++) {
		ask(w);
		n = answered(w, s->job.backend->ops->forget(w->lane[i].worker));
		if (n < 0) {
			w->unusable = n;
			w->error = w->lane[i].worker->error;
			give_up(s, n, w->error.text);
			return;
		}
		wc_counts_wiped(w->counts, (unsigned int)n);
	}
}

/*
 * Commit the pending frame and fetch at most one, without waiting if the thread
 * has another to finish.
 * Returns 1 with a frame in @handed, 0 without one, or a negative errno: the
 * attachment has ended.
 */
static int enter(struct wc_sched_worker *w, bool fetch,
		 struct warpcrypt_frame *handed)
{
	struct wc_sched *s = w->sched;
	struct warpcrypt_enter e = {
		.commit_addr = (uintptr_t)&w->pending,
		.fetch_addr = (uintptr_t)handed,
		.commit_count = w->have_pending,
		.fetch_max = fetch,
		.timeout_ns = w->flying ? 0 : WAIT_NS,
		.queue = w->queue,
		.flags = s->job.backend->ops->forget ? WARPCRYPT_ENTER_RELEASES : 0,
		.releases = w->releases,
	};
	int ret;

	if (w->have_pending)
		wc_counts_commit(w->counts, &w->tally, w->pending.status);
	ret = wc_channel_enter(s->job.channel, &e);
	wc_counts_step(w->counts);
	if (w->have_pending && (e.refused || (ret && !e.committed)))
		wc_counts_refused(w->counts, &w->tally, w->pending.status);
	w->have_pending = false;
	/* Before the frame that was fetched is processed. */
	forget_keys(w, e.releases);
	if (ret == -EINTR || ret == -ESTALE)
		ret = e.fetched = 0;
	return ret ? ret : (int)e.fetched;
}

static void serve(struct wc_sched_worker *w)
{
	struct wc_sched *s = w->sched;
	struct warpcrypt_frame handed;
	int ret;

	for (;;) {
		bool stop = atomic_load(&s->stop);

		if (stop && w->flying && !w->have_pending)
			finish_frame(w);
		if (stop && !w->have_pending)
			return;
		ret = enter(w, !stop, &handed);
		if (ret < 0) {
			give_up(s, ret, ret == -ENODEV ?
				"the module took it out of service" :
				"the module ended this attachment");
			return;
		}
		if (ret > 0)
			begin_frame(w, &handed);
		/* Nothing to fetch, no lane for it, or no time. */
		if (w->flying && (!ret || w->flying == s->job.depth ||
				  w->lane[w->first].soon))
			finish_frame(w);
	}
}

static int start_workers(struct wc_sched_worker *w)
{
	struct wc_sched *s = w->sched;
	unsigned int i;
	int ret = 0;

	ask(w);
	for (i = 0; i < s->job.depth && !ret; i++)
		ret = s->job.backend->ops->worker_start(s->job.backend,
						    &w->lane[i].worker,
						    &w->error);
	answered(w, ret);
	if (ret)
		w->lane[i - 1].worker = NULL;
	return ret;
}

static void stop_workers(struct wc_sched_worker *w)
{
	unsigned int i;

	ask(w);
	for (i = w->sched->job.depth; i-- > 0;)
		if (w->lane[i].worker)
			w->sched->job.backend->ops->worker_stop(w->lane[i].worker);
	answered(w, 0);
}

static void *thread_main(void *arg)
{
	struct wc_sched_worker *w = arg;
	struct wc_sched *s = w->sched;

	w->start_result = start_workers(w);
	sem_post(&s->started);
	if (!w->start_result)
		serve(w);
	stop_workers(w);
	sem_post(&s->ended);
	return NULL;
}

/* What a thread of ours blocks: all signals that do not say what it did. */
void wc_sched_mask(sigset_t *block)
{
	static const int own[] = {
		SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT,
	};
	size_t i;

	sigfillset(block);
	for (i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		sigdelset(block, own[i]);
}

/*
 * The static thread-local memory of a program and its libraries is a part of each
 * stack. If there is much of it, a small stack is refused.
 */
static int create(pthread_t *thread, void *(*begin)(void *arg), void *arg)
{
	size_t bytes = STACK_BYTES;
	pthread_attr_t attr;
	int ret;

	pthread_attr_init(&attr);
	do {
		pthread_attr_setstacksize(&attr, bytes);
		ret = pthread_create(thread, &attr, begin, arg);
		bytes *= 2;
	} while (ret == EINVAL && bytes <= STACK_MOST);
	pthread_attr_destroy(&attr);
	return ret;
}

static int start_thread(struct wc_sched_worker *w, unsigned int i)
{
	const struct wc_channel_ops *ops = w->sched->job.channel->ops;
	sigset_t block, old;
	char name[24];
	int ret;

	wc_sched_mask(&block);
	if (!ops || !ops->kick)
		sigdelset(&block, KICK_SIGNAL);
	pthread_sigmask(SIG_SETMASK, &block, &old);
	ret = create(&w->thread, thread_main, w);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (ret)
		return -ret;
	snprintf(name, sizeof(name), "worker/%u", i);
	pthread_setname_np(w->thread, name);
	return 0;
}

static int start_threads(struct wc_sched *s, struct wc_error *err)
{
	unsigned int wanted = s->job.threads, i;
	int ret;

	for (i = 0; i < wanted; i++) {
		struct wc_sched_worker *w = &s->workers[i];

		w->sched = s;
		w->counts = &s->job.counts[i];
		w->queue = s->job.first_queue + i % s->job.queues;
		ret = start_thread(w, i);
		if (ret)
			return wc_fail(err, ret, "cannot start thread %u: %s",
				       i, strerror(-ret));
		s->threads++;
	}
	for (i = 0; i < wanted; i++)
		while (sem_wait(&s->started))
			;
	for (i = 0; i < wanted; i++)
		if (s->workers[i].start_result)
			return wc_fail(err, s->workers[i].start_result, "%s",
				       s->workers[i].error.text);
	return 0;
}

/**
 * wc_sched_start() - start serving an attachment with an engine
 * @sched: filled in
 * @job: what to do; a copy is made
 * @err: why it failed
 *
 * The new threads block the signals of wc_sched_mask(). If only a signal interrupts
 * ENTER, that is SIGUSR2: it is not blocked, and its handler is replaced.
 *
 * Return: 0, or a negative errno and no thread runs
 */
int wc_sched_start(struct wc_sched *sched, const struct wc_sched_job *job,
		   struct wc_error *err)
{
	const struct wc_channel_ops *ops = job->channel->ops;
	struct sigaction kick = { .sa_handler = kick_handler };
	int ret;

	memset(sched, 0, sizeof(*sched));
	sched->job = *job;
	sched->workers = calloc(job->threads, sizeof(*sched->workers));
	if (!sched->workers)
		return wc_fail(err, -ENOMEM, "out of memory");
	sem_init(&sched->started, 0, 0);
	sem_init(&sched->ended, 0, 0);
	if (!ops || !ops->kick)
		sigaction(KICK_SIGNAL, &kick, NULL);
	ret = start_threads(sched, err);
	if (ret) {
		wc_sched_stop(sched);
		wc_sched_join(sched, NULL);
	}
	return ret;
}

/* Ask the threads to commit their frames and return. Does not wait; see wc_sched_join(). */
void wc_sched_stop(struct wc_sched *sched)
{
	atomic_store(&sched->stop, true);
	kick_all(sched);
}

/*
 * Have the threads stopped without being asked, or are about to? Returns 0, or what
 * wc_sched_join() is likely to return: if the module ended the attachment and the engine
 * has failed, that may not be known yet.
 */
int wc_sched_stopped(const struct wc_sched *sched, struct wc_error *err)
{
	/* Set after @error was written. */
	int ret = atomic_load(&sched->stop) ? atomic_load(&sched->result) : 0;

	if (ret && err)
		*err = sched->error;
	return ret;
}

/* Has the engine failed, by what wc_sched_join() returned, or has the attachment ended? */
bool wc_sched_is_failure(int code)
{
	return code && code != -ESHUTDOWN && code != -EBADMSG;
}

/*
 * Wait until all threads, which were asked to stop, have ended, until @end,
 * CLOCK_MONOTONIC. Returns whether wc_sched_join() will not wait.
 */
bool wc_sched_await(struct wc_sched *sched, const struct timespec *end)
{
	unsigned int i;

	for (i = 0; i < sched->threads; i++)
		while (sem_clockwait(&sched->ended, CLOCK_MONOTONIC, end)) {
			if (errno == EINTR)
				continue;
			/* Those that have been counted: for the next call. */
			while (i-- > 0)
				sem_post(&sched->ended);
			return false;
		}
	return true;
}

/* Leave threads that do not end: the memory of @sched, and what its job names, is theirs. */
void wc_sched_abandon(struct wc_sched *sched)
{
	unsigned int i;

	for (i = 0; i < sched->threads; i++)
		pthread_detach(sched->workers[i].thread);
}

/*
 * If an engine fails after its frame was late, the module's end of the attachment
 * came first. But the engine's failure is what matters: it must not serve again.
 */
static int engine_failure(const struct wc_sched *sched, struct wc_error *err)
{
	unsigned int i;

	for (i = 0; i < sched->threads; i++) {
		const struct wc_sched_worker *w = &sched->workers[i];

		if (w->failed)
			return wc_fail(err, w->failed, "%s (%s)",
				       w->error.text, strerror(-w->failed));
	}
	return 0;
}

/**
 * wc_sched_join() - wait for the threads and free their memory
 * @sched: asked to stop, or stopped without being asked
 * @err: why it stopped without being asked
 *
 * Threads return as soon as their frame is committed.
 *
 * Return: 0 if it was asked to stop, -EIO if the engine failed, -ESHUTDOWN if
 * the module ended the attachment, or another negative errno
 */
int wc_sched_join(struct wc_sched *sched, struct wc_error *err)
{
	unsigned int i;
	int ret;

	/* give_up() may have run before all threads existed. */
	kick_all(sched);
	for (i = 0; i < sched->threads; i++)
		pthread_join(sched->workers[i].thread, NULL);
	ret = engine_failure(sched, err);
	if (!ret) {
		ret = atomic_load(&sched->result);
		if (ret && err)
			*err = sched->error;
	}
	sem_destroy(&sched->started);
	sem_destroy(&sched->ended);
	free(sched->workers);
	sched->workers = NULL;
	sched->threads = 0;
	return ret;
}

/**
 * wc_stuck_look() - look at the threads of an engine, at regular times
 * @s: zeroes at first
 * @sched: the threads; they have not been joined
 * @most: how often a thread may be seen in one call, in a row
 *
 * Time is counted in calls, so that a process which was stopped takes nothing for a
 * fault of its engine.
 *
 * Return: does one of them hang?
 */
bool wc_stuck_look(struct wc_stuck *s, const struct wc_sched *sched,
		   unsigned int most)
{
	bool stuck = false;
	unsigned int i;

	for (i = 0; i < sched->threads; i++) {
		unsigned int asked = atomic_load(&sched->workers[i].asked);
		bool still = asked % 2 && asked == s->asked[i];

		s->asked[i] = asked;
		s->still[i] = still ? s->still[i] + 1 : 0;
		stuck |= s->still[i] > most;
	}
	return stuck;
}
