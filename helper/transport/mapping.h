/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The arena: the helper's memory that the module pins, frames first, then the
 * key slots (the picture is in kmod/uapi/warpcrypt.h).
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_ARENA_H
#define WARPCRYPT_HELPER_TRANSPORT_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/transport/error.h"
#include "kmod/uapi/warpcrypt.h"

/**
 * struct wc_geometry - how an arena is divided
 * @frame_size: bytes of a frame
 * @frame_count: frames
 * @key_slots: key slots
 */
struct wc_geometry {
	uint32_t frame_size;
	uint32_t frame_count;
	uint32_t key_slots;
};

/**
 * struct wc_arena - an arena that is mapped here
 * @base: its address, page aligned
 * @len: its length, bytes, whole pages
 * @geo: how it is divided
 * @own: wc_arena_alloc() made it, so wc_arena_free() unmaps it
 */
struct wc_arena {
	uint8_t *base;
	size_t len;
	struct wc_geometry geo;
	bool own;
};

int wc_geometry_check(const struct wc_geometry *geo, struct wc_error *err);
size_t wc_arena_len(const struct wc_geometry *geo);
int wc_arena_alloc(struct wc_arena *arena, const struct wc_geometry *geo,
		   struct wc_error *err);
int wc_arena_lock(struct wc_arena *arena, struct wc_error *err);
int wc_arena_use(struct wc_arena *arena, const struct wc_geometry *geo,
		 void *base, size_t len, struct wc_error *err);
void wc_arena_free(struct wc_arena *arena);

/**
 * wc_arena_frame() - a frame's address
 * @arena: the arena
 * @index: the frame, below @arena->geo.frame_count
 *
 * Return: where the frame begins
 */
static inline uint8_t *wc_arena_frame(const struct wc_arena *arena,
				      uint32_t index)
{
	return arena->base + (size_t)index * arena->geo.frame_size;
}

/**
 * wc_arena_key() - a key slot's address
 * @arena: the arena
 * @slot: the slot, below @arena->geo.key_slots
 *
 * Return: the key slot, which belongs to the module
 */
static inline struct warpcrypt_key *wc_arena_key(const struct wc_arena *arena,
						 uint32_t slot)
{
	size_t keys = (size_t)arena->geo.frame_size * arena->geo.frame_count;

	return (struct warpcrypt_key *)(arena->base + keys) + slot;
}

#endif /* WARPCRYPT_HELPER_TRANSPORT_ARENA_H */
