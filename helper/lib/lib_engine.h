/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inside libwarpcrypt, which takes the kernel module's place: it fills frames
 * with the requests that were submitted, and the helper's scheduler fetches and
 * commits them through a channel of the library's. Each file calls only those
 * above it:
 *
 *	lib_error.c	the line that warpcrypt_error() returns
 *	lib_sized.c	structures of other versions
 *	lib_memory.c	registered memory
 *	lib_frame.c	frames filled with pieces and emptied
 *	lib_cut.c	batches, cut into pieces
 *	lib_direct.c	pieces that the engine uses where they are
 *	lib_done.c	batches that are done: queues of callers, callbacks
 *	lib_queue.c	batches that wait for frames
 *	lib_channel.c	the channel: hands out frames, takes commits
 *	lib_key.c	keys
 *	lib_check.c	what is wrong with a request
 *	lib_batch.c	submitting and waiting
 *	lib_engine.c	opening and closing
 *
 * The threads do all the work, each with one frame; submitting only adds a batch
 * to the queue.
 */
#ifndef WARPCRYPT_HELPER_LIB_ENGINE_H
#define WARPCRYPT_HELPER_LIB_ENGINE_H

#include "helper/engine/backend.h"
#include "helper/engine/scheduler.h"
#include "helper/lib/lib_key.h"
#include "helper/lib/lib_memory.h"
#include "helper/lib/lib_queue.h"
#include "helper/lib/libwarpcrypt.h"
#include "helper/transport/channel.h"

/* How many frames a thread has in progress with an engine that works by itself. */
#define LIB_DEPTH	2u

/**
 * struct warpcrypt - an engine with its threads
 * @backend: the engine
 * @depth: how many frames each thread has in progress at a time
 * @modes: what it can do
 * @arena: frames and key slots
 * @channel: the scheduler's end of the library's channel
 * @sched: the threads
 * @threads: how many
 * @counts: their counts
 * @about: for warpcrypt_describe()
 * @frames: as many as all threads can have, and at least as many as an arena must
 *	have; protected by @queue.lock
 * @runs: for each frame
 * @memory: registered memory
 * @queue: what waits for a frame
 * @keys: free key slots
 */
struct warpcrypt {
	struct wc_backend *backend;
	unsigned int depth;
	uint16_t modes[WARPCRYPT_CIPHER_COUNT];
	struct wc_mapping arena;
	struct wc_channel channel;
	struct wc_sched sched;
	unsigned int threads;
	struct wc_counts *counts;
	char about[160];
	struct lib_frame *frames;
	struct wc_runs *runs;
	struct lib_memory memory;
	struct lib_queue queue;
	struct lib_keys keys;
};

#endif /* WARPCRYPT_HELPER_LIB_ENGINE_H */
