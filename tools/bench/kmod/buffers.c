// SPDX-License-Identifier: GPL-2.0-only
/*
 * The source and the destination buffer: long, if required larger than the caches,
 * and touched before anything is measured.
 */
#include <linux/gfp.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "bench.h"

/*
 * Allocate an empty buffer of @bytes, a multiple of @chunk, which is a power of two, at least a
 * page. 0, -ENOMEM, or -EINTR when a signal came. Sleeps.
 */
int wcb_buffer_alloc(struct wcb_buffer *buf, size_t bytes, u32 chunk)
{
	size_t count = bytes / chunk;

	buf->chunks = kvcalloc(count, sizeof(*buf->chunks), GFP_KERNEL);
	if (!buf->chunks)
		return -ENOMEM;
	buf->shift = ilog2(chunk);
	buf->bytes = bytes;

	for (; buf->count < count; buf->count++) {
		gfp_t gfp = GFP_KERNEL | __GFP_NOWARN | __GFP_NORETRY;
		unsigned long addr = 0;

		if (!signal_pending(current))
			addr = __get_free_pages(gfp, get_order(chunk));
		if (!addr) {
			wcb_buffer_free(buf);
			return signal_pending(current) ? -EINTR : -ENOMEM;
		}
		buf->chunks[buf->count] = (u8 *)addr;
		cond_resched();
	}
	return 0;
}

/* Free the memory of a buffer. */
void wcb_buffer_free(struct wcb_buffer *buf)
{
	while (buf->count--)
		free_pages((unsigned long)buf->chunks[buf->count],
			   buf->shift - PAGE_SHIFT);
	kvfree(buf->chunks);
	memset(buf, 0, sizeof(*buf));
}

/* splitmix64: equal seeds give equal bytes, so two runs can be compared. */
static u64 next_random(u64 *state)
{
	u64 z = *state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/*
 * Write every byte of a buffer, with pseudorandom bytes or zeros. 0, or -EINTR when a signal came.
 * Sleeps.
 */
int wcb_buffer_fill(struct wcb_buffer *buf, bool random)
{
	size_t words = BIT(buf->shift) / sizeof(u64), i, j;
	u64 state = 1;

	for (i = 0; i < buf->count; i++) {
		u64 *p = (u64 *)buf->chunks[i];

		if (random) {
			for (j = 0; j < words; j++)
				p[j] = next_random(&state);
		} else {
			memset(p, 0, words * sizeof(u64));
		}
		if (signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

/*
 * See &struct wcb_sum; the caller holds the file's lock. 0, -EINVAL for a bad length, or -EINTR
 * when a signal came. Sleeps.
 */
int wcb_buffer_sum(struct wcb_file *file, struct wcb_sum *sum)
{
	unsigned int shift = file->dst.shift;
	u64 state = 0, hash = 0, same = 0;
	size_t off;

	if (sum->bytes % sizeof(u64) || sum->bytes > file->dst.bytes)
		return -EINVAL;

	for (off = 0; off < sum->bytes; off += sizeof(u64)) {
		size_t in = off & (BIT(shift) - 1);
		u64 d = *(u64 *)(file->dst.chunks[off >> shift] + in);
		u64 s = *(u64 *)(file->src.chunks[off >> shift] + in);

		state ^= d;
		hash ^= next_random(&state);
		same += d == s ? sizeof(u64) : 0;
		if (in)
			continue;
		if (signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	sum->hash = hash;
	sum->same = same;
	return 0;
}

/* The part of [offset, offset + len) that lies in one chunk. */
static u8 *piece(const struct wcb_buffer *buf, size_t offset, size_t len,
		 size_t *piece_len)
{
	size_t in = offset & (BIT(buf->shift) - 1);

	*piece_len = min(len, BIT(buf->shift) - in);
	return buf->chunks[offset >> buf->shift] + in;
}

/* The most entries, at least 1, that wcb_buffer_sg() may need for @size bytes. */
u32 wcb_buffer_sg_max(const struct wcb_buffer *buf, u32 size)
{
	u32 chunk = BIT(buf->shift);
	u32 crossings;

	/* Requests whose size divides a chunk do not cross a chunk's end. */
	crossings = chunk % size ? DIV_ROUND_UP(size, chunk) : 0;
	if (size > chunk && size % chunk == 0)
		crossings = size / chunk - 1;
	return 1 + crossings;
}

/*
 * Fill in the scatterlist of a piece of a buffer; it is initialized as a table of @sg_max entries,
 * from wcb_buffer_sg_max().
 */
void wcb_buffer_sg(const struct wcb_buffer *buf, size_t offset, u32 size,
		   struct scatterlist *sg, u32 sg_max)
{
	size_t len = size, n;

	if (sg_max > 1)
		sg_init_table(sg, sg_max);
	for (;; sg++) {
		u8 *p = piece(buf, offset, len, &n);

		sg_set_buf(sg, p, n);
		offset += n;
		len -= n;
		if (!len)
			break;
	}
	if (sg_max > 1)
		sg_mark_end(sg);
}

/*
 * The offset of a submitter's next request, from that of its last; @size bytes of its share, which
 * is whole pieces, follow.
 */
size_t wcb_share_next(const struct wcb_share *share, size_t offset, u32 size)
{
	offset += size;
	return offset == share->end ? share->first : offset;
}
