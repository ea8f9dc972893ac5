// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK		16u
/* A thread's share of what waits is not made smaller than this, bytes. */
#define SHARE_MIN	65536u
#define SHARE_MIN_KPP	(256u * WARPCRYPT_KPP_UNIT)
/* Nor is a request cut so that less of it comes into a frame. */
#define PART_MIN	4096u

static void list(struct warpcrypt_batch *b)
{
	struct warpcrypt *w = b->w;

	if (b->listed)
		return;
	b->listed = true;
	b->next = NULL;
	if (w->first)
		w->last->next = b;
	else
		w->first = b;
	w->last = b;
	lib_channel_wake(w);
}

/* The first of the list has nothing left, or never will be done. */
static void unlist_first(struct warpcrypt *w)
{
	w->first->listed = false;
	w->first = w->first->next;
}

static void finish(struct warpcrypt_batch *b)
{
	if (b->listed || b->out)
		return;
	b->done = true;
	pthread_cond_broadcast(&b->w->finished);
}

/*
 * How much of what waits goes into one frame: with engines of their own all
 * threads shall have something to do.
 */
static size_t share(const struct warpcrypt *w, const struct lib_frame *frame)
{
	size_t least = w->first->points ? SHARE_MIN_KPP : SHARE_MIN;
	size_t most = lib_frame_room(frame) & ~(size_t)63;
	uint64_t part = w->waiting / w->stats.workers;

	if (w->backend->ops->shared_engine || part > most)
		return most;
	return part < least ? least : part;
}

static void add_counter(uint8_t iv[BLOCK], uint64_t blocks)
{
	int i;

	for (i = BLOCK - 1; i >= 0 && blocks; i--) {
		blocks += iv[i];
		iv[i] = (uint8_t)blocks;
		blocks >>= 8;
	}
}

static bool is_chain(const struct warpcrypt_request *r)
{
	return r->key->mode == WARPCRYPT_MODE_CBC && !r->decrypt;
}

/*
 * How much of the @left bytes at @c goes into the frame, which shall hold
 * @limit bytes: 0 if the frame had better be closed. What fits into a frame is
 * not cut.
 */
static size_t part_of(const struct warpcrypt_request *r,
		      const struct lib_frame *frame, size_t limit, size_t left)
{
	size_t room = lib_frame_room(frame);
	size_t part = frame->used < limit ? limit - frame->used : 0;

	/* Cutting a chain makes nothing faster. */
	if (part > room || (part && is_chain(r)))
		part = room;
	if (left <= part)
		return left;
	if (frame->count && (left <= limit || is_chain(r)))
		return 0;
	part &= ~(size_t)63;
	/* Stealing needs the last whole block and what follows together. */
	if (r->key->mode == WARPCRYPT_MODE_XTS && left - part < BLOCK &&
	    part)
		part -= 64;
	return part < PART_MIN ? 0 : part;
}

static void describe(struct warpcrypt_desc *desc,
		     const struct warpcrypt_request *r,
		     const struct lib_cursor *c)
{
	desc->cipher = r->key->cipher;
	desc->mode = r->key->mode;
	desc->key_slot = r->key->slot;
	desc->key_generation = r->key->generation;
	if (r->decrypt && desc->mode != WARPCRYPT_MODE_CTR)
		desc->flags = WARPCRYPT_DESC_DECRYPT;
	if (desc->mode == WARPCRYPT_MODE_XTS)
		desc->block = c->offset / BLOCK;
	if (desc->mode != WARPCRYPT_MODE_ECB)
		memcpy(desc->iv, c->offset ? c->iv : r->iv, BLOCK);
}

/*
 * Move on by @part bytes, of which @desc tells the IV. The source is read now:
 * in place it will be overwritten when the piece comes back.
 */
static void move_on(struct lib_cursor *c, const struct warpcrypt_request *r,
		    const struct warpcrypt_desc *desc, size_t part)
{
	const uint8_t *end = (const uint8_t *)r->src + c->offset + part;

	c->offset += part;
	if (c->offset == r->len) {
		c->request++;
		c->offset = 0;
		return;
	}
	memcpy(c->iv, desc->iv, BLOCK);
	if (desc->mode == WARPCRYPT_MODE_CTR)
		add_counter(c->iv, part / BLOCK);
	else if (desc->mode == WARPCRYPT_MODE_CBC)
		memcpy(c->iv, end - BLOCK, BLOCK);
}

/* A piece of the request at @c, which moves on; false: the frame is full. */
static bool take_request(struct warpcrypt_batch *b, struct lib_cursor *c,
			 struct lib_frame *frame, size_t limit)
{
	const struct warpcrypt_request *r = &b->requests[c->request];
	size_t left = r->len - c->offset, part;
	struct warpcrypt_desc *desc;
	struct lib_piece *p;

	if (!left) {
		c->request++;
		return true;
	}
	part = part_of(r, frame, limit, left);
	if (!part)
		return false;
	p = lib_frame_add(frame, part, &desc);
	p->batch = b;
	p->request = c->request;
	p->src = (const uint8_t *)r->src + c->offset;
	p->dst = (uint8_t *)r->dst + c->offset;
	p->chain = 0;
	describe(desc, r, c);
	b->out++;
	b->w->waiting -= part;
	if (!is_chain(r) || part == left) {
		move_on(c, r, desc, part);
		return true;
	}
	/* The rest waits for this piece. */
	p->chain = c->offset + part;
	b->w->waiting -= left - part;
	c->request++;
	c->offset = 0;
	return true;
}

static bool take_points(struct warpcrypt_batch *b, struct lib_frame *frame,
			size_t limit)
{
	size_t left = (b->count - b->at.request) * WARPCRYPT_KPP_UNIT;
	size_t part = frame->used < limit ? limit - frame->used : 0;
	size_t room = lib_frame_room(frame);
	struct warpcrypt_desc *desc;
	struct lib_piece *p;

	if (part > room)
		part = room;
	if (part > left)
		part = left;
	part -= part % WARPCRYPT_KPP_UNIT;
	if (!part)
		return false;
	p = lib_frame_add(frame, part, &desc);
	p->batch = b;
	p->request = b->at.request;
	p->chain = 0;
	desc->cipher = b->points->curve == WARPCRYPT_X25519 ?
		       WARPCRYPT_CIPHER_CURVE25519 :
		       WARPCRYPT_CIPHER_EDWARDS25519;
	desc->mode = b->points->points ? WARPCRYPT_KPP_POINT :
					 WARPCRYPT_KPP_BASE;
	b->at.request += part / WARPCRYPT_KPP_UNIT;
	b->out++;
	b->w->waiting -= part;
	return true;
}

/* Returns whether all of it has been taken; otherwise the frame is full. */
static bool take_batch(struct warpcrypt_batch *b, struct lib_frame *frame,
		       size_t limit)
{
	while (b->chains) {
		struct lib_cursor c = b->chain[b->chains - 1];

		if (!take_request(b, &c, frame, limit))
			return false;
		b->chains--;
	}
	while (b->at.request < b->count)
		if (!(b->points ? take_points(b, frame, limit) :
				  take_request(b, &b->at, frame, limit)))
			return false;
	return true;
}

/**
 * lib_batches_take() - put pieces of the batches that wait into a frame
 * @w: the engine, locked, with a batch on its list
 * @frame: an empty frame
 */
void lib_batches_take(struct warpcrypt *w, struct lib_frame *frame)
{
	size_t limit = share(w, frame);

	while (w->first && take_batch(w->first, frame, limit))
		unlist_first(w);
}

/* A piece of a long CBC encryption is done: the next one can follow. */
static void chain_on(struct lib_piece *p)
{
	struct warpcrypt_batch *b = p->batch;
	const struct warpcrypt_request *r = &b->requests[p->request];
	struct lib_cursor *c = &b->chain[b->chains++];

	c->request = p->request;
	c->offset = p->chain;
	memcpy(c->iv, (const uint8_t *)r->dst + p->chain - BLOCK, BLOCK);
	b->w->waiting += r->len - p->chain;
	list(b);
}

/**
 * lib_batches_back() - a frame's pieces are back
 * @frame: a frame of a locked engine, emptied if it was done
 * @status: with which the frame came back
 */
void lib_batches_back(struct lib_frame *frame, int status)
{
	uint32_t i;

	for (i = 0; i < frame->count; i++) {
		struct lib_piece *p = &frame->piece[i];
		struct warpcrypt_batch *b = p->batch;

		b->out--;
		if (status || b->w->broken)
			b->result = -EIO;
		else if (p->chain)
			chain_on(p);
		finish(b);
	}
}

/**
 * lib_batches_fail() - the engine has failed: nothing more will be done
 * @w: the engine, locked
 */
void lib_batches_fail(struct warpcrypt *w)
{
	w->broken = true;
	while (w->first) {
		struct warpcrypt_batch *b = w->first;

		unlist_first(w);
		b->result = -EIO;
		finish(b);
	}
}

static int bad_length(const struct warpcrypt_request *r)
{
	switch (r->key->mode) {
	case WARPCRYPT_MODE_ECB:
	case WARPCRYPT_MODE_CBC:
		return r->len % BLOCK;
	case WARPCRYPT_MODE_XTS:
		return r->len && r->len < BLOCK;
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

/* Checks them all; how many bytes they are, and how many long chains. */
static int measure(const struct warpcrypt *w,
		   const struct warpcrypt_request *requests, size_t count,
		   uint64_t *bytes, size_t *chains)
{
	size_t i;
	int ret;

	*bytes = 0;
	*chains = 0;
	for (i = 0; i < count; i++) {
		const struct warpcrypt_request *r = &requests[i];

		ret = check(w, r, i);
		if (ret)
			return ret;
		*bytes += r->len;
		*chains += is_chain(r) &&
			   r->len > w->arena.geo.frame_size -
				    sizeof(struct warpcrypt_desc);
	}
	return 0;
}

static void batch_free(struct warpcrypt_batch *b)
{
	free(b->chain);
	free(b);
}

/* @b is complete but for what the lock protects. */
static int begin(struct warpcrypt_batch *b, uint64_t bytes)
{
	struct warpcrypt *w = b->w;
	bool broken;

	pthread_mutex_lock(&w->lock);
	broken = w->broken;
	if (!broken && bytes) {
		w->waiting += bytes;
		list(b);
	}
	b->done = !b->listed;
	pthread_mutex_unlock(&w->lock);
	if (!broken)
		return 0;
	batch_free(b);
	return lib_fail(-EIO, "the engine has failed: close it");
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
	b = calloc(1, sizeof(*b));
	if (b && chains)
		b->chain = calloc(chains, sizeof(*b->chain));
	if (!b || (chains && !b->chain)) {
		free(b);
		return lib_fail(-ENOMEM, "out of memory");
	}
	b->w = w;
	b->requests = requests;
	b->count = count;
	ret = begin(b, bytes);
	if (!ret)
		*batch = b;
	return ret;
}

int warpcrypt_submit_points(struct warpcrypt *w,
			    const struct warpcrypt_points *points,
			    struct warpcrypt_batch **batch)
{
	uint8_t cipher = points->curve == WARPCRYPT_X25519 ?
			 WARPCRYPT_CIPHER_CURVE25519 :
			 WARPCRYPT_CIPHER_EDWARDS25519;
	struct warpcrypt_batch *b;
	int ret;

	if (points->curve != WARPCRYPT_X25519 &&
	    points->curve != WARPCRYPT_EDWARDS25519)
		return lib_fail(-EINVAL, "there is no curve %d",
				(int)points->curve);
	if (points->count && (!points->scalars || !points->results))
		return lib_fail(-EINVAL, "scalars or results is NULL");
	if (!w->modes[cipher])
		return lib_fail(-EOPNOTSUPP, "%s: this engine has no 25519",
				w->about);
	b = calloc(1, sizeof(*b));
	if (!b)
		return lib_fail(-ENOMEM, "out of memory");
	b->w = w;
	b->points = points;
	b->count = points->count;
	ret = begin(b, (uint64_t)points->count * WARPCRYPT_KPP_UNIT);
	if (!ret)
		*batch = b;
	return ret;
}

int warpcrypt_poll(const struct warpcrypt_batch *batch)
{
	bool done;

	pthread_mutex_lock(&batch->w->lock);
	done = batch->done;
	pthread_mutex_unlock(&batch->w->lock);
	return done;
}

int warpcrypt_wait(struct warpcrypt_batch *batch)
{
	struct warpcrypt *w = batch->w;
	int ret;

	pthread_mutex_lock(&w->lock);
	while (!batch->done)
		pthread_cond_wait(&w->finished, &w->lock);
	ret = batch->result;
	pthread_mutex_unlock(&w->lock);
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
