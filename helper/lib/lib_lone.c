// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_lone.h"

#include <errno.h>

#include "helper/engine/registers.h"
#include "helper/lib/lib_direct.h"
#include "helper/lib/lib_fail.h"
#include "helper/lib/lib_queue.h"

/* What is longer is divided between the threads. */
#define BYTES_MOST	65536u
/*
 * Or a GPU does it sooner: by way of its thread a lone request takes some 50 us on an H200's
 * host, as long as Kuznyechik of this length with AVX2 on a core there.
 */
#define BYTES_BESIDE_GPU 16384u
/* Multiplications and signatures: as many as a vector register has lanes. */
#define UNITS_MOST	8u

/**
 * lib_lone_start() - make the worker
 * @w: its frames and counts are there
 * @err: why it failed
 *
 * Return: 0, also if these engines have none, or a negative errno
 */
int lib_lone_start(struct warpcrypt *w, struct wc_error *err)
{
	struct lib_lone *l = &w->lone;

	if (!lib_lone_frames(w))
		return 0;
	l->port = &w->port[w->engines.count - 1];
	l->frame = &w->frames[w->arena.geo.frame_count - 1];
	l->counts = &w->counts[w->threads + w->spare_threads];
	return wc_backend_cpu.worker_start(l->port->engine->backend, &l->worker, err);
}

/* Wipe and free the worker; no thread uses it any more. */
void lib_lone_stop(struct warpcrypt *w)
{
	if (w->lone.worker)
		wc_backend_cpu.worker_stop(w->lone.worker);
	w->lone.worker = NULL;
}

/* Give the worker back, when it has wiped the keys that were freed meanwhile. Locked. */
static void put(struct warpcrypt *w)
{
	struct lib_queue *q = &w->queue;
	struct lib_lone *l = &w->lone;
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

/* Have the worker do its frame. Returns the status of the engine. */
static int process(struct warpcrypt *w)
{
	struct lib_frame *frame = w->lone.frame;
	const struct warpcrypt_frame handed = lib_direct_fill(frame, &wc_backend_cpu);
	struct wc_tally tally;
	struct wc_view view;
	int ret = wc_view_open(&view, &w->arena, &handed);

	if (ret)
		return ret;
	wc_view_tally(&view, &tally);
	ret = wc_backend_cpu.process(w->lone.worker, &view);
	wc_wipe_registers();
	wc_counts_commit(w->lone.counts, &tally, ret);
	if (!ret && !frame->status)
		lib_frame_empty(frame);
	return ret;
}

/* Is a batch short, and the worker there for it? Locked. */
static bool may_run(const struct warpcrypt *w, const struct warpcrypt_batch *b, uint64_t bytes)
{
	uint32_t most = b->group ? UNITS_MOST * b->unit :
			w->queue.shared ? BYTES_BESIDE_GPU : BYTES_MOST;

	/* The frame of one that has failed may be with another engine. */
	return bytes <= most && !w->lone.frame->busy && !w->lone.port->failed;
}

/**
 * lib_lone_run() - do a short batch at once, if nothing precedes it
 * @w: the engine
 * @b: the batch, as for lib_queue_add(), without a queue and a callback
 * @bytes: of all its requests that are valid
 *
 * Return: whether it has been added. What does not fit into the frame is left to the threads
 */
bool lib_lone_run(struct warpcrypt *w, struct warpcrypt_batch *b, uint64_t bytes)
{
	struct lib_frame *frame = w->lone.frame;
	struct lib_queue *q = &w->queue;
	bool added = false;
	int ret;

	if (!w->lone.worker || !bytes)
		return false;
	pthread_mutex_lock(&q->lock);
	if (may_run(w, b, bytes)) {
		frame->used = 0;
		frame->count = 0;
		added = lib_queue_take_new(q, b, bytes, frame);
		frame->busy = frame->count;
	}
	if (added && frame->busy) {
		pthread_mutex_unlock(&q->lock);
		ret = process(w);
		pthread_mutex_lock(&q->lock);
		if (ret && ret != -EINVAL)
			lib_fail_frame(w->lone.port, frame);
		else
			lib_queue_back(q, frame, ret ? ret : frame->status);
		put(w);
	}
	pthread_mutex_unlock(&q->lock);
	return added;
}

/**
 * lib_lone_forget() - wipe what the worker has of keys that were freed
 * @w: the engine
 *
 * A thread that has the worker does that when it gives it back.
 */
void lib_lone_forget(struct warpcrypt *w)
{
	struct lib_lone *l = &w->lone;

	if (!l->worker)
		return;
	pthread_mutex_lock(&w->queue.lock);
	if (!l->frame->busy) {
		l->frame->busy = true;
		put(w);
	}
	pthread_mutex_unlock(&w->queue.lock);
}
