// SPDX-License-Identifier: GPL-2.0-only
/*
 * Copies between scatterlists and frames, in parts.
 *
 * Each call continues where the last one on the same walk ended.
 */
#include "sg.h"

#include "compat.h"

/**
 * wc_sg_read() - copy out of a scatterlist
 * @walk: continues here; advanced by @len
 * @to: at least @len bytes of a frame
 * @len: bytes, at least 1
 *
 * Context: any.
 */
void wc_sg_read(struct scatter_walk *walk, u8 __arena *to, u32 len)
{
	while (len) {
		u8 *src;
		u32 n = wc_walk_next(walk, len, &src);

		wc_arena_copy_in(to, src, n);
		wc_walk_done_src(walk, src, n);
		to += n;
		len -= n;
	}
}

/**
 * wc_sg_write() - copy into a scatterlist
 * @walk: continues here; advanced by @len
 * @from: at least @len bytes of a frame
 * @len: bytes, at least 1
 *
 * Context: any.
 */
void wc_sg_write(struct scatter_walk *walk, const u8 __arena *from, u32 len)
{
	while (len) {
		u8 *dst;
		u32 n = wc_walk_next(walk, len, &dst);

		wc_arena_copy_out(dst, from, n);
		wc_walk_done_dst(walk, dst, n);
		from += n;
		len -= n;
	}
}

/**
 * wc_sg_xor() - XOR one scatterlist with a stream into another
 * @in: the source; advanced by @len
 * @out: the destination; advanced by @len. May walk the same memory
 * @stream: @len bytes of a frame
 * @len: bytes, at least 1
 *
 * Context: any.
 */
void wc_sg_xor(struct scatter_walk *in, struct scatter_walk *out,
	       const u8 __arena *stream, u32 len)
{
	while (len) {
		u8 *src, *dst;
		u32 n;

		n = wc_walk_next(out, len, &dst);
		n = wc_walk_next(in, n, &src);
		wc_arena_xor_out(dst, src, stream, n);
		wc_walk_done_src(in, src, n);
		wc_walk_done_dst(out, dst, n);
		stream += n;
		len -= n;
	}
}
