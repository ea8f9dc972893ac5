/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The RAM of a User-mode Linux guest, a file of its host: finds it and maps its
 * pages. Used on the host's side of the bridge only.
 */
#ifndef WARPCRYPT_GPU_RAM_H
#define WARPCRYPT_GPU_RAM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "helper/transport/error.h"
#include "tools/gpu/bridge.h"

/* A guest's RAM. */
struct ram {
	int fd;	/* -1 when not open */
	uint32_t pages;
};

int ram_use(struct ram *ram, int fd, struct wc_error *err);
struct bridge_memory *ram_find(struct ram *ram, pid_t guest, uint32_t directory,
			       uint64_t cookie, struct wc_error *err);
void ram_close(struct ram *ram);

void *ram_map_pages(const struct ram *ram, const uint32_t *pfns, size_t count,
		    struct wc_error *err);
struct bridge_memory *ram_map_memory(const struct ram *ram, uint32_t directory,
				     uint64_t cookie, struct wc_error *err);
void ram_unmap_memory(struct bridge_memory *memory);

#endif /* WARPCRYPT_GPU_RAM_H */
