// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/device.h"

#include <stdio.h>
#include <string.h>

#include "helper/daemon/privilege.h"

static int device_open(struct wc_channel *channel, const char *path,
		       struct wc_error *err)
{
	int ret;

	wc_caps_raise(true);
	ret = wc_channel_open(channel, path, err);
	wc_caps_raise(false);
	return ret;
}

static int device_arena(struct wc_channel *channel,
			const struct wc_geometry *geo,
			struct wc_mapping *arena, struct wc_error *err)
{
	int ret;

	(void)channel;
	ret = wc_mapping_alloc(arena, geo, err);
	if (ret)
		return ret;
	ret = wc_mapping_lock(arena, err);
	if (ret)
		wc_mapping_free(arena);
	return ret;
}

/* A module without a state file is taken to be live. */
static bool device_live(const struct wc_channel *channel)
{
	const char *name = strrchr(channel->path, '/');
	char path[256], state[32] = "";
	FILE *f;

	snprintf(path, sizeof(path), "/sys/class/misc/%s/state",
		 name ? name + 1 : channel->path);
	f = fopen(path, "re");
	if (!f)
		return true;
	if (!fgets(state, sizeof(state), f))
		state[0] = '\0';
	fclose(f);
	return !strncmp(state, "live", 4);
}

const struct wc_device_kind wc_kernel_device = {
	.open = device_open,
	.arena = device_arena,
	.live = device_live,
};
