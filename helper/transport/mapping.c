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

/*
 * Does the module accept this layout? If not, -EINVAL, and @err says the number and its
 * range.
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

/* The length of an arena, bytes, whole pages. */
size_t wc_mapping_len(const struct wc_geometry *geo)
{
	size_t len = (size_t)geo->frame_size * geo->frame_count +
		     sizeof(struct warpcrypt_key) * (size_t)geo->key_slots;

	return (len + page_size() - 1) & ~(page_size() - 1);
}

/**
 * wc_mapping_alloc() - make an arena of anonymous memory
 * @arena: filled in
 * @geo: its layout
 * @err: why it failed
 *
 * The memory is left out of core dumps, and a child of fork() does not have it.
 *
 * Return: 0, -EINVAL (@geo) or -ENOMEM
 */
int wc_mapping_alloc(struct wc_mapping *arena, const struct wc_geometry *geo,
		     struct wc_error *err)
{
	size_t len = wc_mapping_len(geo);
	void *base;
	int ret;

	memset(arena, 0, sizeof(*arena));
	ret = wc_geometry_check(geo, err);
	if (ret)
		return ret;
	base = mmap(NULL, len, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (base == MAP_FAILED)
		return wc_fail(err, -errno,
			       "no %zu MiB of memory for the arena: give fewer or smaller frames (%s)",
			       len >> 20, strerror(errno));
	madvise(base, len, MADV_DONTDUMP);
	/* ATTACH demands it. */
	if (madvise(base, len, MADV_DONTFORK)) {
		ret = wc_fail(err, -errno,
			      "cannot keep the arena out of child processes: %s",
			      strerror(errno));
		munmap(base, len);
		return ret;
	}
	*arena = (struct wc_mapping){ .base = base, .len = len, .geo = *geo, .own = true };
	return 0;
}

/**
 * wc_mapping_lock() - lock an arena into memory
 * @arena: an arena from wc_mapping_alloc()
 * @err: why it failed
 *
 * All of it is resident when this returns: serving frames takes no page faults.
 *
 * Return: 0, -ENOMEM or -EPERM
 */
int wc_mapping_lock(struct wc_mapping *arena, struct wc_error *err)
{
	if (!mlock(arena->base, arena->len))
		return 0;
	return wc_fail(err, -errno,
		       "cannot lock %zu MiB of memory: raise RLIMIT_MEMLOCK (ulimit -l) or run with CAP_IPC_LOCK (%s)",
		       arena->len >> 20, strerror(errno));
}

/**
 * wc_mapping_use() - make an arena of memory that the caller has mapped
 * @arena: filled in
 * @geo: its layout
 * @base: its address, page aligned; the caller unmaps it. For ATTACH it must
 *	have been given MADV_DONTFORK
 * @len: its length in bytes, exactly wc_mapping_len() of @geo
 * @err: why it failed
 *
 * Return: 0 or -EINVAL
 */
int wc_mapping_use(struct wc_mapping *arena, const struct wc_geometry *geo,
		   void *base, size_t len, struct wc_error *err)
{
	int ret;

	memset(arena, 0, sizeof(*arena));
	ret = wc_geometry_check(geo, err);
	if (ret)
		return ret;
	if ((uintptr_t)base % page_size())
		return wc_fail(err, -EINVAL,
			       "arena at %p is not page aligned", base);
	if (len != wc_mapping_len(geo))
		return wc_fail(err, -EINVAL,
			       "the arena has %zu bytes and must have %zu",
			       len, wc_mapping_len(geo));
	*arena = (struct wc_mapping){ .base = base, .len = len, .geo = *geo };
	return 0;
}

/**
 * wc_mapping_free() - free an arena
 * @arena: an arena that no channel and no backend uses any more, or a zeroed
 *	one
 *
 * Memory from wc_mapping_alloc() is wiped first: it held keys and plaintext.
 */
void wc_mapping_free(struct wc_mapping *arena)
{
	if (arena->base && arena->own) {
		explicit_bzero(arena->base, arena->len);
		munmap(arena->base, arena->len);
	}
	memset(arena, 0, sizeof(*arena));
}
