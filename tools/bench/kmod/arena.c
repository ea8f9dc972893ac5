// SPDX-License-Identifier: GPL-2.0-only
/*
 * The arena of the echo: memory of the measuring process, pinned and mapped as
 * warpcrypt.ko does with the memory of a helper.
 */
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "bench.h"
#include "../../../kmod/compat.h"

#define ARENA_MAX	BIT_ULL(32)
/* Bytes that a request takes in a frame besides its payload: its descriptor. */
#define DESC_SIZE	64u
#define PAYLOAD_ALIGN	64u

static int check(const struct wcb_arena *arg, u64 bytes)
{
	if (!arg->frame_size || !arg->frame_count || bytes > ARENA_MAX)
		return -EINVAL;
	if (arg->frame_size & ~PAGE_MASK || arg->addr & ~PAGE_MASK)
		return -EINVAL;
	return 0;
}

/**
 * wcb_arena_pin() - pin and map an arena
 * @file: the file that gets it
 * @arg: address and sizes, from the caller
 *
 * Context: in the process that owns the memory, with the file's lock held.
 * Return: 0; -EINVAL for invalid values; -EBUSY when the file has an arena;
 * -EFAULT when the memory is not mapped; -ENOMEM.
 */
int wcb_arena_pin(struct wcb_file *file, const struct wcb_arena *arg)
{
	struct wcb_arena_state *arena = &file->arena, new = { };
	u64 bytes = (u64)arg->frame_size * arg->frame_count;
	int ret;
	u32 i;

	if (arena->map)
		return -EBUSY;
	ret = check(arg, bytes);
	if (ret)
		return ret;

	new.frame_size = arg->frame_size;
	new.frame_count = arg->frame_count;
	new.page_count = bytes >> PAGE_SHIFT;
	new.pages = kvcalloc(new.page_count, sizeof(*new.pages), GFP_KERNEL);
	new.frames = kvcalloc(new.frame_count, sizeof(*new.frames), GFP_KERNEL);
	ret = -ENOMEM;
	if (!new.pages || !new.frames)
		goto err_free;
	ret = wc_pin_pages(arg->addr, new.page_count, new.pages);
	if (ret)
		goto err_free;
	new.map = vmap(new.pages, new.page_count, VM_MAP, PAGE_KERNEL);
	ret = -ENOMEM;
	if (!new.map)
		goto err_unpin;

	memset(new.map, 0, bytes);
	for (i = 0; i < new.frame_count; i++) {
		new.frames[i].index = i;
		new.frames[i].data = new.map + (size_t)i * new.frame_size;
		INIT_LIST_HEAD(&new.frames[i].link);
	}
	arena->pages = new.pages;
	arena->page_count = new.page_count;
	arena->frame_size = new.frame_size;
	arena->frame_count = new.frame_count;
	arena->frames = new.frames;
	/* Pairs with wcb_echo_enter(), which does not take the file's lock. */
	smp_store_release(&arena->map, new.map);
	return 0;

err_unpin:
	unpin_user_pages(new.pages, new.page_count);
err_free:
	kvfree(new.frames);
	kvfree(new.pages);
	return ret;
}

/**
 * wcb_arena_unpin() - unmap and unpin the arena of a file, if it has one
 * @file: the file; no other thread uses it any more
 */
void wcb_arena_unpin(struct wcb_file *file)
{
	struct wcb_arena_state *arena = &file->arena;

	if (!arena->map)
		return;
	vunmap(arena->map);
	unpin_user_pages_dirty_lock(arena->pages, arena->page_count, true);
	kvfree(arena->frames);
	kvfree(arena->pages);
}

/**
 * wcb_arena_per_frame() - how many requests fit into a frame
 * @file: the file, which has an arena
 * @size: bytes of a request
 *
 * Return: the number that would fit into a frame of warpcrypt.ko; may be 0.
 */
u32 wcb_arena_per_frame(const struct wcb_file *file, u32 size)
{
	return file->arena.frame_size / (ALIGN(size, PAYLOAD_ALIGN) + DESC_SIZE);
}
