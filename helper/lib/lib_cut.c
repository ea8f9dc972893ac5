// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_parts.h"

#include <errno.h>
#include <string.h>

#include "helper/transport/check.h"

#define BLOCK		WARPCRYPT_BLOCK_SIZE
/* The smallest piece that is cut off a request, bytes. */
#define PART_MIN	4096u

/* Advance a counter of 128 bits, big-endian, which wraps, by @blocks. */
void lib_cut_count(uint8_t iv[16], uint64_t blocks)
{
	int i;

	for (i = BLOCK - 1; i >= 0 && blocks; i--) {
		blocks += iv[i];
		iv[i] = (uint8_t)blocks;
		blocks >>= 8;
	}
}

/* Can only one piece of a request be done at a time? */
bool lib_cut_is_chain(const struct lib_key *key,
		      const struct warpcrypt_request *r)
{
	return key->mode == WARPCRYPT_MODE_CBC && !r->decrypt;
}

/*
 * How many of the @left bytes of a request go into the frame, which is to hold
 * @limit bytes; 0: none, hand the frame out. Requests that fit into a frame are
 * not cut.
 */
static size_t part_of(const struct lib_key *key,
		      const struct warpcrypt_request *r,
		      const struct lib_frame *frame, size_t limit, size_t left)
{
	size_t room = lib_frame_room(frame);
	size_t part = frame->used < limit ? limit - frame->used : 0;

	/* A chain is serial: cutting it makes nothing faster. */
	if (part > room || (part && lib_cut_is_chain(key, r)))
		part = room;
	if (left <= part)
		return left;
	if (frame->count && (left <= limit || lib_cut_is_chain(key, r)))
		return 0;
	part &= ~(size_t)63;
	/* Ciphertext stealing needs the last whole block in the last piece. */
	if (WARPCRYPT_IS_XTS(key->mode) && left - part < BLOCK &&
	    part)
		part -= 64;
	return part < PART_MIN ? 0 : part;
}

static void describe(struct warpcrypt_desc *desc, const struct lib_key *key,
		     const struct warpcrypt_request *r,
		     const struct lib_cursor *c)
{
	desc->cipher = key->cipher;
	desc->mode = key->mode;
	desc->key_slot = lib_key_slot(r->key);
	desc->key_generation = key->generation;
	if (r->decrypt && desc->mode != WARPCRYPT_MODE_CTR)
		desc->flags = WARPCRYPT_DESC_DECRYPT;
	if (WARPCRYPT_IS_XTS(desc->mode))
		desc->block = c->offset / BLOCK;
	if (desc->mode != WARPCRYPT_MODE_ECB)
		memcpy(desc->iv, c->offset ? c->iv : r->iv, BLOCK);
}

/*
 * Advance by @part bytes, whose IV is in @desc. The source is read now: if the
 * request is in place, it is overwritten when the piece comes back.
 */
static void advance(struct lib_cursor *c, const struct warpcrypt_request *r,
		    const struct warpcrypt_desc *desc, size_t part)
{
	const uint8_t *end = (const uint8_t *)r->src + c->offset + part;

	c->offset += part;
	if (c->offset == r->len) {
		c->request++;
		c->offset = 0;
		return;
	}
	memcpy(c->iv, desc->iv, BLOCK);
	if (desc->mode == WARPCRYPT_MODE_CTR)
		lib_cut_count(c->iv, part / BLOCK);
	else if (desc->mode == WARPCRYPT_MODE_CBC)
		memcpy(c->iv, end - BLOCK, BLOCK);
}

/*
 * Add a piece of the request at @c and advance @c, and add to @taken how many
 * bytes wait no longer; false: the frame is full.
 */
static bool take_request(struct warpcrypt_batch *b, struct lib_cursor *c,
			 struct lib_frame *frame, size_t limit, uint64_t *taken)
{
	struct warpcrypt_request *r = lib_batch_request(b, c->request);
	const struct lib_key *key = lib_key_find(&b->w->keys, r->key);
	size_t left = r->len - c->offset, part;
	struct warpcrypt_desc *desc;
	struct lib_piece *p;

	/* It is not valid, or was cancelled. */
	if (!c->offset && (r->status || !r->len)) {
		c->request++;
		return true;
	}
	if (!key) {
		/* The keys of valid requests are held: the caller has changed it. */
		r->status = -EINVAL;
		lib_batch_note(b, r->status);
		*taken += left;
		c->request++;
		c->offset = 0;
		return true;
	}
	part = part_of(key, r, frame, limit, left);
	if (!part)
		return false;
	p = lib_frame_add(frame, part, &desc);
	*p = (struct lib_piece){
		.batch = b,
		.request = c->request,
		.src = (const uint8_t *)r->src + c->offset,
		.dst = (uint8_t *)r->dst + c->offset,
	};
	describe(desc, key, r, c);
	b->out++;
	*taken += part;
	if (!lib_cut_is_chain(key, r) || part == left) {
		advance(c, r, desc, part);
		return true;
	}
	/* The rest must wait until this piece is back. */
	p->chain = c->offset + part;
	*taken += left - part;
	c->request++;
	c->offset = 0;
	return true;
}

static bool take_units(struct warpcrypt_batch *b, struct lib_frame *frame,
		       size_t limit, uint64_t *taken)
{
	bool check = wc_is_check(b->operation);
	size_t left = (b->count - b->at.request) * b->unit;
	size_t part = frame->used < limit ? limit - frame->used : 0;
	size_t room = lib_frame_room(frame);
	struct warpcrypt_desc *desc;

	if (part > room)
		part = room;
	if (part > left)
		part = left;
	part -= part % b->unit;
	if (!part)
		return false;
	*lib_frame_add(frame, part, &desc) = (struct lib_piece){
		.batch = b,
		.request = b->at.request,
		.points = check ? NULL : &b->points,
		.signatures = check ? &b->signatures : NULL,
	};
	desc->cipher = (uint8_t)b->group;
	desc->mode = b->operation;
	b->at.request += part / b->unit;
	b->out++;
	*taken += part;
	return true;
}

/**
 * lib_cut() - move pieces of a batch into a frame
 * @b: the batch
 * @frame: the frame
 * @limit: how many bytes of payloads it is to have
 * @taken: grows by how many bytes of the batch wait no longer
 *
 * Return: whether all of the batch that can go on is in frames; otherwise this one
 * is full
 */
bool lib_cut(struct warpcrypt_batch *b, struct lib_frame *frame, size_t limit,
	     uint64_t *taken)
{
	while (b->chains) {
		struct lib_cursor c = b->chain[b->chains - 1];

		if (!take_request(b, &c, frame, limit, taken))
			return false;
		b->chains--;
	}
	while (b->at.request < b->count)
		if (!(b->group ? take_units(b, frame, limit, taken) :
				 take_request(b, &b->at, frame, limit, taken)))
			return false;
	return true;
}
