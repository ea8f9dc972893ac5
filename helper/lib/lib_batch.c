// SPDX-License-Identifier: GPL-2.0-only
/*
 * Submitting a batch and waiting for it.
 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "helper/lib/lib_error.h"
#include "helper/lib/lib_parts.h"
#include "helper/transport/check.h"

/* The sizes of structures in version 0.1.0: all that they have now. */
#define END_OF(type, member)	(offsetof(struct type, member) + \
				 sizeof(((struct type *)0)->member))
#define WORK_LEAST	END_OF(warpcrypt_work, data)
#define REQUEST_LEAST	END_OF(warpcrypt_request, len)
#define POINTS_LEAST	END_OF(warpcrypt_points, status)
#define SIGNATURES_LEAST END_OF(warpcrypt_signatures, status)

/* The work of a caller that names nothing else of it. */
#define WORK(...)	(&(const struct warpcrypt_work){		\
	.size = sizeof(struct warpcrypt_work), __VA_ARGS__ })

/* &warpcrypt_points.status of what was cancelled, not begun, or lost with an engine. */
#define LIB_POINT_NOT_DONE	2

/* More multiplications or signatures than this are no array in memory. */
#define COUNT_MAX	(SIZE_MAX / 1024)

static void batch_free(struct warpcrypt_batch *b)
{
	lib_holds_put(&b->holds);
	lib_key_put(&b->key_holds, &b->w->keys);
	free(b->chain);
	free(b);
}

static struct warpcrypt_batch *batch_new(struct warpcrypt *w,
					 const struct warpcrypt_work *work)
{
	struct warpcrypt_batch *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->w = w;
	b->to = work->queue;
	b->call = work->done;
	b->data = work->data;
	return b;
}

/* A key that the batch holds, or NULL; most requests have that of the one before. */
struct held_key {
	const struct warpcrypt_cipher_key *handle;
	const struct lib_key *key;
};

/* Is it a CBC encryption that does not fit into one frame? */
static bool is_long_chain(const struct warpcrypt *w, const struct lib_key *key,
			  const struct warpcrypt_request *r)
{
	return lib_cut_is_chain(key, r) &&
	       r->len > w->arena.geo.frame_size - sizeof(struct warpcrypt_desc);
}

/*
 * Hold the registered memory that is at @at. Returns whether there is any, or
 * -EFAULT if there is none and @must says that there must be, if it is gone, or if it is
 * @written but registered to be read.
 */
static int hold(struct warpcrypt_batch *b, const void *at, size_t len, bool must,
		bool written)
{
	int ret = lib_holds_take(&b->holds, &b->w->memory, at, len, written);

	return must && !ret ? -EFAULT : ret;
}

/* The status with which a request begins. */
static int first_status(struct warpcrypt_batch *b,
			const struct warpcrypt_request *r, struct held_key *held)
{
	const struct lib_key *key = r->key == held->handle ?
				    held->key : lib_key_find(&b->w->keys, r->key);
	bool must = r->flags & WARPCRYPT_REGISTERED;
	int ret = 0;

	if (lib_check(key, r))
		return -EINVAL;
	if (!r->len)
		return 0;
	if (r->key != held->handle)
		ret = lib_key_hold(&b->key_holds, &b->w->keys, r->key);
	if (ret)
		return ret;
	*held = (struct held_key){ r->key, key };
	if (r->src != r->dst)
		ret = hold(b, r->src, r->len, must, false);
	if (ret >= 0)
		ret = hold(b, r->dst, r->len, must, true);
	return ret < 0 ? ret : 0;
}

/*
 * Check all requests; count the bytes of those that are valid, and long chains. Returns false
 * if the bytes are too many to be counted.
 */
static bool measure(struct warpcrypt *w, struct warpcrypt_batch *b,
		    uint64_t *bytes, size_t *chains)
{
	struct held_key held = { };
	size_t i;

	for (i = 0; i < b->count; i++) {
		struct warpcrypt_request *r = lib_batch_request(b, i);
		int status = first_status(b, r, &held);

		/* Requests that come again stay in the caches of all CPUs if none writes. */
		if (r->status != status)
			r->status = status;
		if (status) {
			lib_batch_note(b, status);
			continue;
		}
		if (__builtin_add_overflow(*bytes, r->len, bytes))
			return false;
		*chains += r->len && is_long_chain(w, held.key, r);
	}
	return true;
}

/* Can the array be read? */
static int check_sizes(const struct warpcrypt_work *work)
{
	const struct warpcrypt_request *r = work->requests;
	size_t stride = work->count ? r->size : 0, i;
	int ret = 0;

	for (i = 0; i < work->count; i++) {
		if (r->size != sizeof(*r))
			ret = lib_sized_check(r, REQUEST_LEAST, sizeof(*r),
					      "warpcrypt_request");
		if (ret)
			return ret;
		if (r->size != stride)
			return lib_fail(-EINVAL,
					"request %zu: its size is %zu, and that of the first is %zu",
					i, r->size, stride);
		r = (const void *)((const uint8_t *)r + stride);
	}
	return 0;
}

static int prepare_requests(struct warpcrypt *w, struct warpcrypt_batch *b,
			    const struct warpcrypt_work *work, uint64_t *bytes)
{
	size_t chains = 0;
	int ret;

	if (work->count && !work->requests)
		return lib_fail(-EINVAL, "requests is NULL");
	ret = check_sizes(work);
	if (ret)
		return ret;
	b->requests = work->requests;
	b->stride = work->count ? work->requests->size : 0;
	b->count = work->count;
	if (!measure(w, b, bytes, &chains))
		return lib_fail(-EINVAL, "the requests have too many bytes");
	if (!chains)
		return 0;
	b->chain = calloc(chains, sizeof(*b->chain));
	return b->chain ? 0 : lib_fail(-ENOMEM, "out of memory");
}

static int group_of(enum warpcrypt_curve curve)
{
	switch (curve) {
	case WARPCRYPT_X25519:
		return WARPCRYPT_CIPHER_CURVE25519;
	case WARPCRYPT_EDWARDS25519:
		return WARPCRYPT_CIPHER_EDWARDS25519;
	case WARPCRYPT_P256:
		return WARPCRYPT_CIPHER_P256;
	default:
		return 0;
	}
}

static int hold_points(struct warpcrypt_batch *b)
{
	const struct warpcrypt_points *p = &b->points;
	size_t rows = p->count * lib_point_rows((unsigned int)b->group);
	bool must = p->flags & WARPCRYPT_REGISTERED;
	int ret;

	ret = hold(b, p->scalars, p->count * 32, must, false);
	if (ret >= 0 && p->points)
		ret = hold(b, p->points, rows * 32, must, false);
	if (ret >= 0)
		ret = hold(b, p->results, rows * 32, must, true);
	if (ret >= 0 && p->status)
		ret = hold(b, p->status, p->count, must, true);
	return ret < 0 ? lib_fail(ret, "scalars, points, results or status are not registered, or were freed") :
			 0;
}

static int prepare_points(struct warpcrypt *w, struct warpcrypt_batch *b,
			  const struct warpcrypt_work *work, uint64_t *bytes)
{
	struct warpcrypt_points *p = &b->points;
	const char *wrong;
	int ret;

	ret = lib_sized_copy(p, work->points, POINTS_LEAST, sizeof(*p),
			     "warpcrypt_points");
	if (ret)
		return ret;
	b->group = group_of(p->curve);
	if (!b->group)
		return lib_fail(-EINVAL, "there is no curve %d", (int)p->curve);
	if (p->flags & ~WARPCRYPT_REGISTERED)
		return lib_fail(-EINVAL,
				"the multiplications have a flag that this version does not have");
	if (p->count && (!p->scalars || !p->results))
		return lib_fail(-EINVAL, "scalars or results is NULL");
	b->unit = wc_unit_bytes((unsigned int)b->group);
	if (p->count > COUNT_MAX)
		return lib_fail(-EINVAL, "%zu multiplications are too many",
				p->count);
	wrong = lib_check_points(p, b->group);
	if (wrong)
		return lib_fail(-EINVAL, "%s", wrong);
	if (!w->modes[b->group])
		return lib_fail(-EOPNOTSUPP, "%s: this engine does not have that curve",
				w->about);
	b->operation = p->points ? WARPCRYPT_KPP_POINT : WARPCRYPT_KPP_BASE;
	b->count = p->count;
	*bytes = (uint64_t)p->count * b->unit;
	ret = p->count ? hold_points(b) : 0;
	/* Until they are done. Not before it is known that it can be written. */
	if (!ret && p->status)
		memset(p->status, LIB_POINT_NOT_DONE, p->count);
	return ret;
}

static int prepare_signatures(struct warpcrypt *w, struct warpcrypt_batch *b,
			      const struct warpcrypt_work *work,
			      uint64_t *bytes)
{
	struct warpcrypt_signatures *s = &b->signatures;
	const char *wrong;
	int ret;

	ret = lib_sized_copy(s, work->signatures, SIGNATURES_LEAST, sizeof(*s),
			     "warpcrypt_signatures");
	if (ret)
		return ret;
	b->group = lib_sign_group(s->scheme);
	if (!b->group)
		return lib_fail(-EINVAL, "there is no scheme %d",
				(int)s->scheme);
	b->operation = s->scheme == WARPCRYPT_ED25519_BATCH ? WC_CHECK_COFACTOR :
							       WC_CHECK;
	b->unit = wc_operation_bytes(b->group, b->operation);
	if (s->count > COUNT_MAX)
		return lib_fail(-EINVAL, "%zu signatures are too many",
				s->count);
	wrong = lib_check_signatures(s);
	if (wrong)
		return lib_fail(-EINVAL, "%s", wrong);
	if (!w->modes[b->group])
		return lib_fail(-EOPNOTSUPP,
				"%s: this engine does not check such signatures",
				w->about);
	/* Until they are. */
	if (s->count)
		memset(s->status, LIB_SIGN_NOT_CHECKED, s->count);
	b->count = s->count;
	*bytes = (uint64_t)s->count * b->unit;
	return 0;
}

static int prepare(struct warpcrypt *w, struct warpcrypt_batch *b,
		   const struct warpcrypt_work *work, uint64_t *bytes)
{
	if (work->points)
		return prepare_points(w, b, work, bytes);
	if (work->signatures)
		return prepare_signatures(w, b, work, bytes);
	return prepare_requests(w, b, work, bytes);
}

static int check_work(const struct warpcrypt_work *work)
{
	bool requests = work->requests || work->count;

	if (requests + !!work->points + !!work->signatures > 1)
		return lib_fail(-EINVAL,
				"a batch has requests, points or signatures, one of them");
	if (work->queue && work->done)
		return lib_fail(-EINVAL,
				"a batch has a queue or a callback, not both");
	return 0;
}

/* The batch has been checked. Nothing of @b is used when it is in the queue. */
static int add(struct warpcrypt *w, struct warpcrypt_batch *b, uint64_t bytes,
	       struct warpcrypt_batch **batch)
{
	int ret;

	if (!lib_done_expect(b))
		return lib_fail(-EINVAL, "the queue belongs to another engine");
	*batch = b;
	ret = lib_queue_add(b, bytes);
	if (ret) {
		pthread_mutex_lock(&w->queue.lock);
		lib_done_take(b);
		pthread_mutex_unlock(&w->queue.lock);
		return lib_fail(ret, ret == -EIO ?
				"the engine has failed: close it" :
				ret == -EAGAIN ?
				"options.waiting bytes wait already: wait for a batch first" :
				"the batches that wait have too many bytes");
	}
	return 0;
}

/* Not if it is registered, but is not mapped any more, or only to be read. */
static bool can_write(struct warpcrypt *w, const void *at, size_t len)
{
	struct lib_holds holds = { };
	int ret = lib_holds_take(&holds, &w->memory, at, len, true);

	lib_holds_put(&holds);
	return ret >= 0;
}

/*
 * Nothing of the work was begun, for @err: write that to all status that can be found, so that
 * none says "done" or "valid".
 */
static void refuse(struct warpcrypt *w, const struct warpcrypt_work *work, int err)
{
	const struct warpcrypt_signatures *s = work->signatures;
	const struct warpcrypt_points *p = work->points;
	struct warpcrypt_request *r = work->requests;
	size_t size = r && work->count ? r->size : 0, i;

	for (i = 0; r && i < work->count; i++) {
		if (r->size < REQUEST_LEAST || r->size != size)
			break;
		r->status = err;
		r = (void *)((uint8_t *)r + size);
	}
	if (p && p->size >= POINTS_LEAST && p->status && p->count <= COUNT_MAX &&
	    (err != -EFAULT || can_write(w, p->status, p->count)))
		memset(p->status, LIB_POINT_NOT_DONE, p->count);
	if (s && s->size >= SIGNATURES_LEAST && s->status && s->count <= COUNT_MAX)
		memset(s->status, LIB_SIGN_NOT_CHECKED, s->count);
}

/* @alone: the caller waits for it, so it may do the work itself. */
static int begin(struct warpcrypt *w, const struct warpcrypt_work *work, bool alone,
		 struct warpcrypt_batch **batch)
{
	struct warpcrypt_work known;
	struct warpcrypt_batch *b;
	uint64_t bytes = 0;
	int ret;
	LIB_NOT_CANCELLED;

	ret = lib_sized_copy(&known, work, WORK_LEAST, sizeof(known),
			     "warpcrypt_work");
	if (ret)
		return ret;
	ret = check_work(&known);
	b = ret ? NULL : batch_new(w, &known);
	if (!ret && !b)
		ret = lib_fail(-ENOMEM, "out of memory");
	if (!ret)
		ret = prepare(w, b, &known, &bytes);
	if (!ret && alone && lib_lone_run(w, b, bytes))
		*batch = b;
	else if (!ret)
		ret = add(w, b, bytes, batch);
	if (!ret)
		return 0;
	refuse(w, &known, ret);
	if (b)
		batch_free(b);
	return ret;
}

int warpcrypt_begin(struct warpcrypt *w, const struct warpcrypt_work *work,
		    struct warpcrypt_batch **batch)
{
	return begin(w, work, false, batch);
}

int warpcrypt_submit(struct warpcrypt *w, struct warpcrypt_request *requests,
		     size_t count, struct warpcrypt_batch **batch)
{
	return warpcrypt_begin(w, WORK(.requests = requests, .count = count), batch);
}

int warpcrypt_submit_points(struct warpcrypt *w,
			    const struct warpcrypt_points *points,
			    struct warpcrypt_batch **batch)
{
	return warpcrypt_begin(w, WORK(.points = points), batch);
}

int warpcrypt_submit_signatures(struct warpcrypt *w,
				const struct warpcrypt_signatures *signatures,
				struct warpcrypt_batch **batch)
{
	return warpcrypt_begin(w, WORK(.signatures = signatures), batch);
}

int warpcrypt_poll(const struct warpcrypt_batch *batch)
{
	bool done;
	LIB_NOT_CANCELLED;

	pthread_mutex_lock(&batch->w->queue.lock);
	done = lib_done_is(batch);
	pthread_mutex_unlock(&batch->w->queue.lock);
	return done;
}

/* Why the batch, which is done, has failed. @broken: the engine has. */
static int explain(const struct warpcrypt_batch *b, bool broken)
{
	size_t i;

	if (b->result == -EIO && b->lost && !broken)
		return lib_fail(-EIO,
				"a GPU has failed with requests in registered memory that cannot be done again; others go on");
	if (b->result == -EIO)
		return lib_fail(-EIO, broken ?
				"the engine has failed: close it" :
				wc_is_check(b->operation) ?
				"messages could not be hashed: is memory short?" :
				"the engine refused a part: requests were changed while the batch was in progress");
	for (i = 0; b->result == -EINVAL && i < b->signatures.count; i++)
		if (lib_sign_misses(&b->signatures, i))
			return lib_fail(-EINVAL, "message %zu is NULL", i);
	if (b->group)
		return lib_fail(b->result, "%s were cancelled",
				wc_is_check(b->operation) ?
				"signatures" : "multiplications");
	for (i = 0; i < b->count; i++) {
		const struct warpcrypt_request *r = lib_batch_request(b, i);

		if (r->status)
			return lib_check_explain(b->w, r, i);
	}
	return b->result;
}

int warpcrypt_wait_for(struct warpcrypt_batch *batch, int64_t ns)
{
	struct timespec end = lib_later(ns > 0 ? ns : 0);
	struct lib_queue *q = &batch->w->queue;
	pthread_cond_t waiter;
	bool done, broken;
	int ret = 0;
	LIB_NOT_CANCELLED;

	if (lib_done_never(batch))
		return lib_fail(-EDEADLK,
				"a callback waits for another batch with a callback, which comes after it");
	lib_cond_init(&waiter);
	pthread_mutex_lock(&q->lock);
	batch->waiter = &waiter;
	while (!lib_done_is(batch) && !ret)
		ret = ns < 0 ? pthread_cond_wait(&waiter, &q->lock) :
			       pthread_cond_timedwait(&waiter, &q->lock, &end);
	batch->waiter = NULL;
	done = lib_done_is(batch);
	broken = q->broken;
	if (done)
		lib_done_take(batch);
	pthread_mutex_unlock(&q->lock);
	pthread_cond_destroy(&waiter);
	if (!done)
		return lib_fail(-ETIMEDOUT, "the batch is not done yet");
	ret = batch->result ? explain(batch, broken) : 0;
	batch_free(batch);
	return ret;
}

int warpcrypt_wait(struct warpcrypt_batch *batch)
{
	return warpcrypt_wait_for(batch, -1);
}

size_t warpcrypt_cancel(struct warpcrypt_batch *batch)
{
	struct lib_queue *q = &batch->w->queue;
	size_t n;
	LIB_NOT_CANCELLED;

	pthread_mutex_lock(&q->lock);
	n = lib_queue_cancel(batch);
	pthread_mutex_unlock(&q->lock);
	return n;
}

int warpcrypt_next_iv(const struct warpcrypt *w,
		      const struct warpcrypt_cipher_key *key, uint8_t iv[16],
		      size_t len)
{
	const struct lib_key *known = lib_key_find(&w->keys, key);
	unsigned int i = 0;

	if (!known)
		return lib_fail(-EINVAL,
				"it is no key of this engine, or was freed");
	switch (known->mode) {
	case WARPCRYPT_MODE_CTR:
		if (len % WARPCRYPT_BLOCK_SIZE)
			return lib_fail(-EINVAL,
					"%zu bytes are no multiple of 16: the rest of the last block is lost",
					len);
		lib_cut_count(iv, len / WARPCRYPT_BLOCK_SIZE);
		return 0;
	case WARPCRYPT_MODE_XTS:
	case WARPCRYPT_MODE_XTS_GB:
		while (i < WARPCRYPT_BLOCK_SIZE && !++iv[i])
			i++;
		return 0;
	default:
		return lib_fail(-EINVAL, "only CTR and XTS count");
	}
}

void *warpcrypt_data(const struct warpcrypt_batch *batch)
{
	return batch->data;
}

static int run(struct warpcrypt *w, const struct warpcrypt_work *work)
{
	struct warpcrypt_batch *batch;
	int ret = begin(w, work, true, &batch);

	return ret ? ret : warpcrypt_wait(batch);
}

int warpcrypt_run(struct warpcrypt *w, struct warpcrypt_request *requests,
		  size_t count)
{
	return run(w, WORK(.requests = requests, .count = count));
}

int warpcrypt_run_points(struct warpcrypt *w,
			 const struct warpcrypt_points *points)
{
	return run(w, WORK(.points = points));
}

int warpcrypt_run_signatures(struct warpcrypt *w,
			     const struct warpcrypt_signatures *signatures)
{
	return run(w, WORK(.signatures = signatures));
}
