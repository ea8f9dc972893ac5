// SPDX-License-Identifier: GPL-2.0-only
/*
 * In place of kmod/arena.c: the helper's memory is this process's own, so the
 * module's view of it is the same address. What lies outside the memory that
 * tests announce cannot be pinned.
 */
#include "kmod/arena.h"

#include "tests/core/user.h"

int wc_arena_pin(struct wc_arena *arena, u64 addr, u64 len)
{
	sim_step();
	memset(arena, 0, sizeof(*arena));
	if (!user_memory_holds(addr, len))
		return -EFAULT;
	if (sim_alloc_fails && !sim_random(sim_alloc_fails))
		return -ENOMEM;
	arena->data = (u8 *)(uintptr_t)addr;
	arena->count = len / PAGE_SIZE;
	return 0;
}

void wc_arena_unpin(struct wc_arena *arena)
{
	wc_arena_wipe(arena->data, arena->count * PAGE_SIZE);
	memset(arena, 0, sizeof(*arena));
}

void wc_arena_copy_in(void *to, const void *from, size_t len)
{
	arena_copy(to, from, len);
}

void wc_arena_copy_out(void *to, const void *from, size_t len)
{
	arena_copy(to, from, len);
}

void wc_arena_xor_out(void *to, const void *from, const void *stream, u32 len)
{
	arena_xor(to, from, stream, len);
}

void wc_arena_wipe(void *at, size_t len)
{
	static const u8 zero[256];
	size_t n;

	for (; len; len -= n, at = (u8 *)at + n) {
		n = min(len, sizeof(zero));
		arena_copy(at, zero, n);
	}
}
