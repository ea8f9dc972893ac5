/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The arena: memory of the helper, pinned and mapped into the kernel.
 *
 * The helper can write to all of it at any time, from another CPU, in every
 * state of a frame. So the module reads only results from it, and each once, by
 * wc_arena_copy_out() and wc_arena_xor_out(). What it writes is complete before,
 * in the kernel's own memory. Pointers into the arena are __arena, and sparse
 * warns of any other use of them.
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
 * struct wc_arena - a pinned range of a process's memory
 * @data: its kernel mapping, contiguous; NULL when nothing is pinned
 * @bytes: its length, whole pages
 * @pages: its pages
 * @mm: the process to whose RLIMIT_MEMLOCK it is accounted
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
