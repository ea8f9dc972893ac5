// SPDX-License-Identifier: GPL-2.0-only
/*
 * The arena: memory of the helper, pinned and mapped into the kernel.
 *
 * The pages stay pinned while a frame in them is being copied, which can be
 * longer than the helper lives. So the module wipes them before it unpins them.
 */
#include "arena.h"

#include <crypto/algapi.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "compat.h"

/* Casts away __arena; only for the functions below that copy or wipe. */
static void *wc_arena_in(void __arena *at)
{
	return (void __force *)at;
}

static const void *wc_arena_out(const void __arena *at)
{
	return (const void __force *)at;
}

/*
 * Keys and plaintext must not get into the page cache of a disk: the only files
 * allowed are those that are memory themselves (memfd, System V, tmpfs, huge
 * pages).
 */
static bool wc_arena_may_be(const struct vm_area_struct *vma)
{
	unsigned long magic;

	if (!vma->vm_file)
		return true;
	magic = file_inode(vma->vm_file)->i_sb->s_magic;
	return magic == TMPFS_MAGIC || magic == HUGETLBFS_MAGIC;
}

/*
 * A child of fork() would get a copy of the keys, which is never wiped, or share
 * the memory with the helper, also after the helper has died.
 */
static bool wc_arena_is_forked(const struct vm_area_struct *vma)
{
	return !(vma->vm_flags & VM_DONTCOPY);
}

static int wc_arena_check(unsigned long addr, unsigned long end)
{
	struct vm_area_struct *vma;
	int err = 0;

	mmap_read_lock(current->mm);
	for (; addr < end && !err; addr = vma ? vma->vm_end : end) {
		vma = find_vma(current->mm, addr);
		if (!vma || vma->vm_start > addr || !wc_arena_may_be(vma))
			err = -EFAULT;
		else if (wc_arena_is_forked(vma))
			err = -EINVAL;
	}
	mmap_read_unlock(current->mm);
	return err;
}

/**
 * wc_arena_pin() - pin and map memory of the calling process
 * @arena: filled in; zeroed on error
 * @addr: user address, a multiple of the page size
 * @len: bytes, a multiple of the page size, not 0
 *
 * Context: process context of the memory's owner, may sleep.
 * Return: 0; -EFAULT (not mapped readable and writable, or of a file on disk);
 * -EINVAL (children of fork() would have it, too: no MADV_DONTFORK);
 * -ENOMEM (over RLIMIT_MEMLOCK without CAP_IPC_LOCK, or the kernel is out of
 * memory).
 */
int wc_arena_pin(struct wc_arena *arena, u64 addr, u64 len)
{
	unsigned long count = len >> PAGE_SHIFT;
	void *data;
	int err;

	if (!access_ok((void __user *)(unsigned long)addr, len))
		return -EFAULT;

	err = wc_arena_check(addr, addr + len);
	if (err)
		return err;
	err = account_locked_vm(current->mm, count, true);
	if (err)
		return err;

	err = -ENOMEM;
	arena->count = count;
	arena->pages = kvcalloc(count, sizeof(*arena->pages), GFP_KERNEL);
	if (!arena->pages)
		goto unaccount;

	err = wc_pin_pages(addr, count, arena->pages);
	if (err)
		goto free_pages;

	err = -ENOMEM;
	data = vmap(arena->pages, count, VM_MAP, PAGE_KERNEL);
	if (!data)
		goto unpin;

	arena->data = (u8 __force __arena *)data;
	arena->mm = current->mm;
	mmgrab(arena->mm);
	return 0;

unpin:
	unpin_user_pages(arena->pages, count);
free_pages:
	kvfree(arena->pages);
unaccount:
	account_locked_vm(current->mm, count, false);
	memset(arena, 0, sizeof(*arena));
	return err;
}

/* Wipes, unmaps and unpins an arena that nothing in the kernel uses any more. Sleeps. */
void wc_arena_unpin(struct wc_arena *arena)
{
	unsigned long i;

	for (i = 0; i < arena->count; i++) {
		wc_arena_wipe(arena->data + (i << PAGE_SHIFT), PAGE_SIZE);
		cond_resched();
	}
	vunmap(wc_arena_in(arena->data));
	unpin_user_pages_dirty_lock(arena->pages, arena->count, true);
	kvfree(arena->pages);
	/* The process may have ended; mmgrab() has kept its mm. */
	account_locked_vm(arena->mm, arena->count, false);
	mmdrop(arena->mm);
	memset(arena, 0, sizeof(*arena));
}

/* Copies payload, a descriptor or a key, which is complete, into the arena. */
void wc_arena_copy_in(void __arena *to, const void *from, size_t len)
{
	memcpy(wc_arena_in(to), from, len);
}

/*
 * Copies a result, which is read once, out of a frame. A caller that needs it again must read
 * it at @to.
 */
void wc_arena_copy_out(void *to, const void __arena *from, size_t len)
{
	memcpy(to, wc_arena_out(from), len);
}

/* XORs data with keystream in a frame, which is read once. @to may be @from. */
void wc_arena_xor_out(void *to, const void *from, const void __arena *stream,
		      u32 len)
{
	crypto_xor_cpy(to, from, wc_arena_out(stream), len);
}

/* Overwrites a part of the arena with zeroes. */
void wc_arena_wipe(void __arena *at, size_t len)
{
	memzero_explicit(wc_arena_in(at), len);
}
