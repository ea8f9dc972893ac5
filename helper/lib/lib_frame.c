// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_frame.h"

#include <string.h>

#define ALIGN	WARPCRYPT_PAYLOAD_ALIGN
#define DESC	((uint32_t)sizeof(struct warpcrypt_desc))

/* Eight words, for XORs. The users' buffers need not be aligned. */
typedef uint64_t vector __attribute__((vector_size(64), aligned(1), may_alias));

static uint32_t next_offset(const struct lib_frame *frame)
{
	return (frame->used + ALIGN - 1) & ~(ALIGN - 1);
}

/**
 * lib_frame_desc() - the descriptor of a piece
 * @frame: its frame
 * @i: its index
 *
 * Return: the descriptor, in the arena
 */
struct warpcrypt_desc *lib_frame_desc(const struct lib_frame *frame, uint32_t i)
{
	return (struct warpcrypt_desc *)(void *)(frame->base + frame->size) -
	       1 - i;
}

/**
 * lib_frame_room() - the length of the longest piece that still fits
 * @frame: a frame being filled
 *
 * Return: bytes, 0 if none fits
 */
size_t lib_frame_room(const struct lib_frame *frame)
{
	uint32_t taken = next_offset(frame) + (frame->count + 1) * DESC;

	return taken < frame->size ? frame->size - taken : 0;
}

/**
 * lib_frame_add() - put a piece into a frame
 * @frame: the frame
 * @len: bytes, at most lib_frame_room()
 * @desc: the address of its descriptor: offset and length set, the rest zero
 *
 * Return: the piece, to be filled in
 */
struct lib_piece *lib_frame_add(struct lib_frame *frame, size_t len,
				struct warpcrypt_desc **desc)
{
	uint32_t at = next_offset(frame);

	*desc = lib_frame_desc(frame, frame->count);
	memset(*desc, 0, sizeof(**desc));
	(*desc)->offset = at;
	(*desc)->len = (uint32_t)len;
	frame->used = at + (uint32_t)len;
	return &frame->piece[frame->count++];
}

static void pack_units(const struct lib_piece *p, uint8_t *to, uint32_t len)
{
	const struct warpcrypt_points *points = p->points;
	struct warpcrypt_kpp_in in;
	size_t i = p->request;
	uint32_t at;

	memset(&in, 0, sizeof(in));
	for (at = 0; at < len; at += sizeof(in), i++) {
		memcpy(in.scalar, points->scalars[i], sizeof(in.scalar));
		if (points->points)
			memcpy(in.point, points->points[i], sizeof(in.point));
		memcpy(to + at, &in, sizeof(in));
	}
	explicit_bzero(&in, sizeof(in));
}

/* Wipes the units in the frame: they may be shared secrets. */
static void unpack_units(const struct lib_piece *p, uint8_t *from, uint32_t len)
{
	const struct warpcrypt_points *points = p->points;
	struct warpcrypt_kpp_out out;
	size_t i = p->request;
	uint32_t at;

	for (at = 0; at < len; at += sizeof(out), i++) {
		memcpy(&out, from + at, sizeof(out));
		memcpy(points->results[i], out.result, sizeof(out.result));
		if (points->status)
			points->status[i] = out.status != WARPCRYPT_KPP_DONE;
	}
	explicit_bzero(&out, sizeof(out));
	explicit_bzero(from, len);
}

static void xor_to(uint8_t *dst, const uint8_t *src, const uint8_t *stream,
		   size_t len)
{
	size_t i;

	for (i = 0; i + sizeof(vector) <= len; i += sizeof(vector))
		*(vector *)(void *)(dst + i) =
			*(const vector *)(const void *)(src + i) ^
			*(const vector *)(const void *)(stream + i);
	for (; i < len; i++)
		dst[i] = src[i] ^ stream[i];
}

/**
 * lib_frame_fill() - copy the data of all pieces that are not direct into their
 * frame
 * @frame: the frame
 */
void lib_frame_fill(const struct lib_frame *frame)
{
	uint32_t i;

	for (i = 0; i < frame->count; i++) {
		const struct warpcrypt_desc *desc = lib_frame_desc(frame, i);
		const struct lib_piece *p = &frame->piece[i];
		uint8_t *at = frame->base + desc->offset;

		if (p->direct)
			continue;
		if (wc_is_group(desc->cipher))
			pack_units(p, at, desc->len);
		else if (desc->mode != WARPCRYPT_MODE_CTR)
			memcpy(at, p->src, desc->len);
	}
}

/**
 * lib_frame_empty() - copy the results of all pieces that are not direct to their
 * destinations
 * @frame: the frame, processed by the engine
 *
 * A payload in CTR is keystream; it is XORed with the source.
 */
void lib_frame_empty(const struct lib_frame *frame)
{
	uint32_t i;

	for (i = 0; i < frame->count; i++) {
		const struct warpcrypt_desc *desc = lib_frame_desc(frame, i);
		const struct lib_piece *p = &frame->piece[i];
		uint8_t *at = frame->base + desc->offset;

		if (p->direct)
			continue;
		if (wc_is_group(desc->cipher))
			unpack_units(p, at, desc->len);
		else if (desc->mode == WARPCRYPT_MODE_CTR)
			xor_to(p->dst, p->src, at, desc->len);
		else
			memcpy(p->dst, at, desc->len);
	}
}
