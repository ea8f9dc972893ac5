// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each kind of request gets an equal share of the time. First one thread alone finds
 * out how long a frame with a lone request takes, how long a chain of CBC, and how many
 * requests a frame can have until it is full or lasts too long. Then all threads process
 * such frames.
 */
#include "helper/engine/rates.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "helper/engine/registers.h"

#define FRAME_SIZE	(1u << 20)
#define KEY_SLOTS	WARPCRYPT_KEY_SLOTS_MIN
/* A usual request, and a short one. */
#define REQUEST_LEN	4096u
#define SHORT_LEN	512u
/* The best of so many counts: what else the machine does only makes it worse. */
#define TRIES		3
/* A frame lasts no longer than this part of a kind's share of the time. */
#define FRAME_SHARE	4
/* All threads process frames so often, each time for this part of the share. */
#define RUNS		2
#define RUN_SHARE	4
/* On a machine that has other things to do the rest gets little time, but some, */
#define SHARE_MIN_NS	500000
/* until that takes so many times as long as all of it was to take. */
#define LATE		2

/* What the threads do next. */
enum what {
	FIND_OUT,
	SATURATE,
	QUIT,
};

struct measure;

/**
 * struct meter - a thread
 * @m: the measurement
 * @index: of its frame
 * @thread: its id
 * @go: posted when it is to do a task
 * @worker: its worker
 * @rate: payload bytes that it has done in a ns
 * @status: 0, or why its worker has failed
 * @error: the line for it
 */
struct meter {
	struct measure *m;
	uint32_t index;
	pthread_t thread;
	sem_t go;
	struct wc_worker *worker;
	double rate;
	int status;
	struct wc_error error;
};

/**
 * struct measure - a measurement
 * @backend: the engine
 * @arena: its frames, one for each thread
 * @meter: the threads
 * @threads: how many
 * @done: posted by each thread when its task is done
 * @task: what they do
 * @kind: of requests
 * @count: requests in a frame, found out
 * @len: bytes of each
 * @share_ns: the time for this kind
 * @lone_ns: found out
 * @chain_ns: found out
 */
struct measure {
	struct wc_backend *backend;
	struct wc_mapping arena;
	struct meter *meter;
	unsigned int threads;
	sem_t done;
	enum what task;
	struct wc_rate_kind kind;
	uint32_t count;
	uint32_t len;
	int64_t share_ns;
	int64_t lone_ns;
	int64_t chain_ns;
};

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* One frame. Returns how long it took, or a negative errno. */
static int64_t time_frame(struct meter *w, uint32_t count, uint32_t len)
{
	struct measure *m = w->m;
	struct wc_view frame;
	int64_t start;
	int ret;

	wc_rate_frame(&frame, &m->arena, w->index, &m->kind, count, len);
	start = now_ns();
	ret = m->backend->ops->process(w->worker, &frame);
	wc_wipe_registers();
	if (!ret)
		return now_ns() - start;
	w->status = ret;
	w->error = w->worker->error;
	return ret;
}

/* The shortest of some, or a negative errno. */
static int64_t time_best(struct meter *w, uint32_t count, uint32_t len)
{
	int64_t best = 0;
	int i;

	for (i = 0; i < TRIES; i++) {
		int64_t ns = time_frame(w, count, len);

		if (ns < 0)
			return ns;
		best = !i || ns < best ? ns : best;
	}
	return best;
}

static bool is_chain(const struct wc_rate_kind *kind)
{
	return !wc_is_group(kind->cipher) && !kind->decrypt &&
	       kind->mode == WARPCRYPT_MODE_CBC;
}

static void find_chain(struct meter *w)
{
	struct measure *m = w->m;
	int64_t ns = time_best(w, 1, REQUEST_LEN);

	m->chain_ns = (ns - m->lone_ns) / ((REQUEST_LEN - SHORT_LEN) / WC_BLOCK);
	if (m->chain_ns < 1)
		m->chain_ns = 1;
}

/* Would a frame with twice as many requests last too long? */
static bool is_long(struct meter *w)
{
	struct measure *m = w->m;
	int64_t most = m->share_ns / FRAME_SHARE / 2;

	/* Engines do units in large batches. */
	if (wc_is_group(m->kind.cipher))
		most *= 2;

	return time_frame(w, m->count, m->len) > most && !w->status &&
	       time_best(w, m->count, m->len) > most;
}

static void find_count(struct meter *w)
{
	struct measure *m = w->m;
	uint32_t most = wc_rate_most(m->arena.geo.frame_size, &m->kind, m->len);

	for (m->count = 1; m->count < most && !w->status; m->count *= 2)
		if (is_long(w))
			return;
	if (m->count > most)
		m->count = most;
}

/* In the first thread alone. */
static void find_out(struct meter *w)
{
	struct measure *m = w->m;
	uint32_t lone_len = SHORT_LEN;

	/* With short chains many of them are side by side in the same time. */
	m->len = is_chain(&m->kind) ? SHORT_LEN : REQUEST_LEN;
	if (wc_is_group(m->kind.cipher))
		m->len = lone_len = wc_unit_bytes(m->kind.cipher);
	m->chain_ns = 0;
	/* The first frame with a key takes longer. */
	if (time_frame(w, 1, lone_len) < 0)
		return;
	m->lone_ns = time_best(w, 1, lone_len);
	if (!w->status && is_chain(&m->kind))
		find_chain(w);
	if (!w->status)
		find_count(w);
}

static void saturate(struct meter *w)
{
	struct measure *m = w->m;
	int64_t start = now_ns(), now;
	double bytes = 0;

	do {
		if (time_frame(w, m->count, m->len) >= 0)
			bytes += (double)m->count * m->len;
		now = now_ns();
	} while (now - start < m->share_ns / RUN_SHARE && !w->status);
	w->rate = bytes / (double)(now - start);
}

static void wait_for(sem_t *sem)
{
	while (sem_wait(sem))
		;
}

static void *meter_main(void *arg)
{
	struct meter *w = arg;
	struct measure *m = w->m;
	const struct wc_backend_ops *ops = m->backend->ops;

	w->status = ops->worker_start(m->backend, &w->worker, &w->error);
	for (sem_post(&m->done);; sem_post(&m->done)) {
		wait_for(&w->go);
		if (m->task == QUIT)
			break;
		if (m->task == SATURATE && !w->status)
			saturate(w);
		else if (m->task == FIND_OUT && !w->status)
			find_out(w);
	}
	if (w->worker)
		ops->worker_stop(w->worker);
	return NULL;
}

/* The first @threads do a task. */
static void run(struct measure *m, enum what task, unsigned int threads)
{
	unsigned int i;

	m->task = task;
	for (i = 0; i < threads; i++)
		sem_post(&m->meter[i].go);
	for (i = 0; i < threads; i++)
		wait_for(&m->done);
}

static int failed(const struct measure *m, struct wc_error *err)
{
	unsigned int i;

	for (i = 0; i < m->threads; i++)
		if (m->meter[i].status)
			return wc_fail(err, m->meter[i].status, "%s",
				       m->meter[i].error.text);
	return 0;
}

static uint64_t clamp(uint64_t n, uint64_t min, uint64_t max)
{
	return n < min ? min : n > max ? max : n;
}

/* Payload bytes a second, of all threads together. */
static double find_rate(struct measure *m)
{
	double best = 0, rate;
	unsigned int i;
	int n;

	for (n = 0; n < RUNS; n++) {
		run(m, SATURATE, m->threads);
		for (rate = 0, i = 0; i < m->threads; i++)
			rate += m->meter[i].rate;
		best = rate > best ? rate : best;
	}
	return best * 1e9;
}

static void note(struct wc_rates *rates, const struct measure *m, double rate)
{
	struct warpcrypt_rate *r = &rates->rate[rates->count++];

	*r = (struct warpcrypt_rate){
		.cipher = m->kind.cipher,
		.mode = m->kind.mode,
		.flags = m->kind.decrypt ? WARPCRYPT_RATE_DECRYPT : 0,
		.lone_ns = clamp(m->lone_ns, 1, WARPCRYPT_RATE_LONE_MAX),
		.bytes_per_s = clamp((uint64_t)rate, WARPCRYPT_RATE_BYTES_MIN,
				     WARPCRYPT_RATE_BYTES_MAX),
		.chain_ns = clamp(m->chain_ns, 0, WARPCRYPT_RATE_CHAIN_MAX),
	};
}

static int measure_kinds(struct measure *m, struct wc_rates *rates, int64_t ns,
			 struct wc_error *err)
{
	struct wc_rate_kind kinds[WC_RATE_KINDS_MAX];
	uint16_t modes[WARPCRYPT_CIPHER_COUNT];
	int64_t end = now_ns() + ns;
	unsigned int n, i;
	double rate;
	int ret = failed(m, err);

	m->backend->ops->modes(modes);
	n = wc_rate_kinds(kinds, modes);
	for (i = 0; i < n && !ret; i++) {
		int64_t left = end - now_ns();

		if (left + LATE * ns <= 0)
			break;
		m->kind = kinds[i];
		m->share_ns = left / (n - i);
		if (m->share_ns < SHARE_MIN_NS)
			m->share_ns = SHARE_MIN_NS;
		wc_rate_key(&m->arena, &m->kind);
		run(m, FIND_OUT, 1);
		ret = failed(m, err);
		if (ret)
			break;
		rate = find_rate(m);
		ret = failed(m, err);
		if (!ret)
			note(rates, m, rate);
	}
	return ret;
}

/* Returns 0, or a negative errno: not all of them could be started. */
static int start_threads(struct measure *m, unsigned int wanted,
			 struct wc_error *err)
{
	int ret;

	while (m->threads < wanted) {
		struct meter *w = &m->meter[m->threads];

		w->m = m;
		w->index = m->threads;
		sem_init(&w->go, 0, 0);
		ret = pthread_create(&w->thread, NULL, meter_main, w);
		if (ret)
			return wc_fail(err, -ret, "cannot start a thread: %s",
				       strerror(ret));
		m->threads++;
		wait_for(&m->done);
	}
	return 0;
}

static void stop_threads(struct measure *m)
{
	unsigned int i;

	m->task = QUIT;
	for (i = 0; i < m->threads; i++) {
		sem_post(&m->meter[i].go);
		pthread_join(m->meter[i].thread, NULL);
		sem_destroy(&m->meter[i].go);
	}
}

static int with_threads(struct measure *m, unsigned int threads,
			struct wc_rates *rates, int64_t ns,
			struct wc_error *err)
{
	int ret;

	m->meter = calloc(threads, sizeof(*m->meter));
	if (!m->meter)
		return wc_fail(err, -ENOMEM, "out of memory");
	sem_init(&m->done, 0, 0);
	ret = start_threads(m, threads, err);
	if (!ret)
		ret = measure_kinds(m, rates, ns, err);
	stop_threads(m);
	sem_destroy(&m->done);
	free(m->meter);
	return ret;
}

/**
 * wc_rates_measure() - measure an engine
 * @rates: filled in
 * @backend: the engine, open, without an arena
 * @threads: how many threads will serve it
 * @ms: how long that is to take, besides starting the workers; three times as long
 *	if other programs use the processors. Kinds that are not reached stay unknown
 * @err: why it failed
 *
 * Return: 0, or the engine's negative errno
 */
int wc_rates_measure(struct wc_rates *rates, struct wc_backend *backend,
		     unsigned int threads, unsigned int ms,
		     struct wc_error *err)
{
	const struct wc_geometry geo = {
		FRAME_SIZE, threads < WARPCRYPT_FRAME_COUNT_MIN ?
			    WARPCRYPT_FRAME_COUNT_MIN : threads, KEY_SLOTS,
	};
	const struct wc_part all = { 0, geo.frame_count };
	struct measure m = { .backend = backend };
	int ret;

	memset(rates, 0, sizeof(*rates));
	ret = wc_mapping_alloc(&m.arena, &geo, err);
	if (ret)
		return ret;
	/* Pages that are not there yet are not the engine's fault. */
	memset(m.arena.base, 0, m.arena.len);
	ret = backend->ops->arena_add(backend, &m.arena, all, err);
	if (!ret) {
		ret = with_threads(&m, threads, rates, ms * 1000000ll, err);
		backend->ops->arena_remove(backend);
	}
	wc_mapping_free(&m.arena);
	return ret;
}
