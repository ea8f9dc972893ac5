// SPDX-License-Identifier: GPL-2.0-only
#include "helper/transport/view.h"

#include <errno.h>
#include <string.h>

/**
 * wc_frame_open() - make a frame that ENTER handed out readable
 * @frame: filled in
 * @arena: the arena that was attached
 * @handed: what ENTER said
 *
 * Return: 0, or -EINVAL if index, requests and payload do not fit together
 */
int wc_frame_open(struct wc_frame *frame, const struct wc_arena *arena,
		  const struct warpcrypt_frame *handed)
{
	const uint32_t desc_size = sizeof(struct warpcrypt_desc);
	uint32_t size = arena->geo.frame_size;

	if (handed->index >= arena->geo.frame_count || !handed->requests ||
	    handed->requests > size / desc_size ||
	    handed->payload > size - handed->requests * desc_size)
		return -EINVAL;
	frame->arena = arena;
	frame->base = wc_arena_frame(arena, handed->index);
	frame->index = handed->index;
	frame->requests = handed->requests;
	frame->payload = handed->payload;
	return 0;
}

static bool all_zero(const uint8_t *p, size_t len)
{
	uint8_t any = 0;

	while (len--)
		any |= *p++;
	return !any;
}

static bool mode_fits(const struct warpcrypt_desc *d)
{
	bool decrypt = d->flags & WARPCRYPT_DESC_DECRYPT;

	if (wc_is_group(d->cipher))
		return d->mode < WARPCRYPT_KPP_COUNT && !decrypt && !d->block &&
		       d->len % WARPCRYPT_KPP_UNIT == 0;
	switch (d->mode) {
	case WARPCRYPT_MODE_ECB:
	case WARPCRYPT_MODE_CBC:
		return d->len % WC_BLOCK == 0 && !d->block;
	case WARPCRYPT_MODE_CTR:
		return !decrypt && !d->block;
	case WARPCRYPT_MODE_XTS:
		return d->len >= WC_BLOCK;
	default:
		return false;
	}
}

/**
 * wc_frame_desc() - copy and check one descriptor
 * @frame: an open frame
 * @i: which, below @frame->requests
 * @desc: the copy; what it says of offset, length, slot, mode and flags is
 *	within bounds when 0 is returned
 *
 * That the cipher is one that a backend can do is the backend's to check.
 *
 * Return: 0 or -EINVAL
 */
int wc_frame_desc(const struct wc_frame *frame, uint32_t i,
		  struct warpcrypt_desc *desc)
{
	memcpy(desc, wc_desc_at(frame, i), sizeof(*desc));
	if (desc->cipher >= WARPCRYPT_CIPHER_COUNT ||
	    (desc->flags & ~WARPCRYPT_DESC_DECRYPT) ||
	    desc->key_slot >= frame->arena->geo.key_slots ||
	    desc->offset % WARPCRYPT_PAYLOAD_ALIGN || !desc->len ||
	    desc->offset > frame->payload ||
	    desc->len > frame->payload - desc->offset || desc->reserved0 ||
	    !all_zero(desc->reserved, sizeof(desc->reserved)))
		return -EINVAL;
	return mode_fits(desc) ? 0 : -EINVAL;
}

/**
 * wc_frame_key() - copy and check the key that a descriptor names
 * @frame: the frame it is in
 * @desc: a descriptor that passed wc_frame_desc()
 * @key: the copy, to be wiped by the caller whatever is returned
 *
 * Return: 0, or -EINVAL if the slot holds another generation, another cipher,
 * a key for another kind of mode, or a length that no key has
 */
int wc_frame_key(const struct wc_frame *frame,
		 const struct warpcrypt_desc *desc, struct warpcrypt_key *key)
{
	bool xts = desc->mode == WARPCRYPT_MODE_XTS;

	memcpy(key, wc_arena_key(frame->arena, desc->key_slot), sizeof(*key));
	if (key->generation != desc->key_generation ||
	    key->cipher != desc->cipher ||
	    (key->mode == WARPCRYPT_MODE_XTS) != xts ||
	    !key->len || key->len > WARPCRYPT_KEY_MAX || (xts && key->len % 2))
		return -EINVAL;
	return 0;
}

/**
 * wc_frame_tally() - count what a frame holds
 * @frame: an open frame that is still ours
 * @tally: filled in; descriptors that name no cipher or mode are left out
 */
void wc_frame_tally(const struct wc_frame *frame, struct wc_tally *tally)
{
	uint32_t i;

	memset(tally, 0, sizeof(*tally));
	for (i = 0; i < frame->requests; i++) {
		const struct warpcrypt_desc *d = wc_desc_at(frame, i);
		uint8_t cipher = d->cipher, mode = d->mode;

		if (cipher >= WARPCRYPT_CIPHER_COUNT ||
		    mode >= WARPCRYPT_MODE_COUNT)
			continue;
		tally->requests[cipher][mode]++;
		tally->bytes[cipher][mode] += d->len;
	}
}
