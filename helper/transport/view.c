// SPDX-License-Identifier: GPL-2.0-only
#include "helper/transport/view.h"

#include <errno.h>
#include <string.h>

/*
 * Check a frame that ENTER handed out and make a view of it. -EINVAL: index, requests and
 * payload do not fit together.
 */
int wc_view_open(struct wc_view *frame, const struct wc_mapping *arena,
		 const struct warpcrypt_frame *handed)
{
	const uint32_t desc_size = sizeof(struct warpcrypt_desc);
	uint32_t size = arena->geo.frame_size;

	if (handed->index >= arena->geo.frame_count || !handed->requests ||
	    handed->requests > size / desc_size ||
	    handed->payload > size - handed->requests * desc_size)
		return -EINVAL;
	frame->arena = arena;
	frame->base = wc_mapping_frame(arena, handed->index);
	frame->index = handed->index;
	frame->requests = handed->requests;
	frame->payload = handed->payload;
	frame->runs = arena->runs ? &arena->runs[handed->index] : NULL;
	return 0;
}

static bool all_zero(const uint8_t *p, size_t len)
{
	uint8_t any = 0;

	while (len--)
		any |= *p++;
	return !any;
}

static bool operation_fits(const struct warpcrypt_desc *d)
{
	uint32_t unit = wc_operation_bytes(d->cipher, d->mode);

	return unit && d->len % unit == 0 && !d->flags && !d->block;
}

static bool mode_fits(const struct warpcrypt_desc *d)
{
	bool decrypt = d->flags & WARPCRYPT_DESC_DECRYPT;

	if (wc_is_group(d->cipher))
		return operation_fits(d);
	switch (d->mode) {
	case WARPCRYPT_MODE_ECB:
	case WARPCRYPT_MODE_CBC:
		return d->len % WC_BLOCK == 0 && !d->block;
	case WARPCRYPT_MODE_CTR:
		return !decrypt && !d->block;
	case WARPCRYPT_MODE_XTS:
	case WARPCRYPT_MODE_XTS_GB:
		return d->len >= WC_BLOCK &&
		       WARPCRYPT_CIPHER_MODES(d->cipher) & WARPCRYPT_MODE_BIT(d->mode);
	default:
		return false;
	}
}

/**
 * wc_view_desc() - copy and check one descriptor
 * @frame: an open frame
 * @i: its index, below @frame->requests
 * @desc: the copy; when 0 is returned, its offset, length, slot, mode and flags
 *	are within bounds
 *
 * Whether it can do the cipher, the backend checks itself. The mode is one that the
 * cipher has.
 *
 * Return: 0 or -EINVAL
 */
int wc_view_desc(const struct wc_view *frame, uint32_t i,
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

/* A key slot holds each, and XTS's two. */
#define KEY_HOLDS(NAME, name, number, min, max, step)			\
	_Static_assert(2 * (max) <= WARPCRYPT_KEY_MAX, #name);
WARPCRYPT_CIPHERS(KEY_HOLDS)

/* Has a cipher keys of @len bytes? XTS has two of the cipher. */
bool wc_key_fits(unsigned int cipher, unsigned int mode, size_t len)
{
	if (WARPCRYPT_IS_XTS(mode)) {
		if (len % 2)
			return false;
		len /= 2;
	}
	switch (cipher) {
#define KEY_FITS(NAME, name, number, min, max, step)			\
	case number:							\
		return len >= (min) && len <= (max) && (len - (min)) % (step) == 0;
	WARPCRYPT_CIPHERS(KEY_FITS)
	default:
		return false;
	}
}

/**
 * wc_view_key() - copy and check the key that a descriptor names
 * @frame: the frame it is in
 * @desc: a descriptor that passed wc_view_desc()
 * @key: the copy; the caller wipes it, whatever is returned
 *
 * Return: 0, or -EINVAL if the slot's generation or cipher is another one, if
 * one of slot and descriptor is for XTS and the other is not, or if the cipher has no
 * keys of the slot's length
 */
int wc_view_key(const struct wc_view *frame,
		const struct warpcrypt_desc *desc, struct warpcrypt_key *key)
{
	memcpy(key, wc_mapping_key(frame->arena, desc->key_slot), sizeof(*key));
	if (key->generation != desc->key_generation ||
	    key->cipher != desc->cipher ||
	    WARPCRYPT_IS_XTS(key->mode) != WARPCRYPT_IS_XTS(desc->mode) ||
	    !wc_key_fits(key->cipher, key->mode, key->len))
		return -EINVAL;
	return 0;
}

/* The run that a payload is in, or NULL: it is in the frame. */
const struct wc_run *wc_view_run(const struct wc_view *frame, uint32_t offset)
{
	uint32_t low = 0, high = frame->runs ? frame->runs->count : 0;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		const struct wc_run *run = &frame->runs->run[mid];

		if (offset < run->offset)
			high = mid;
		else if (offset - run->offset >= run->len)
			low = mid + 1;
		else
			return run;
	}
	return NULL;
}

/* Where the payload of a block cipher is, in the frame or elsewhere. */
struct wc_payload wc_view_payload(const struct wc_view *frame,
				  const struct warpcrypt_desc *desc)
{
	const struct wc_run *run = wc_view_run(frame, desc->offset);
	uint8_t *at = frame->base + desc->offset;

	if (!run)
		return (struct wc_payload){ at, at, false };
	return (struct wc_payload){ run->src + (desc->offset - run->offset),
				    run->dst + (desc->offset - run->offset),
				    true };
}

/*
 * Count the requests and bytes of a frame that has not been committed; descriptors with an
 * unknown cipher or mode are left out.
 */
void wc_view_tally(const struct wc_view *frame, struct wc_tally *tally)
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
