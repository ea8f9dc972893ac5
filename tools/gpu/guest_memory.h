/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The guest's side of the bridge: memory that the host accesses by its page
 * frame numbers.
 *
 * It is System V shared memory: a file of the guest's tmpfs that cannot be
 * truncated, that remains when the process that made it dies, and that SHM_LOCK
 * keeps out of swap even then. If a GPU still writes after the bridge was killed,
 * it writes to pages that are not used for anything else.
 */
#ifndef WARPCRYPT_GPU_GUEST_MEMORY_H
#define WARPCRYPT_GPU_GUEST_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "tools/gpu/bridge.h"

/* All memory that the host can access. */
struct guest_memory {
	struct bridge_memory *shared;	/* all but the arena */
	void *arena;		/* the arena's memory, NULL before the first guest_arena() */
	size_t arena_len;	/* bytes that are in use */
};

int guest_memory_init(struct guest_memory *mem);
struct bridge_memory *guest_memory_again(void);
int guest_arena(struct guest_memory *mem, size_t len);
int guest_arena_check(const struct guest_memory *mem);

#endif /* WARPCRYPT_GPU_GUEST_MEMORY_H */
