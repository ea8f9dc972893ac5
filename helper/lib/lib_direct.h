/* SPDX-License-Identifier: GPL-2.0-only */
/* Pieces in registered memory, which the engine uses there. */
#ifndef WARPCRYPT_HELPER_LIB_DIRECT_H
#define WARPCRYPT_HELPER_LIB_DIRECT_H

#include "helper/engine/backend.h"
#include "helper/lib/lib_frame.h"

/* Engines make units of arrays themselves, but none does it for P-256. */
static inline bool lib_direct_has(uint32_t group)
{
	return lib_point_rows(group) == 1;
}

size_t lib_direct_room(const struct wc_backend_ops *ops, uint32_t frame_size);
struct warpcrypt_frame lib_direct_fill(struct lib_frame *frame,
				       const struct wc_backend_ops *ops);

#endif /* WARPCRYPT_HELPER_LIB_DIRECT_H */
