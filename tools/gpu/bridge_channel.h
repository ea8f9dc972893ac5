/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A channel (helper/transport/channel.h) to a module in a guest, over the bridge: for a helper
 * that bridge-host has started, with lines inherited from it.
 *
 * The order of its life: wc_bridge_open(), wc_bridge_arena(), then as
 * any channel. The arena goes with wc_channel_close(), so backends let go of it
 * before.
 */
#ifndef WARPCRYPT_GPU_BRIDGE_CHANNEL_H
#define WARPCRYPT_GPU_BRIDGE_CHANNEL_H

#include <stdbool.h>

#include "helper/transport/mapping.h"
#include "helper/transport/error.h"
#include "helper/transport/channel.h"

/* A helper with more threads than this would have them wait for each other. */
#define WC_BRIDGE_THREADS	16u

int wc_bridge_open(struct wc_channel *channel, const char *dir,
		   struct wc_error *err);
int wc_bridge_arena(struct wc_channel *channel, const struct wc_geometry *geo,
		    struct wc_mapping *arena, struct wc_error *err);
bool wc_bridge_live(const struct wc_channel *channel);

#endif /* WARPCRYPT_GPU_BRIDGE_CHANNEL_H */
