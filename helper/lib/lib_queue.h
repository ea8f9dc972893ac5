/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The queue of batches: cuts them into pieces that fit into frames, and notes
 * which pieces are back.
 */
#ifndef WARPCRYPT_HELPER_LIB_QUEUE_H
#define WARPCRYPT_HELPER_LIB_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "helper/lib/lib_frame.h"

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
 * @queue: its queue
 * @next: the next batch of the queue
 * @listed: it is in the queue: a part of it is in no frame yet
 * @done: no part of it is in the queue or in a frame
 * @requests: what to encrypt or decrypt, or NULL
 * @points: what to multiply, or NULL
 * @count: requests or multiplications
 * @at: what comes next into a frame
 * @out: pieces in frames
 * @result: 0 or -EIO
 * @chain: the rest of each long CBC encryption that can go on
 * @chains: entries of @chain
 *
 * The queue's lock protects all members that change after lib_queue_add().
 */
struct warpcrypt_batch {
	struct lib_queue *queue;
	struct warpcrypt_batch *next;
	bool listed;
	bool done;
	const struct warpcrypt_request *requests;
	const struct warpcrypt_points *points;
	size_t count;
	struct lib_cursor at;
	size_t out;
	int result;
	struct lib_cursor *chain;
	size_t chains;
};

/**
 * struct lib_queue - batches that are not yet in frames
 * @shared: the threads share one engine
 * @threads: how many threads take from the queue
 * @lock: protects the members below
 * @work: signalled when a batch is added, and at the end
 * @finished: signalled when a batch is done
 * @first: the first batch
 * @last: the last batch, if there is a first one
 * @waiting: bytes of all batches that are in no frame yet
 * @releases: how often a key has been freed; may wrap
 * @broken: the engine has failed
 * @closing: no thread waits any more
 */
struct lib_queue {
	bool shared;
	unsigned int threads;
	pthread_mutex_t lock;
	pthread_cond_t work;
	pthread_cond_t finished;
	struct warpcrypt_batch *first;
	struct warpcrypt_batch *last;
	uint64_t waiting;
	uint32_t releases;
	bool broken;
	bool closing;
};

int lib_curve_cipher(enum warpcrypt_curve curve);

void lib_queue_init(struct lib_queue *q, bool shared, unsigned int threads);
void lib_queue_free(struct lib_queue *q);
int lib_queue_add(struct lib_queue *q, struct warpcrypt_batch *b,
		  uint64_t bytes);
bool lib_queue_await(struct lib_queue *q, uint32_t fill, uint32_t releases,
		     const struct timespec *end);
void lib_queue_release(struct lib_queue *q);
void lib_queue_take(struct lib_queue *q, struct lib_frame *frame);
void lib_queue_back(struct lib_queue *q, struct lib_frame *frame, int status);
void lib_queue_fail(struct lib_queue *q);
void lib_queue_kick(struct lib_queue *q);
void lib_queue_close(struct lib_queue *q);

#endif /* WARPCRYPT_HELPER_LIB_QUEUE_H */
