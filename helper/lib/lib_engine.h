/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inside libwarpcrypt, which plays the kernel module's part to the helper's
 * scheduler: it fills frames with what was submitted and takes them back
 * through a channel of its own.
 *
 *	lib.c		engines and keys
 *	lib_batch.c	batches, cut into pieces that fit into frames
 *	lib_frame.c	frames filled with pieces and emptied
 *	lib_channel.c	the channel: hands out frames, takes commits
 *
 * The worker threads do it all, each with one frame: what submit() does is put
 * the batch on a list.
 */
#ifndef WARPCRYPT_HELPER_LIB_LIB_H
#define WARPCRYPT_HELPER_LIB_LIB_H

#include <pthread.h>
#include <stdbool.h>

#include "helper/engine/backend.h"
#include "helper/lib/libwarpcrypt.h"
#include "helper/transport/channel.h"
#include "helper/engine/scheduler.h"

/**
 * struct lib_cursor - how far into its requests a batch has been handed out
 * @request: the next request
 * @offset: bytes of it that have been
 * @iv: the IV of the rest, where @offset is not 0
 */
struct lib_cursor {
	size_t request;
	size_t offset;
	uint8_t iv[16];
};

/**
 * struct warpcrypt_batch - what one submit brought
 * @w: whose
 * @next: on the list of batches with something left to hand out
 * @listed: it is on that list
 * @done: nothing is left to hand out and nothing is out
 * @requests: what to encrypt or decrypt, or NULL
 * @points: what to multiply, or NULL
 * @count: requests or multiplications
 * @at: what has been handed out
 * @out: pieces in frames
 * @result: 0 or -EIO
 * @chain: long CBC encryptions of which a piece has come back: what follows
 * @chains: entries of @chain
 *
 * Protected by the engine's lock, but for what never changes.
 */
struct warpcrypt_batch {
	struct warpcrypt *w;
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
 * struct lib_piece - a piece in a frame, with the descriptor of the same index
 * @batch: whose
 * @request: which request it is of, or which multiplication is its first
 * @src: where its data come from
 * @dst: where they go
 * @chain: where the rest of a long CBC encryption begins, or 0: there is none
 */
struct lib_piece {
	struct warpcrypt_batch *batch;
	size_t request;
	const uint8_t *src;
	uint8_t *dst;
	size_t chain;
};

/**
 * struct lib_frame - a frame
 * @busy: a worker has it
 * @index: which one of the arena
 * @base: where it lies
 * @size: of it, bytes
 * @used: bytes of payloads
 * @count: pieces, and descriptors
 * @piece: the pieces, as many as fit
 */
struct lib_frame {
	bool busy;
	uint32_t index;
	uint8_t *base;
	uint32_t size;
	uint32_t used;
	uint32_t count;
	struct lib_piece *piece;
};

/**
 * struct warpcrypt - an engine
 * @backend: the engine proper
 * @modes: what it does
 * @arena: frames and keys
 * @channel: its frames' way to the threads
 * @sched: the threads
 * @stats: their counts
 * @about: for warpcrypt_describe()
 * @frames: one for each thread
 * @lock: protects what follows
 * @work: there is something to hand out, or the end has come
 * @finished: a batch is done
 * @first: batches with something left to hand out
 * @last: the last of them
 * @waiting: bytes that are left to hand out
 * @broken: the engine has failed
 * @closing: no more waiting
 * @free_slots: key slots without a key
 * @free_count: how many
 */
struct warpcrypt {
	struct wc_backend *backend;
	uint16_t modes[WARPCRYPT_CIPHER_COUNT];
	struct wc_mapping arena;
	struct wc_channel channel;
	struct wc_sched sched;
	struct wc_totals stats;
	char about[160];
	struct lib_frame *frames;
	pthread_mutex_t lock;
	pthread_cond_t work;
	pthread_cond_t finished;
	struct warpcrypt_batch *first;
	struct warpcrypt_batch *last;
	uint64_t waiting;
	bool broken;
	bool closing;
	uint32_t *free_slots;
	uint32_t free_count;
};

/**
 * struct warpcrypt_cipher_key - a key; its bytes are in its slot only
 * @w: whose
 * @slot: its key slot
 * @generation: of the slot
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode
 */
struct warpcrypt_cipher_key {
	struct warpcrypt *w;
	uint32_t slot;
	uint32_t generation;
	uint8_t cipher;
	uint8_t mode;
};

/* lib.c */
int lib_fail(int code, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* lib_batch.c */
void lib_batches_take(struct warpcrypt *w, struct lib_frame *frame);
void lib_batches_back(struct lib_frame *frame, int status);
void lib_batches_fail(struct warpcrypt *w);

/* lib_frame.c */
size_t lib_frame_room(const struct lib_frame *frame);
struct lib_piece *lib_frame_add(struct lib_frame *frame, size_t len,
				struct warpcrypt_desc **desc);
void lib_frame_fill(const struct lib_frame *frame);
void lib_frame_empty(const struct lib_frame *frame);

/* lib_channel.c */
void lib_channel_open(struct warpcrypt *w);
void lib_channel_wake(struct warpcrypt *w);

#endif /* WARPCRYPT_HELPER_LIB_LIB_H */
