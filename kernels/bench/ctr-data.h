/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * CTR as encryption, for benchmarks: data in, data out. The driver has the GPU make
 * keystream alone, because the CPU adds it while it copies; so these entries are no
 * part of the helper's images. The rest is that of kernels/gpu/.
 */
#ifndef WARPCRYPT_CTR_DATA_H
#define WARPCRYPT_CTR_DATA_H

#include "kernels/gpu/table_entry.h"
#include "kernels/gpu/wide_job.h"

/* Blocks that are loaded together at the end: more, and registers are too few. */
#ifndef CTR_LOADS
#define CTR_LOADS	8u
#endif
/* Blocks of one line of memory. */
#define CTR_LINE	8u

/*
 * Fetch a thread's data into the L2 cache while the cipher works. The threads of a
 * team share their lines; each fetches every CTR_LINE-th.
 */
WC_FN void ctr_fetch(const struct wc_block *src, struct wide_share share)
{
#if defined(__CUDA_ARCH__)
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < 32; i += CTR_LINE) {
		uint32_t n = i + (share.first & (CTR_LINE - 1));

		if (n < share.count)
			asm volatile("prefetch.global.L2 [%0];" : :
				     "l"(src + share.first + (n << share.log)));
	}
#else
	(void)src;
	(void)share;
#endif
}

/* Add a share's data to keystream @s and store the sum; @s is not transposed. */
WC_FN void ctr_add_store(struct wc_block *dst, const struct wc_block *src,
			 const bs_word *s, struct wide_share share)
{
	uint32_t i, w;

	dst += share.first;
	src += share.first;
	WC_UNROLL
	for (i = 0; i < 32; i++) {
		struct wc_block b;

#if defined(__CUDA_ARCH__)
		if (i % CTR_LOADS == 0)
			asm volatile("" : : : "memory");
#endif
		if (i >= share.count)
			continue;
		b = src[i << share.log];
		WC_UNROLL
		for (w = 0; w < 4; w++)
			b.w[w] ^= s[32 * w + i];
		dst[i << share.log] = b;
	}
}

/* A share of a bitsliced cipher's CTR. */
template <class C>
WC_FN void wide_ctr_data(const struct wc_args *a, uint32_t thread)
{
	const struct wide_work<C> w = wide_work_of<C>(a, thread, 0);
	const struct wc_block *src = wc_blocks_in(a->in, w.job->offset);
	bs_word buf[2 * BS_PLANES];

	ctr_fetch(src, w.share);
	wide_counters(buf, &w.job->iv, w.share);
	wide_core<C>(w.key, buf, 0, w.job->len <= WIDE_ALONE);
	bs_transpose_state(buf);
	ctr_add_store(wc_blocks_out(a->out, w.job->offset), src, buf, w.share);
}

/* A share of CTR of a cipher by tables: table_ctr(), and the data. */
template <class C>
WC_FN void table_ctr_data(const struct wc_args *a,
			  const struct table_lane *lane)
{
	const struct table_work<C> w = table_work_of<C>(a, lane, 0);
	const struct table_share *s = &w.share;
	struct wc_block first = wc_counter(w.job->iv, s->first);
	uint32_t at, last = first.w[3] >> 24, i;
	typename C::start start[2], use[TABLE_MANY];
	struct wc_block b[TABLE_MANY], data[TABLE_MANY];
	uint32_t byte[TABLE_MANY];

	C::begin(&lane->t, w.key, &start[0], first);
	C::begin(&lane->t, w.key, &start[1], wc_counter(first, 256));
	for (at = s->first; at < s->end; at += TABLE_MANY * s->step) {
		table_load(data, w.src, at, s);
		WC_UNROLL
		for (i = 0; i < TABLE_MANY; i++, last += s->step) {
			byte[i] = last;
			use[i] = last < 256 ? start[0] : start[1];
		}
		C::keystream(&lane->t, w.key, use, byte, b, TABLE_MANY);
		WC_UNROLL
		for (i = 0; i < TABLE_MANY; i++)
			wc_xor(&b[i], &data[i]);
		table_store(w.dst, b, at, s);
	}
}

/* The entry of a cipher, with the launch of its WC_CTR. */
#define CTR_WIDE(NAME, name, blocks)					\
WIDE_CIPHER(NAME, name)							\
WC_ENTRY(wc_##name##_ctr_data, blocks, wide_ctr_data<name##_cipher>)

#define CTR_TABLE(NAME, name)						\
TABLE_CIPHER(NAME, name)						\
TABLE_SHARE_ENTRY(wc_##name##_ctr_data, name, 0,			\
		  table_ctr_data<name##_cipher>)

#endif /* WARPCRYPT_CTR_DATA_H */
