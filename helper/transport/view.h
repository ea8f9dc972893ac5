/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading a frame: every descriptor is copied once and then checked, so that
 * what was checked is what is used, and nothing that the arena holds can make
 * a backend touch memory outside the frame.
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_FRAME_H
#define WARPCRYPT_HELPER_TRANSPORT_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "helper/transport/mapping.h"
#include "kmod/uapi/warpcrypt.h"

#define WC_BLOCK	16u

/**
 * struct wc_frame - a frame handed out, with what is needed to read it
 * @arena: the arena it lies in
 * @base: its address
 * @index: which frame of the arena
 * @requests: descriptors, at least 1; all of them lie behind @payload
 * @payload: bytes from @base to the end of the last payload
 */
struct wc_frame {
	const struct wc_arena *arena;
	uint8_t *base;
	uint32_t index;
	uint32_t requests;
	uint32_t payload;
};

/**
 * struct wc_tally - what a frame holds, for the counts
 * @requests: descriptors of each cipher and mode
 * @bytes: their payload bytes
 */
struct wc_tally {
	uint32_t requests[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT];
	uint64_t bytes[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT];
};

int wc_frame_open(struct wc_frame *frame, const struct wc_arena *arena,
		  const struct warpcrypt_frame *handed);
int wc_frame_desc(const struct wc_frame *frame, uint32_t i,
		  struct warpcrypt_desc *desc);
int wc_frame_key(const struct wc_frame *frame,
		 const struct warpcrypt_desc *desc, struct warpcrypt_key *key);
void wc_frame_tally(const struct wc_frame *frame, struct wc_tally *tally);

/**
 * wc_is_group() - is it none of the block ciphers but a group?
 * @cipher: enum warpcrypt_cipher
 *
 * Return: whether its modes are those of enum warpcrypt_kpp
 */
static inline bool wc_is_group(uint8_t cipher)
{
	return cipher == WARPCRYPT_CIPHER_CURVE25519 ||
	       cipher == WARPCRYPT_CIPHER_EDWARDS25519;
}

/**
 * wc_desc_at() - where a descriptor lies
 * @frame: the frame
 * @i: which, below @frame->requests
 *
 * Return: the descriptor in the arena, to be read once
 */
static inline const struct warpcrypt_desc *
wc_desc_at(const struct wc_frame *frame, uint32_t i)
{
	const uint8_t *end = frame->base + frame->arena->geo.frame_size;

	return (const struct warpcrypt_desc *)end - 1 - i;
}

#endif /* WARPCRYPT_HELPER_TRANSPORT_FRAME_H */
