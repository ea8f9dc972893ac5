/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one GPU thread does for ciphers by tables, in plain C, so that a test
 * without a GPU can play all the threads of a launch one after the other.
 *
 * Threads share a job as those of kernels/gpu/wide_job.h do, 32 blocks to each.
 * Where that leaves many lanes of the GPU idle, a thread's blocks are dealt out
 * to up to TABLE_PARTS lanes: part p of n does blocks p, p + n, p + 2n ...
 *
 * A lane does TABLE_MANY of its blocks side by side.
 */
#ifndef WARPCRYPT_KERNELS_GPU_TABLE_JOB_H
#define WARPCRYPT_KERNELS_GPU_TABLE_JOB_H

#include "kernels/gpu/one_job.h"
#include "kernels/block/table.h"
#include "kernels/gpu/wide_job.h"

#define TABLE_MANY	4u
/* A power of two. Blocks of a part are 8 times this apart at most. */
#define TABLE_PARTS	4u

/**
 * struct table_share - a lane's blocks of a job
 * @first: its first block, counted through the job
 * @step: the others follow at this distance
 * @end: the first block that is not its thread's
 */
struct table_share {
	uint32_t first;
	uint32_t step;
	uint32_t end;
};

/**
 * table_parts() - how many lanes to deal a thread's blocks out to
 * @threads: of the launch
 * @lanes: of the GPU
 */
WC_FN uint32_t table_parts(uint32_t threads, uint32_t lanes)
{
	uint32_t parts = TABLE_PARTS;

	while (parts > 1 && threads > lanes / parts)
		parts /= 2;
	return parts;
}

/**
 * table_share() - which blocks a lane does
 * @blocks: of the job that are done together
 * @thread: counted through the job
 * @part: of the thread, or 0
 * @parts: how many there are, or 1
 */
WC_FN struct table_share table_share(uint32_t blocks, uint32_t thread,
				     uint32_t part, uint32_t parts)
{
	struct wide_share wide = wide_share(blocks, thread);
	struct table_share s;

	s.first = wide.first + (part << wide.log);
	s.step = parts << wide.log;
	s.end = wide.first + (wide.count << wide.log);
	return s;
}

WC_FN void table_load(struct wc_block *b, const struct wc_block *src,
		      uint32_t at, const struct table_share *s)
{
	const struct wc_block zero = { { 0, 0, 0, 0 } };
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < TABLE_MANY; i++, at += s->step)
		b[i] = at < s->end ? src[at] : zero;
}

WC_FN void table_store(struct wc_block *dst, const struct wc_block *b,
		       uint32_t at, const struct table_share *s)
{
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < TABLE_MANY; i++, at += s->step)
		if (at < s->end)
			dst[at] = b[i];
}

/*
 * The lanes of each mode, for a cipher that has struct <name>_slot, struct
 * <name>_table_start, <name>_table_blocks(), <name>_table_begin() and
 * <name>_table_keystream() (see kernels/block/aes_table.h):
 *
 *	table_ecb_<name>()	a share of ECB
 *	table_ctr_<name>()	a share of keystream
 *	table_cbc_<name>()	a share of CBC decryption
 *	table_xts_<name>()	a share of XTS, but for stealing
 *
 * and, for kernels/gpu/one_job.h, a lane's view of a key slot.
 *
 * @share is from table_share(), @back is the direction, a constant.
 */
#define TABLE_CIPHER(name)						\
WC_FN void table_ecb_##name(const struct tables *t,			\
			    const struct wc_job *job,			\
			    const struct name##_slot *slot,		\
			    const uint8_t *in, uint8_t *out,		\
			    struct table_share s, int back)		\
{									\
	const struct wc_block *src = wc_blocks_in(in, job->offset);	\
	struct wc_block *dst = wc_blocks_out(out, job->offset);		\
	struct wc_block b[TABLE_MANY];					\
	uint32_t at;							\
									\
	for (at = s.first; at < s.end; at += TABLE_MANY * s.step) {	\
		table_load(b, src, at, &s);				\
		name##_table_blocks(t, &slot->data, b, TABLE_MANY, back); \
		table_store(dst, b, at, &s);				\
	}								\
}									\
									\
WC_FN void table_ctr_##name(const struct tables *t,			\
			    const struct wc_job *job,			\
			    const struct name##_slot *slot,		\
			    uint8_t *out, struct table_share s)		\
{									\
	struct wc_block *dst = wc_blocks_out(out, job->offset);		\
	struct wc_block first = wc_counter(job->iv, s.first);		\
	uint32_t at, last = first.w[3] >> 24, i;			\
	struct name##_table_start start[2], use[TABLE_MANY];		\
	struct wc_block b[TABLE_MANY];					\
	uint32_t byte[TABLE_MANY];					\
									\
	/* Less than 256 counters on: the last byte wraps once at most. */ \
	name##_table_begin(t, &slot->data, &start[0], first);		\
	name##_table_begin(t, &slot->data, &start[1],			\
			   wc_counter(first, 256));			\
	for (at = s.first; at < s.end; at += TABLE_MANY * s.step) {	\
		WC_UNROLL						\
		for (i = 0; i < TABLE_MANY; i++, last += s.step) {	\
			byte[i] = last;					\
			use[i] = last < 256 ? start[0] : start[1];	\
		}							\
		name##_table_keystream(t, &slot->data, use, byte, b,	\
				       TABLE_MANY);			\
		table_store(dst, b, at, &s);				\
	}								\
}									\
									\
WC_FN void table_cbc_##name(const struct tables *t,			\
			    const struct wc_job *job,			\
			    const struct name##_slot *slot,		\
			    const uint8_t *in, uint8_t *out,		\
			    struct table_share s)			\
{									\
	const struct wc_block *src = wc_blocks_in(in, job->offset);	\
	struct wc_block *dst = wc_blocks_out(out, job->offset);		\
	struct wc_block b[TABLE_MANY], before;				\
	uint32_t at, n, i;						\
									\
	for (at = s.first; at < s.end; at += TABLE_MANY * s.step) {	\
		table_load(b, src, at, &s);				\
		name##_table_blocks(t, &slot->data, b, TABLE_MANY, 1);	\
		WC_UNROLL						\
		for (i = 0, n = at; i < TABLE_MANY; i++, n += s.step) {	\
			before = job->iv;				\
			if (n && n < s.end)				\
				before = src[n - 1];			\
			wc_xor(&b[i], &before);				\
		}							\
		table_store(dst, b, at, &s);				\
	}								\
}									\
									\
WC_FN void table_xts_##name(const struct tables *t,			\
			    const struct wc_job *job,			\
			    const struct name##_slot *slot,		\
			    const uint8_t *in, uint8_t *out,		\
			    struct table_share s, int back)		\
{									\
	const struct wc_block *src = wc_blocks_in(in, job->offset);	\
	struct wc_block *dst = wc_blocks_out(out, job->offset);		\
	struct gf128 tweak = gf128_mul_xn(wc_to_gf(&job->iv), s.first);	\
	struct wc_block b[TABLE_MANY], use[TABLE_MANY];			\
	uint32_t at, i;							\
									\
	for (at = s.first; at < s.end; at += TABLE_MANY * s.step) {	\
		table_load(b, src, at, &s);				\
		WC_UNROLL						\
		for (i = 0; i < TABLE_MANY; i++) {			\
			use[i] = wc_from_gf(tweak);			\
			wc_xor(&b[i], &use[i]);				\
			tweak = gf128_mul_xs(tweak, s.step);		\
		}							\
		name##_table_blocks(t, &slot->data, b, TABLE_MANY, back); \
		WC_UNROLL						\
		for (i = 0; i < TABLE_MANY; i++)			\
			wc_xor(&b[i], &use[i]);				\
		table_store(dst, b, at, &s);				\
	}								\
}									\
									\
struct name##_lane_slot {						\
	struct tables t;						\
	const struct name##_slot *keys;					\
};									\
									\
WC_FN void name##_lane_slot_one(const struct name##_lane_slot *slot,	\
				struct wc_block *b, int back)		\
{									\
	name##_table_blocks(&slot->t, &slot->keys->data, b, 1, back);	\
}									\
									\
WC_FN void name##_lane_slot_tweak(const struct name##_lane_slot *slot,	\
				  struct wc_block *b)			\
{									\
	name##_table_blocks(&slot->t, &slot->keys->tweak, b, 1, 0);	\
}									\
									\
ONE_CIPHER(name##_lane)

#endif /* WARPCRYPT_KERNELS_GPU_TABLE_JOB_H */
