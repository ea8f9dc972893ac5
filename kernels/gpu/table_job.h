/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one GPU lane does for ciphers by tables. A lane does TABLE_MANY of its
 * blocks (kernels/gpu/share.h) side by side. C++, because each mode is a
 * template over the cipher.
 */
#ifndef WARPCRYPT_KERNELS_GPU_TABLE_JOB_H
#define WARPCRYPT_KERNELS_GPU_TABLE_JOB_H

#include "kernels/block/table.h"
#include "kernels/gpu/one_job.h"
#include "kernels/gpu/share.h"

#define TABLE_MANY	4u

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

/* The members by which tables are filled, of a cipher's struct. */
#define TABLE_FILL(name)						\
	WC_FN uint32_t entry(uint32_t i, int back)			\
	{								\
		return name##_table_entry(i, back);			\
	}								\
	WC_FN void fill(uint8_t *base, uint32_t i, uint32_t bank,	\
			uint32_t entry, int back)			\
	{								\
		name##_table_fill(base, i, bank, entry, back);		\
	}

/*
 * struct NAME_cipher, by which the templates know a cipher. Its slot has the members data
 * and tweak, each a struct NAME_table_key. The functions are those of
 * kernels/block/NAME_table.h.
 */
#define TABLE_CIPHER(NAME, name)					\
struct name##_cipher {							\
	typedef struct name##_slot slot;				\
	typedef struct name##_table_key key;				\
	typedef struct name##_table_start start;			\
	static const uint32_t number = WC_GPU_##NAME;			\
	static const int GB = 0;					\
									\
	WC_FN void expand(key *k, const uint8_t *bytes, uint32_t len)	\
	{								\
		name##_table_expand(k, bytes, len);			\
	}								\
	TABLE_FILL(name)						\
	/* What other tables there are: a part of each thread's. */	\
	WC_FN void more(uint8_t *, uint32_t, uint32_t, int) { }		\
	WC_FN void blocks(const struct tables *t, const key *k,		\
			  struct wc_block *b, int n, int back)		\
	{								\
		name##_table_blocks(t, k, b, n, back);			\
	}								\
	WC_FN void begin(const struct tables *t, const key *k, start *s, \
			 struct wc_block counter)			\
	{								\
		name##_table_begin(t, k, s, counter);			\
	}								\
	WC_FN void keystream(const struct tables *t, const key *k,	\
			     const start *s, const uint32_t *last,	\
			     struct wc_block *b, int n)			\
	{								\
		name##_table_keystream(t, k, s, last, b, n);		\
	}								\
};

/**
 * struct table_lane - a lane and what it is to do
 * @t: its tables
 * @thread: the thread of the launch that it works for
 * @part: which part of that thread's blocks is the lane's
 * @parts: how many parts there are
 */
struct table_lane {
	struct tables t;
	uint32_t thread;
	uint32_t part;
	uint32_t parts;
};

/* A lane's view of a key slot, for kernels/gpu/one_job.h. */
template <class C>
struct table_keys {
	static const int GB = C::GB;

	struct tables t;
	const typename C::slot *slot;

	WC_FN void one(const table_keys *k, struct wc_block *b, int back)
	{
		C::blocks(&k->t, &k->slot->data, b, 1, back);
	}
	WC_FN void tweak(const table_keys *k, struct wc_block *b)
	{
		C::blocks(&k->t, &k->slot->tweak, b, 1, 0);
	}
};

/* One lane to a job: kernels/gpu/one_job.h. */
template <class C, int kind>
WC_FN void table_one(const struct wc_args *a, const struct table_lane *lane)
{
	struct wc_job *job = wc_job_at(a, lane->thread);
	const struct table_keys<C> keys = {
		lane->t, wc_slot<typename C::slot>(a, job->slot)
	};

	one_job<kind>(a, job, &keys);
}

/**
 * struct table_work - what a lane has to do
 * @job: its job
 * @key: the data key
 * @src: the job's blocks before
 * @dst: the job's blocks after
 * @share: the lane's share of them
 */
template <class C>
struct table_work {
	const struct wc_job *job;
	const typename C::key *key;
	const struct wc_block *src;
	struct wc_block *dst;
	struct table_share share;
};

/* @xts: leave out the blocks that stealing takes. */
template <class C>
WC_FN struct table_work<C> table_work_of(const struct wc_args *a,
					 const struct table_lane *lane, int xts)
{
	struct table_work<C> w;

	w.job = wc_job_of(a, lane->thread);
	w.key = &wc_slot<typename C::slot>(a, w.job->slot)->data;
	w.src = wc_blocks_in(a->in, w.job->offset);
	w.dst = wc_blocks_out(a->out, w.job->offset);
	w.share = table_share(xts ? wc_xts_whole(w.job->len) :
				    wc_job_blocks(w.job),
			      lane->thread - w.job->first, lane->part,
			      lane->parts);
	return w;
}

/* A share of ECB. @back is the direction. */
template <class C, int back>
WC_FN void table_ecb(const struct wc_args *a, const struct table_lane *lane)
{
	const struct table_work<C> w = table_work_of<C>(a, lane, 0);
	const struct table_share *s = &w.share;
	struct wc_block b[TABLE_MANY];
	uint32_t at;

	for (at = s->first; at < s->end; at += TABLE_MANY * s->step) {
		table_load(b, w.src, at, s);
		C::blocks(&lane->t, w.key, b, TABLE_MANY, back);
		table_store(w.dst, b, at, s);
	}
}

/* A share of keystream; or, if @add, data and the sum: kernels/gpu/ctr_data.h. */
template <class C, int add>
WC_FN void table_ctr(const struct wc_args *a, const struct table_lane *lane)
{
	const struct table_work<C> w = table_work_of<C>(a, lane, 0);
	const struct table_share *s = &w.share;
	struct wc_block first = wc_counter(w.job->iv, s->first);
	uint32_t at, last = first.w[3] >> 24, i;
	typename C::start start[2], use[TABLE_MANY];
	struct wc_block b[TABLE_MANY], data[TABLE_MANY];
	uint32_t byte[TABLE_MANY];

	/* Less than 256 counters on: the last byte wraps once at most. */
	C::begin(&lane->t, w.key, &start[0], first);
	C::begin(&lane->t, w.key, &start[1], wc_counter(first, 256));
	for (at = s->first; at < s->end; at += TABLE_MANY * s->step) {
		if (add)
			table_load(data, w.src, at, s);
		WC_UNROLL
		for (i = 0; i < TABLE_MANY; i++, last += s->step) {
			byte[i] = last;
			use[i] = last < 256 ? start[0] : start[1];
		}
		C::keystream(&lane->t, w.key, use, byte, b, TABLE_MANY);
		WC_UNROLL
		for (i = 0; add && i < TABLE_MANY; i++)
			wc_xor(&b[i], &data[i]);
		table_store(w.dst, b, at, s);
	}
}

/* A share of CBC decryption. */
template <class C>
WC_FN void table_cbc_decrypt(const struct wc_args *a,
			     const struct table_lane *lane)
{
	const struct table_work<C> w = table_work_of<C>(a, lane, 0);
	const struct table_share *s = &w.share;
	struct wc_block b[TABLE_MANY], before;
	uint32_t at, n, i;

	for (at = s->first; at < s->end; at += TABLE_MANY * s->step) {
		table_load(b, w.src, at, s);
		C::blocks(&lane->t, w.key, b, TABLE_MANY, 1);
		WC_UNROLL
		for (i = 0, n = at; i < TABLE_MANY; i++, n += s->step) {
			before = w.job->iv;
			if (n && n < s->end)
				before = w.src[n - 1];
			wc_xor(&b[i], &before);
		}
		table_store(w.dst, b, at, s);
	}
}

/* A share of XTS, but for stealing; after ONE_TWEAK. */
template <class C, int back>
WC_FN void table_xts(const struct wc_args *a, const struct table_lane *lane)
{
	const struct table_work<C> w = table_work_of<C>(a, lane, 1);
	const struct table_share *s = &w.share;
	struct gf128 tweak = gf128_mul_xn(wc_to_gf(&w.job->iv), s->first);
	struct wc_block b[TABLE_MANY], use[TABLE_MANY];
	uint32_t at, i;

	for (at = s->first; at < s->end; at += TABLE_MANY * s->step) {
		table_load(b, w.src, at, s);
		WC_UNROLL
		for (i = 0; i < TABLE_MANY; i++) {
			use[i] = wc_mirror_if(C::GB, wc_from_gf(tweak));
			wc_xor(&b[i], &use[i]);
			tweak = gf128_mul_xs(tweak, s->step);
		}
		C::blocks(&lane->t, w.key, b, TABLE_MANY, back);
		WC_UNROLL
		for (i = 0; i < TABLE_MANY; i++)
			wc_xor(&b[i], &use[i]);
		table_store(w.dst, b, at, s);
	}
}

#endif /* WARPCRYPT_KERNELS_GPU_TABLE_JOB_H */
