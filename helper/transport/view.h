/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The helper's view of a frame. Each descriptor is copied once, and the copy is
 * checked and used: whatever the arena holds, and however it changes meanwhile,
 * a backend does not touch memory outside the frame.
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_VIEW_H
#define WARPCRYPT_HELPER_TRANSPORT_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "helper/transport/mapping.h"
#include "kmod/uapi/warpcrypt.h"

#define WC_BLOCK	WARPCRYPT_BLOCK_SIZE

/**
 * struct wc_view - a frame that ENTER handed out
 * @arena: the arena that it is part of
 * @base: its address
 * @index: its index in the arena
 * @requests: descriptors, at least 1; none of them overlaps the first @payload
 *	bytes
 * @payload: bytes from @base to the end of the last payload
 */
struct wc_view {
	const struct wc_mapping *arena;
	uint8_t *base;
	uint32_t index;
	uint32_t requests;
	uint32_t payload;
};

/**
 * struct wc_tally - how much a frame holds, for the statistics
 * @requests: descriptors of each cipher and mode
 * @bytes: their payload bytes
 */
struct wc_tally {
	uint32_t requests[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT];
	uint64_t bytes[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT];
};

int wc_view_open(struct wc_view *frame, const struct wc_mapping *arena,
		 const struct warpcrypt_frame *handed);
int wc_view_desc(const struct wc_view *frame, uint32_t i,
		 struct warpcrypt_desc *desc);
int wc_view_key(const struct wc_view *frame,
		const struct warpcrypt_desc *desc, struct warpcrypt_key *key);
void wc_view_tally(const struct wc_view *frame, struct wc_tally *tally);

#define WC_GROUP_CASE(NAME, ...)	case WARPCRYPT_CIPHER_##NAME:

/**
 * wc_is_group() - is it a group, not a block cipher?
 * @cipher: enum warpcrypt_cipher
 *
 * Return: whether its modes are those of enum warpcrypt_kpp
 */
static inline bool wc_is_group(unsigned int cipher)
{
	switch (cipher) {
	WARPCRYPT_GROUPS(WC_GROUP_CASE)
		return true;
	default:
		return false;
	}
}

/**
 * wc_desc_at() - the address of a descriptor
 * @frame: the frame
 * @i: its index, below @frame->requests
 *
 * Return: the descriptor in the arena; read it once only
 */
static inline const struct warpcrypt_desc *
wc_desc_at(const struct wc_view *frame, uint32_t i)
{
	const uint8_t *end = frame->base + frame->arena->geo.frame_size;

	return (const struct warpcrypt_desc *)end - 1 - i;
}

#endif /* WARPCRYPT_HELPER_TRANSPORT_VIEW_H */
