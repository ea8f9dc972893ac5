// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_queue.h"

#include <errno.h>
#include <string.h>

#include "helper/lib/lib_key.h"

#define BLOCK		WARPCRYPT_BLOCK_SIZE
/* The smallest share of the waiting bytes that a thread takes. */
#define SHARE_MIN	65536u
#define SHARE_MIN_KPP	(256u * WARPCRYPT_KPP_UNIT)
/* The smallest piece that is cut off a request, bytes. */
#define PART_MIN	4096u

/**
 * lib_queue_init() - make an empty queue
 * @q: filled in
 * @shared: the threads share one engine
 * @threads: how many threads take from the queue
 */
void lib_queue_init(struct lib_queue *q, bool shared, unsigned int threads)
{
	pthread_condattr_t attr;

	memset(q, 0, sizeof(*q));
	q->shared = shared;
	q->threads = threads;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->work, &attr);
	pthread_cond_init(&q->finished, NULL);
	pthread_condattr_destroy(&attr);
}

/**
 * lib_queue_free() - free what lib_queue_init() made
 * @q: empty, and used by no thread
 */
void lib_queue_free(struct lib_queue *q)
{
	pthread_cond_destroy(&q->finished);
	pthread_cond_destroy(&q->work);
	pthread_mutex_destroy(&q->lock);
}

/*
 * Threads that share an engine may wait for more bytes than there are, so all
 * of them must check. Of threads with an engine each, any one will do.
 */
static void wake(struct lib_queue *q)
{
	if (q->shared)
		pthread_cond_broadcast(&q->work);
	else
		pthread_cond_signal(&q->work);
}

static void list(struct warpcrypt_batch *b)
{
	struct lib_queue *q = b->queue;

	if (b->listed)
		return;
	b->listed = true;
	b->next = NULL;
	if (q->first)
		q->last->next = b;
	else
		q->first = b;
	q->last = b;
	wake(q);
}

static void unlist_first(struct lib_queue *q)
{
	q->first->listed = false;
	q->first = q->first->next;
}

static void finish(struct warpcrypt_batch *b)
{
	if (b->listed || b->out)
		return;
	b->done = true;
	pthread_cond_broadcast(&b->queue->finished);
}

/*
 * How many bytes go into one frame. If each thread has an engine of its own,
 * the waiting bytes are divided so that all threads get some.
 */
static size_t share(const struct lib_queue *q, const struct lib_frame *frame)
{
	size_t least = q->first->points ? SHARE_MIN_KPP : SHARE_MIN;
	size_t most = lib_frame_room(frame) & ~(size_t)63;
	uint64_t part = q->waiting / q->threads;

	if (q->shared || part > most)
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
 * How many of the @left bytes of a request go into the frame, which is to hold
 * @limit bytes; 0: none, hand the frame out. Requests that fit into a frame are
 * not cut.
 */
static size_t part_of(const struct warpcrypt_request *r,
		      const struct lib_frame *frame, size_t limit, size_t left)
{
	size_t room = lib_frame_room(frame);
	size_t part = frame->used < limit ? limit - frame->used : 0;

	/* A chain is serial: cutting it makes nothing faster. */
	if (part > room || (part && is_chain(r)))
		part = room;
	if (left <= part)
		return left;
	if (frame->count && (left <= limit || is_chain(r)))
		return 0;
	part &= ~(size_t)63;
	/* Ciphertext stealing needs the last whole block in the last piece. */
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
 * Advance by @part bytes, whose IV is in @desc. The source is read now: if the
 * request is in place, it is overwritten when the piece comes back.
 */
static void advance(struct lib_cursor *c, const struct warpcrypt_request *r,
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

/* Add a piece of the request at @c and advance @c; false: the frame is full. */
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
	p->points = NULL;
	p->chain = 0;
	describe(desc, r, c);
	b->out++;
	b->queue->waiting -= part;
	if (!is_chain(r) || part == left) {
		advance(c, r, desc, part);
		return true;
	}
	/* The rest must wait until this piece is back. */
	p->chain = c->offset + part;
	b->queue->waiting -= left - part;
	c->request++;
	c->offset = 0;
	return true;
}

/**
 * lib_curve_cipher() - the group of a curve
 * @curve: enum warpcrypt_curve
 *
 * Return: enum warpcrypt_cipher, or -1 if there is no such curve
 */
int lib_curve_cipher(enum warpcrypt_curve curve)
{
	switch (curve) {
	case WARPCRYPT_X25519:
		return WARPCRYPT_CIPHER_CURVE25519;
	case WARPCRYPT_EDWARDS25519:
		return WARPCRYPT_CIPHER_EDWARDS25519;
	default:
		return -1;
	}
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
	p->points = b->points;
	p->chain = 0;
	desc->cipher = (uint8_t)lib_curve_cipher(b->points->curve);
	desc->mode = b->points->points ? WARPCRYPT_KPP_POINT :
					 WARPCRYPT_KPP_BASE;
	b->at.request += part / WARPCRYPT_KPP_UNIT;
	b->out++;
	b->queue->waiting -= part;
	return true;
}

/* Returns whether all of the batch is in frames; otherwise this one is full. */
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
 * lib_queue_add() - add a new batch
 * @q: the queue
 * @b: the batch: @requests or @points, @count and @chain are set, the rest is 0
 * @bytes: of all its requests
 *
 * Return: 0, or -EIO if the engine has failed
 */
int lib_queue_add(struct lib_queue *q, struct warpcrypt_batch *b,
		  uint64_t bytes)
{
	bool broken;

	b->queue = q;
	pthread_mutex_lock(&q->lock);
	broken = q->broken;
	if (!broken && bytes) {
		q->waiting += bytes;
		list(b);
	}
	b->done = !b->listed;
	pthread_mutex_unlock(&q->lock);
	return broken ? -EIO : 0;
}

/**
 * lib_queue_await() - wait for something to take
 * @q: the queue, locked
 * @fill: the number of bytes to wait for
 * @releases: the @q->releases that the thread knows of: it has keys to wipe, and
 *	does not wait, while that is another
 * @end: no longer than this, CLOCK_MONOTONIC
 *
 * Return: whether the queue has a batch; if the time is over, also with less
 * than @fill bytes
 */
bool lib_queue_await(struct lib_queue *q, uint32_t fill, uint32_t releases,
		     const struct timespec *end)
{
	int ret = 0;

	while (!(q->first && q->waiting >= fill) && !q->closing &&
	       !q->broken && q->releases == releases && !ret)
		ret = pthread_cond_timedwait(&q->work, &q->lock, end);
	return q->first;
}

/**
 * lib_queue_take() - move pieces of the first batches into a frame
 * @q: the queue, locked, with a batch
 * @frame: an empty frame
 *
 * Wakes another thread if there is more than fits.
 */
void lib_queue_take(struct lib_queue *q, struct lib_frame *frame)
{
	size_t limit = share(q, frame);

	while (q->first && take_batch(q->first, frame, limit))
		unlist_first(q);
	if (q->first)
		wake(q);
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
	b->queue->waiting += r->len - p->chain;
	list(b);
}

/**
 * lib_queue_back() - note that the pieces of a frame are back
 * @q: the queue, locked
 * @frame: a committed frame, emptied if @status is 0
 * @status: the status of the commit
 */
void lib_queue_back(struct lib_queue *q, struct lib_frame *frame, int status)
{
	uint32_t i;

	for (i = 0; i < frame->count; i++) {
		struct lib_piece *p = &frame->piece[i];
		struct warpcrypt_batch *b = p->batch;

		b->out--;
		if (status || q->broken)
			b->result = -EIO;
		else if (p->chain)
			chain_on(p);
		finish(b);
	}
}

/**
 * lib_queue_fail() - fail all batches: the engine has failed
 * @q: the queue, locked
 */
void lib_queue_fail(struct lib_queue *q)
{
	q->broken = true;
	while (q->first) {
		struct warpcrypt_batch *b = q->first;

		unlist_first(q);
		b->result = -EIO;
		finish(b);
	}
}

/**
 * lib_queue_release() - a key was freed: the threads must wipe what they have of it
 * @q: the queue
 */
void lib_queue_release(struct lib_queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->releases++;
	pthread_cond_broadcast(&q->work);
	pthread_mutex_unlock(&q->lock);
}

/**
 * lib_queue_kick() - make every lib_queue_await() check again
 * @q: the queue
 */
void lib_queue_kick(struct lib_queue *q)
{
	pthread_mutex_lock(&q->lock);
	pthread_cond_broadcast(&q->work);
	pthread_mutex_unlock(&q->lock);
}

/**
 * lib_queue_close() - make lib_queue_await() return at once from now on
 * @q: the queue; lib_queue_kick() wakes those that wait
 */
void lib_queue_close(struct lib_queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->closing = true;
	pthread_mutex_unlock(&q->lock);
}
