/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inside libwarpcrypt, which takes the kernel module's place: it fills frames
 * with the requests that were submitted, and the helper's scheduler fetches and
 * commits them through a channel of the library's. Each file calls only those
 * above it:
 *
 *	lib_ask.c	threads, and calls that may not come back
 *	lib_error.c	the line that warpcrypt_error() returns
 *	lib_sized.c	structures of other versions
 *	lib_slots.c	which key each slot has, and who holds it
 *	lib_memory.c	registered memory
 *	lib_der.c	ECDSA signatures out of DER
 *	lib_sign.c	signatures as units of frames
 *	lib_frame.c	frames filled with pieces and emptied
 *	lib_cut.c	batches, cut into pieces
 *	lib_direct.c	pieces that the engine uses where they are
 *	lib_done.c	batches that are done: queues of callers, callbacks
 *	lib_queue.c	batches that wait for frames
 *	lib_fail.c	engines that fail
 *	lib_channel.c	the channel: hands out frames, takes commits
 *	lib_lone.c	short batches, done by the thread that waits for them
 *	lib_key.c	making and freeing keys
 *	lib_check.c	what is wrong with a request
 *	lib_batch.c	submitting and waiting
 *	lib_choose.c	which engines, threads and frames
 *	lib_engine.c	opening and closing
 *
 * The threads of the engines do all the work, except for short batches of
 * lib_lone.c; submitting only adds a batch to the queue. One more thread calls
 * callbacks, and another looks for engines that hang. Opening and closing, which
 * ask the driver too, have a thread for that time.
 */
#ifndef WARPCRYPT_HELPER_LIB_ENGINE_H
#define WARPCRYPT_HELPER_LIB_ENGINE_H

#include "helper/engine/engines.h"
#include "helper/engine/scheduler.h"
#include "helper/engine/stuck.h"
#include "helper/lib/lib_ask.h"
#include "helper/lib/lib_memory.h"
#include "helper/lib/lib_queue.h"
#include "helper/lib/libwarpcrypt.h"
#include "helper/transport/channel.h"

/**
 * struct lib_port - one of several engines, with its threads
 * @w: what it is part of
 * @engine: the engine
 * @spare: it stands by until all that do not have failed
 * @started: it has threads; the queue's lock protects this and @failed
 * @failed: it takes nothing any more
 * @hangs: one of its threads does not come back from the driver
 * @busy: frames that its threads have; the queue's lock protects it
 * @seen: what was seen of its threads; the watching thread's
 * @channel: the scheduler's end of the library's channel
 * @sched: the threads
 */
struct lib_port {
	struct warpcrypt *w;
	const struct wc_engine *engine;
	bool spare;
	bool started;
	bool failed;
	bool hangs;
	unsigned int busy;
	struct wc_stuck seen;
	struct wc_channel channel;
	struct wc_sched sched;
};

/**
 * struct lib_lone - a worker for threads that wait, one at a time
 * @worker: the engine's; NULL: there is none
 * @frame: its frame; the thread that has set its @busy, with the queue locked, has the
 *	worker
 * @counts: its counts
 * @releases: the &lib_queue.releases up to which it has wiped keys
 */
struct lib_lone {
	struct wc_worker *worker;
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
 * @lone: a worker beside the threads
 * @frames: as many as all threads and @lone can have, and at least as many as an arena must
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
	struct lib_lone lone;
	char about[320];
	struct lib_frame *frames;
	struct wc_runs *runs;
	struct lib_memory memory;
	struct lib_queue queue;
	struct lib_keys keys;
};

/**
 * lib_is_spare() - does an engine stand by?
 * @set: the engines
 * @i: its index
 */
static inline bool lib_is_spare(const struct wc_engines *set, unsigned int i)
{
	return i && set->engine[i].backend->ops == &wc_backend_cpu;
}

/**
 * lib_ops() - the kind of the engines that do not stand by
 * @w: the engines
 */
static inline const struct wc_backend_ops *lib_ops(const struct warpcrypt *w)
{
	return w->engines.engine[0].backend->ops;
}

#endif /* WARPCRYPT_HELPER_LIB_ENGINE_H */
