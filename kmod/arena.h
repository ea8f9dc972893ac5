/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The arena: memory of the helper's, pinned and mapped into the kernel.
 */
#ifndef _WC_ARENA_H
#define _WC_ARENA_H

#include <linux/mm_types.h>
#include <linux/types.h>

/**
 * struct wc_arena - a pinned piece of a process's memory
 * @data: where the kernel sees it, contiguous; NULL when nothing is pinned
 * @bytes: its length, whole pages
 * @pages: its pages
 * @mm: whose RLIMIT_MEMLOCK it is accounted to
 */
struct wc_arena {
	u8 *data;
	size_t bytes;
	struct page **pages;
	struct mm_struct *mm;
};

int wc_arena_pin(struct wc_arena *arena, u64 addr, u64 len);
void wc_arena_unpin(struct wc_arena *arena);

#endif /* _WC_ARENA_H */
