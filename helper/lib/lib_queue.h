/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The queue of batches that are not in frames yet; notes which pieces are back.
 */
#ifndef WARPCRYPT_HELPER_LIB_QUEUE_H
#define WARPCRYPT_HELPER_LIB_QUEUE_H

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "helper/lib/lib_frame.h"
#include "helper/lib/lib_memory.h"
#include "helper/lib/lib_slots.h"

/**
 * struct lib_cursor - a position in the requests of a batch
 * @request: index of the request
 * @offset: offset in it, bytes
 * @iv: the IV of what follows, if @offset is not 0
 */
struct lib_cursor {
	size_t request;
	size_t offset;
	uint8_t iv[16];
};

/**
 * struct warpcrypt_batch - what one submit brought
 * @w: its engine
 * @queue: its queue
 * @next: the next batch of the queue
 * @listed: it is in the queue: a part of it is in no frame yet
 * @done: no part of it is in the queue or in a frame
 * @group: enum warpcrypt_cipher, if it multiplies or checks; 0: it has requests
 * @operation: of @group, enum warpcrypt_kpp or a check
 * @unit: bytes of a multiplication or check in a frame
 * @requests: what to encrypt or decrypt
 * @stride: distance of the requests, bytes
 * @points: what to multiply
 * @signatures: what to check
 * @count: requests, multiplications or checks
 * @at: what comes next into a frame
 * @out: pieces in frames
 * @result: 0; -EIO: the engine failed; or the status of some request
 * @lost: it failed with pieces that no other engine can do again
 * @chain: the rest of each long CBC encryption that can go on
 * @chains: entries of @chain
 * @keys: the engine's keys
 * @key_holds: those that its requests use, until it is done
 * @memory: the registrations
 * @holds: those that its requests are in, until it is done
 * @to: where it goes when it is done, or NULL
 * @call: what is called then, or NULL
 * @data: the caller's
 * @telling: @call is to be called, or has not returned
 * @queued: it is in @to
 * @next_done: the next one there, or the next one to be called
 *
 * The queue's lock protects all members that change after lib_queue_add(), and the
 * statuses of requests.
 */
struct warpcrypt_batch {
	struct warpcrypt *w;
	struct lib_queue *queue;
	struct warpcrypt_batch *next;
	bool listed;
	bool done;
	int group;
	uint8_t operation;
	uint32_t unit;
	struct warpcrypt_request *requests;
	size_t stride;
	struct warpcrypt_points points;
	struct warpcrypt_signatures signatures;
	size_t count;
	struct lib_cursor at;
	size_t out;
	int result;
	bool lost;
	struct lib_cursor *chain;
	size_t chains;
	struct lib_keys *keys;
	struct lib_key_holds key_holds;
	struct lib_memory *memory;
	struct lib_holds holds;
	struct warpcrypt_queue *to;
	void (*call)(struct warpcrypt_batch *batch, void *data);
	void *data;
	bool telling;
	bool queued;
	struct warpcrypt_batch *next_done;
};

/**
 * struct lib_queue - batches that are not yet in frames
 * @shared: the threads share one engine
 * @threads: how many threads take from the queue
 * @lock: protects the members below
 * @work: signalled when a batch is added, and at the end
 * @change: signalled when an engine has failed, and at the end
 * @finished: signalled when a batch is done
 * @call: signalled when there is one in @ended, and at the end
 * @watch: signalled at the end
 * @again: frames whose pieces are to be done by another engine than theirs
 * @first: the first batch
 * @last: the last batch, if there is a first one
 * @waiting: bytes of all batches that are in no frame yet
 * @most: how many may wait; 0: any number
 * @ended: batches that are done, and whose @call is to be called
 * @ended_last: the last of them, if there is one
 * @releases: how often a key has been freed; may wrap
 * @broken: the engine has failed, of several the last
 * @closing: no thread of an engine waits any more
 * @over: nor any other
 */
struct lib_queue {
	bool shared;
	unsigned int threads;
	pthread_mutex_t lock;
	pthread_cond_t work;
	pthread_cond_t change;
	pthread_cond_t finished;
	pthread_cond_t call;
	pthread_cond_t watch;
	struct lib_frame *again;
	struct warpcrypt_batch *first;
	struct warpcrypt_batch *last;
	uint64_t waiting;
	uint64_t most;
	struct warpcrypt_batch *ended;
	struct warpcrypt_batch *ended_last;
	uint32_t releases;
	bool broken;
	bool closing;
	bool over;
};

/**
 * struct lib_load - what an engine has to do
 * @frames: how many frames it has, with the one that is being filled
 * @threads: its threads
 */
struct lib_load {
	unsigned int frames;
	unsigned int threads;
};

static inline struct warpcrypt_request *
lib_batch_request(const struct warpcrypt_batch *b, size_t i)
{
	return (struct warpcrypt_request *)(void *)
	       ((uint8_t *)b->requests + i * b->stride);
}

/* &warpcrypt_points.status of what was cancelled, or not begun. */
#define LIB_POINT_CANCELLED	2

/* A request has failed; @b's queue is locked, or does not have it yet. */
static inline void lib_batch_note(struct warpcrypt_batch *b, int status)
{
	if (!b->result || status == -EIO)
		b->result = status;
}

void lib_queue_init(struct lib_queue *q, bool shared, unsigned int threads);
void lib_queue_free(struct lib_queue *q);
int lib_queue_add(struct lib_queue *q, struct warpcrypt_batch *b,
		  uint64_t bytes);
bool lib_queue_await(struct lib_queue *q, const unsigned int *busy,
		     uint32_t fill, uint32_t releases,
		     const struct timespec *end);
void lib_queue_release(struct lib_queue *q);
bool lib_queue_rest(struct lib_queue *q, const struct timespec *end);
void lib_queue_take(struct lib_queue *q, struct lib_frame *frame,
		    const struct lib_load *load);
bool lib_queue_take_new(struct lib_queue *q, struct warpcrypt_batch *b,
			uint64_t bytes, struct lib_frame *frame);
void lib_queue_back(struct lib_queue *q, struct lib_frame *frame, int status);
void lib_queue_again(struct lib_queue *q, struct lib_frame *frame, bool hangs);
size_t lib_queue_cancel(struct warpcrypt_batch *b);
void lib_queue_fail(struct lib_queue *q);
void lib_queue_kick(struct lib_queue *q);
void lib_queue_close(struct lib_queue *q);
void lib_queue_end(struct lib_queue *q);

#endif /* WARPCRYPT_HELPER_LIB_QUEUE_H */
