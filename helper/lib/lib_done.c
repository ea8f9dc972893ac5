// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "helper/lib/lib_error.h"

/**
 * struct warpcrypt_queue - batches that are done
 * @q: the engine's queue, whose lock protects the members below
 * @fd: an eventfd, which is 1 while there is a batch
 * @expected: batches that are here or will be
 * @first: the batch that was done first
 * @last: the last batch, if there is a first one
 */
struct warpcrypt_queue {
	struct lib_queue *q;
	int fd;
	size_t expected;
	struct warpcrypt_batch *first;
	struct warpcrypt_batch *last;
};

/* The batch whose callback this thread is in, until that has waited for it. */
static _Thread_local const struct warpcrypt_batch *told;

/* The queue whose callbacks this thread calls, or NULL. */
static _Thread_local const struct lib_queue *calls_of;

static void signal_fd(const struct warpcrypt_queue *to)
{
	uint64_t one = 1;

	/* It cannot be full: it is 0. */
	while (write(to->fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

static void reset_fd(const struct warpcrypt_queue *to)
{
	uint64_t value;

	while (read(to->fd, &value, sizeof(value)) < 0 && errno == EINTR)
		;
}

/* A batch with a queue will begin. Returns false if its queue belongs to another engine. */
bool lib_done_expect(struct warpcrypt_batch *b)
{
	if (!b->to)
		return true;
	if (b->to->q != &b->w->queue)
		return false;
	pthread_mutex_lock(&b->to->q->lock);
	b->to->expected++;
	pthread_mutex_unlock(&b->to->q->lock);
	return true;
}

static void wake_waiter(const struct warpcrypt_batch *b)
{
	if (b->waiter)
		pthread_cond_signal(b->waiter);
}

/* A batch is done; its queue is locked. */
void lib_done_put(struct warpcrypt_batch *b)
{
	struct lib_queue *q = &b->w->queue;

	b->done = true;
	if (b->to) {
		if (!b->to->first)
			signal_fd(b->to);
		lib_list_append(&b->to->first, &b->to->last, b);
		b->queued = true;
	}
	if (b->call) {
		lib_list_append(&q->ended, &q->ended_last, b);
		b->telling = true;
		pthread_cond_signal(&q->call);
	} else {
		wake_waiter(b);
	}
}

/* Call the callback of the first batch. Locked; not during the call. */
static void call_first(struct lib_queue *q)
{
	struct warpcrypt_batch *b = q->ended;

	q->ended = b->next;
	pthread_mutex_unlock(&q->lock);
	told = b;
	b->call(b, b->data);
	pthread_mutex_lock(&q->lock);
	/* Otherwise it is freed. */
	if (told == b) {
		told = NULL;
		b->telling = false;
		wake_waiter(b);
	}
}

/* The thread that calls callbacks, one after the other. */
void *lib_done_calls(void *queue)
{
	struct lib_queue *q = queue;

	calls_of = q;
	pthread_mutex_lock(&q->lock);
	while (q->ended || !q->over) {
		if (q->ended)
			call_first(q);
		else
			pthread_cond_wait(&q->call, &q->lock);
	}
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

/* May the calling thread free a batch? Its queue is locked. */
bool lib_done_is(const struct warpcrypt_batch *b)
{
	return b->done && (!b->telling || told == b);
}

/**
 * lib_done_never() - would the calling thread wait for itself?
 * @b: the batch that it is to wait for
 *
 * Return: whether it is in a callback, and must return for @b's
 */
bool lib_done_never(const struct warpcrypt_batch *b)
{
	return calls_of == &b->w->queue && b->call && told != b;
}

static void take_from(struct warpcrypt_queue *to, struct warpcrypt_batch *b)
{
	lib_list_remove(&to->first, &to->last, b);
	b->queued = false;
	if (!to->first)
		reset_fd(to);
}

/**
 * lib_done_take() - a batch will be freed
 * @b: the batch, which is done or did not begin; its queue is locked
 */
void lib_done_take(struct warpcrypt_batch *b)
{
	if (told == b)
		told = NULL;
	if (!b->to)
		return;
	if (b->queued)
		take_from(b->to, b);
	b->to->expected--;
}

int warpcrypt_queue(struct warpcrypt *w, struct warpcrypt_queue **queue)
{
	struct warpcrypt_queue *new = calloc(1, sizeof(*new));
	int code;
	LIB_NOT_CANCELLED;

	if (!new)
		return lib_fail(-ENOMEM, "out of memory");
	new->q = &w->queue;
	new->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (new->fd < 0) {
		code = -errno;
		free(new);
		return lib_fail(code, "no eventfd: %s", strerror(-code));
	}
	*queue = new;
	return 0;
}

int warpcrypt_queue_fd(const struct warpcrypt_queue *queue)
{
	return queue->fd;
}

struct warpcrypt_batch *warpcrypt_queue_next(struct warpcrypt_queue *queue)
{
	struct warpcrypt_batch *b;
	LIB_NOT_CANCELLED;

	pthread_mutex_lock(&queue->q->lock);
	b = queue->first;
	if (b)
		take_from(queue, b);
	pthread_mutex_unlock(&queue->q->lock);
	return b;
}

int warpcrypt_queue_free(struct warpcrypt_queue *queue)
{
	size_t expected;
	LIB_NOT_CANCELLED;

	if (!queue)
		return 0;
	pthread_mutex_lock(&queue->q->lock);
	expected = queue->expected;
	pthread_mutex_unlock(&queue->q->lock);
	if (expected)
		return lib_fail(-EBUSY,
				"%zu batches of the queue have not been waited for",
				expected);
	close(queue->fd);
	free(queue);
	return 0;
}
