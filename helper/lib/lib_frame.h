/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Frames filled with pieces of requests, and the results copied out of them.
 * Knows nothing of queues and locks.
 */
#ifndef WARPCRYPT_HELPER_LIB_FRAME_H
#define WARPCRYPT_HELPER_LIB_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/lib/libwarpcrypt.h"
#include "helper/transport/view.h"
#include "kmod/uapi/warpcrypt.h"

/**
 * struct lib_piece - a piece in a frame, with the descriptor of the same index
 * @batch: the batch it is part of
 * @request: index of its request, or of its first multiplication in @points
 * @points: the multiplications, or NULL if it is a piece of a request
 * @src: source of a request's piece
 * @dst: its destination
 * @chain: offset of the rest of a long CBC encryption; 0: there is no rest
 * @direct: it is in a run of &lib_frame.runs, and not in the frame
 */
struct lib_piece {
	struct warpcrypt_batch *batch;
	size_t request;
	const struct warpcrypt_points *points;
	const uint8_t *src;
	uint8_t *dst;
	size_t chain;
	bool direct;
};

/**
 * struct lib_frame - a frame
 * @busy: a worker has it
 * @index: its index in the arena
 * @base: its address
 * @size: its length, bytes
 * @used: bytes of payloads
 * @count: pieces, and descriptors
 * @piece: the pieces, an array with room for as many as fit
 * @runs: the arena's for this frame, see lib_direct.c
 */
struct lib_frame {
	bool busy;
	uint32_t index;
	uint8_t *base;
	uint32_t size;
	uint32_t used;
	uint32_t count;
	struct lib_piece *piece;
	struct wc_runs *runs;
};

struct warpcrypt_desc *lib_frame_desc(const struct lib_frame *frame, uint32_t i);
size_t lib_frame_room(const struct lib_frame *frame);
struct lib_piece *lib_frame_add(struct lib_frame *frame, size_t len,
				struct warpcrypt_desc **desc);
void lib_frame_fill(const struct lib_frame *frame);
void lib_frame_empty(const struct lib_frame *frame);

#endif /* WARPCRYPT_HELPER_LIB_FRAME_H */
