// SPDX-License-Identifier: GPL-2.0-only
/*
 * Copies between scatterlists and frames, a stretch at a time.
 *
 * Each call goes on where the last one on the same walk stopped.
 */
#include "sg.h"

#include <crypto/algapi.h>

/**
 * wc_sg_read() - copy out of a scatterlist
 * @walk: where to go on; moved on by @len
 * @to: at least @len bytes
 * @len: bytes, at least 1
 *
 * Context: any.
 */
void wc_sg_read(struct scatter_walk *walk, void *to, u32 len)
{
	scatterwalk_copychunks(to, walk, len, 0);
}

/**
 * wc_sg_write() - copy into a scatterlist
 * @walk: where to go on; moved on by @len
 * @from: at least @len bytes
 * @len: bytes, at least 1
 *
 * Context: any.
 */
void wc_sg_write(struct scatter_walk *walk, const void *from, u32 len)
{
	scatterwalk_copychunks((void *)from, walk, len, 1);
	flush_dcache_page(sg_page(walk->sg) +
			  ((walk->offset - 1) >> PAGE_SHIFT));
}

/* How many of @len bytes lie in one page at @walk; skips to where there are. */
static u32 wc_sg_clamp(struct scatter_walk *walk, u32 len)
{
	u32 n;

	while (!(n = scatterwalk_clamp(walk, len)))
		scatterwalk_pagedone(walk, 0, 1);
	return n;
}

/**
 * wc_sg_xor() - XOR one scatterlist with a stream into another
 * @in: where to go on reading; moved on by @len
 * @out: where to go on writing; moved on by @len. May walk the same memory
 * @stream: @len bytes
 * @len: bytes, at least 1
 *
 * Context: any.
 */
void wc_sg_xor(struct scatter_walk *in, struct scatter_walk *out,
	       const u8 *stream, u32 len)
{
	while (len) {
		u32 n = wc_sg_clamp(in, wc_sg_clamp(out, len));
		u8 *src = scatterwalk_map(in);
		u8 *dst = scatterwalk_map(out);

		crypto_xor_cpy(dst, src, stream, n);
		scatterwalk_unmap(dst);
		scatterwalk_unmap(src);
		scatterwalk_advance(in, n);
		scatterwalk_advance(out, n);
		flush_dcache_page(sg_page(out->sg) +
				  ((out->offset - 1) >> PAGE_SHIFT));
		stream += n;
		len -= n;
	}
}
