/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A link (helper/transport/channel.h) to a module in a guest, over the bridge: for a helper
 * that bridge-host has started, with lines inherited from it.
 *
 * The order of its life: wc_bridge_link_open(), wc_bridge_link_arena(), then as
 * any link. The arena goes with wc_link_close(), so backends let go of it
 * before.
 */
#ifndef WARPCRYPT_GPU_LINK_BRIDGE_H
#define WARPCRYPT_GPU_LINK_BRIDGE_H

#include <stdbool.h>

#include "helper/transport/mapping.h"
#include "helper/transport/error.h"
#include "helper/transport/channel.h"

/* A helper with more threads than this would have them wait for each other. */
#define WC_BRIDGE_THREADS	16u

int wc_bridge_link_open(struct wc_link *link, const char *dir,
			struct wc_error *err);
int wc_bridge_link_arena(struct wc_link *link, const struct wc_geometry *geo,
			 struct wc_arena *arena, struct wc_error *err);
bool wc_bridge_live(const struct wc_link *link);

#endif /* WARPCRYPT_GPU_LINK_BRIDGE_H */
