// SPDX-License-Identifier: GPL-2.0-only
#include "helper/transport/mapping.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/**
 * wc_geometry_check() - would the module take an arena so divided?
 * @geo: the division
 * @err: says which number is wrong and what it may be
 *
 * Return: 0 or -EINVAL
 */
int wc_geometry_check(const struct wc_geometry *geo, struct wc_error *err)
{
	if (geo->frame_size < WARPCRYPT_FRAME_SIZE_MIN ||
	    geo->frame_size > WARPCRYPT_FRAME_SIZE_MAX ||
	    geo->frame_size % page_size())
		return wc_fail(err, -EINVAL,
			       "frame size %u is not a multiple of %zu between %u and %u bytes",
			       geo->frame_size, page_size(),
			       WARPCRYPT_FRAME_SIZE_MIN,
			       WARPCRYPT_FRAME_SIZE_MAX);
	if (geo->frame_count < WARPCRYPT_FRAME_COUNT_MIN ||
	    geo->frame_count > WARPCRYPT_FRAME_COUNT_MAX)
		return wc_fail(err, -EINVAL,
			       "%u frames: give %u to %u", geo->frame_count,
			       WARPCRYPT_FRAME_COUNT_MIN,
			       WARPCRYPT_FRAME_COUNT_MAX);
	if (geo->key_slots < WARPCRYPT_KEY_SLOTS_MIN ||
	    geo->key_slots > WARPCRYPT_KEY_SLOTS_MAX)
		return wc_fail(err, -EINVAL,
			       "%u key slots: give %u to %u", geo->key_slots,
			       WARPCRYPT_KEY_SLOTS_MIN,
			       WARPCRYPT_KEY_SLOTS_MAX);
	return 0;
}

/**
 * wc_arena_len() - how long an arena must be
 * @geo: its division
 *
 * Return: bytes, whole pages
 */
size_t wc_arena_len(const struct wc_geometry *geo)
{
	size_t len = (size_t)geo->frame_size * geo->frame_count +
		     sizeof(struct warpcrypt_key) * (size_t)geo->key_slots;

	return (len + page_size() - 1) & ~(page_size() - 1);
}

/**
 * wc_arena_alloc() - make an arena of anonymous memory
 * @arena: filled in
 * @geo: how to divide it
 * @err: what is wrong, when something is
 *
 * The memory is left out of core dumps.
 *
 * Return: 0, -EINVAL (@geo) or -ENOMEM
 */
int wc_arena_alloc(struct wc_arena *arena, const struct wc_geometry *geo,
		   struct wc_error *err)
{
	size_t len;
	void *base;
	int ret;

	memset(arena, 0, sizeof(*arena));
	ret = wc_geometry_check(geo, err);
	if (ret)
		return ret;
	len = wc_arena_len(geo);
	base = mmap(NULL, len, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (base == MAP_FAILED)
		return wc_fail(err, -errno,
			       "no %zu MiB of memory for the arena: give fewer or smaller frames (%s)",
			       len >> 20, strerror(errno));
	madvise(base, len, MADV_DONTDUMP);
	arena->base = base;
	arena->len = len;
	arena->geo = *geo;
	arena->own = true;
	return 0;
}

/**
 * wc_arena_lock() - keep an arena in memory
 * @arena: an arena from wc_arena_alloc()
 * @err: what is wrong, when something is
 *
 * All of it is present when this returns, so that serving frames never takes a
 * page fault.
 *
 * Return: 0, -ENOMEM or -EPERM
 */
int wc_arena_lock(struct wc_arena *arena, struct wc_error *err)
{
	if (!mlock(arena->base, arena->len))
		return 0;
	return wc_fail(err, -errno,
		       "cannot lock %zu MiB of memory: raise RLIMIT_MEMLOCK (ulimit -l) or run with CAP_IPC_LOCK (%s)",
		       arena->len >> 20, strerror(errno));
}

/**
 * wc_arena_use() - make an arena of memory that is already there
 * @arena: filled in
 * @geo: how it is divided
 * @base: its address, page aligned; stays the caller's
 * @len: its length in bytes, exactly wc_arena_len() of @geo
 * @err: what is wrong, when something is
 *
 * Return: 0 or -EINVAL
 */
int wc_arena_use(struct wc_arena *arena, const struct wc_geometry *geo,
		 void *base, size_t len, struct wc_error *err)
{
	int ret;

	memset(arena, 0, sizeof(*arena));
	ret = wc_geometry_check(geo, err);
	if (ret)
		return ret;
	if ((uintptr_t)base % page_size())
		return wc_fail(err, -EINVAL,
			       "arena at %p is not at a page's beginning", base);
	if (len != wc_arena_len(geo))
		return wc_fail(err, -EINVAL,
			       "an arena of %zu bytes where %zu are needed",
			       len, wc_arena_len(geo));
	arena->base = base;
	arena->len = len;
	arena->geo = *geo;
	return 0;
}

/**
 * wc_arena_free() - let an arena go
 * @arena: an arena that no link and no backend uses any more, or a zeroed one
 *
 * Memory that wc_arena_alloc() made is wiped first: it held keys and plaintext.
 */
void wc_arena_free(struct wc_arena *arena)
{
	if (arena->base && arena->own) {
		explicit_bzero(arena->base, arena->len);
		munmap(arena->base, arena->len);
	}
	memset(arena, 0, sizeof(*arena));
}
