/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The arena: memory of the helper's, pinned and mapped into the kernel.
 *
 * The helper can write to all of it at any time, from another CPU, in
 * every state of a frame. So nothing in it is read but results, and those once, by
 * wc_arena_copy_out() and wc_arena_xor_out(); what is put into it is finished
 * before, in the kernel's own memory. Pointers into it are __arena, and sparse
 * complains about any other use of them.
 */
#ifndef _WC_ARENA_H
#define _WC_ARENA_H

#include <linux/mm_types.h>
#include <linux/types.h>

#ifdef __CHECKER__
#define __arena	__attribute__((noderef, address_space(__arena)))
#else
#define __arena
#endif

struct warpcrypt_desc;
struct warpcrypt_key;

/**
 * struct wc_arena - a pinned piece of a process's memory
 * @data: where the kernel sees it, contiguous; NULL when nothing is pinned
 * @bytes: its length, whole pages
 * @pages: its pages
 * @mm: whose RLIMIT_MEMLOCK it is accounted to
 */
struct wc_arena {
	u8 __arena *data;
	size_t bytes;
	struct page **pages;
	struct mm_struct *mm;
};

int wc_arena_pin(struct wc_arena *arena, u64 addr, u64 len);
void wc_arena_unpin(struct wc_arena *arena);

void wc_arena_put_desc(u8 __arena *to, const struct warpcrypt_desc *desc);
void wc_arena_put_key(struct warpcrypt_key __arena *to,
		      const struct warpcrypt_key *key);
void wc_arena_copy_in(void __arena *to, const void *from, size_t len);
void wc_arena_copy_out(void *to, const void __arena *from, size_t len);
void wc_arena_xor_out(void *to, const void *from, const void __arena *stream,
		      u32 len);
void wc_arena_wipe(void __arena *at, size_t len);

#endif /* _WC_ARENA_H */
