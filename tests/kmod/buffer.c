// SPDX-License-Identifier: GPL-2.0-only
/* Guarded memory, and scatterlists of different shapes over it. */

#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "wct.h"

#define WCT_GUARD	64u
#define WCT_GUARD_BYTE	0xA5
/*
 * Up to this length a buffer is contiguous, so that scatterlist entries cross
 * pages; the entries of longer buffers end at each page.
 */
#define WCT_CONTIGUOUS	(128u << 10)
/* How far a scatterlist extends beyond the data, where nothing may be written. */
#define WCT_BEYOND	7u

/* Use the first @len bytes of a buffer, and set the guard behind them. */
void wct_buffer_cut(struct wct_buffer *buffer, size_t len)
{
	u8 *after = buffer->data + len;

	buffer->len = len;
	memset(after, WCT_GUARD_BYTE, buffer->base + buffer->size - after);
}

/* Free a buffer, which may be all zero. */
void wct_buffer_free(struct wct_buffer *buffer)
{
	if (!buffer->base)
		return;
	sg_free_table(&buffer->table);
	if (is_vmalloc_addr(buffer->base))
		vfree(buffer->base);
	else
		free_pages_exact(buffer->base, buffer->size);
	buffer->base = NULL;
}

/* Are both guards of a buffer unchanged? */
bool wct_buffer_guarded(const struct wct_buffer *buffer)
{
	const u8 *after = buffer->data + buffer->len;

	return !memchr_inv(buffer->base, WCT_GUARD_BYTE,
			   buffer->data - buffer->base) &&
	       !memchr_inv(after, WCT_GUARD_BYTE,
			   buffer->base + buffer->size - after);
}

/* The greatest length of entry @index, bytes. */
static size_t wct_piece(enum wct_split split, unsigned int index,
			const u8 *at, struct rnd_state *rnd)
{
	static const u16 odd[] = { 1, 15, 17, 31, 3, 4095, 64, 33, 7, 513 };

	switch (split) {
	case WCT_PAGES:
		return PAGE_SIZE - offset_in_page(at);
	case WCT_ODD:
		return odd[index % ARRAY_SIZE(odd)];
	case WCT_ONES:
		return index < 4096 ? 1 : SIZE_MAX;
	case WCT_RANDOM:
		return 1 + prandom_u32_state(rnd) % 300;
	default:
		return SIZE_MAX;
	}
}

/* Walks over the entries; fills them in when @entry is not NULL. Returns the number of entries. */
static unsigned int wct_walk(const struct wct_buffer *buffer,
			     enum wct_split split, struct rnd_state rnd,
			     struct scatterlist *entry)
{
	bool scattered = is_vmalloc_addr(buffer->base);
	size_t left = buffer->len + WCT_BEYOND;
	u8 *at = buffer->data;
	unsigned int count;

	for (count = 0; left; count++) {
		size_t len = min(left, wct_piece(split, count, at, &rnd));

		if (scattered)
			len = min_t(size_t, len,
				    PAGE_SIZE - offset_in_page(at));
		if (entry) {
			struct page *page = scattered ? vmalloc_to_page(at) :
							virt_to_page(at);

			sg_set_page(entry, page, len, offset_in_page(at));
			entry = sg_next(entry);
		}
		at += len;
		left -= len;
	}
	return count;
}

/*
 * Make a guarded buffer, at an address of @misalign modulo 64, with a scatterlist of this
 * shape over its data and a few bytes of its guard; wct_buffer_free() in any case. 0 or
 * -ENOMEM. Sleeps.
 */
int wct_buffer_make(struct wct_buffer *buffer, size_t len, unsigned int misalign,
		    enum wct_split split, struct rnd_state *rnd)
{
	int ret;

	*buffer = (struct wct_buffer){ .len = len, .size = len + 3 * WCT_GUARD };
	if (buffer->size <= WCT_CONTIGUOUS)
		buffer->base = alloc_pages_exact(buffer->size, GFP_KERNEL);
	else
		buffer->base = vmalloc(buffer->size);
	if (!buffer->base)
		return -ENOMEM;
	memset(buffer->base, WCT_GUARD_BYTE, buffer->size);
	buffer->data = buffer->base + WCT_GUARD + misalign % WCT_GUARD;
	ret = sg_alloc_table(&buffer->table, wct_walk(buffer, split, *rnd, NULL), GFP_KERNEL);
	if (ret)
		return ret;
	wct_walk(buffer, split, *rnd, buffer->table.sgl);
	prandom_u32_state(rnd);
	return 0;
}
