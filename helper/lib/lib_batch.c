// SPDX-License-Identifier: GPL-2.0-only
/*
 * Submitting a batch and waiting for it.
 */
#include <errno.h>
#include <stdlib.h>

#include "helper/lib/lib_engine.h"
#include "helper/lib/lib_error.h"

static int bad_length(const struct warpcrypt_request *r)
{
	switch (r->key->mode) {
	case WARPCRYPT_MODE_ECB:
	case WARPCRYPT_MODE_CBC:
		return r->len % WC_BLOCK;
	case WARPCRYPT_MODE_XTS:
		return r->len && r->len < WC_BLOCK;
	default:
		return 0;
	}
}

static int check(const struct warpcrypt *w, const struct warpcrypt_request *r,
		 size_t i)
{
	if (!r->key || r->key->w != w)
		return lib_fail(-EINVAL, "request %zu: %s", i, r->key ?
				"its key belongs to another engine" :
				"it has no key");
	if (r->len && (!r->src || !r->dst))
		return lib_fail(-EINVAL,
				"request %zu: source or destination is NULL",
				i);
	if (bad_length(r))
		return lib_fail(-EINVAL,
				"request %zu: %zu bytes: give %s", i, r->len,
				r->key->mode == WARPCRYPT_MODE_XTS ?
				"at least 16" : "a multiple of 16");
	return 0;
}

/* Is it a CBC encryption that does not fit into one frame? */
static bool is_long_chain(const struct warpcrypt *w,
			  const struct warpcrypt_request *r)
{
	return r->key->mode == WARPCRYPT_MODE_CBC && !r->decrypt &&
	       r->len > w->arena.geo.frame_size - sizeof(struct warpcrypt_desc);
}

/* Check all requests; count their bytes, and the long CBC encryptions. */
static int measure(const struct warpcrypt *w,
		   const struct warpcrypt_request *requests, size_t count,
		   uint64_t *bytes, size_t *chains)
{
	size_t i;
	int ret;

	*bytes = 0;
	*chains = 0;
	for (i = 0; i < count; i++) {
		ret = check(w, &requests[i], i);
		if (ret)
			return ret;
		*bytes += requests[i].len;
		*chains += is_long_chain(w, &requests[i]);
	}
	return 0;
}

static void batch_free(struct warpcrypt_batch *b)
{
	free(b->chain);
	free(b);
}

static struct warpcrypt_batch *batch_new(size_t chains)
{
	struct warpcrypt_batch *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	if (chains) {
		b->chain = calloc(chains, sizeof(*b->chain));
		if (!b->chain) {
			free(b);
			return NULL;
		}
	}
	return b;
}

static int begin(struct warpcrypt *w, struct warpcrypt_batch *b,
		 uint64_t bytes, struct warpcrypt_batch **batch)
{
	if (lib_queue_add(&w->queue, b, bytes)) {
		batch_free(b);
		return lib_fail(-EIO, "the engine has failed: close it");
	}
	*batch = b;
	return 0;
}

int warpcrypt_submit(struct warpcrypt *w,
		     const struct warpcrypt_request *requests, size_t count,
		     struct warpcrypt_batch **batch)
{
	struct warpcrypt_batch *b;
	uint64_t bytes;
	size_t chains;
	int ret;

	if (count && !requests)
		return lib_fail(-EINVAL, "requests is NULL");
	ret = measure(w, requests, count, &bytes, &chains);
	if (ret)
		return ret;
	b = batch_new(chains);
	if (!b)
		return lib_fail(-ENOMEM, "out of memory");
	b->requests = requests;
	b->count = count;
	return begin(w, b, bytes, batch);
}

int warpcrypt_submit_points(struct warpcrypt *w,
			    const struct warpcrypt_points *points,
			    struct warpcrypt_batch **batch)
{
	int cipher = lib_curve_cipher(points->curve);
	struct warpcrypt_batch *b;

	if (cipher < 0)
		return lib_fail(-EINVAL, "there is no curve %d",
				(int)points->curve);
	if (points->count && (!points->scalars || !points->results))
		return lib_fail(-EINVAL, "scalars or results is NULL");
	if (!w->modes[cipher])
		return lib_fail(-EOPNOTSUPP, "%s: this engine has no 25519",
				w->about);
	b = batch_new(0);
	if (!b)
		return lib_fail(-ENOMEM, "out of memory");
	b->points = points;
	b->count = points->count;
	return begin(w, b, (uint64_t)points->count * WARPCRYPT_KPP_UNIT, batch);
}

int warpcrypt_poll(const struct warpcrypt_batch *batch)
{
	bool done;

	pthread_mutex_lock(&batch->queue->lock);
	done = batch->done;
	pthread_mutex_unlock(&batch->queue->lock);
	return done;
}

int warpcrypt_wait(struct warpcrypt_batch *batch)
{
	struct lib_queue *q = batch->queue;
	int ret;

	pthread_mutex_lock(&q->lock);
	while (!batch->done)
		pthread_cond_wait(&q->finished, &q->lock);
	ret = batch->result;
	pthread_mutex_unlock(&q->lock);
	batch_free(batch);
	return ret ? lib_fail(ret, "the engine has failed: close it") : 0;
}

int warpcrypt_run(struct warpcrypt *w, const struct warpcrypt_request *requests,
		  size_t count)
{
	struct warpcrypt_batch *batch;
	int ret = warpcrypt_submit(w, requests, count, &batch);

	return ret ? ret : warpcrypt_wait(batch);
}

int warpcrypt_run_points(struct warpcrypt *w,
			 const struct warpcrypt_points *points)
{
	struct warpcrypt_batch *batch;
	int ret = warpcrypt_submit_points(w, points, &batch);

	return ret ? ret : warpcrypt_wait(batch);
}
