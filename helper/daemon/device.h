/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a daemon serves: the device of this kernel, or of another one
 * (tools/gpu has the device of a guest). A session opens it, gets an arena for
 * it, attaches, serves, and closes the channel before it frees the arena. All of
 * warpcryptd but main() is the same for all kinds of device.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_DEVICE_H
#define WARPCRYPT_HELPER_DAEMON_DEVICE_H

#include <stdbool.h>

#include "helper/transport/channel.h"

/**
 * struct wc_device_kind - a kind of device
 * @threads_max: more threads than this would wait for each other; 0: no limit
 * @open: open @path, the value of --device, which outlives @channel
 * @arena: get the memory of the arena, resident and not swappable. It stays
 *	mapped until the channel is closed and wc_mapping_free() was called
 * @live: have the known answers passed? Called when attached
 * @deadline_ms: for how long the module waits for a frame, ms, or 0 if that is
 *	not known. Called in the supervisor, which is not attached. May be NULL
 *
 * @open and @arena return 0 or a negative errno.
 */
struct wc_device_kind {
	unsigned int threads_max;
	int (*open)(struct wc_channel *channel, const char *path,
		    struct wc_error *err);
	int (*arena)(struct wc_channel *channel, const struct wc_geometry *geo,
		     struct wc_mapping *arena, struct wc_error *err);
	bool (*live)(const struct wc_channel *channel);
	unsigned int (*deadline_ms)(void);
};

int wc_daemon(int argc, char **argv, const struct wc_device_kind *device);

#endif /* WARPCRYPT_HELPER_DAEMON_DEVICE_H */
