// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static unsigned int device_deadline_ms(void)
{
	FILE *f = fopen("/sys/module/warpcrypt/parameters/deadline_ms", "re");
	char text[32] = "";

	if (!f)
		return 0;
	if (!fgets(text, sizeof(text), f))
		text[0] = '\0';
	fclose(f);
	return (unsigned int)strtoul(text, NULL, 10);
}

const struct wc_device_kind wc_kernel_device = {
	.open = wc_channel_open,
	.arena = device_arena,
	.live = device_live,
	.deadline_ms = device_deadline_ms,
};
