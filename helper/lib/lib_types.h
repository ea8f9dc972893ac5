/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the library is made of, which takes the kernel module's place: it fills frames
 * with the requests that were submitted, and the helper's scheduler fetches and
 * commits them through a channel of the library's.
 *
 * The threads of the engines do all the work, except for short batches of
 * lib_lone.c; submitting only adds a batch to the queue. One more thread calls
 * callbacks, and another looks for engines that hang. Opening and closing, which
 * ask the driver too, have a thread for that time.
 */
#ifndef WARPCRYPT_HELPER_LIB_TYPES_H
#define WARPCRYPT_HELPER_LIB_TYPES_H

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>

#include "helper/engine/engines.h"
#include "helper/engine/scheduler.h"
#include "helper/lib/lib_ask.h"
#include "helper/lib/lib_frame.h"
#include "helper/lib/lib_memory.h"
#include "helper/lib/lib_slots.h"
#include "helper/lib/libwarpcrypt.h"
#include "helper/transport/channel.h"

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
 * @next: the next batch of the list that it is in: of its queue until it is done, then of @to or
 *	of those whose @call is to be called
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
 * @key_holds: the keys that its requests use, until it is done
 * @holds: the registrations that its requests are in, until it is done
 * @to: where it goes when it is done, or NULL
 * @call: what is called then, or NULL
 * @data: the caller's
 * @telling: @call is to be called, or has not returned
 * @queued: it is in @to
 * @waiter: signalled when lib_done_is() has become true; NULL: no thread waits for it
 *
 * The queue's lock protects all members that change after lib_queue_add(), and the
 * statuses of requests.
 */
struct warpcrypt_batch {
	struct warpcrypt *w;
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
	struct lib_key_holds key_holds;
	struct lib_holds holds;
	struct warpcrypt_queue *to;
	void (*call)(struct warpcrypt_batch *batch, void *data);
	void *data;
	bool telling;
	bool queued;
	pthread_cond_t *waiter;
};

/**
 * struct lib_queue - batches that are not yet in frames
 * @shared: the threads share one engine
 * @threads: how many threads take from the queue
 * @lock: protects the members below
 * @sleepers: threads that wait for something to take, the last one first
 * @little: so many bytes go into one frame of the only engine; 0: there are several, of
 *	which one may not take them
 * @change: signalled when an engine has failed, and at the end
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
	struct lib_sleeper *sleepers;
	uint64_t little;
	pthread_cond_t change;
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
 * struct lib_load - the frames that an engine has
 * @frames: how many
 * @little: how many of these have little, see &lib_frame.little
 */
struct lib_load {
	unsigned int frames;
	unsigned int little;
};

/**
 * struct lib_port - one of several engines, with its threads
 * @w: what it is part of
 * @engine: the engine
 * @spare: it stands by until all that do not have failed
 * @started: it has threads; the queue's lock protects this and @failed
 * @failed: it takes nothing any more
 * @hangs: one of its threads does not come back from the driver
 * @load: what its threads have; the queue's lock protects it
 * @seen: what was seen of its threads; the watching thread's
 * @channel: the scheduler's end of the library's channel
 * @sched: the threads
 */
struct lib_port {
	struct warpcrypt *w;
	const struct wc_open_engine *engine;
	bool spare;
	bool started;
	bool failed;
	bool hangs;
	struct lib_load load;
	struct wc_stuck seen;
	struct wc_channel channel;
	struct wc_sched sched;
};

/**
 * struct lib_lone - a worker of the CPUs' engine for threads that wait, one at a time
 * @worker: the engine's worker
 * @used: it may have expanded keys
 * @frame: its frame; the thread that has set its @busy, with the queue locked, has the
 *	worker
 * @counts: its counts
 * @releases: the &lib_queue.releases up to which it has wiped keys
 */
struct lib_lone {
	struct wc_worker *worker;
	bool used;
	struct lib_frame *frame;
	struct wc_counts *counts;
	uint32_t releases;
};

/**
 * struct warpcrypt - an engine with its threads; or several GPUs, which take from one
 * queue
 * @engines: the engines: one or GPUs; behind them the CPUs, if they stand by
 * @port: each with its threads
 * @running: how many of @port have threads
 * @depth: how many frames each thread has in progress at a time
 * @modes: what they can do
 * @arena: frames and key slots
 * @threads: how many, of all engines that do not stand by
 * @spare_threads: and of those that do
 * @pace: how long a GPU's driver may take
 * @open_pace: how long opening or closing the engines may take
 * @watcher: the thread that looks for engines that hang
 * @caller: the thread that calls callbacks
 * @counts: their counts
 * @about: for warpcrypt_describe()
 * @lone: workers beside the threads, see lib_lone.c
 * @lones: how many there are
 * @frames: as many as all threads and those can have, and at least as many as an arena must
 *	have; protected by @queue.lock
 * @runs: for each frame
 * @memory: registered memory
 * @queue: what waits for a frame
 * @keys: free key slots
 */
struct warpcrypt {
	struct wc_engines engines;
	struct lib_port port[WARPCRYPT_ENGINES_MAX];
	unsigned int running;
	unsigned int depth;
	uint16_t modes[WARPCRYPT_CIPHER_COUNT];
	struct wc_mapping arena;
	unsigned int threads;
	unsigned int spare_threads;
	struct lib_pace pace;
	struct lib_pace open_pace;
	pthread_t watcher;
	pthread_t caller;
	struct wc_counts *counts;
	struct lib_lone *lone;
	unsigned int lones;
	char about[320];
	struct lib_frame *frames;
	struct wc_runs *runs;
	struct lib_memory memory;
	struct lib_queue queue;
	struct lib_keys keys;
};

/* Does an engine stand by? */
static inline bool lib_is_spare(const struct wc_engines *set, unsigned int i)
{
	return i && set->engine[i].backend->ops == &wc_backend_cpu;
}

/* The kind of the engines that do not stand by. */
static inline const struct wc_backend_ops *lib_ops(const struct warpcrypt *w)
{
	return w->engines.engine[0].backend->ops;
}

static inline void lib_list_append(struct warpcrypt_batch **first,
				   struct warpcrypt_batch **last, struct warpcrypt_batch *b)
{
	b->next = NULL;
	if (*first)
		(*last)->next = b;
	else
		*first = b;
	*last = b;
}

/* @b is in the list. */
static inline void lib_list_remove(struct warpcrypt_batch **first,
				   struct warpcrypt_batch **last, struct warpcrypt_batch *b)
{
	struct warpcrypt_batch *before = NULL;

	for (; *first != b; first = &(*first)->next)
		before = *first;
	*first = b->next;
	if (*last == b)
		*last = before;
}

static inline struct warpcrypt_request *
lib_batch_request(const struct warpcrypt_batch *b, size_t i)
{
	return (struct warpcrypt_request *)(void *)
	       ((uint8_t *)b->requests + i * b->stride);
}

/* A request has failed; @b's queue is locked, or does not have it yet. */
static inline void lib_batch_note(struct warpcrypt_batch *b, int status)
{
	if (!b->result || status == -EIO)
		b->result = status;
}

#endif /* WARPCRYPT_HELPER_LIB_TYPES_H */
