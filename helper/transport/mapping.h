/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The arena as it is mapped in this process: memory that the module pins. The
 * frames come first, then the key slots (kmod/uapi/warpcrypt.h has a picture).
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_MAPPING_H
#define WARPCRYPT_HELPER_TRANSPORT_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/transport/error.h"
#include "kmod/uapi/warpcrypt.h"

/* The layout of an arena; @frame_size in bytes. */
struct wc_geometry {
	uint32_t frame_size;
	uint32_t frame_count;
	uint32_t key_slots;
};

struct wc_runs;

/**
 * struct wc_mapping - an arena that is mapped in this process
 * @base: its address, page aligned
 * @len: its length, bytes, whole pages
 * @geo: its layout
 * @own: wc_mapping_alloc() mapped it, so wc_mapping_free() unmaps it
 * @runs: for each frame which of its payloads are elsewhere (view.h); NULL: all
 *	are in their frames
 */
struct wc_mapping {
	uint8_t *base;
	size_t len;
	struct wc_geometry geo;
	bool own;
	const struct wc_runs *runs;
};

int wc_geometry_check(const struct wc_geometry *geo, struct wc_error *err);
size_t wc_mapping_len(const struct wc_geometry *geo);
int wc_mapping_alloc(struct wc_mapping *arena, const struct wc_geometry *geo,
		     struct wc_error *err);
int wc_mapping_lock(struct wc_mapping *arena, struct wc_error *err);
int wc_mapping_use(struct wc_mapping *arena, const struct wc_geometry *geo,
		   void *base, size_t len, struct wc_error *err);
void wc_mapping_free(struct wc_mapping *arena);

static inline uint8_t *wc_mapping_frame(const struct wc_mapping *arena,
					uint32_t index)
{
	return arena->base + (size_t)index * arena->geo.frame_size;
}

/* The address of a key slot; only the module writes it. */
static inline struct warpcrypt_key *
wc_mapping_key(const struct wc_mapping *arena, uint32_t slot)
{
	size_t keys = (size_t)arena->geo.frame_size * arena->geo.frame_count;

	return (struct warpcrypt_key *)(arena->base + keys) + slot;
}

/*
 * Is a key still in its slot, by the generation that the slot had with it? If not, what
 * was computed from the key must be wiped.
 */
static inline bool wc_mapping_has_key(const struct wc_mapping *arena,
				      uint32_t slot, uint32_t generation)
{
	/* The module may write the slot at the same time. */
	return __atomic_load_n(&wc_mapping_key(arena, slot)->generation,
			       __ATOMIC_RELAXED) == generation;
}

#endif /* WARPCRYPT_HELPER_TRANSPORT_MAPPING_H */
