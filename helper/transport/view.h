/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The helper's view of a frame. Each descriptor is copied once, and the copy is
 * checked and used: whatever the arena holds, and however it changes meanwhile,
 * a backend does not touch memory outside the frame.
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_VIEW_H
#define WARPCRYPT_HELPER_TRANSPORT_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/transport/check.h"
#include "helper/transport/mapping.h"
#include "kmod/uapi/warpcrypt.h"

#define WC_BLOCK	WARPCRYPT_BLOCK_SIZE

/**
 * struct wc_run - payloads, beside each other in their frame, that are elsewhere
 * @offset: where the first would be in the frame, bytes
 * @len: from the start of the first to the end of the last. In memory they are
 *	beside each other, too
 * @src: the payloads; of 25519 the scalars, 32 bytes each
 * @dst: where the results go, which may be @src; of 25519 32 bytes each
 * @units: it is of 25519
 * @points: 25519: the points, 32 bytes each; NULL: the base point
 * @status: 25519: a byte for each, 1: there is no result; or NULL
 *
 * A result of CTR is the payload encrypted, not keystream. 25519's payloads in
 * frames have 64 bytes each, and these count for @offset and @len; each has a run
 * of its own.
 */
struct wc_run {
	uint32_t offset;
	uint32_t len;
	const uint8_t *src;
	uint8_t *dst;
	bool units;
	const uint8_t *points;
	uint8_t *status;
};

/* The runs of a frame, by rising offset. */
struct wc_runs {
	struct wc_run *run;
	uint32_t count;
};

/**
 * struct wc_view - a frame that ENTER handed out
 * @arena: the arena that it is part of
 * @base: its address
 * @index: its index in the arena
 * @requests: descriptors, at least 1; none of them overlaps the first @payload
 *	bytes
 * @payload: bytes from @base to the end of the last payload
 * @runs: which payloads are elsewhere, or NULL
 */
struct wc_view {
	const struct wc_mapping *arena;
	uint8_t *base;
	uint32_t index;
	uint32_t requests;
	uint32_t payload;
	const struct wc_runs *runs;
};

/**
 * struct wc_payload - where a payload is
 * @src: the data
 * @dst: where the result goes
 * @direct: it is in no frame: a result of CTR is the data encrypted
 */
struct wc_payload {
	const uint8_t *src;
	uint8_t *dst;
	bool direct;
};

/* How much a frame holds, for the statistics. */
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
const struct wc_run *wc_view_run(const struct wc_view *frame, uint32_t offset);
struct wc_payload wc_view_payload(const struct wc_view *frame,
				  const struct warpcrypt_desc *desc);
void wc_view_tally(const struct wc_view *frame, struct wc_tally *tally);
bool wc_key_fits(unsigned int cipher, unsigned int mode, size_t len);

/* The address of a descriptor in the arena; read it once only. */
static inline const struct warpcrypt_desc *
wc_desc_at(const struct wc_view *frame, uint32_t i)
{
	const uint8_t *end = frame->base + frame->arena->geo.frame_size;

	return (const struct warpcrypt_desc *)end - 1 - i;
}

#endif /* WARPCRYPT_HELPER_TRANSPORT_VIEW_H */
