// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_parts.h"

#include <errno.h>
#include <string.h>

#include "helper/transport/check.h"

#define BLOCK		WARPCRYPT_BLOCK_SIZE
/* The smallest share of the waiting bytes that a thread takes. */
#define SHARE_MIN	65536u
#define SHARE_MIN_UNITS	256u
/*
 * The most in a frame if it is copied: requests; multiplications and signatures; signatures that
 * are checked together, by a chain of launches whose length hardly depends on how many there are.
 */
#define COPIED		(2u << 20)
#define COPIED_UNITS	(4u << 20)
#define COPIED_SETS	(16u << 20)
/*
 * The most frames of requests that a GPU fetches itself, and the most bytes in one. The
 * transfers of more share the bus, so that the first result comes late, and the bus rests
 * in that direction.
 */
#define DIRECT_FRAMES	8u
#define DIRECT		(4u << 20)
/*
 * A GPU that has so many frames with less than SHARE_MIN gets no other: a frame costs its
 * driver as much with one short request as with many.
 */
#define LITTLE_FRAMES	3u

/**
 * lib_queue_init() - make an empty queue
 * @q: filled in
 * @shared: the threads share one engine
 * @threads: how many threads take from the queue
 */
void lib_queue_init(struct lib_queue *q, bool shared, unsigned int threads)
{
	pthread_mutexattr_t attr;

	memset(q, 0, sizeof(*q));
	q->shared = shared;
	q->threads = threads;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ADAPTIVE_NP);
	pthread_mutex_init(&q->lock, &attr);
	pthread_mutexattr_destroy(&attr);
	lib_cond_init(&q->change);
	lib_cond_init(&q->call);
	lib_cond_init(&q->watch);
}

/* Free what lib_queue_init() made; the queue is empty, and no thread uses it. */
void lib_queue_free(struct lib_queue *q)
{
	pthread_cond_destroy(&q->watch);
	pthread_cond_destroy(&q->call);
	pthread_cond_destroy(&q->change);
	pthread_mutex_destroy(&q->lock);
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
	lib_holds_put(&b->holds);
	lib_key_put(&b->key_holds, &b->w->keys);
	lib_done_put(b);
}

/* Are a batch's data copied through the frame? If it holds no registered memory, all. */
static bool is_copied(const struct warpcrypt_batch *b)
{
	return !b->holds.count || wc_is_check(b->operation) ||
	       (b->group && !lib_direct_has((uint32_t)b->group));
}

/* Are chains next? Many of them must be done at a time. */
static bool has_chains(const struct warpcrypt_batch *b)
{
	const struct warpcrypt_request *r;
	const struct lib_key *key;

	if (b->group || b->at.request == b->count)
		return b->chains;
	r = lib_batch_request(b, b->at.request);
	if (b->chains || r->status || !r->len)
		return b->chains;
	key = lib_key_find(&b->w->keys, r->key);
	return key && lib_cut_is_chain(key, r);
}

/* Are the data where the engine fetches them itself? */
static bool is_direct(const struct warpcrypt_batch *b)
{
	return !b->group && !is_copied(b) && !has_chains(b);
}

/* Is a part of it in a frame, or done? */
static bool has_begun(const struct warpcrypt_batch *b)
{
	return b->at.request || b->at.offset;
}

/* Less than this, bytes, is not worth a frame for its own sake. */
static size_t least(const struct warpcrypt_batch *b)
{
	return b->group ? SHARE_MIN_UNITS * b->unit : SHARE_MIN;
}

/* Has an engine with such frames enough, so that what waits fills the next one? */
static bool is_enough(const struct lib_queue *q, const struct lib_load *load)
{
	if (!q->shared)
		return false;
	/* The rest of a batch waits for no others. */
	if (q->waiting < least(q->first) && !has_begun(q->first) && load->little >= LITTLE_FRAMES)
		return true;
	return load->frames >= DIRECT_FRAMES && is_direct(q->first);
}

/* Is there something to take for an engine with such frames? */
static bool has_work(const struct lib_queue *q, const struct lib_load *load)
{
	return q->again || (q->first && !is_enough(q, load));
}

/**
 * struct lib_sleeper - a thread that waits for something to take
 * @next: the one that began to wait before
 * @load: its engine's
 * @woken: it is on the list no longer
 * @wake: signalled then
 */
struct lib_sleeper {
	struct lib_sleeper *next;
	const struct lib_load *load;
	bool woken;
	pthread_cond_t wake;
};

static void wake_one(struct lib_sleeper **at)
{
	struct lib_sleeper *t = *at;

	*at = t->next;
	t->woken = true;
	pthread_cond_signal(&t->wake);
}

/* Have all threads that wait for something to take check again. Locked. */
void lib_queue_wake_all(struct lib_queue *q)
{
	while (q->sleepers)
		wake_one(&q->sleepers);
}

/*
 * Of threads for which there is something, the one that was awake last, whose CPU may not be
 * asleep yet. What is more than a frame of a shared engine is for all of them.
 */
static void wake(struct lib_queue *q)
{
	struct lib_sleeper **at = &q->sleepers;

	while (*at && !has_work(q, (*at)->load))
		at = &(*at)->next;
	if (*at && q->shared && q->waiting > q->little)
		lib_queue_wake_all(q);
	else if (*at)
		wake_one(at);
}

/* Returns pthread_cond_timedwait()'s error if @end comes first. */
static int sleep_until(struct lib_queue *q, const struct lib_load *load,
		       const struct timespec *end)
{
	struct lib_sleeper me = { .next = q->sleepers, .load = load };
	struct lib_sleeper **at = &q->sleepers;
	int ret = 0;

	lib_cond_init(&me.wake);
	q->sleepers = &me;
	while (!me.woken && !ret)
		ret = pthread_cond_timedwait(&me.wake, &q->lock, end);
	if (!me.woken) {
		while (*at != &me)
			at = &(*at)->next;
		*at = me.next;
	}
	pthread_cond_destroy(&me.wake);
	return ret;
}

static void append(struct warpcrypt_batch *b)
{
	struct lib_queue *q = &b->w->queue;

	b->listed = true;
	lib_list_append(&q->first, &q->last, b);
}

static void list(struct warpcrypt_batch *b)
{
	if (b->listed)
		return;
	append(b);
	wake(&b->w->queue);
}

/*
 * How many bytes go into one frame. What is copied takes the first part of a frame only:
 * twice the memory bandwidth would be needed if the frames of all threads did not stay in
 * the CPUs' cache. Chains take all of it, because many must be done at a time.
 *
 * If each thread has an engine of its own, the waiting bytes are divided so that all
 * threads get some. A shared engine that was idle gets small frames first, each greater
 * than the one before: it begins when one thread has filled a part of a frame, and not
 * when all have filled one.
 *
 * The module does not know how much will be submitted: it hands a frame out when that is as
 * full as those that the helper has (wc_queue_gather() in kmod/queue.c).
 */
static size_t share(const struct lib_queue *q, const struct lib_frame *frame,
		    unsigned int frames, unsigned int threads)
{
	const struct warpcrypt_batch *first = q->first;
	size_t most = lib_frame_room(frame) & ~(size_t)63;
	bool chains = has_chains(first), direct = q->shared && is_direct(first);
	size_t limit = direct ? DIRECT : !first->group ? COPIED :
		       first->operation == WC_CHECK_COFACTOR ? COPIED_SETS : COPIED_UNITS;
	uint64_t part;

	if ((direct || (is_copied(first) && !chains)) && most > limit)
		most = limit;
	if (!q->shared) {
		part = q->waiting / q->threads;
		if (part > most)
			return most;
		return part < least(first) ? least(first) : part;
	}
	if (direct && threads > DIRECT_FRAMES)
		threads = DIRECT_FRAMES;
	if (frames >= threads || chains || q->waiting < most / 2 * threads)
		return most;
	part = most * frames / threads & ~(size_t)63;
	return part < least(first) ? least(first) : part;
}

/**
 * lib_queue_add() - add a new batch to its engine's queue
 * @b: the batch, filled in up to @count, @chain, and the members from @key_holds on,
 *	the rest is 0
 * @bytes: of all its requests that are valid
 *
 * Return: 0; -EIO: the engine has failed; -EAGAIN: &lib_queue.most bytes wait already; -EINVAL:
 * with it, the bytes of all batches are too many to be counted
 */
int lib_queue_add(struct warpcrypt_batch *b, uint64_t bytes)
{
	struct lib_queue *q = &b->w->queue;
	uint64_t waiting;
	int ret = 0;

	pthread_mutex_lock(&q->lock);
	if (q->broken)
		ret = -EIO;
	else if (__builtin_add_overflow(q->waiting, bytes, &waiting))
		ret = -EINVAL;
	else if (q->most && q->waiting && bytes && waiting > q->most)
		ret = -EAGAIN;
	if (!ret && bytes) {
		q->waiting = waiting;
		list(b);
	}
	if (!ret)
		finish(b);
	pthread_mutex_unlock(&q->lock);
	return ret;
}

/**
 * lib_queue_await() - wait for something to take
 * @q: the queue, locked
 * @load: the engine's
 * @releases: the @q->releases that the thread knows of: it has keys to wipe, and
 *	does not wait, while that is another
 * @end: no longer than this, CLOCK_MONOTONIC; NULL: do not wait
 *
 * Return: whether there is something to take
 */
bool lib_queue_await(struct lib_queue *q, const struct lib_load *load, uint32_t releases,
		     const struct timespec *end)
{
	int ret = 0;

	if (!end)
		return has_work(q, load);
	while (!has_work(q, load) && !q->closing && !q->broken &&
	       q->releases == releases && !ret)
		ret = sleep_until(q, load, end);
	return has_work(q, load);
}

/**
 * lib_queue_take() - move pieces of the first batches into a frame
 * @q: the queue, locked, with a batch or a frame that is to be done again
 * @frame: an empty frame
 * @frames: how many the engine has, with this one
 * @threads: and its threads
 *
 * Wakes another thread if there is more than fits.
 */
void lib_queue_take(struct lib_queue *q, struct lib_frame *frame,
		    unsigned int frames, unsigned int threads)
{
	const struct warpcrypt_batch *first;
	uint64_t taken = 0;
	size_t limit, little;
	bool direct;

	frame->little = false;
	if (q->again) {
		lib_frame_move(frame, q->again);
		q->again = q->again->again;
		if (q->again || q->first)
			wake(q);
		return;
	}
	first = q->first;
	direct = is_direct(first);
	little = least(first);
	limit = share(q, frame, frames, threads);
	while (q->first && lib_cut(q->first, frame, limit, &taken)) {
		struct warpcrypt_batch *b = q->first;

		unlist_first(q);
		/* There may have been nothing to do. */
		finish(b);
	}
	q->waiting -= taken;
	frame->little = taken < little;
	/*
	 * If this batch was a long one, all threads that share an engine were woken for it, and
	 * sleep again if that has enough of what was next.
	 */
	if (q->first && (!q->shared || q->first != first || (direct && !is_direct(first)) ||
			 q->waiting <= q->little || q->waiting < little))
		wake(q);
}

/**
 * lib_queue_take_new() - move pieces of a new batch into a frame, not a GPU's
 * @q: the queue, locked
 * @b: the batch, as for lib_queue_add()
 * @bytes: of all its requests that are valid, at least 1
 * @frame: an empty frame
 *
 * If CPUs do the others, not before these. Wakes a thread if there is more than fits.
 *
 * Return: whether the batch was added
 */
bool lib_queue_take_new(struct lib_queue *q, struct warpcrypt_batch *b,
			uint64_t bytes, struct lib_frame *frame)
{
	struct warpcrypt_batch *others = q->first, *last = q->last;

	if ((others && !q->shared) || q->again || q->broken)
		return false;
	q->first = NULL;
	q->waiting += bytes;
	append(b);
	lib_queue_take(q, frame, 1, 1);
	if (!others)
		return true;
	if (q->first)
		q->last->next = others;
	else
		q->first = others;
	q->last = last;
	return true;
}

/* A piece of a long CBC encryption is done: the next one can follow. */
static void chain_on(const struct lib_piece *p)
{
	struct warpcrypt_batch *b = p->batch;
	const struct warpcrypt_request *r = lib_batch_request(b, p->request);
	struct lib_cursor *c = &b->chain[b->chains++];

	c->request = p->request;
	c->offset = p->chain;
	memcpy(c->iv, (const uint8_t *)r->dst + p->chain - BLOCK, BLOCK);
	b->w->queue.waiting += r->len - p->chain;
	list(b);
}

static void fail_piece(const struct lib_piece *p)
{
	struct warpcrypt_batch *b = p->batch;

	lib_batch_note(b, -EIO);
	if (!b->group)
		lib_batch_request(b, p->request)->status = -EIO;
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

	if (status)
		lib_frame_wipe(frame);
	for (i = 0; i < frame->count; i++) {
		const struct lib_piece *p = &frame->piece[i];
		struct warpcrypt_batch *b = p->batch;

		b->out--;
		if (p->missing)
			lib_batch_note(b, -EINVAL);
		if (status || q->broken)
			fail_piece(p);
		else if (p->chain)
			chain_on(p);
		finish(b);
	}
}

/*
 * Is the source of a piece as it was, and will nothing else write to its destination?
 * An engine that fails has ended all transfers; one that hangs may still write to
 * memory of the caller's.
 */
static bool is_intact(const struct lib_piece *p, bool hangs)
{
	if (!p->direct)
		return true;
	if (hangs)
		return false;
	return p->points ? p->points->results != p->points->scalars &&
			   (const void *)p->points->results !=
			   (const void *)p->points->points :
			   p->dst != p->src;
}

/**
 * lib_queue_again() - have another engine do a frame's pieces
 * @q: the queue, locked; there is another engine
 * @frame: a frame of an engine that has failed, which is not used for anything else
 * @hangs: the engine has not come back from it
 *
 * Pieces whose data is not intact fail. What was copied is copied again from its source.
 */
void lib_queue_again(struct lib_queue *q, struct lib_frame *frame, bool hangs)
{
	uint32_t i, kept = 0;

	lib_frame_wipe(frame);
	for (i = 0; i < frame->count; i++) {
		const struct lib_piece *p = &frame->piece[i];
		struct warpcrypt_batch *b = p->batch;

		if (is_intact(p, hangs)) {
			lib_frame_keep(frame, i, kept++);
			continue;
		}
		b->lost = true;
		b->out--;
		fail_piece(p);
		finish(b);
	}
	frame->count = kept;
	if (!kept)
		return;
	frame->again = q->again;
	q->again = frame;
	lib_queue_wake_all(q);
}

/* All requests that have not begun, and are valid, get @status; counts them. */
static size_t end_requests(struct warpcrypt_batch *b, int status,
			   uint64_t *bytes)
{
	size_t i = b->at.request + (b->at.offset != 0), n = 0;

	for (; i < b->count; i++) {
		struct warpcrypt_request *r = lib_batch_request(b, i);

		if (r->status || !r->len)
			continue;
		r->status = status;
		*bytes += r->len;
		n++;
	}
	/* They are passed by when the one that has begun is in frames. */
	if (!b->at.offset)
		b->at.request = b->count;
	return n;
}

/*
 * Cancel what is in no frame; the queue is locked. Returns how many requests, multiplications
 * or signatures that is.
 */
size_t lib_queue_cancel(struct warpcrypt_batch *b)
{
	struct lib_queue *q = &b->w->queue;
	uint64_t bytes = 0;
	size_t n;

	if (b->done || !b->listed)
		return 0;
	if (b->group) {
		n = b->count - b->at.request;
		bytes = (uint64_t)n * b->unit;
		/* Their statuses say so from the beginning. */
		b->at.request = b->count;
	} else {
		n = end_requests(b, -ECANCELED, &bytes);
	}
	b->w->queue.waiting -= bytes;
	if (n)
		lib_batch_note(b, -ECANCELED);
	if (b->at.request == b->count && !b->chains) {
		lib_list_remove(&q->first, &q->last, b);
		b->listed = false;
		finish(b);
	}
	/* Threads may have slept because of it, and not because of what is first now. */
	wake(q);
	return n;
}

/* The engine has failed: nothing of the batch can go on. */
static void fail_batch(struct warpcrypt_batch *b)
{
	uint64_t bytes = 0;

	lib_batch_note(b, -EIO);
	while (b->chains)
		lib_batch_request(b, b->chain[--b->chains].request)->status =
			-EIO;
	if (!b->group && b->at.offset)
		lib_batch_request(b, b->at.request)->status = -EIO;
	if (!b->group)
		end_requests(b, -EIO, &bytes);
	b->at.request = b->count;
	b->at.offset = 0;
	finish(b);
}

/* Fail all batches: the engine has failed. The queue is locked. */
void lib_queue_fail(struct lib_queue *q)
{
	q->broken = true;
	for (; q->again; q->again = q->again->again)
		lib_queue_back(q, q->again, -EIO);
	while (q->first) {
		struct warpcrypt_batch *b = q->first;

		unlist_first(q);
		fail_batch(b);
	}
}

/* A key was freed: the threads must wipe what they have of it. */
void lib_queue_release(struct lib_queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->releases++;
	lib_queue_wake_all(q);
	pthread_mutex_unlock(&q->lock);
}

/* Make the threads that call and that watch return. */
void lib_queue_end(struct lib_queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->over = true;
	pthread_cond_broadcast(&q->call);
	pthread_cond_broadcast(&q->watch);
	pthread_mutex_unlock(&q->lock);
}
