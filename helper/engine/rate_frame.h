/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Frames to measure an engine with, in an arena that no module has: all requests of a
 * frame are of one kind.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_RATE_FRAME_H
#define WARPCRYPT_HELPER_ENGINE_RATE_FRAME_H

#include <stdbool.h>

#include "helper/transport/view.h"

/**
 * struct wc_rate_kind - a kind of request
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode, or of a group enum warpcrypt_kpp
 * @decrypt: the direction
 */
struct wc_rate_kind {
	uint8_t cipher;
	uint8_t mode;
	bool decrypt;
};

/* All ciphers and modes in both directions, and the groups. */
#define WC_RATE_KINDS_MAX	(WARPCRYPT_CIPHER_COUNT * 7u)

unsigned int wc_rate_kinds(struct wc_rate_kind kinds[WC_RATE_KINDS_MAX],
			   const uint16_t modes[WARPCRYPT_CIPHER_COUNT]);
void wc_rate_key(const struct wc_mapping *arena, const struct wc_rate_kind *kind);
uint32_t wc_rate_most(uint32_t frame_size, const struct wc_rate_kind *kind,
		      uint32_t len);
void wc_rate_frame(struct wc_view *frame, const struct wc_mapping *arena,
		   uint32_t index, const struct wc_rate_kind *kind,
		   uint32_t count, uint32_t len);

#endif /* WARPCRYPT_HELPER_ENGINE_RATE_FRAME_H */
