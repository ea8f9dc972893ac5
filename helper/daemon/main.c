// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcryptd: the process that does the warpcrypt module's work. It serves the device of
 * this machine's kernel.
 */
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

/* The first line of a file of sysfs; false: there is no such file. */
static bool read_line(const char *path, char line[32])
{
	FILE *f = fopen(path, "re");

	if (!f)
		return false;
	if (!fgets(line, 32, f))
		line[0] = '\0';
	fclose(f);
	return true;
}

/* A module without a state file is taken to be live. */
static bool device_live(const struct wc_channel *channel)
{
	const char *name = strrchr(channel->path, '/');
	char path[256], state[32];

	snprintf(path, sizeof(path), "/sys/class/misc/%s/state",
		 name ? name + 1 : channel->path);
	return !read_line(path, state) || !strncmp(state, "live", 4);
}

static unsigned int device_deadline_ms(void)
{
	char text[32];

	return read_line("/sys/module/warpcrypt/parameters/deadline_ms", text) ?
	       (unsigned int)strtoul(text, NULL, 10) : 0;
}

static const struct wc_device_kind kernel_device = {
	.open = wc_channel_open,
	.arena = device_arena,
	.live = device_live,
	.deadline_ms = device_deadline_ms,
};

int main(int argc, char **argv)
{
	return wc_daemon(argc, argv, &kernel_device);
}
