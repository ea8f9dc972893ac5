// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_frame.h"

#include <string.h>

#define ROW	32
#define ALIGN	WARPCRYPT_PAYLOAD_ALIGN
#define DESC	((uint32_t)sizeof(struct warpcrypt_desc))

/* Eight words, for XORs. The users' buffers need not be aligned. */
typedef uint64_t vector __attribute__((vector_size(64), aligned(1), may_alias));

static uint32_t next_offset(const struct lib_frame *frame)
{
	return (frame->used + ALIGN - 1) & ~(ALIGN - 1);
}

/* The descriptor of piece @i, in the arena. */
struct warpcrypt_desc *lib_frame_desc(const struct lib_frame *frame, uint32_t i)
{
	return (struct warpcrypt_desc *)(void *)(frame->base + frame->size) -
	       1 - i;
}

/* The length of the longest piece that still fits, bytes; 0 if none does. */
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

/**
 * lib_frame_keep() - give a piece another place in the order
 * @frame: its frame
 * @from: its index
 * @to: the new one, not above @from; what was there is gone
 */
void lib_frame_keep(struct lib_frame *frame, uint32_t from, uint32_t to)
{
	if (from == to)
		return;
	frame->piece[to] = frame->piece[from];
	*lib_frame_desc(frame, to) = *lib_frame_desc(frame, from);
}

/**
 * lib_frame_move() - move all pieces to another frame
 * @to: an empty frame of the same size
 * @from: a frame; it is empty afterwards
 *
 * Without their data: lib_frame_fill().
 */
void lib_frame_move(struct lib_frame *to, struct lib_frame *from)
{
	uint32_t n = from->count;

	memcpy(to->piece, from->piece, n * sizeof(*to->piece));
	if (n)
		memcpy(lib_frame_desc(to, n - 1), lib_frame_desc(from, n - 1),
		       (size_t)n * DESC);
	to->used = from->used;
	to->count = n;
	from->count = 0;
}

/*
 * Units of all groups are made alike: a scalar and a point become a point, a status
 * and reserved bytes.
 */
_Static_assert(offsetof(struct warpcrypt_kpp_in, point) == ROW, "a unit");
_Static_assert(offsetof(struct warpcrypt_kpp_out, status) == ROW, "a unit");
_Static_assert(offsetof(struct warpcrypt_kpp_p256_in, x) == ROW, "a unit");
_Static_assert(offsetof(struct warpcrypt_kpp_p256_out, status) == 2 * ROW, "a unit");

static void pack_units(const struct lib_piece *p, uint8_t *to,
		       const struct warpcrypt_desc *desc)
{
	const struct warpcrypt_points *points = p->points;
	size_t rows = lib_point_rows(desc->cipher), i = p->request;
	const uint8_t *end = to + desc->len;

	for (; to < end; to += ROW + rows * ROW, i++) {
		memcpy(to, points->scalars[i], ROW);
		if (points->points)
			memcpy(to + ROW, points->points[i * rows], rows * ROW);
		else
			memset(to + ROW, 0, rows * ROW);
	}
}

/* Wipes the units in the frame: they may be shared secrets. */
static void unpack_units(const struct lib_piece *p, uint8_t *from,
			 const struct warpcrypt_desc *desc)
{
	const struct warpcrypt_points *points = p->points;
	size_t rows = lib_point_rows(desc->cipher), i = p->request;
	const uint8_t *at = from, *end = from + desc->len;
	uint32_t status;

	for (; at < end; at += ROW + rows * ROW, i++) {
		memcpy(points->results[i * rows], at, rows * ROW);
		memcpy(&status, at + rows * ROW, sizeof(status));
		if (points->status)
			points->status[i] = status != WARPCRYPT_KPP_DONE;
	}
	explicit_bzero(from, desc->len);
}

/**
 * lib_frame_wipe() - wipe the payloads of a frame whose results are not wanted
 * @frame: the frame
 *
 * There may be secret scalars. The pieces stay, for lib_frame_fill().
 */
void lib_frame_wipe(const struct lib_frame *frame)
{
	explicit_bzero(frame->base, frame->used);
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

/* Copy the data of all pieces that are not direct into their frame, and set its @status. */
void lib_frame_fill(struct lib_frame *frame)
{
	uint32_t i;

	frame->status = 0;
	for (i = 0; i < frame->count; i++) {
		const struct warpcrypt_desc *desc = lib_frame_desc(frame, i);
		struct lib_piece *p = &frame->piece[i];
		uint8_t *at = frame->base + desc->offset;

		if (p->direct)
			continue;
		if (p->signatures)
			frame->status |= lib_sign_pack(p->signatures, p->request,
						       at, desc->len, frame->hash,
						       &p->missing);
		else if (p->points)
			pack_units(p, at, desc);
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
		if (p->signatures)
			lib_sign_unpack(p->signatures, p->request, at,
					desc->len);
		else if (p->points)
			unpack_units(p, at, desc);
		else if (desc->mode == WARPCRYPT_MODE_CTR)
			xor_to(p->dst, p->src, at, desc->len);
		else
			memcpy(p->dst, at, desc->len);
	}
}
