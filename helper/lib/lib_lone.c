// SPDX-License-Identifier: GPL-2.0-only
/*
 * A short batch is done by the thread that waits for it, unless others wait for the CPUs:
 * waking a thread of the engine, and being woken by it, would take longer than the work.
 * It is done by the CPUs' engine, which has more workers for this, as many as threads; and
 * one if it stands by for GPUs. Each is used by one thread at a time. Not by a GPU: its
 * driver may not return, and the caller would not.
 */
#include "helper/lib/lib_parts.h"

#include <errno.h>
#include <stdlib.h>

#include "helper/engine/registers.h"

/* What is longer is divided between the threads. */
#define BYTES_MOST	65536u
/*
 * Or a GPU does it sooner: by way of its thread a lone request takes some 36 us on an H200's
 * host, and Kuznyechik of this length 30 us with GFNI on a core there, 67 with AVX2.
 */
#define BYTES_BESIDE_GPU 16384u
/* Multiplications and signatures: as many as a vector register has lanes. */
#define UNITS_MOST	8u

/* Their engine: the one that stands by is the last. */
static struct lib_port *port_of(struct warpcrypt *w)
{
	return &w->port[w->engines.count - 1];
}

/**
 * lib_lone_start() - make the workers
 * @w: its frames and counts are there
 * @err: why it failed
 *
 * Return: 0, also if these engines have none, or a negative errno
 */
int lib_lone_start(struct warpcrypt *w, struct wc_error *err)
{
	unsigned int count = lib_lone_count(w);
	int ret = 0;

	w->lone = calloc(count ? count : 1, sizeof(*w->lone));
	if (!w->lone)
		return wc_fail(err, -ENOMEM, "out of memory");
	while (w->lones < count && !ret) {
		struct lib_lone *l = &w->lone[w->lones];

		l->frame = &w->frames[w->arena.geo.frame_count - 1 - w->lones];
		l->counts = &w->counts[w->threads + w->spare_threads + w->lones];
		ret = wc_backend_cpu.worker_start(port_of(w)->engine->backend, &l->worker, err);
		w->lones += !ret;
	}
	return ret;
}

/* Wipe and free the workers; no thread uses them any more. */
void lib_lone_stop(struct warpcrypt *w)
{
	while (w->lones)
		wc_backend_cpu.worker_stop(w->lone[--w->lones].worker);
	free(w->lone);
	w->lone = NULL;
}

/* Give a worker back, when it has wiped the keys that were freed meanwhile. Locked. */
static void put(struct lib_queue *q, struct lib_lone *l)
{
	int n;

	while (l->releases != q->releases) {
		l->releases = q->releases;
		pthread_mutex_unlock(&q->lock);
		n = wc_backend_cpu.forget(l->worker);
		wc_wipe_registers();
		wc_counts_wiped(l->counts, n > 0 ? (unsigned int)n : 0);
		pthread_mutex_lock(&q->lock);
	}
	l->frame->busy = false;
}

/* Have a worker do its frame. Returns the status of the engine. */
static int process(const struct warpcrypt *w, const struct lib_lone *l)
{
	const struct warpcrypt_frame handed = lib_direct_fill(l->frame, &wc_backend_cpu);
	struct wc_tally tally;
	struct wc_view view;
	int ret = wc_view_open(&view, &w->arena, &handed);

	if (ret)
		return ret;
	wc_view_tally(&view, &tally);
	ret = wc_backend_cpu.process(l->worker, &view);
	wc_wipe_registers();
	wc_counts_commit(l->counts, &tally, ret);
	if (!ret && !l->frame->status)
		lib_frame_empty(l->frame);
	return ret;
}

/* A worker that no thread has, for a batch if that is short; else NULL. Locked. */
static struct lib_lone *get(struct warpcrypt *w, const struct warpcrypt_batch *b, uint64_t bytes)
{
	uint32_t most = b->group ? UNITS_MOST * b->unit :
			w->queue.shared ? BYTES_BESIDE_GPU : BYTES_MOST;
	unsigned int i;

	/* The frames of an engine that has failed may be with another one. */
	if (bytes > most || port_of(w)->failed)
		return NULL;
	/* One that has not wiped yet what was freed is not for others. */
	for (i = 0; i < w->lones; i++)
		if (!w->lone[i].frame->busy && w->lone[i].releases == w->queue.releases)
			return &w->lone[i];
	return NULL;
}

/**
 * lib_lone_run() - do a short batch at once, unless others wait for these CPUs
 * @w: the engine
 * @b: the batch, as for lib_queue_add(), without a queue and a callback
 * @bytes: of all its requests that are valid
 *
 * Return: whether it has been added. What does not fit into the frame is left to the threads
 */
bool lib_lone_run(struct warpcrypt *w, struct warpcrypt_batch *b, uint64_t bytes)
{
	struct lib_queue *q = &w->queue;
	struct lib_lone *l;
	bool added = false;
	int ret;

	if (!w->lones || !bytes)
		return false;
	pthread_mutex_lock(&q->lock);
	l = get(w, b, bytes);
	if (l) {
		l->frame->used = 0;
		l->frame->count = 0;
		added = lib_queue_take_new(q, b, bytes, l->frame);
		l->frame->busy = l->frame->count;
		l->used |= l->frame->busy;
	}
	if (added && l->frame->busy) {
		pthread_mutex_unlock(&q->lock);
		ret = process(w, l);
		pthread_mutex_lock(&q->lock);
		if (ret && ret != -EINVAL)
			lib_fail_frame(port_of(w), l->frame);
		else
			lib_queue_back(q, l->frame, ret ? ret : l->frame->status);
		put(q, l);
	}
	pthread_mutex_unlock(&q->lock);
	return added;
}

/**
 * lib_lone_forget() - wipe what the workers have of keys that were freed
 * @w: the engine
 *
 * A thread that has a worker does that when it gives it back.
 */
void lib_lone_forget(struct warpcrypt *w)
{
	struct lib_queue *q = &w->queue;
	unsigned int i;

	pthread_mutex_lock(&q->lock);
	for (i = 0; i < w->lones; i++) {
		struct lib_lone *l = &w->lone[i];

		if (!l->used)
			l->releases = q->releases;
		if (l->frame->busy || !l->used)
			continue;
		l->frame->busy = true;
		put(q, l);
	}
	pthread_mutex_unlock(&q->lock);
}
