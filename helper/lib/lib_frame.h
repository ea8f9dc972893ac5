/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Frames filled with pieces of requests, and the results copied out of them.
 * Knows nothing of queues and locks.
 */
#ifndef WARPCRYPT_HELPER_LIB_FRAME_H
#define WARPCRYPT_HELPER_LIB_FRAME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/lib_sign.h"
#include "helper/lib/libwarpcrypt.h"
#include "helper/transport/view.h"
#include "kmod/uapi/warpcrypt.h"

/**
 * struct lib_piece - a piece in a frame, with the descriptor of the same index
 * @batch: the batch it is part of
 * @request: index of its request, or of its first multiplication in @points or
 *	signature in @signatures
 * @points: the multiplications, or NULL if it has none
 * @signatures: the signatures, or NULL if it has none
 * @src: source of a request's piece
 * @dst: its destination
 * @chain: offset of the rest of a long CBC encryption; 0: there is no rest
 * @direct: it is in a run of &lib_frame.runs, and not in the frame
 * @missing: a message of the signatures is NULL
 */
struct lib_piece {
	struct warpcrypt_batch *batch;
	size_t request;
	const struct warpcrypt_points *points;
	const struct warpcrypt_signatures *signatures;
	const uint8_t *src;
	uint8_t *dst;
	size_t chain;
	bool direct;
	bool missing;
};

/**
 * enum lib_frame_at - who may touch a frame
 * @LIB_FRAME_HERE: the library
 * @LIB_FRAME_ENGINE: the engine
 * @LIB_FRAME_LOST: an engine that hangs; its pieces were taken from it. If the engine's
 *	thread comes back after all, it only sets this to LIB_FRAME_HERE and wipes it
 */
enum lib_frame_at {
	LIB_FRAME_HERE,
	LIB_FRAME_ENGINE,
	LIB_FRAME_LOST,
};

/**
 * struct lib_frame - a frame
 * @busy: a worker has it
 * @little: it has so little that as much waits for others where a GPU has several such frames
 * @at: enum lib_frame_at
 * @again: the next of those whose pieces another engine is to do again
 * @index: its index in the arena
 * @base: its address
 * @size: its length, bytes
 * @used: bytes of payloads
 * @count: pieces, and descriptors
 * @piece: the pieces, an array with room for as many as fit
 * @runs: the arena's for this frame, see lib_direct.c
 * @hash: for signatures
 * @status: 0, or a negative errno: it could not be filled
 */
struct lib_frame {
	bool busy;
	bool little;
	atomic_int at;
	struct lib_frame *again;
	uint32_t index;
	uint8_t *base;
	uint32_t size;
	uint32_t used;
	uint32_t count;
	struct lib_piece *piece;
	struct wc_runs *runs;
	EVP_MD_CTX *hash;
	int status;
};

/*
 * Rows of 32 bytes of a group's points, in the users' arrays as in units: what comes
 * with the scalar, and what comes back with the status.
 */
static inline size_t lib_point_rows(unsigned int group)
{
	return wc_unit_bytes(group) / 32 - 1;
}

struct warpcrypt_desc *lib_frame_desc(const struct lib_frame *frame, uint32_t i);
size_t lib_frame_room(const struct lib_frame *frame);
struct lib_piece *lib_frame_add(struct lib_frame *frame, size_t len,
				struct warpcrypt_desc **desc);
void lib_frame_keep(struct lib_frame *frame, uint32_t from, uint32_t to);
void lib_frame_move(struct lib_frame *to, struct lib_frame *from);
void lib_frame_wipe(const struct lib_frame *frame);
void lib_frame_fill(struct lib_frame *frame);
void lib_frame_empty(const struct lib_frame *frame);

#endif /* WARPCRYPT_HELPER_LIB_FRAME_H */
